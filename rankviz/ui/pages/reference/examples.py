"""The small runs from which numbers of the reference come, by the names that its texts use."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlencode

from rankviz.engine.algorithms.boosting.loop import Fork
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.boards import WATCH
from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import Run, Trace
from rankviz.lessons.registry import LESSONS
from rankviz.ui.state.link import to_link
from rankviz.ui.state.run_spec import to_state

EXAMPLE = (
    LESSONS["boosting-by-pairs"]
    .steps[0]
    .moment.spec.but(algorithms=("rb-d", "rb-c", "rb-plus"), rounds=8, parameters=())
)
"""Six players of a game in fifteen pairs, as in the first lesson."""
LEMMA_2 = RunSpec("scenario:lemma-2", ("rb-d",), 5, parameters={"undefined": "cap"})
LEMMA_3 = RunSpec("scenario:lemma-3", ("rb-d",), 40)
PUSH = RunSpec("scenario:lemma-3", ("push",), 5)
CYCLE = RunSpec("scenario:margin-cycle", ("smooth-margin",), 10)
SKEW = RunSpec("scenario:skew", ("adaboost",), 6)
GRADED = RunSpec("bundled:diabetes?grades=4&items=20", ("qbrank", "ranksvm"), 5)
TWO_CLASSES = RunSpec(
    "bundled:diabetes?grades=4&items=20",
    ("kernel-gd",),
    5,
    positive=2.0,
    parameters={"loss": "least-squares"},
)

RUNS: Mapping[str, RunSpec] = {
    "players": EXAMPLE,
    "players-optimal": EXAMPLE.but(algorithms=("rb-plus-optimal",), parameters=()),
    "players-what-if": EXAMPLE.but(fork=Fork("rb-d", 1, alpha=0.5)),
    "lemma-1": RunSpec("scenario:lemma-1", ("rb-d",), 5, parameters={"undefined": "infinite"}),
    "lemma-2": LEMMA_2,
    "lemma-3": LEMMA_3,
    "lemma-3-rb-c": LEMMA_3.but(algorithms=("rb-c",)),
    "lemma-3-positive": LEMMA_3.but(parameters={"negative_alpha": False}),
    "subsets": RunSpec("scenario:proposition-1", ("rb-d",), 3),
    "push": PUSH,
    "pulled": RunSpec("bundled:diabetes?grades=4&items=20", ("ranknet", "lambdamart"), 5),
    "circle": CYCLE,
    "circle-exact": CYCLE.but(parameters={"margin_step": "exact"}),
    "skew": SKEW,
    "patients": GRADED,
    "patients-ties": GRADED.but(algorithms=("qbrank",), parameters={"ties": 0.5, "leaves": 3}),
    "patients-lists": GRADED.but(algorithms=("qbrank",), parameters={"pair_loss": "listwise"}),
    "patients-tolerance": GRADED.but(algorithms=("qbrank",), parameters={"tolerance": 0.2}),
    "two-classes": TWO_CLASSES,
}
"""The runs by the name in the line "number: players rb-plus.alpha@5"."""


@dataclass(frozen=True)
class ExampleRound:
    """A round of a run."""

    spec: RunSpec
    algorithm: str
    t: int

    @property
    def trace(self) -> Trace:
        """Return the trace; cached."""
        return _trace(self.spec)

    @property
    def run(self) -> Run:
        """Return the run of the algorithm, or the branch if there is one."""
        return [run for run in self.trace.runs if run.algorithm == self.algorithm][-1]

    @property
    def whose(self) -> str:
        """Return the name of the run and the round."""
        return f"{self.run.label}, round {min(self.t, self.run.n_rounds)}"

    def address(self, explained: str = "") -> str:
        """Return the address of this moment relative to the reference, with the number `explained` opened."""
        name = f"{self.algorithm}~2" if self.spec.fork else self.algorithm
        drawer = {"tab": "explain", "explain": f"{name}:{explained}"} if explained else {}
        link = to_link(to_state(self.spec, self.t).but(**drawer), whole=True)
        page = ALGORITHMS[self.algorithm].board.page
        return f"{'./' if page == WATCH.page else page}?{urlencode(link)}"


@lru_cache(maxsize=16)
def _trace(spec: RunSpec) -> Trace:
    return spec.trace()
