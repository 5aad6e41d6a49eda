"""What the page asks its worker: links, choices, runs, equations, theorems and candidates, answered by the engine.

A question and its answer are JSON; the bytes of a run travel beside the answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import parse_qsl

from rankviz.algorithms.contenders import algorithm_of
from rankviz.algorithms.registry import ALGORITHMS
from rankviz.boards import KERNEL, WATCH, Board
from rankviz.data import sources
from rankviz.data.sources import Source
from rankviz.errors import DataError
from rankviz.explain import run_named, run_names
from rankviz.runs import candidates
from rankviz.runs.link import shown_whole
from rankviz.runs.spec import RunSpec
from rankviz.runs.trace import BoostedRun, Trace
from rankviz.stage_data.offline import facts
from rankviz.stage_data.offline.explanations import explanations
from rankviz.stage_data.offline.part import RunPart, part_of
from rankviz.stage_data.offline.theorems import theorems
from rankviz.stage_data.payload import check_before, pack
from rankviz.ui.details.sizes import learned_from
from rankviz.ui.pages.kernel.page import PAGE as ON_KERNEL
from rankviz.ui.presets.preset import Preset
from rankviz.ui.presets.presets import PRESETS
from rankviz.ui.runs import grade_split
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving import uploads
from rankviz.ui.serving.uploads import Uploaded
from rankviz.ui.site.playground import controls, in_page, own
from rankviz.ui.stage.asked import settings
from rankviz.ui.stage.banner import banner
from rankviz.ui.state import catalog
from rankviz.ui.state.link import from_link, to_link
from rankviz.ui.state.run_spec import of_state
from rankviz.ui.state.state import State

LEARNS = frozenset(["qbrank", "gbt", "ranksvm", "ranknet", "lambdamart"])
"""Algorithms that learn with scikit-learn, which a page has not."""

MOST_PAIRS = 40_000
"""Critical pairs of a run: Python that is not compiled takes minutes for more."""

STAYS = ("alg", "rounds", "seed")
"""What stays of a link when the visitor's own data come."""

FEW = 15
"""Candidates listed of a round."""


@dataclass(frozen=True)
class Page:
    """One of the playground's pages: its board, the state it opens with, what it offers, and what it keeps in sight."""

    board: Board
    start: State
    offers: tuple[str, ...]
    in_sight: tuple[str, ...] = ()


PAGES = {
    "watch": Page(WATCH, State(), tuple(name for name in ALGORITHMS if name not in LEARNS)),
    "kernel": Page(KERNEL, ON_KERNEL.start, ON_KERNEL.offers, ON_KERNEL.in_sight),
}
"""By the name that stands before the `?` of a link."""


