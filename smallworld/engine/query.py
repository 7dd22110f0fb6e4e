"""What anybody outside the engine may ask of a position, and the words it is asked in.

Nothing here changes a state. Together with `game`, `notation` and `pack` this is all that other
packages import of the engine; what lies behind it may be moved.
"""

from __future__ import annotations
