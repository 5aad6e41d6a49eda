"""The worker's answers to the page: links, choices, runs, equations, theorems and candidates, by the engine.

A question and its answer are JSON; the bytes of a run travel with the answer.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import parse_qsl

from rankviz.board.drawer import proven
from rankviz.board.offline import facts
from rankviz.board.offline.explanations import explanations
from rankviz.board.offline.part import RunPart, part_of
from rankviz.board.offline.theorems import theorems
from rankviz.board.payload import pack
from rankviz.engine import boards
from rankviz.engine.algorithms.contenders import algorithm_of
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.data import sources
from rankviz.engine.data.sources import Source
from rankviz.engine.errors import DataError
from rankviz.engine.runs import candidates
from rankviz.engine.runs.link import shown_whole
from rankviz.engine.runs.trace import BoostedRun, Trace
from rankviz.insight.explain import run_named, run_names
from rankviz.insight.theory import minimum
from rankviz.insight.theory.minimum import Minimum
from rankviz.site.playground import bench, controls, saved_moments, visitor_files
from rankviz.site.playground.computed_run import ComputedRun, RunBuilder, written
from rankviz.ui.details.sizes import learned_from
from rankviz.ui.pages.kernel.page import PAGE as KERNEL
from rankviz.ui.pages.margins.moments import MOMENTS as ON_MARGINS
from rankviz.ui.pages.margins.page import PAGE as MARGINS
from rankviz.ui.pages.qbrank.page import PAGE as QBRANK
from rankviz.ui.pages.workbench.page import PAGE as BENCH
from rankviz.ui.pages.workbench.tools import STARTS
from rankviz.ui.pages.workbench.written import source, table_of
from rankviz.ui.presets.on_kernel import MOMENTS as ON_KERNEL
from rankviz.ui.presets.preset import Preset
from rankviz.ui.presets.presets import EXAMPLE, SHELVES
from rankviz.ui.presets.qbrank import MOMENTS as ON_QBRANK
from rankviz.ui.serving.uploads import Uploaded
from rankviz.ui.stage import flips
from rankviz.ui.stage.page import WATCH, StagePage
from rankviz.ui.state import catalog
from rankviz.ui.state.link import from_link, to_link
from rankviz.ui.state.state import State

OF_LIBRARIES = frozenset(name for name, entry in ALGORITHMS.items() if entry.needs_model)
"""Algorithms whose rankers need another library, which a page does not have."""

STAYS = ("alg", "rounds", "seed")
"""The part of a link that stays when the visitor's own data are loaded."""

AT_ONCE = 300
"""Most pairs of a problem whose minimum is found without being requested: Python is not compiled here."""

FEW = 15
"""Candidates listed for a round."""


@dataclass(frozen=True)
class Page:
    """One of the playground's pages: the app's own, its changes for a state, and its moments by title."""

    app: StagePage
    of: Callable[[State], StagePage]
    moments: Mapping[str, State]
    title: str = ""
    """The title where it is not that of its board."""

    @property
    def named(self) -> str:
        """The page's name."""
        return self.title or self.app.board.title

    @property
    def is_bench(self) -> bool:
        """True when its data are a table that is edited next to the stage."""
        return self.app is BENCH

    @property
    def offers(self) -> tuple[str, ...]:
        """The algorithms on offer."""
        return tuple(name for name in self.app.offers if name not in OF_LIBRARIES)


PAGES = {
    "watch": Page(WATCH, lambda state: WATCH, {}),
    "margins": Page(MARGINS, MARGINS.of, {each.title: each.state for each in ON_MARGINS}),
    "qbrank": Page(QBRANK, lambda state: QBRANK, {each.title: each.state for each in ON_QBRANK}),
    "kernel": Page(KERNEL, lambda state: KERNEL, {each.title: each.state for each in ON_KERNEL}),
    "workbench": Page(
        BENCH,
        lambda state: BENCH,
        {title: BENCH.start.but(data=source(table_of(data))) for title, data in STARTS.items()},
        "Workbench",
    ),
}
"""The pages by the name before the `?` of a link."""

BOARDS = tuple(board.name for board in boards.BOARDS.values() if board.page in PAGES)
"""The boards of a stage."""