class Desk:
    """One page's desk: it remembers the run that is shown. `progress` is told the share of a run that is done."""

    def __init__(self, progress: Callable[[float], object] = lambda share: None) -> None:
        self._progress = progress
        self._trace: Trace | None = None

    def answer(self, text: str) -> tuple[str, bytes]:
        """Answer a question; a DataError becomes the answer {"refused": sentence}."""
        question: dict[str, Any] = json.loads(text)
        try:
            found, pack = getattr(self, f"_{question.pop('ask')}")(**question)
        except DataError as error:
            found, pack = {"refused": str(error)}, b""
        return json.dumps(found), pack

    def _link(self, link: str) -> tuple[dict[str, Any], bytes]:
        """Return the choices of a link, without its run."""
        name, page, state, messages = read(link)
        return {
            "link": written(name, state),
            "messages": messages,
            "groups": controls.groups(state, page.offers, page.in_sight),
            "pages": [[each, other.board.title] for each, other in PAGES.items()],
            "page": name,
            "limits": sources.LIMITS,
            "starts": [
                [written(_page_of(each.page), each.state), each.title] for each in PRESETS if _is_here(each)
            ],
        }, b""

    def _change(self, link: str, name: str, value: str) -> tuple[dict[str, Any], bytes]:
        """Return the link after a control was changed, and what was said of it."""
        page, _, state, _ = read(link)
        given = to_link(state, whole=True) | controls.changed(state, name, value)
        if shown_whole(str(state["data"])) and name in (controls.FAMILY, controls.TARGET):
            given.pop(
                "holdout", None
            )  # a worked example uses all of its items; other data have a part held out
        state, messages = from_link(given)
        return {"link": written(page, state), "messages": messages}, b""

    def _keep(self, link: str, scheme: str, files: list[tuple[str, str]]) -> tuple[dict[str, Any], bytes]:
        """Keep the visitor's own files (name, contents in base64), and return the link of their run."""
        page, _, state, _ = read(link)
        data = own.keep(scheme, files)
        state, _ = from_link({name: text for name, text in to_link(state).items() if name in STAYS})
        return {"link": written(page, state.but(data=data, t=0)), "place": data.place}, b""

    def _run(self, link: str) -> tuple[dict[str, Any], bytes]:
        """Return the run of a link: what the stage opens with, and the pack."""
        name, page, state, _ = read(link)
        trace, spec = self._traced(state, page.board)
        self._trace = trace
        shown = Shown(trace.problem, trace, "", 0.0)
        above = banner(state, shown)
        whole = part_of(trace, None)
        return {
            "layout": page.board.name,
            "title": trace.problem.title,
            "round": min(int(state["t"]), whole.of),
            "settings": {**settings(state, trace), "look": str(state["look"])},
            "banner": None if above is None else asdict(above.alone),
            "about": {"parameters": spec.in_words(), "link": ""},
            "learned": learned_from(trace),
            "notes": [*trace.problem.notes, *([own.ONLY_HERE] if isinstance(state.source, Uploaded) else [])],
            "facts": facts.facts(trace, spec, whole),
            "again": [["On the command line", spec.command("run.html")], ["In Python", spec.python()]],
            "runs": [[key, run.label] for key, run in run_names(trace).items()],
        }, pack(trace, pictures=page.board.pictures)

    def _traced(self, state: State, board: Board) -> tuple[Trace, RunSpec]:
        problem = catalog.load(state.source, int(state["seed"]))
        at = grade_split.grade(state, problem)
        spec = of_state(state if at is None else state.but(positive=at), source_of(state))
        if problem.n_pairs > MOST_PAIRS:
            raise DataError(
                f"These data have {problem.n_pairs:,} critical pairs; a browser takes {MOST_PAIRS:,} at most",
                remedy="Choose fewer items, or run them with RankViz on a computer",
            )
        check_before(problem, spec.algorithms, spec.rounds, spec.holdout, board.pictures)
        places = {key: k for k, key in enumerate(spec.algorithms)}

        def progress(name: str, done: int) -> bool:
            self._progress((places.get(name, 0) + done / spec.rounds) / len(places))
            return True

        return spec.trace(problem, progress=progress), spec

    def _theorems(self, t: int) -> tuple[dict[str, Any], bytes]:
        return theorems(self._shown(), self._at(t)), b""

    def _explain(self, name: str, t: int) -> tuple[dict[str, Any], bytes]:
        """Return what stands behind the numbers of round t, the number `name` among them, which may name a round."""
        of, _, key = name.partition(":")
        _, _, named = key.partition("@")
        return explanations(
            self._shown(), self._at(int(named) if named else t), {of: [key.partition("@")[0]]}
        ), b""

    def _candidates(self, name: str, t: int) -> tuple[dict[str, Any], bytes]:
        trace = self._shown()
        run = run_named(trace, name)
        there = isinstance(run, BoostedRun) and 1 <= t <= run.n_rounds
        found = candidates.best(trace, run, t, FEW) if isinstance(run, BoostedRun) and there else []
        return {"rows": [asdict(each) for each in found]}, b""

    def _shown(self) -> Trace:
        if self._trace is None:
            raise DataError("There is no run yet", remedy="Wait until it is there")
        return self._trace

    def _at(self, t: int) -> RunPart:
        return RunPart(t, t, part_of(self._shown(), None).of)


def read(link: str) -> tuple[str, Page, State, list[str]]:
    """Return (page's name, page, state, messages) of what stands after an address's `#`. Never raises."""
    name, _, query = link.removeprefix("#").partition("?")
    name = name if name in PAGES else "watch"
    page = PAGES[name]
    state, messages = from_link(dict(parse_qsl(query, keep_blank_values=True)), page.start)
    if isinstance(state.source, Source) and state.source.family.reads_file:
        state = state.but(data=page.start["data"])
        messages.append("This page reads no files of a server. The data it opens with are shown instead.")
    offered = tuple(each for each in state["alg"] if algorithm_of(each) in page.offers)
    if offered != state["alg"]:
        left = ", ".join(ALGORITHMS[algorithm_of(each)].label for each in state["alg"] if each not in offered)
        messages.append(f"Not on this page: {left}. Run it with RankViz on a computer.")
        state = state.but(alg=offered or page.start["alg"])
    return name, page, state, messages


def source_of(state: State) -> str:
    """Return the SOURCE of a state's data for use outside the page, where a visitor's files lie in a folder."""
    data = state.source
    return (
        uploads.find(data)[0].source(uploads.find(data)[1]).text if isinstance(data, Uploaded) else data.text
    )


def written(name: str, state: State) -> str:
    """Return a state as it stands after an address's `#`."""
    return in_page.link(to_link(state, whole=True), name).removeprefix("#")


def _page_of(file: str) -> str:
    return file.rpartition("/")[2].removesuffix(".py")


def _is_here(preset: Preset) -> bool:
    page = PAGES.get(_page_of(preset.page))
    return page is not None and all(algorithm_of(name) in page.offers for name in preset.state["alg"])
