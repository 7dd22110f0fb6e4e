"""HTTP and WebSockets: routes, the page's files, messages as JSON, who is let in."""
