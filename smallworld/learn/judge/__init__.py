"""Nets that judge positions and actions of any table; they are torch's."""

from smallworld.extras import need

need("a judging net", "torch")
