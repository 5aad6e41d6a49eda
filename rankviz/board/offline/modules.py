"""The front end's files as texts: bundles (`npm run build`) that were made of these sources, or the sources."""

import hashlib
import json
import posixpath
import re
from functools import cache
from pathlib import Path

from rankviz.board.glossary import glossary
from rankviz.engine.marks import PALETTE

FRONTEND = Path(__file__).parents[1] / "frontend"
BUILT = FRONTEND.parent / "built"
INPUTS = "inputs.json"
"""The file of a build with the files that it was made of, and the hash of their contents."""
SAVED, REPLAY = "saved.js", "replay.js"
"""The modules that open a saved page or a widget, and a page of one run alone, of which there are only bundles."""
PLAYGROUND, CLAIM = "playground/playground.js", "playground/claim.js"
"""The modules that open pages that have the engine, too: with a run, and with a claim."""
STAGE, WORKBENCH, ARENA = "css/all", "css/workbench", "arena/arena"
"""The style sheets that the stage, the drawing that edits a table, and the Arena ask for."""
TERMS = """'{"terms":{}}'"""
"""The text of draw/terms.js that gives way to the meanings of symbols."""
SAME_FILE = {"skew": "margins"}
"""Layouts in the file of another one."""
STYLE_IMPORT = re.compile(r'^@import "([^"]+)";$', re.MULTILINE)


def home() -> Path:
    """Return the folder of the bundles, or that of the sources where no bundles were made of the same sources."""
    try:
        inputs = json.loads((BUILT / INPUTS).read_bytes())
        contents = b"".join((FRONTEND / name).read_bytes() for name in inputs["files"])
    except FileNotFoundError:
        return FRONTEND
    return BUILT if hashlib.sha256(contents).hexdigest() == inputs["digest"] else FRONTEND


def served() -> dict[str, str]:
    """Return the modules and style sheets of the app, by their paths in the stage's folder."""
    here, there = home(), {}
    for file in sorted((here / "stage").rglob("*.js")):
        there[file.relative_to(here / "stage").as_posix()] = with_terms(file.read_text(encoding="utf-8"))
    return there | {f"{name}.css": colours() + sheet(here, name) for name in (STAGE, WORKBENCH, ARENA)}


def carried(first: str, *layouts: str) -> dict[str, str | dict[str, str]]:
    """Return what a page carries: the `module` that opens it, with these layouts, and the `styles` of its stage."""
    here = home()
    sheets = (STAGE, WORKBENCH) if first == PLAYGROUND else () if first == CLAIM else (STAGE,)
    styles = {name: colours() + sheet(here, name) for name in sheets}
    return {"module": module(here, first, *layouts), "styles": styles}


def carried_code(first: str, *layouts: str) -> bytes:
    """Return what a page carries as its code, for boot.js: a line of JSON with the styles, then the module."""
    found = carried(first, *layouts)
    return f"{json.dumps(found['styles'], ensure_ascii=False)}\n{found['module']}".encode()


def module(here: Path, first: str, *layouts: str) -> str:
    """Return the text of a module with all that it imports, from `home()`; other layouts may be there as well."""
    whole = SAVED if first == REPLAY else first
    if here == FRONTEND:
        return _linked(whole, *layouts)
    files = {SAME_FILE.get(layout, layout) for layout in layouts}
    alone = here / first.replace(".js", f"-{files.pop()}.js") if len(files) == 1 else here / whole
    text = (alone if alone.exists() else here / whole).read_text(encoding="utf-8")
    return with_terms(text, *layouts)


def sheet(here: Path, name: str) -> str:
    """Return a style sheet of the stage's folder with all that it imports, from `home()`, without `colours()`."""
    path = f"stage/{name}.css"
    return _styles(path) if here == FRONTEND else (here / path).read_text(encoding="utf-8")


@cache
def colours() -> str:
    """Return the style sheet of the palette: --rv-a0, … in either scheme, and the classes that use them.

    A picture to print uses those of the light scheme.
    """
    light, dark = (
        "".join(f"--rv-a{mark.slot}:{getattr(mark, scheme)};" for mark in PALETTE)
        for scheme in ("light", "dark")
    )
    classes = "".join(f".rv-k{mark.slot}{{--c:var(--rv-a{mark.slot})}}\n" for mark in PALETTE)
    return f'.rv-stage{{{light}}}\n.rv-stage[data-scheme="dark"]:not(.rv-print){{{dark}}}\n{classes}'


def terms(*boards: str) -> dict[str, dict[str, str]]:
    """Return the meanings of the symbols of these boards, or of all."""
    known = glossary()
    return {board: dict(known[board]) for board in known if not boards or board in {"watch", *boards}}


def with_terms(text: str, *boards: str) -> str:
    """Return the text of a module with the meanings of the symbols of these boards, or of all, where it parses them."""
    known = json.dumps(terms(*boards), ensure_ascii=False, separators=(",", ":"))
    return text.replace(TERMS, json.dumps(known, ensure_ascii=False))


def shortest(name: str) -> str:
    """Return the text of a script or style sheet of self-contained pages, minified where there are bundles."""
    return (home() / name).read_text(encoding="utf-8")


def text_of(name: str) -> str:
    """Return the text of a file of the front end, by its path there."""
    return (FRONTEND / name).read_text(encoding="utf-8")


def _linked(first: str, *layouts: str) -> str:
    """Return a module that imports `first`: it holds the texts of all modules that this may import."""
    folders = ("stage", "offline", "notebook", *(["playground"] if first != SAVED else []))
    files = [file for folder in folders for file in sorted((FRONTEND / folder).rglob("*.js"))]
    names = [SAVED, *(file.relative_to(FRONTEND).as_posix() for file in files)]
    texts = {name: with_terms(text_of(name), *layouts) for name in names}
    quoted = json.dumps(json.dumps(texts, ensure_ascii=False), ensure_ascii=False)
    return text_of("offline/linked.js").replace('"{{texts}}"', quoted).replace("{{first}}", first)


def _styles(path: str) -> str:
    """Return a style sheet with those that it imports in their places."""
    beside = posixpath.dirname(path)
    return STYLE_IMPORT.sub(lambda found: _styles(posixpath.normpath(f"{beside}/{found[1]}")), text_of(path))
