"""Run the notebook of examples/ as Jupyter would, and keep the pictures it shows for the docs.

python -m tools.notebook        # writes docs/pictures/notebook-1.svg and so on
"""

import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOK = ROOT / "examples" / "notebook.ipynb"
PICTURES = ROOT / "docs" / "pictures"


def cells(notebook: Path = NOTEBOOK) -> list[str]:
    """The code of each cell that has some."""
    found = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in found if cell["cell_type"] == "code"]


def shown(codes: list[str]) -> Iterator[object]:
    """Run cells one after the other; what stands in the last line of each, if it is a value."""
    sys.path.insert(0, str(NOTEBOOK.parent))  # where Jupyter would run it
    names: dict[str, object] = {"__name__": "__main__"}
    try:
        for number, code in enumerate(codes, start=1):
            tree = ast.parse(code, f"cell {number}")
            last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
            exec(compile(tree, f"cell {number}", "exec"), names)
            if isinstance(last, ast.Expr):
                yield eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
    finally:
        sys.path.remove(str(NOTEBOOK.parent))


def pictures(codes: list[str]) -> list[str]:
    """What the notebook shows that can draw itself, as SVG."""
    drawn = [draw() for value in shown(codes) if (draw := getattr(value, "_repr_svg_", None))]
    # Files end with a line's end.
    return [picture.rstrip("\n") + "\n" for picture in drawn]


def path_of(number: int) -> Path:
    """Where a picture is kept; they are counted from 1."""
    return PICTURES / f"notebook-{number}.svg"


if __name__ == "__main__":
    for number, picture in enumerate(pictures(cells()), start=1):
        path_of(number).write_text(picture, encoding="utf-8")
        print(path_of(number).relative_to(ROOT), len(picture))
