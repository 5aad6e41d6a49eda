"""From number to equation: every number of a round with its equation, the values in it, and where each comes from.

`explain(trace, run, t, "alpha")` says what the number is; its inputs and the rows of its table have keys too, down
to the features of the items. Keys are short and fit in a link: `alpha`, `pair:12:34` (rows of
the higher and the lower item), `item:5`, `eta:7` (ranker 7 of the pool), `h:7:5`, and `z@3` for round 3.
"""

from rankviz.engine.errors import DataError
from rankviz.engine.runs.trace import BoostedRun, Run, ScoredRun, Trace
from rankviz.insight.explain.context import Context
from rankviz.insight.explain.equations import EQUATIONS
from rankviz.insight.explain.items import ITEM_KEYS
from rankviz.insight.explain.losses import LOSS_KEYS
from rankviz.insight.explain.model import NUMBERS, Contribution, Contributions, Explanation, Input, Line
from rankviz.insight.explain.model import split_key as _split
from rankviz.insight.explain.pairs import PAIR_KEYS
from rankviz.insight.explain.rounds import ROUND_KEYS
from rankviz.insight.explain.scored.equations import SCORED, explain_scored

__all__ = [
    "Contribution",
    "Contributions",
    "Explanation",
    "Input",
    "Line",
    "explain",
    "explains",
    "menu",
    "run_named",
    "run_names",
]


def explain(trace: Trace, run: Run, t: int, key: str, digits: int = 4) -> Explanation:
    """Explain one number of a run as it stands after round t (for α, Z, ε: of round t).

    Parameters
    ----------
    t : the round; beyond the run's end its last one is explained, and a note says so.
    key : which number, see the module; `@s` at its end names another round than t.
    digits : significant digits in the equations; 17 for all there are.

    Raises
    ------
    DataError
        A key that names nothing here, or a negative round.
    """
    name, numbers, at = _split(key)
    asked = t if at is None else at
    if asked < 0:
        raise DataError(f"There is no round {asked}", remedy="Rounds begin at 0")
    if isinstance(run, ScoredRun):
        return explain_scored(trace, run, (key, name, numbers), asked, digits)
    context = Context(trace, run, min(asked, run.n_rounds), digits=digits, asked=asked)
    context.check(key, name, numbers)
    if name in ROUND_KEYS:
        return ROUND_KEYS[name](context)
    if name in LOSS_KEYS:
        return LOSS_KEYS[name](context)
    if name in PAIR_KEYS:
        return PAIR_KEYS[name](context, *numbers)
    return ITEM_KEYS[name](context, *numbers)


def menu(run: Run) -> dict[str, str]:
    """Return the round's numbers that can be chosen without naming a pair or an item: key to symbol and words."""
    if isinstance(run, ScoredRun):
        numbers = SCORED[run.algorithm].numbers if explains(run) else {}
        there = {
            key: name
            for key, name in numbers.items()
            if not key.startswith(("risk_", "epsilon")) or key in run.extra
        }
        return {key: f"{symbol}, {words}" for key, (symbol, words) in there.items()}
    left_out = set() if EQUATIONS[run.algorithm].r else {"r"}
    return {key: f"{symbol}, {words}" for key, (symbol, words) in NUMBERS.items() if key not in left_out}


def explains(run: Run) -> bool:
    """Return whether the numbers of this run have equations here."""
    return isinstance(run, BoostedRun) or run.algorithm in SCORED


def run_names(trace: Trace) -> dict[str, Run]:
    """A short name for each run of a trace, for links: its algorithm, and from its second run on a number."""
    found: dict[str, Run] = {}
    for run in trace.runs:
        before = sum(other.algorithm == run.algorithm for other in found.values())
        found[run.algorithm if before == 0 else f"{run.algorithm}~{before + 1}"] = run
    return found


def run_named(trace: Trace, name: str) -> Run:
    """The run of that short name. Raises DataError when the trace has none."""
    names = run_names(trace)
    if name not in names:
        raise DataError(f'No run here is called "{name}"', remedy=f"There are {', '.join(names)}")
    return names[name]
