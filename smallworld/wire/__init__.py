"""What crosses the wire, described once: frozen dataclasses, by the standard library alone."""
