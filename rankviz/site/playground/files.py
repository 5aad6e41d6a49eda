"""The playground's files: the page with a ready-made run, the engine's archive, Pyodide, and the service worker."""

import gzip
import hashlib
import json
from collections.abc import Collection, Iterator
from typing import Any

from rankviz.board.offline.document import as_json, carrying, fill, head, shell
from rankviz.board.offline.filters import filtered
from rankviz.board.offline.modules import PLAYGROUND, carried_code, text_of
from rankviz.lessons.registry import LESSONS
from rankviz.site.playground.computed_run import MOST_PAIRS, written
from rankviz.site.playground.in_browser import OFFLINE, PLACE, InBrowser, megabytes
from rankviz.site.playground.pages import BOARDS, starts
from rankviz.site.playground.playground_api import PlaygroundApi
from rankviz.ui.presets.presets import EXAMPLE

STYLES = ("offline/colours.css", "offline/offline.css", "playground/playground.css")
PAGE = "playground.html"
LISTED = [[f"lessons/{name}.html", lesson.title] for name, lesson in LESSONS.items()]
"""The site's lessons: their pages, and their names in the playground."""


def files(has: InBrowser, starts: Collection[str] | None = None) -> Iterator[tuple[str, bytes]]:
    """Yield (path, contents) of every file; the same for the same version.

    Parameters
    ----------
    has : the engine and Pyodide, as this site has them.
    starts : titles of the starts whose runs are computed with the page, each a file that is loaded while there is no
        engine; None for all.
    """
    made = dict(_ready_made(starts))
    yield from made.values()
    page = _page(has, {link: place for link, (place, _) in made.items()})
    yield PAGE, page
    yield from has.files()
    texts = {"name": hashlib.sha256(page).hexdigest()[:16]}
    yield OFFLINE, fill("playground/offline.js", texts).encode()


def _ready_made(titles: Collection[str] | None) -> Iterator[tuple[str, tuple[str, bytes]]]:
    """Yield (link, (path, contents)) of the starts' runs: a line of JSON, and the pack."""
    first, api = written("watch", EXAMPLE.state), PlaygroundApi()
    for link, title in (start for _, shelf in starts("watch") for start in shelf):
        if link != first and (titles is None or title in titles):
            about, drawn = _drawn(api, link)
            contents = gzip.compress(as_json(about) + b"\n" + drawn, 9, mtime=0)
            name = f"start-{hashlib.sha256(contents).hexdigest()[:16]}.packed"
            yield link, (f"{PLACE}/{name}", contents)


def _drawn(api: PlaygroundApi, link: str) -> tuple[dict[str, Any], bytes]:
    """Return what a page shows of a link's run before it has an engine, and the pack, filtered."""
    menus, _ = api.answer(json.dumps({"ask": "link", "link": link}))
    answer, pack = api.answer(json.dumps({"ask": "run", "link": link}))
    drawn, filters = filtered(pack)
    return {"menus": json.loads(menus), "shown": json.loads(answer), "filters": filters}, drawn


def _page(has: InBrowser, made: dict[str, str]) -> bytes:
    link = written("watch", EXAMPLE.state)
    about, drawn = _drawn(PlaygroundApi(), link)
    opening = {"link": link, **about, "made": made, "lessons": LISTED, **has.opening("")}
    carries = {"code": carried_code(PLAYGROUND, *BOARDS), "opening": as_json(opening), "run": drawn}
    nonce, scripts = carrying(carries)
    texts = {
        "head": head("index.html"),
        "privacy": has.privacy,
        "pairs": f"{MOST_PAIRS:,}",
        "scripts": scripts,
    }

    def page(size: int) -> bytes:
        body = fill("playground/page.html", texts | {"size": megabytes(size)})
        return shell("RankViz", body, "".join(map(text_of, STYLES)), policy=has.policy(nonce)).encode()

    return page(has.size + len(page(0)))
