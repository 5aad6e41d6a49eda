"""The playground's pages: the app's own, the links to them, and where each may start."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl

from rankviz.engine import boards
from rankviz.engine.algorithms.contenders import algorithm_of
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.data.sources import Source
from rankviz.site.playground import bench
from rankviz.site.playground.computed_run import ComputedRun, RunBuilder, written
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
from rankviz.ui.stage.page import WATCH, StagePage
from rankviz.ui.state import catalog
from rankviz.ui.state.link import from_link
from rankviz.ui.state.state import State

OF_LIBRARIES = frozenset(name for name, entry in ALGORITHMS.items() if entry.needs_model)
"""Algorithms whose rankers need another library, which a page does not have."""


@dataclass(frozen=True)
class Page:
    """One of the playground's pages: the app's own, and its moments by title."""

    app: StagePage
    moments: Mapping[str, State]
    title: str = ""
    """The title where it is not that of its board."""

    @property
    def named(self) -> str:
        """The page's name."""
        return self.title or self.app.board.title

    @property
    def offers(self) -> tuple[str, ...]:
        """The algorithms on offer."""
        return tuple(name for name in self.app.offers if name not in OF_LIBRARIES)


PAGES = {
    "watch": Page(WATCH, {}),
    "margins": Page(MARGINS, {each.title: each.state for each in ON_MARGINS}),
    "qbrank": Page(QBRANK, {each.title: each.state for each in ON_QBRANK}),
    "kernel": Page(KERNEL, {each.title: each.state for each in ON_KERNEL}),
    "workbench": Page(
        BENCH,
        {title: BENCH.start.but(data=source(table_of(data))) for title, data in STARTS.items()},
        "Workbench",
    ),
}
"""The pages by the name before the `?` of a link."""

BOARDS = tuple(board.name for board in boards.BOARDS.values() if board.page in PAGES)
"""The boards of a stage."""


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
    if page.app is BENCH:
        state, why = bench.on_bench(state, page.app.start)
        messages += [why] if why else []
    offered = tuple(each for each in state["alg"] if algorithm_of(each) in page.offers)
    if offered != state["alg"]:
        left = ", ".join(ALGORITHMS[algorithm_of(each)].label for each in state["alg"] if each not in offered)
        messages.append(f"Not on this page: {left}. Run it with RankViz on a computer.")
        state = state.but(alg=offered or page.app.start["alg"])
    return name, page, state, messages


def run_of(link: str, runs: RunBuilder) -> ComputedRun:
    """Return the run of a link. Raises DataError as :meth:`RunBuilder.build` does."""
    _, page, state, _ = read(link)
    return runs.build(page.app.of(state), state)


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
        yield heading, [(written(_page_of(each), each.state), each.title) for each in there]


def _is_here(preset: Preset) -> bool:
    page = PAGES.get(_page_of(preset))
    return page is not None and all(algorithm_of(name) in page.offers for name in preset.state["alg"])


def _page_of(preset: Preset) -> str:
    return preset.page.rpartition("/")[2].removesuffix(".py")
