"""Runs that ended early or never began: at that round the stage says which and why, and offers remedies."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from rankviz.engine.algorithms.boosting.stop import Why
from rankviz.engine.data.holdout import MANY_PAIRS
from rankviz.engine.runs.run_name import on_screen
from rankviz.engine.runs.trace import BoostedRun, Run, Trace
from rankviz.lessons.registry import LESSONS
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving import address
from rankviz.ui.stage.banner import Banner
from rankviz.ui.state.state import State

AS_ASKED = (Why.ROUNDS, Why.USER, Why.NO_ROUNDS)
LESSON = "when-theory-breaks"
"""The lesson on infinite weights."""


@dataclass(frozen=True)
class Remedy:
    """A choice that lets the runs continue, and the words on its button."""

    label: str
    name: str
    value: object


def with_halts(banner: Banner | None, state: State, shown: Shown) -> Banner | None:
    """Return the banner with sentences on runs that ended early, from the round on in which each ended."""
    wanting, named = _halted(state, shown)
    if not wanting:
        return banner
    last = max(run.n_rounds for run in shown.trace.runs)
    said: dict[int, list[Run]] = {}
    for run in named:
        said.setdefault(min(run.n_rounds + 1, last), []).append(run)
    return replace(
        banner or Banner(""),
        halts=tuple((t, in_words(shown.trace, runs)) for t, runs in sorted(said.items())),
        remedies=tuple((each.label, each.name) for each in remedies(state, shown, wanting)),
        why=_why(wanting),
    )


def offered(state: State, shown: Shown, name: str) -> Remedy | None:
    """Return the remedy of that name; None where it is not one of those offered."""
    found = remedies(state, shown, _halted(state, shown)[0])
    return next((each for each in found if each.name == name), None)


def sentence(halted: list[Run]) -> str:
    """State which runs ended, in which round and why; runs that ended alike are named together."""
    return " ".join(f"{labels} halted: {why}." for why, labels in _alike(halted, _exactly))


def in_words(trace: Trace, halted: list[Run]) -> str:
    """State the same for a visitor who has reached that round: in plain words, where there are some for it."""

    def why(run: Run) -> str:
        return _plainly(trace, run)

    said = (words.replace(RUNS, labels) for words, labels in _alike(halted, why))
    return " ".join(each[0].upper() + each[1:] if each.startswith("the ") else each for each in said)


def remedies(state: State, shown: Shown, halted: list[Run]) -> list[Remedy]:
    """Return the choices that let the runs continue, the likeliest first."""
    kinds = {run.stopped.why for run in halted}
    found = []
    if Why.UNDEFINED in kinds:
        # Not a large number in place of ∞: with that an error may end above its bound.
        found.append(Remedy("Let this ranker decide first", "undefined", "limit"))
    if Why.NO_EDGE in kinds and not state["negative_alpha"]:
        found.append(Remedy("Allow negative α", "negative_alpha", True))
    if Why.DIVERGED in kinds and state["step"]:
        found.append(Remedy("Take the longest step allowed", "step", 0.0))
    if (
        shown.trace.holdout is not None
        and Why.DIVERGED not in kinds
        and shown.trace.problem.n_pairs < MANY_PAIRS
    ):
        found.append(Remedy("Hold nothing out", "holdout", 0))
    return found


RUNS = "{runs}"
"""The placeholder of the names of runs in sentences about them."""


def _alike(halted: list[Run], why: Callable[[Run], str]) -> list[tuple[str, str]]:
    """Return (reason, names of the runs it applies to), in the order of the runs."""
    names: dict[str, list[str]] = {}
    for run in halted:
        names.setdefault(why(run), []).append(_name(run))
    return [(words, ", ".join(labels)) for words, labels in names.items()]


def _name(run: Run) -> str:
    return (
        on_screen(run)
        if run.fork is None
        else f"the what-if run of {on_screen(run).removesuffix(', what if')}"
    )


def _exactly(run: Run) -> str:
    return str(run.stopped)


def _plainly(trace: Trace, run: Run) -> str:
    """Return the reason for readers who know no theory; else the exact reason."""
    kind = run.stopped.why
    ends = f"{RUNS} can go no further" if run.n_rounds else f"{RUNS} cannot begin"  # of one run or of several
    if kind is Why.UNDEFINED and isinstance(run, BoostedRun) and run.refused is not None:
        ranker, (right, _, _) = trace.pool.label(run.refused.ranker), run.refused.eps
        never = "puts no pair in the wrong order" if right > 0 else "puts no pair in the right order"
        return f"{ranker} {never}, so its weight would be infinite: {ends}."
    if kind is Why.NO_EDGE:
        good = "no ranker is better than a coin"
        also = "" if run.params.get("negative_alpha", True) else ", and negative weights are not allowed"
        return f"{ends}: {good}{also}."
    if kind is Why.DIVERGED:
        return f"{ends}: the steps are too long, and each overshoots the minimum by more than the last."
    return f"{RUNS} halted: {_exactly(run)}."


def _why(halted: list[Run]) -> tuple[str, str] | None:
    """Return the label and the address of the lesson that explains it; None where none does."""
    if not {run.stopped.why for run in halted} & {Why.UNDEFINED, Why.NO_EDGE}:
        return None
    number = list(LESSONS).index(LESSON) + 1
    return f"Why? Lesson {number}", address.link({"lesson": LESSON}, "lessons")


def _halted(state: State, shown: Shown) -> tuple[list[Run], list[Run]]:
    """Return the runs that another choice would let continue, and all runs named with them."""
    wanting = [run for run in shown.trace.runs if _wants(state, run)]
    return wanting, [run for run in shown.trace.runs if run in wanting or (wanting and _refused(run))]


def _refused(run: Run) -> bool:
    """Return whether the policy "halt" ended a run, also where the policy was set for that run alone."""
    return run.stopped.why is Why.UNDEFINED and run.params.get("undefined") == "halt"


def _wants(state: State, run: Run) -> bool:
    """Return whether a run has no round, or stopped where another choice would let it continue."""
    why = run.stopped.why
    if why in AS_ASKED:
        return False
    if why is Why.UNDEFINED:
        # A policy set for one run alone is intended, and no choice of the sidebar changes it.
        return _refused(run) and ":undefined=" not in run.contender
    return run.n_rounds == 0 or why is Why.DIVERGED or (why is Why.NO_EDGE and not state["negative_alpha"])
