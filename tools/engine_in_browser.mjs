// Compiles our package with the Python that browsers will run, and finds out what it needs of the standard library.
//
//     node engine_in_browser.mjs PYODIDE SOURCES OUT
//
// PYODIDE is the folder of the npm package, SOURCES a folder with the package, OUT where the modules are written: without docstrings,
// which nobody reads there, and of the standard library what it needs, to OUT/library.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, sources, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: pyodide });
for (const [name, folder] of [["/app", sources], ["/out", out]]) {
  python.FS.mkdirTree(name);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, name);
}
const PROGRAM = `
import ast, importlib.util, json, os, sys
from importlib._bootstrap_external import _code_to_hash_pyc
from pathlib import Path

sys.dont_write_bytecode = True


def without_docstrings(tree):
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
                first.value.value = "."  # dataclasses that have none write one, which takes long
    return tree


for file in sorted(Path("/app").rglob("*.py")):
    inside = file.relative_to("/app")
    source = file.read_bytes()
    tree = without_docstrings(ast.parse(source))
    code = compile(tree, f"/app/{inside}", "exec", dont_inherit=True)
    # Beside an empty source, which is never read: modules know by their file's name that they are not compiled to machine code.
    written = Path(importlib.util.cache_from_source(str(Path("/out") / inside)))
    written.parent.mkdir(parents=True, exist_ok=True)
    (Path("/out") / inside).touch()
    written.write_bytes(_code_to_hash_pyc(code, importlib.util.source_hash(source), False))

sys.path.insert(0, "/app")
import exercise
exercise.play()

# Of the standard library what was imported meanwhile, and what others may well want, compiled as well: without the numbers of lines,
# which are a third of it, and which nobody asks for.
import types, zipimport

library = next(path for path in sys.path if path.endswith(".zip"))
reader = zipimport.zipimporter(library)
wanted = {*sys.modules, *json.loads(Path("/app/welcome.json").read_text())}
wanted |= {name.rpartition(".")[0] for name in wanted}


def without_lines(code):
    inner = tuple(without_lines(one) if isinstance(one, types.CodeType) else one for one in code.co_consts)
    return code.replace(co_consts=inner, co_linetable=b"")


for name in zipimport._zip_directory_cache[library]:
    path, _, ending = name.rpartition(".")
    module = path.replace("/", ".").removesuffix(".__init__")
    if ending == "py" and module in wanted:
        source = reader.get_data(f"{library}/{name}")
        tree = ast.parse(source)
        if "pyodide" not in module:  # which shows its docstrings
            without_docstrings(tree)
        code = without_lines(compile(tree, f"{library}/{name}", "exec", dont_inherit=True))
        written = Path("/out/library") / f"{path}.pyc"
        written.parent.mkdir(parents=True, exist_ok=True)
        written.write_bytes(_code_to_hash_pyc(code, importlib.util.source_hash(source), False))
`;
try {
  python.runPython(PROGRAM);
} catch (error) {
  console.error(String(error.message)); // not where it comes from: that is a megabyte long
  process.exit(1);
}
process.exit(0);
