"""Tables on a server: HTTP and WebSockets, seats with secrets, games that are never lost."""
