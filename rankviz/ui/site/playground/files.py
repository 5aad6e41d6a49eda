"""The playground's files: the page with a ready-made run, the engine's archive, Pyodide, and the service worker."""

import gzip
import hashlib
import html
import json
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from rankviz.stage_data.offline.document import as_json, document, head
from rankviz.stage_data.offline.filters import filtered
from rankviz.stage_data.offline.modules import PLAYGROUND, carried, text_of
from rankviz.ui.presets.presets import EXAMPLE
from rankviz.ui.site.playground import engine
from rankviz.ui.site.playground.desk import BOARDS, Desk, starts
from rankviz.ui.site.playground.kit import VERSION, Kit, kit
from rankviz.ui.site.playground.made import MOST_PAIRS, written

PUBLIC = f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full/"
"""Pyodide's public distribution, which a page without a copy of its own asks."""
PUBLIC_SIZE = 9_500_000
"""Bytes of Pyodide and NumPy as that host sends them."""
STYLES = ("offline/colours.css", "offline/offline.css", "playground/playground.css")
PLACE = "playground"
PAGE, OFFLINE = "playground.html", "playground-offline.js"
PRIVATE = "Nothing that you choose or see is sent anywhere: the page's policy lets it ask its own host alone."
"""What a page with a copy of Pyodide says."""
ASKS = (
    "Pyodide, the Python for browsers, comes from <code>{host}</code>; nothing else is asked of any host, and nothing "
    "that you choose or see is sent. A network that forbids that host has to allow it."
)


def files(
    app: str, pyodide: Path | None, starts: Collection[str] | None = None
) -> Iterator[tuple[str, bytes]]:
    """Yield (path, contents) of every file; the same for the same version.

    Parameters
    ----------
    app : the address of RankViz, "" for none.
    pyodide : a folder with Pyodide and its NumPy, copied into the site; None to name the public distribution.
    starts : titles of the starts whose runs are made with the page, each a file that is asked for while there is no
        engine; None for all.

    Raises DataError for a folder that is no Pyodide of the version that is tested, or has no NumPy.
    """
    copied = None if pyodide is None else kit(pyodide)
    made = dict(_ready_made(starts))
    yield from made.values()
    page = _page(app, copied, {link: place for link, (place, _) in made.items()})
    yield PAGE, page
    yield f"{PLACE}/{engine.name()}", engine.archive()
    for name, contents in {} if copied is None else copied.contents.items():
        yield f"{PLACE}/{name}", contents
    texts = {"name": hashlib.sha256(page).hexdigest()[:16]}
    offline = re.sub(r"\{\{(\w+)\}\}", lambda found: texts[found[1]], text_of("playground/offline.js"))
    yield OFFLINE, offline.encode()


def _ready_made(titles: Collection[str] | None) -> Iterator[tuple[str, tuple[str, bytes]]]:
    """Yield (link, (path, contents)) of the starts' runs: a line of JSON, and the pack."""
    first, desk = written("watch", EXAMPLE.state), Desk()
    for link, title in (start for _, shelf in starts("watch") for start in shelf):
        if link != first and (titles is None or title in titles):
            about, drawn = _drawn(desk, link)
            contents = gzip.compress(as_json(about) + b"\n" + drawn, 9, mtime=0)
            name = f"start-{hashlib.sha256(contents).hexdigest()[:16]}.packed"
            yield link, (f"{PLACE}/{name}", contents)


def _drawn(desk: Desk, link: str) -> tuple[dict[str, Any], bytes]:
    """Return what a page shows of a link's run before it has an engine, and the pack, filtered."""
    menus, _ = desk.answer(json.dumps({"ask": "link", "link": link}))
    answer, pack = desk.answer(json.dumps({"ask": "run", "link": link}))
    drawn, filters = filtered(pack)
    return {"menus": json.loads(menus), "shown": json.loads(answer), "filters": filters}, drawn


def _page(app: str, copied: Kit | None, made: dict[str, str]) -> bytes:
    link = written("watch", EXAMPLE.state)
    about, drawn = _drawn(Desk(), link)
    opening = {
        "link": link,
        **about,
        "made": made,
        "offline": OFFLINE,
        "from": _from(copied),
        "worker": text_of("playground/worker.js"),
    }
    host = re.match(r"https://[^/]+", PUBLIC)
    assert host is not None
    carries = {"code": as_json(carried(*BOARDS, first=PLAYGROUND)), "opening": as_json(opening), "run": drawn}
    size = len(engine.archive()) + (sum(map(len, copied.contents.values())) if copied else PUBLIC_SIZE)
    texts = {
        "head": head("index.html"),
        "style": "".join(map(text_of, STYLES)),
        "hosts": "" if copied else f" {host[0]}",
        "privacy": PRIVATE if copied else ASKS.format(host=html.escape(host[0])),
        "size": "0",
        "pairs": f"{MOST_PAIRS:,}",
    }
    size += len(document("playground/page.html", carries, texts))
    return document("playground/page.html", carries, texts | {"size": f"{size / 1e6:.1f}"})


def _from(copied: Kit | None) -> dict[str, Any]:
    """Return where the page's worker finds the engine, and Pyodide."""

    def part(name: str, contents: bytes) -> dict[str, Any]:
        return {"url": f"{PLACE}/{name}", "size": len(contents)}

    own = copied and {each: part(name, copied.contents[name]) for each, name in copied.names.items()}
    parts = [engine.name(), *(copied.contents if copied else ())]
    return {
        "engine": part(engine.name(), engine.archive()),
        "copied": own,
        "public": PUBLIC,
        "lock": copied.lock if copied else {},
        "memory": f"{PLACE}/memory-{hashlib.sha256(''.join(parts).encode()).hexdigest()[:16]}",
    }