class PlaygroundApi:
    """One page's engine: it remembers the run shown. `progress` is called with the share of a run that is done."""

    def __init__(self, progress: Callable[[float], object] = lambda share: None) -> None:
        self._maker = RunBuilder(progress)
        self._shown: ComputedRun | None = None
        self._least: dict[str, Minimum] = {}
        """For the run shown, the minima found, by run."""

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
            "groups": controls.groups(
                state, page.offers, (*page.app.knobs, *page.app.in_sight), data=not page.is_bench
            ),
            "bench": bench.on_page(state, None) if page.is_bench else None,
            "pages": [[each, other.named] for each, other in PAGES.items()],
            "page": name,
            "limits": sources.LIMITS,
            "asks": saved_moments.ASKS,
            "starts": [[title, each] for title, each in starts(name)],
        }, b""

    def _change(self, link: str, name: str, value: str) -> tuple[dict[str, Any], bytes]:
        """Return the link after a control was changed, and the messages about it."""
        page, _, state, _ = read(link)
        given = to_link(state, whole=True) | controls.changed(state, name, value)
        if name in (controls.FAMILY, controls.TARGET) and (
            shown_whole(str(state["data"])) or catalog.holds_nothing_out(state.source, int(state["seed"]))
        ):
            given.pop("holdout", None)  # these data use all of their items; others have a part held out
        state, messages = from_link(given)
        return {"link": written(page, state), "messages": messages}, b""

    def _edit(self, link: str, edit: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
        """Return the link after an edit of the workbench's table."""
        page, _, state, _ = read(link)
        given = to_link(state, whole=True) | {"data": bench.edited(state, edit), "fork": ""}
        return {"link": written(page, from_link(given)[0])}, b""

    def _flip(self, link: str, cell: str) -> tuple[dict[str, Any], bytes]:
        """Return the link with an answer of the run on the stage flipped, "ranker:item"."""
        page, _, state, _ = read(link)
        table = None if self._shown is None else self._shown.table()
        if table is None:
            raise DataError(
                "These answers cannot be flipped", remedy="Choose a small table, without held-out items"
            )
        return {"link": written(page, flips.flipped(state, table, cell))}, b""

    def _keep(self, link: str, scheme: str, files: list[tuple[str, str]]) -> tuple[dict[str, Any], bytes]:
        """Store the visitor's own files (name, contents in base64), and return the link of their run."""
        name, page, state, _ = read(link)
        data = visitor_files.store_files(scheme, files)
        stays = {name: text for name, text in to_link(state).items() if name in STAYS}
        state, _ = from_link({**stays, "data": data.text, "t": "0"})
        to = "watch" if page.is_bench else name
        return {"link": written(to, state), "place": data.place}, b""

    def _run(self, link: str) -> tuple[dict[str, Any], bytes]:
        """Return the run of a link: what the stage opens with, and the pack."""
        made = self._shown = self._made(link)
        self._least.clear()
        trace, spec, looks = made.trace, made.spec, made.looks()
        own_file = isinstance(made.state.source, Uploaded)
        return {
            "layout": looks.layout,
            "title": trace.problem.title,
            "round": looks.round,
            "settings": looks.settings,
            "banner": looks.banner,
            "about": {"parameters": spec.in_words(), "link": ""},
            "learned": learned_from(trace),
            "notes": [*trace.problem.notes, *([visitor_files.ONLY_HERE] if own_file else [])],
            "flips": made.table() is not None,
            "bench": bench.on_page(made.state, made.shown) if made.app is BENCH else None,
            "facts": facts.facts(trace, spec, made.all_rounds),
            "again": [["On the command line", spec.command("run.html")], ["In Python", spec.python()]],
            "runs": [[key, run.label] for key, run in run_names(trace).items()],
        }, pack(trace, pictures=made.app.board.pictures)

    def _made(self, link: str) -> ComputedRun:
        _, page, state, _ = read(link)
        return self._maker.build(page.of(state), state)

    def _page(self, link: str, address: str) -> tuple[dict[str, Any], bytes]:
        """Return the run of a link as a self-contained page; `address` is this page's, where others reach it."""
        made = self._made(link)
        return {"name": f"{_file_name(made.trace.problem.title)}.html"}, saved_moments.page(made, address)

    def _playlist(
        self, title: str, moments: list[dict[str, str]], address: str
    ) -> tuple[dict[str, Any], bytes]:
        """Return moments as a page that plays them. Raises DataError for a link whose run differs from what it says."""
        for number, each in enumerate(moments, 1):
            messages = read(each["link"])[3]
            if messages:
                raise DataError(f"Moment {number}: {messages[0].rstrip('.')}", remedy="Remove it")
        made = [self._made(each["link"]) for each in moments]
        return {"name": f"{_file_name(title)}.html"}, saved_moments.playlist(title, moments, made, address)

    def _text(self, title: str, moments: list[dict[str, str]]) -> tuple[dict[str, Any], bytes]:
        """Return moments as the text of a playlist."""
        own_files = [isinstance(read(each["link"])[2].source, Uploaded) for each in moments]
        return {"name": f"{_file_name(title)}.md"}, saved_moments.text(title, moments, own_files).encode()

    def _opened(self, contents: str) -> tuple[dict[str, Any], bytes]:
        """Return the moments of a playlist's text, received in base64."""
        title, moments = saved_moments.opened(base64.b64decode(contents))
        return {"title": title, "moments": moments}, b""

    def _claim(self, name: str, link: str) -> tuple[dict[str, Any], bytes]:
        """Return a claim at the options of a link: the markup that changes, the values, and the link of its run."""
        # Here, because a page that only shows runs need not wait for all claims.
        from rankviz.site.playground import claims

        return claims.answered(name, link), b""

    def _theorems(self, t: int) -> tuple[dict[str, Any], bytes]:
        return theorems(self._trace(), self._at(t)), b""

    def _proven(self, t: int) -> tuple[dict[str, Any], bytes]:
        """Return the theorems after round t in the drawer's form."""
        return {"runs": proven.theorems(self._trace(), t)}, b""

    def _minimum(self, name: str, t: int, solve: bool) -> tuple[dict[str, Any], bytes]:
        """Return a run's theorems with those about its loss's minimum; {"ask": loss} where that takes long."""
        trace = self._trace()
        may_find = solve or name in self._least or trace.problem.n_pairs <= AT_ONCE

        def find(run: BoostedRun) -> Minimum:
            if name not in self._least:
                self._least[name] = minimum.of_run(trace, run)
            return self._least[name]

        return proven.with_minimum(trace, name, t, find, may_find=may_find), b""

    def _explain(self, name: str, t: int) -> tuple[dict[str, Any], bytes]:
        """Return the equations behind the numbers of round t, including `name`, which may name a round."""
        of, _, key = name.partition(":")
        _, _, named = key.partition("@")
        return explanations(
            self._trace(), self._at(int(named) if named else t), {of: [key.partition("@")[0]]}
        ), b""

    def _candidates(self, name: str, t: int) -> tuple[dict[str, Any], bytes]:
        trace = self._trace()
        run = run_named(trace, name)
        there = isinstance(run, BoostedRun) and 1 <= t <= run.n_rounds
        found = candidates.best(trace, run, t, FEW) if isinstance(run, BoostedRun) and there else []
        return {"rows": [asdict(each) for each in found]}, b""

    def _trace(self) -> Trace:
        if self._shown is None:
            raise DataError("There is no run yet", remedy="Wait until it is there")
        return self._shown.trace

    def _at(self, t: int) -> RunPart:
        return RunPart(t, t, part_of(self._trace(), None).of)


def read(link: str) -> tuple[str, Page, State, list[str]]:
    """Return (page's name, page, state, messages) for the text after an address's `#`. Never raises."""
    name, _, query = link.removeprefix("#").partition("?")
    name = name if name in PAGES else "watch"
    page = PAGES[name]
    # A bare name opens the same as a bare address of the app.
    start = EXAMPLE.state if name == "watch" and not query else page.app.start
    state, messages = from_link(dict(parse_qsl(query, keep_blank_values=True)), start)
    if isinstance(state.source, Source) and state.source.family.reads_file:
        state = state.but(data=page.app.start["data"])
        instead = catalog.shown_instead(str(page.app.start["data"]))
        messages.append(f"This page cannot read files on a server. {instead}")
    if page.is_bench:
        state, why = bench.on_bench(state, page.app.start)
        messages += [why] if why else []
    offered = tuple(each for each in state["alg"] if algorithm_of(each) in page.offers)
    if offered != state["alg"]:
        left = ", ".join(ALGORITHMS[algorithm_of(each)].label for each in state["alg"] if each not in offered)
        messages.append(f"Not on this page: {left}. Run it with RankViz on a computer.")
        state = state.but(alg=offered or page.app.start["alg"])
    return name, page, state, messages


def is_here(link: str) -> bool:
    """Return whether the playground can show a link's page, data and algorithms unchanged."""
    return link.partition("?")[0] in PAGES and not read(link)[3]


def starts(name: str) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the headings of a page's starting points, with links and titles: the page's moments first."""
    page = PAGES[name]
    if page.moments:
        yield page.named, [(written(name, state), title) for title, state in page.moments.items()]
    for heading, presets in SHELVES.items():
        there = [each for each in presets if _is_here(each)]
        yield heading, [(written(_page_of(each.page), each.state), each.title) for each in there]


def _file_name(title: str) -> str:
    return re.sub(r"[^\w]+", "-", title.lower()).strip("-") or "rankviz"


def _page_of(file: str) -> str:
    return file.rpartition("/")[2].removesuffix(".py")


def _is_here(preset: Preset) -> bool:
    page = PAGES.get(_page_of(preset.page))
    return page is not None and all(algorithm_of(name) in page.offers for name in preset.state["alg"])
