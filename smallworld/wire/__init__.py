"""What crosses the wire, described once: frozen dataclasses, with nothing but the standard library.

A field with a default is left out where it has it (`plain.py`); all others are always there.
The page's types are written from these classes by `tools/wire_types.py`.
"""
