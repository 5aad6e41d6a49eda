"""Several moments in one HTML file: each run once, the notes of each moment, and the controls between moments.

Notes may come from anybody: they travel as JSON, become text in the browser, and are escaped in the markup. The page
makes no request to any server.
"""

import html
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import urlsplit

from rankviz.board.offline import facts
from rankviz.board.offline.asks import Asks
from rankviz.board.offline.document import STYLES, as_json, document, head
from rankviz.board.offline.explanations import explanations
from rankviz.board.offline.filters import filtered
from rankviz.board.offline.modules import SAVED, carried_code, shortest, text_of
from rankviz.board.offline.page import BESIDE, MOST_BYTES, Looks
from rankviz.board.offline.part import part_of
from rankviz.board.offline.theorems import theorems
from rankviz.board.payload import pack
from rankviz.board.qr_code import qr_code
from rankviz.engine.boards import BOARDS
from rankviz.engine.errors import DataError
from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import Trace

MOST_QR = 600
"""Bytes up to which a link gets a QR code: beyond, its modules on paper are too small for a phone."""


@dataclass(frozen=True)
class TalkMoment:
    """One moment of the page.

    Attributes
    ----------
    trace, looks : the run, and its look on the stage; `looks` names a layout.
    title, note : plain text, the note in lines.
    hide : tiles that are not shown.
    asks : the question before the next round; None for none.
    link : the address at which an app shows the moment, or that of a page in the same folder; "" where not known.
    spec : the specification that repeats the run, where known.
    act : the learner's act here, with all its outcomes, as offline/lesson_act.js reads it; None for none.
    """

    trace: Trace
    looks: Looks
    title: str = ""
    note: str = ""
    hide: tuple[str, ...] = ()
    asks: Asks | None = None
    link: str = ""
    spec: RunSpec | None = None
    act: Mapping[str, object] | None = None


def talk(title: str, moments: Sequence[TalkMoment], home: str = "") -> bytes:
    """Make the page; the same moments give the same bytes. `home` is the link at its head.

    Raises DataError without moments, or for a page above 25 MB.
    """
    if not moments:
        raise DataError("The playlist has no moments", remedy="Add one")
    layouts = tuple(dict.fromkeys(str(moment.looks.layout) for moment in moments))
    runs: dict[bytes, dict[str, Any]] = {}
    entries = [_entry(moment, runs) for moment in moments]
    opening = {"title": title, "moments": entries, "runs": list(runs.values())}
    carries = {
        "code": carried_code(SAVED, *layouts),
        "opening": as_json(opening),
        "run": b"".join(runs),
    }
    texts = {
        "head": head(home),
        "moments": "".join(map(_as_markup, moments)),
        "versions": html.escape(facts.versions()),
    }
    style = "".join(map(shortest, STYLES)) + text_of("offline/talk.css")
    made = document("offline/talk.html", f"{title} · RankViz", style, carries, texts, "talk")
    if len(made) > MOST_BYTES:
        raise DataError(
            f"The page would be {len(made) / 1e6:.0f} MB, more than the {MOST_BYTES / 1e6:.0f} MB that open well",
            remedy="Make two playlists of it, or take fewer rounds",
        )
    return made


def _entry(moment: TalkMoment, runs: dict[bytes, dict[str, Any]]) -> dict[str, Any]:
    """Return a moment as JSON values; add its run, with theorems and explanations, to `runs` unless it is there."""
    looks = moment.looks
    drawn, filters = filtered(
        pack(moment.trace, shareable=False, pictures=BOARDS[str(looks.layout)].pictures)
    )
    if drawn not in runs:
        every = part_of(moment.trace, None)
        runs[drawn] = {
            "size": len(drawn),
            "filters": filters,
            "theorems": theorems(moment.trace, every),
            "explanations": explanations(moment.trace, every),
        }
    web = urlsplit(moment.link).scheme in ("http", "https")
    beside = moment.link.startswith(BESIDE)
    return {
        "run": list(runs).index(drawn),
        "title": moment.title,
        "note": moment.note,
        "layout": looks.layout,
        "round": looks.round,
        "settings": {**looks.settings, "hide": list(moment.hide)},
        "asks": None if moment.asks is None else asdict(moment.asks),
        "act": moment.act,
        "parameters": "" if moment.spec is None else moment.spec.in_words(),
        "link": moment.link if web or beside else "",
        "qr": qr_code(moment.link) if web and len(moment.link.encode()) <= MOST_QR else None,
    }


def _as_markup(moment: TalkMoment) -> str:
    """Return the text of a moment, for browsers without scripts, and how to repeat its run."""
    again = "" if moment.spec is None else moment.spec.command("run.html")
    parts = [
        ("h3", moment.title or moment.trace.problem.title),
        ("p", moment.note),
        ("p", str(moment.act["prompt"]) if moment.act else ""),
        ("p", f"{moment.trace.problem.title}, round {moment.looks.round}"),
        ("pre", again),
    ]
    return "".join(f"<{tag}>{html.escape(text)}</{tag}>" for tag, text in parts if text)
