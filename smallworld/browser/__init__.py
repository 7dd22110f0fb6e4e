"""Tables at home in a browser: a page asks, its store keeps, another worker thinks."""
