"""What of the encoding is compiled with the engine: it writes bytes, and needs no numpy."""
