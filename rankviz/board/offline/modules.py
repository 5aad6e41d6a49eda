"""The front end's modules and styles as texts: the imports of a module, and everything that an offline page carries."""

import json
import posixpath
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path, PurePosixPath

from rankviz.board.glossary import glossary
from rankviz.engine.marks import PALETTE

FRONTEND = Path(__file__).parents[1] / "frontend"
PAGE, TALK, WIDGET = "offline/replay.js", "offline/talk.js", "notebook/widget.js"
PLAYGROUND, CLAIM = "playground/playground.js", "playground/claim.js"
"""The modules that open a page with one run, one with several moments, a widget of a notebook, and pages that have the
engine, too: with a run, and with a claim."""
INSTEAD = {
    PAGE: {"stage/host/app.js": "offline/app.js"},
    TALK: {"stage/host/app.js": "offline/app.js"},
    PLAYGROUND: {
        "stage/host/app.js": "offline/app.js",
        "stage/control/round_link.js": "notebook/round_link.js",
    },
    WIDGET: {"stage/host/app.js": "offline/app.js", "stage/control/round_link.js": "notebook/round_link.js"},
}
"""For those with the stage, the modules that ask a server, and their replacements where everything is carried."""
PREFIX = "rv/"
"""The prefix of names in the import map: relative ones do not resolve between blobs."""

IMPORT = re.compile(r"""^((?:import|export)\b[^;'"]*["'])(\.[^"']+\.js)(?=["'])""", re.MULTILINE)
"""The imports that a module needs at once; later ones, by import(…), are left out."""
NO_CODE = re.compile(r"/\*\*.*?\*/[ \t]*\n?|^[ \t]*//[^\n]*\n|^[ \t]+", re.DOTALL | re.MULTILINE)
CSS_COMMENT = re.compile(r"/\*.*?\*/\n?", re.DOTALL)
"""A comment in CSS. No string of a style sheet contains one (a test checks it)."""
LAYOUTS = "stage/layouts/layouts.js"
MADE = "css/marks.css"
"""The one style sheet of the stage that is not a file: see `colours`."""
BENCH = "workbench"
"""The style sheet of the drawing that edits a table, which a saved page does not have."""
TERMS = "draw/terms.js"
"""The module of the stage whose file is empty: see `terms`."""
LAYOUT_IMPORT = re.compile(r'^import \{ ([A-Z, ]+) \} from "\./(\w+)\.js";$', re.MULTILINE)
LAYOUT = re.compile(r"\b([a-z]+): ([A-Z]+)\b")


def reached(first: str, read: Callable[[str], str], instead: Mapping[str, str] | None = None) -> list[str]:
    """Return `first` and the modules that it imports, directly or not; `read` gives the text of a path.

    `instead` maps modules to those that replace them.
    """
    found, waiting = dict.fromkeys([first]), [first]
    while waiting:
        here = waiting.pop()
        for _, name in IMPORT.findall(read(here)):
            path = meant(here, name, instead)
            if path not in found:
                found[path] = None
                waiting.append(path)
    return list(found)


def meant(module: str, name: str, instead: Mapping[str, str] | None = None) -> str:
    """Return the path of a module's import by a relative name."""
    path = posixpath.normpath(PurePosixPath(module).parent / name)
    return (instead or {}).get(path, path)


def carried(*layouts: str, first: str = PAGE) -> dict[str, dict[str, str]]:
    """Return all texts that these layouts need, where the module `first` opens the stage.

    They are `modules` by their names in the import map, and `styles` by theirs. Raises KeyError for an unknown layout.
    """
    return {
        "modules": linked(*layouts, first=first),
        "styles": {
            PurePosixPath(MADE).stem: colours(),
            **{
                f.stem: CSS_COMMENT.sub("", f.read_text(encoding="utf-8"))
                for f in sorted((FRONTEND / "stage/css").glob("*.css"))
                if f.stem != BENCH or first == PLAYGROUND
            },
        },
    }


def linked(*layouts: str, first: str) -> dict[str, str]:
    """Return the texts of the modules that a page with these layouts needs, by their names in the import map.

    Comments, indents and the tiles of other layouts are left out. Raises KeyError for an unknown layout.
    """
    others, instead = _other_layouts(layouts) | {f"stage/{TERMS}": terms(*layouts)}, INSTEAD.get(first, {})

    def read(path: str) -> str:
        return others.get(path) or NO_CODE.sub("", text_of(path))

    def with_names(path: str) -> str:
        return IMPORT.sub(lambda found: f"{found[1]}{PREFIX}{meant(path, found[2], instead)}", read(path))

    return {f"{PREFIX}{path}": with_names(path) for path in sorted(reached(first, read, instead))}


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


def terms(*boards: str) -> str:
    """Return the module with the meanings of the symbols of these boards, or of all."""
    known = glossary()
    wanted = {board: known[board] for board in known if not boards or board in {"watch", *boards}}
    return f"export const TERMS = {json.dumps(wanted, ensure_ascii=False, separators=(',', ':'))};\n"


def text_of(name: str) -> str:
    """Return the text of a file of the front end, by its path there."""
    return (FRONTEND / name).read_text(encoding="utf-8")


def _other_layouts(layouts: tuple[str, ...]) -> dict[str, str]:
    """Return, by path, stubs for the modules of other layouts: they export the same names, without content."""
    text = text_of(LAYOUTS)
    known = dict(LAYOUT.findall(text.rpartition("LAYOUTS =")[2]))
    wanted = {known[layout] for layout in layouts}
    files = {f"stage/layouts/{file}.js": names.split(", ") for names, file in LAYOUT_IMPORT.findall(text)}
    return {
        path: "".join(f"export const {name} = undefined;\n" for name in names)
        for path, names in files.items()
        if wanted.isdisjoint(names)
    }
