"""Every theorem as a row to check: its left side, right side and slack, or why the theorem does not apply.

Rows are computed from the numbers of a Trace, so a row says "violated" when those numbers disagree. The theorems
themselves are in `rankviz.insight.theory.rankboost`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

from rankviz.engine.errors import DataError
from rankviz.engine.number_format import number
from rankviz.engine.runs.trace import BoostedRun, Run, Trace
from rankviz.insight.theory.minimum import Minimum
from rankviz.insight.theory.preconditions import AnyState, state_of
from rankviz.insight.theory.rankboost import ALWAYS, OF_SCORES, THEOREMS
from rankviz.insight.theory.rankboost import NAMES as NAMES  # scripts read it here
from rankviz.insight.theory.rounding import U
from rankviz.insight.theory.theorem import Theorem

__all__ = ["DOES_NOT_APPLY", "HOLDS", "VIOLATED", "Row", "rows", "summary"]

HOLDS = "holds"
VIOLATED = "violated"
DOES_NOT_APPLY = "does not apply"
"""The verdicts of a row."""

PLAIN = 300 * math.log(10)
"""Logs beyond this belong to numbers that no float holds well, which are shown as powers of ten."""


@dataclass(frozen=True)
class Row:
    """One theorem after one round.

    Attributes
    ----------
    key : the theorem's key, which identifies the row.
    name, equation : the claim, and its place in the paper.
    left, right : its two sides; None where a side has no finite value.
    slack : right − left of an inequality, |left − right| of an equation; None without both sides.
    verdict : "holds", "violated" or "does not apply".
    because : a sentence, unless it holds.
    relation : "≤", or "=".
    power : left, right and slack are exponents of ten, because the numbers are beyond floats.
    allowed : the rounding that is tolerated, of the logs where the claim compares logs; None where it was not judged.

    >>> trace = rankviz.trace(rankviz.load("scenario:lemma-3"), "rb-d", rounds=2)
    >>> row = rankviz.bounds.rows(trace, "rb-d", 2)[0]
    >>> isinstance(row, rankviz.bounds.Row), row.name, row.text("left"), row.text("right"), row.verdict
    (True, 'Theorem 1: R̂1 ≤ U1', '0.467', '0.954', 'holds')
    """

    key: str
    name: str
    equation: str
    left: float | None
    right: float | None
    slack: float | None
    verdict: str
    because: str = ""
    relation: str = "≤"
    power: bool = False
    allowed: float | None = None

    def text(self, side: str) -> str:
        """Return the side "left", "right" or "slack" as it is shown: 0.312, 10^−412, or — when there is none."""
        value = getattr(self, side)
        if value is None:
            return "—"
        return f"10^{number(value)}" if self.power and side != "slack" else number(value)


def rows(trace: Trace, run: Run | str, t: int, minimum: Minimum | None = None) -> list[Row]:
    """Check every claim about a run after round t (0 is the start), those about its algorithm first.

    `minimum` is the solver's result (`theory.minimum.of_run`); without it the claims that need it are left out.

    Raises DataError when there is no such run, or it has no round t.

    >>> from rankviz.bounds import DOES_NOT_APPLY, HOLDS, VIOLATED
    >>> rows = rankviz.bounds.rows(rankviz.trace(rankviz.load("bundled:wine"), "rb-c", rounds=3), "rb-c", 3)
    >>> [sum(row.verdict == each for row in rows) for each in (HOLDS, VIOLATED, DOES_NOT_APPLY)]
    [14, 0, 1]
    """
    run = trace.run(run)
    if not 0 <= t <= run.n_rounds:
        raise DataError(f"{run.label} has {run.n_rounds} rounds, so there is no round {t}")
    state = state_of(trace, run, t, minimum)
    return [
        _judge(theorem, state)
        for theorem in theorems_of(run)
        if (t > 0 or not theorem.of_round)
        and (minimum is not None or not theorem.of_minimum)
        and theorem.of_run(run)
    ]


def theorems_of(run: Run) -> tuple[Theorem[Any], ...]:
    """Return the theorems about a run's algorithm, then those about all of its kind."""
    return (*THEOREMS[run.algorithm], *(ALWAYS if isinstance(run, BoostedRun) else OF_SCORES))


def speaks_of_minimum(run: Run) -> TypeGuard[BoostedRun]:
    """Return whether a theorem of the run's algorithm needs the solver's minimum (`theory.minimum.of_run`)."""
    return isinstance(run, BoostedRun) and any(theorem.of_minimum for theorem in THEOREMS[run.algorithm])


def summary(found: Sequence[Row]) -> str:
    """Count the claims that hold, are violated, do not apply: "14 hold, 1 does not apply"; a violation comes first.

    >>> trace = rankviz.trace(rankviz.load("bundled:wine"), "rb-plus", rounds=3)
    >>> rankviz.bounds.summary(rankviz.bounds.rows(trace, "rb-plus", 3))
    '14 hold, 1 does not apply'
    """
    counts = {
        verdict: sum(row.verdict == verdict for row in found) for verdict in (HOLDS, VIOLATED, DOES_NOT_APPLY)
    }
    counted = [f"{counts[VIOLATED]} VIOLATED"] if counts[VIOLATED] else []
    counted.append(f"{counts[HOLDS]} {'holds' if counts[HOLDS] == 1 else 'hold'}")
    aside = counts[DOES_NOT_APPLY]
    if aside:
        counted.append(f"{aside} {'does' if aside == 1 else 'do'} not apply")
    return ", ".join(counted)


def _judge(theorem: Theorem[Any], state: AnyState) -> Row:
    because = theorem.precondition(state)
    left, right = theorem.left(state), theorem.right(state)
    power = theorem.logs and any(math.isfinite(side) and abs(side) > PLAIN for side in (left, right))
    sides = [_shown(side, theorem.logs, power) for side in (left, right)]
    slack = None
    if sides[0] is not None and sides[1] is not None:
        slack = abs(sides[0] - sides[1]) if theorem.relation == "=" else sides[1] - sides[0]
    if not because and (math.isnan(left) or math.isnan(right)):
        unmeasured = theorem.needs_e2 and math.isnan(state.metric("log_e2", 0))
        because = (
            "Ê2 was not measured: there are too many pairs to list."
            if unmeasured
            else "A side has no finite value here."
        )
    verdict, allowed = DOES_NOT_APPLY, None
    if not because:
        # Besides the rounding of a side's inputs there is that of its last operations, and of the comparison.
        allowed = theorem.rounding(state) + 4.0 * U * sum(
            abs(side) for side in (left, right) if math.isfinite(side)
        )
        because = "" if math.isfinite(allowed) else "The numbers are too large for floats to compare."
    if allowed is not None and not because:
        below = left <= right + allowed
        good = left == right or (below if theorem.relation == "≤" else abs(left - right) <= allowed)
        verdict = HOLDS if good else VIOLATED
        if not good:
            word = "smaller" if below else "larger"
            because = f"The left side is {word} than the right side, by more than rounding explains."
    return Row(
        theorem.key,
        theorem.name,
        theorem.equation,
        sides[0],
        sides[1],
        slack,
        verdict,
        because,
        theorem.relation,
        power,
        allowed,
    )


def _shown(side: float, logs: bool, power: bool) -> float | None:
    if not logs:
        return side if math.isfinite(side) else None
    if power:
        return side / math.log(10) if math.isfinite(side) else None
    return None if math.isnan(side) or side == math.inf else math.exp(side)
