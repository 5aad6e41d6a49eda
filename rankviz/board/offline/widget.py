"""A run as a notebook widget, by anywidget: the stage, with round and algorithm shared with Python.

The module that the notebook loads holds the stage's modules; the run travels next to it. Neither makes a network
request.
"""

import base64
import gzip
from typing import Any, NamedTuple

from rankviz.board.offline.document import THOROUGH, as_json
from rankviz.board.offline.filters import filtered
from rankviz.board.offline.modules import SAVED, carried, text_of
from rankviz.board.offline.page import FEWER, MOST_BYTES, layout_of
from rankviz.board.offline.part import packed, part_of
from rankviz.engine.boards import BOARDS
from rankviz.engine.errors import DataError, shown
from rankviz.engine.runs.spec import of_trace
from rankviz.engine.runs.trace import Trace

__all__ = ["widget"]


class Parts(NamedTuple):
    """The parts of a widget: an ES module, the opening (see notebook/widget.js), and the run, filtered, gzipped."""

    esm: str
    opening: dict[str, Any]
    run: bytes


def parts(trace: Trace, rounds: int | tuple[int, int] | None = None) -> Parts:
    """Return the parts that show `trace`, or an excerpt (see :func:`rankviz.board.offline.part.part_of`).

    Raises DataError when there are no such rounds, or they are too large for the stage or for a notebook.
    """
    layout, part = layout_of(trace), part_of(trace, rounds)
    trace, made = packed(trace, part, BOARDS[layout].pictures)
    drawn, filters = filtered(made)
    run = gzip.compress(drawn, compresslevel=9 if len(drawn) <= THOROUGH else 6, mtime=0)
    if len(run) > MOST_BYTES:
        fit = part.fitting(MOST_BYTES / len(run))
        raise DataError(
            f"The run is {len(run) / 1e6:.0f} MB, more than the {MOST_BYTES / 1e6:.0f} MB that open well",
            remedy=f"Show an excerpt: trace.widget(rounds=({fit.first}, {fit.last}))" if fit else FEWER,
        )
    spec = of_trace(trace)
    opening = {
        "layout": layout,
        "contenders": [each.name for each in trace.runs],
        "about": {"parameters": "" if spec is None else spec.in_words(), "link": ""},
        "filters": {name: list(how) for name, how in filters.items()},
    }
    return Parts(esm(layout), opening, run)


def esm(layout: str) -> str:
    """Return the ES module for that layout, with all its imports inside."""
    code = carried(SAVED, layout) | {"colours": text_of("offline/colours.css")}
    inside = base64.b64encode(gzip.compress(as_json(code), mtime=0)).decode()
    return text_of("notebook/esm.js").replace("{{carried}}", inside)


def widget(trace: Trace, rounds: int | tuple[int, int] | None = None) -> Any:
    """Make the widget of `trace`; see :meth:`rankviz.engine.runs.trace.Trace.widget`.

    >>> trace = rankviz.trace(rankviz.load("bundled:wine"), "rb-c", rounds=2)
    >>> rankviz.notebook.widget(trace).algorithm
    'rb-c'
    """
    try:
        import anywidget
        import traitlets
    except ImportError as error:
        raise DataError(
            "anywidget is not installed here",
            remedy='Install it with: pip install "rankviz[notebook]". Without it, a cell that ends with the trace '
            "shows the same stage",
        ) from error

    made, part = parts(trace, rounds), part_of(trace, rounds)

    class Stage(anywidget.AnyWidget):
        """The stage of one run; `round` and `algorithm` are synchronised both ways."""

        _esm = traitlets.Unicode().tag(sync=True)
        _opening = traitlets.Dict().tag(sync=True)
        _run = traitlets.Bytes().tag(sync=True)
        round = traitlets.Int(part.first).tag(sync=True)
        algorithm = traitlets.Unicode().tag(sync=True)

        @traitlets.validate("round")
        def _is_a_round(self, proposal: dict[str, Any]) -> int:
            if not part.first <= proposal["value"] <= part.last:
                raise traitlets.TraitError(
                    f"There is no round {proposal['value']}: give {part.first} to {part.last}"
                )
            return int(proposal["value"])

        @traitlets.validate("algorithm")
        def _is_a_contender(self, proposal: dict[str, Any]) -> str:
            there = made.opening["contenders"]
            if proposal["value"] not in there:
                raise traitlets.TraitError(
                    f"The trace has no run of {shown(proposal['value'])}: give one of {', '.join(there)}"
                )
            return str(proposal["value"])

    return Stage(_esm=made.esm, _opening=made.opening, _run=made.run, algorithm=made.opening["contenders"][0])
