"""The runs that a page has computed: each link's run, computed once, and the way the stage opens with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rankviz.board.offline.page import Looks
from rankviz.board.offline.part import RunPart, part_of
from rankviz.board.payload import check_before
from rankviz.engine.data.builtin.inline import Table
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError
from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import Trace
from rankviz.insight.theory.minimum import Minimum
from rankviz.site.playground import in_page
from rankviz.ui.runs import grade_split
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving import uploads
from rankviz.ui.serving.uploads import Uploaded
from rankviz.ui.stage import flips
from rankviz.ui.stage.page import StagePage
from rankviz.ui.stage.stage_settings import looks
from rankviz.ui.state import catalog
from rankviz.ui.state.link import to_link
from rankviz.ui.state.run_spec import of_state
from rankviz.ui.state.state import State

MOST_PAIRS = 400_000
"""Critical pairs of a run: with as many, 50 rounds take a browser less than a minute (docs/site.md)."""

REMEMBERED = 3
"""Runs that are remembered besides the one shown: a phone has little memory."""


@dataclass(frozen=True, eq=False)
class ComputedRun:
    """A computed run: the state that requested it, the app's page for it, the run, and its specification.

    `problem` is that of the data, before anything was held out.
    """

    state: State
    app: StagePage
    trace: Trace
    spec: RunSpec
    problem: Problem

    @property
    def all_rounds(self) -> RunPart:
        """All rounds of the run."""
        return part_of(self.trace, None)

    @property
    def shown(self) -> Shown:
        """The run in the app's form."""
        return Shown(self.trace.problem, self.trace, "", 0.0)

    def table(self) -> Table | None:
        """Return the data as a table in which an answer can be flipped; None where they are not a table."""
        return flips.table(self.state, self.shown, self.problem)

    def looks(self) -> Looks:
        """Return how the stage opens with the run."""
        above, t = self.app.banner_of(self.state, self.shown), min(int(self.state["t"]), self.all_rounds.of)
        return looks(self.app.board, self.state, self.trace, t, above and above.alone)


class RunBuilder:
    """Computes runs, and remembers the last ones and the one on the stage.

    `progress` is called with the share of a run that is done.
    """

    def __init__(self, progress: Callable[[float], object]) -> None:
        self._progress = progress
        self.on_stage: ComputedRun | None = None
        self.minima: dict[str, Minimum] = {}
        """For the run on the stage, the minima found, by run."""
        self._traces: dict[tuple[str, RunSpec], Trace] = {}

    @property
    def shown(self) -> ComputedRun:
        """The run on the stage. Raises DataError before there is one."""
        if self.on_stage is None:
            raise DataError("There is no run yet", remedy="Wait until it is there")
        return self.on_stage

    def build(self, app: StagePage, state: State) -> ComputedRun:
        """Compute the run of a state, or recall it. Raises DataError if it is not a run, or too large for a browser."""
        problem = catalog.load(state.source, int(state["seed"]))
        at = grade_split.grade(state, problem)
        spec = of_state(state if at is None else state.but(positive=at), source_of(state))
        key = (str(state["data"]), spec)
        trace = self._traces.pop(key, None)
        if trace is None:
            if problem.n_pairs > MOST_PAIRS:
                raise DataError(
                    f"These data have {problem.n_pairs:,} critical pairs; this page runs at most {MOST_PAIRS:,}",
                    remedy="Choose fewer items, or run them with RankViz on a computer",
                )
            check_before(problem, spec.algorithms, spec.rounds, spec.holdout, app.board.pictures)
            places = {name: k for k, name in enumerate(spec.algorithms)}

            def progress(name: str, done: int) -> bool:
                self._progress((places.get(name, 0) + done / spec.rounds) / len(places))
                return True

            trace = spec.trace(problem, progress=progress)
        self._traces[key] = trace
        for old in [*self._traces][: -1 - REMEMBERED]:
            del self._traces[old]
        return ComputedRun(state, app, trace, spec, problem)


def source_of(state: State) -> str:
    """Return the SOURCE of a state's data for use outside the page, where a visitor's files are in a folder."""
    data = state.source
    if not isinstance(data, Uploaded):
        return data.text
    upload, options = uploads.find(data)
    return upload.source(options).text


def written(name: str, state: State) -> str:
    """Return a state as it is written after an address's `#`; `name` is that of its page."""
    return in_page.link(to_link(state, whole=True), name).removeprefix("#")
