"""The packages that compiled modules import come with them; the plain build has and needs none."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Final

# Filled by tools/compile.py with parts of librt and mypy_extensions.
PACKAGES: Final = Path(__file__).parent / "runtime_packages"


def load() -> None:
    """Import them before any compiled module does; those that are installed come first."""
    if PACKAGES.is_dir():
        sys.path.append(str(PACKAGES))
        try:
            for name in ("mypy_extensions", "librt.vecs"):
                import_module(name)
        finally:
            sys.path.remove(str(PACKAGES))
