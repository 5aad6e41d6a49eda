"""The playground's files: the page with a ready-made run, the engine's archive, Pyodide, and the service worker."""

import hashlib
import html
import json
import re
from collections.abc import Iterator
from pathlib import Path

from rankviz.errors import DataError
from rankviz.stage_data.offline.document import as_json, document, head
from rankviz.stage_data.offline.filters import filtered
from rankviz.stage_data.offline.modules import PLAYGROUND, carried, text_of
from rankviz.ui.presets.presets import EXAMPLE
from rankviz.ui.site.playground import engine
from rankviz.ui.site.playground.desk import MOST_PAIRS, PAGES, Desk, written

VERSION = "314.0.3"
"""The Pyodide that the playground is tested with."""
PUBLIC = f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full/"
"""Its public distribution, which a page without a copy of its own asks."""
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
STYLES = ("offline/colours.css", "offline/offline.css", "playground/playground.css")
PLACE = "playground"
PAGE, OFFLINE = "playground.html", "playground-offline.js"
PRIVATE = "Nothing that you choose or see is sent anywhere: the page's policy lets it ask its own host alone."
"""What a page with a copy of Pyodide says."""
ASKS = (
    "Pyodide, the Python for browsers, comes from <code>{host}</code>; nothing else is asked of any host, and nothing "
    "that you choose or see is sent. A network that forbids that host has to allow it."
)


def files(app: str, pyodide: Path | None) -> Iterator[tuple[str, bytes]]:
    """Yield (path, contents) of every file; the same for the same version.

    Parameters
    ----------
    app : the address of RankViz, "" for none.
    pyodide : a folder with Pyodide and its NumPy, copied into the site; None to name the public distribution.

    Raises DataError for a folder that is no Pyodide of the version that is tested, or has no NumPy.
    """
    copied = {} if pyodide is None else copy_of(pyodide)
    archive = f"{PLACE}/{engine.name()}"
    size = sum(map(len, copied.values())) + len(engine.archive()) if copied else 17_000_000
    keeps = [PAGE, archive, *(f"{PLACE}/pyodide/{name}" for name in copied)]
    page = _page(app, archive, bool(copied), size, keeps)
    yield PAGE, page
    yield archive, engine.archive()
    for name, contents in copied.items():
        yield f"{PLACE}/pyodide/{name}", contents
    texts = {"name": hashlib.sha256(page).hexdigest()[:16]}
    offline = re.sub(r"\{\{(\w+)\}\}", lambda found: texts[found[1]], text_of("playground/offline.js"))
    yield OFFLINE, offline.encode()


def copy_of(folder: Path) -> dict[str, bytes]:
    """Return the files of Pyodide and NumPy that a page needs. Raises DataError where they do not fit."""
    remedy = f"Name a folder with Pyodide {VERSION} and the NumPy wheel that its pyodide-lock.json names"
    try:
        found = {name: (folder / name).read_bytes() for name in CORE}
        about = json.loads(found["pyodide-lock.json"])["packages"]["numpy"]
        wheel = (folder / about["file_name"]).read_bytes()
    except (OSError, ValueError, KeyError) as error:
        raise DataError(f"{folder} holds no whole Pyodide ({error})", remedy=remedy) from error
    if f'"{VERSION}"'.encode() not in found["pyodide.mjs"]:
        raise DataError(f"{folder} holds another Pyodide", remedy=remedy)
    if hashlib.sha256(wheel).hexdigest() != about["sha256"]:
        raise DataError(f"{about['file_name']} is not the one that pyodide-lock.json names", remedy=remedy)
    return {**found, about["file_name"]: wheel}


def _page(app: str, archive: str, own: bool, size: int, keeps: list[str]) -> bytes:
    link = written("watch", EXAMPLE.state)
    desk = Desk()
    menus, _ = desk.answer(json.dumps({"ask": "link", "link": link}))
    answer, pack = desk.answer(json.dumps({"ask": "run", "link": link}))
    drawn, filters = filtered(pack)
    boards = [page.board.name for page in PAGES.values()]
    opening = {
        "link": link,
        "menus": json.loads(menus),
        "shown": json.loads(answer),
        "filters": filters,
        "offline": OFFLINE,
        "keeps": keeps,
        "from": {
            "pyodide": f"{PLACE}/pyodide/" if own else PUBLIC,
            "engine": archive,
            "worker": text_of("playground/worker.js"),
        },
    }
    host = re.match(r"https://[^/]+", PUBLIC)
    assert host is not None
    texts = {
        "head": head("index.html"),
        "style": "".join(map(text_of, STYLES)),
        "hosts": "" if own else f" {host[0]}",
        "privacy": PRIVATE if own else ASKS.format(host=html.escape(host[0])),
        "size": f"{size / 1e6:.0f}",
        "pairs": f"{MOST_PAIRS:,}",
    }
    carries = {"code": as_json(carried(*boards, first=PLAYGROUND)), "opening": as_json(opening), "run": drawn}
    return document("playground/page.html", carries, texts)
