"""A run as one HTML file: stage, modules and pack are inflated in the browser, without any request to a server.

Text from data is escaped where it is in the markup; all other data travel compressed, and become text in the browser,
never markup. The policy in the head forbids every request and every script except ours.
"""

import html
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from rankviz.board.offline import facts
from rankviz.board.offline.document import STYLES, as_json, document, head
from rankviz.board.offline.explanations import explanations
from rankviz.board.offline.filters import filtered
from rankviz.board.offline.modules import REPLAY, carried_code, shortest
from rankviz.board.offline.part import RunPart, packed, part_of
from rankviz.board.offline.theorems import theorems
from rankviz.engine.algorithms.registry import find
from rankviz.engine.boards import BOARDS
from rankviz.engine.errors import DataError, shown
from rankviz.engine.files import PAGE_ENDING, writing
from rankviz.engine.runs.spec import RunSpec, of_trace
from rankviz.engine.runs.trace import Trace

__all__ = ["page", "write"]

MOST_BYTES = 25_000_000
"""The largest size of a file: a larger one opens too slowly, and is too large for a mail."""
BESIDE = "../"
"""The prefix of a link to a page of the same site, which works wherever the site is served."""
FEWER = "Choose fewer queries or items"
"""The remedy when not even one round fits."""
FRAME = (
    '<iframe title="{title}" sandbox="allow-scripts allow-downloads allow-popups" srcdoc="{page}" '
    'style="width:100%;height:680px;border:1px solid #8886;border-radius:8px"></iframe>'
)


@dataclass(frozen=True)
class Looks:
    """The way a page opens, in the terms of `rankviz.ui.stage.component`; by default with its algorithms' layout."""

    layout: str | None = None
    round: int = 0
    settings: Mapping[str, object] = field(default_factory=dict)
    banner: Mapping[str, object] | None = None
    language: Mapping[str, object] | None = None


def write(
    trace: Trace,
    path: str | os.PathLike[str],
    *,
    link: str = "",
    rounds: int | tuple[int, int] | None = None,
) -> None:
    """Write the page to `path`, completely or not at all; see :func:`page`. Raises OSError if that fails.

    >>> trace = rankviz.trace(rankviz.load("bundled:wine"), "rb-c", rounds=2)
    >>> rankviz.replay.write(trace, "run.html")
    """
    contents = page(trace, link=link, rounds=rounds)
    with writing(path, "wb") as file:
        file.write(contents)


def frame(trace: Trace) -> str:
    """Return the page in a sandboxed frame. Raises DataError where the page would be too large."""
    made = page(trace).decode()
    return FRAME.format(title=html.escape(f"RankViz: {trace.problem.title}"), page=html.escape(made))


def page(
    trace: Trace,
    *,
    link: str = "",
    rounds: int | tuple[int, int] | None = None,
    spec: RunSpec | None = None,
    looks: Looks = Looks(),  # noqa: B008 (frozen)
    home: str = "",
) -> bytes:
    """Make the page; the same run gives the same bytes.

    Parameters
    ----------
    link : the address at which an app shows the same run, or that of a page in the same folder, offered on the page.
    rounds : an excerpt: the rounds from a to b, or the first so many rounds.
    spec : the specification that repeats the run, where the trace does not know the name of its data.
    home : the address that the name at the page's head links to.

    Raises
    ------
    DataError
        A link that is not a web address, rounds that do not exist, a run too large for the stage, or a page above
        25 MB.

    >>> trace = rankviz.trace(rankviz.load("bundled:wine"), "rb-c", rounds=2)
    >>> rankviz.replay.page(trace)[:15]
    b'<!doctype html>'
    """
    if link and urlsplit(link).scheme not in ("http", "https") and not link.startswith(BESIDE):
        raise DataError(
            f"The link is {shown(link, 60)}", remedy="Give an address that begins with https:// or http://"
        )
    part = part_of(trace, rounds)
    made = _page(trace, part, link, spec or of_trace(trace), looks, home)
    if len(made) > MOST_BYTES:
        fit = part.fitting(MOST_BYTES / len(made))
        raise DataError(
            f"The page would be {len(made) / 1e6:.0f} MB, more than the {MOST_BYTES / 1e6:.0f} MB that open well",
            remedy=_excerpt(fit) if fit else FEWER,
        )
    return made


def most_bytes(packed: int) -> int:
    """Return the largest page of a run of so many gzipped bytes: 13 bits take two characters, the rest is fixed."""
    return 16 * packed // 13 + 600_000


def layout_of(trace: Trace) -> str:
    """Return the one layout with tiles for some of these algorithms, else "watch"."""
    made = {find(run.algorithm).board.name for run in trace.runs} - {"watch"}
    made = {"skew"} if made == {"margins", "skew"} else made
    return made.pop() if len(made) == 1 else "watch"


def _excerpt(fit: RunPart) -> str:
    a, b = fit.first, fit.last
    ways = f"rounds=({a}, {b}) in Python, --excerpt {a}-{b} on the command line"
    return f"Take an excerpt of {b - a:,} rounds: {ways}"


def _page(trace: Trace, part: RunPart, link: str, spec: RunSpec | None, looks: Looks, home: str) -> bytes:
    layout = looks.layout or layout_of(trace)
    trace, whole = packed(trace, part, BOARDS[layout].pictures)
    drawn, filters = filtered(whole)
    opening = {
        "layout": layout,
        "round": max(looks.round, part.first),
        "settings": dict(looks.settings),
        "banner": looks.banner,
        **({"language": dict(looks.language)} if looks.language else {}),
        "about": {"parameters": "" if spec is None else spec.in_words(), "link": link},
        "link": link,
        "filters": filters,
    }
    drawer = {"theorems": theorems(trace, part), "explanations": explanations(trace, part)}
    carries = {"code": carried_code(REPLAY, layout), "opening": as_json(opening), "run": drawn}
    later = {"drawer": as_json(drawer)}
    known = facts.facts(trace, spec, part)
    texts = {
        "head": head(home),
        "link": _link(link),
        "facts": "".join(f"<dt>{html.escape(n)}</dt><dd>{html.escape(t)}</dd>" for n, t in known),
        "part": "" if part.whole else f"<span>Rounds {part.words()}</span>",
        "again": _again(spec, part),
        "tables": "".join(_table(*each) for each in facts.tables(trace, part)),
    }
    style = "".join(map(shortest, STYLES))
    return document(
        "offline/page.html", f"{trace.problem.title} · RankViz", style, carries, texts, "replay", later
    )


def _link(link: str) -> str:
    if not link:
        return ""
    return f'<a id="app" href="{html.escape(link)}" target="_blank" rel="noopener">Open in RankViz</a>'


def _again(spec: RunSpec | None, part: RunPart) -> str:
    if spec is None:
        return ""
    excerpt = "" if part.whole else f" --excerpt {part.first}-{part.last}"
    ways = (
        ("On the command line", spec.command(f"run{PAGE_ENDING}") + excerpt),
        ("In Python", spec.python()),
    )
    return "".join(f"<h3>{name}</h3><pre><code>{html.escape(text)}</code></pre>" for name, text in ways)


def _table(title: str, rows: Sequence[tuple[str, ...]]) -> str:
    def line(cells: tuple[str, ...], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}" for cell in cells)

    head, *body = rows
    lines = line(head, "th") + "".join(line(row, "td") for row in body)
    return f"<table><caption>{html.escape(title)}</caption>{lines}</table>"
