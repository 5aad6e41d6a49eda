"""Predict, then reveal: a question about the next round of any run, its options, and why each is right or wrong.

The options are found from the candidates of the round (RB+ (13), (32)) and from the pair weights before and after it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from rankviz.number_format import number, share
from rankviz.runs import candidates
from rankviz.runs.trace import Run, Trace

RANKER, PAIR = "ranker", "pair"
OPTIONS = 4
TIED = 1e-9
"""Options this close in what is asked for are equally right; only one of them is offered."""
MAX_PAIRS = 200_000
SHORT = 12
"""Up to this many items an option is described by the items it says yes to."""


@dataclass(frozen=True)
class Option:
    """One answer: its words, a line that helps to judge it, whether it is right, and why, with its numbers."""

    label: str
    hint: str
    right: bool
    why: str


@dataclass(frozen=True)
class Question:
    """What is asked about round t of an algorithm; one option is right."""

    kind: str
    algorithm: str
    t: int
    prompt: str
    options: tuple[Option, ...]

    @property
    def answer(self) -> Option:
        """The right one."""
        return next(option for option in self.options if option.right)

    def option(self, label: str) -> Option | None:
        """The option of that label."""
        return next((option for option in self.options if option.label == label), None)


def question(trace: Trace, run: Run, t: int, kind: str) -> Question | None:
    """The question about round t; None when the run has no such round, or fewer than two different answers."""
    if not 1 <= t <= run.n_rounds:
        return None
    asked = _ranker(trace, run, t) if kind == RANKER else _pair(trace, run, t)
    return asked if asked is not None and len(asked.options) > 1 else None


def verdict(asked: Question, label: str) -> str:
    """Right or wrong in words, with the numbers why."""
    chosen, answer = asked.option(label), asked.answer
    if chosen is None:
        return ""
    if chosen.right:
        return f"Right. {answer.why}"
    return f"Not this one. {chosen.why} {answer.why}"


def _ranker(trace: Trace, run: Run, t: int) -> Question:
    table = candidates.table(trace, run, t, limit=60)
    chosen = int(np.flatnonzero(table["chosen"])[0])
    picked = [chosen, *_rivals(table, chosen, _before(trace, run, t))]
    any_sign = bool(run.params.get("negative_alpha", True))
    picked.sort(key=lambda row: str(table["ranker"].iloc[row]))
    options = tuple(_ranker_option(trace, table.iloc[row], row == chosen, any_sign) for row in picked)
    rule = "the largest edge |δ|" if any_sign else "the smallest δ"
    return Question(
        RANKER,
        run.algorithm,
        t,
        f"Which ranker will {run.label} pick in round {t}? It takes {rule}.",
        options,
    )


def _before(trace: Trace, run: Run, t: int) -> str:
    return trace.pool.label(int(run.ranker[t - 2])) if t > 1 else ""


def _rivals(table: pd.DataFrame, chosen: int, before: str) -> list[int]:
    """Up to three wrong answers: the last pick, then the best of other features, then whatever is left."""
    size = np.abs(table["delta"].to_numpy())
    wrong = [row for row in range(len(table)) if abs(size[row] - size[chosen]) > TIED]
    names = [str(name) for name in table["ranker"]]
    picked: list[int] = [row for row in wrong if names[row] == before][:1]
    features = {names[row].partition(" > ")[0] for row in [chosen, *picked]}
    for fresh in (True, False):
        for row in wrong:
            feature = names[row].partition(" > ")[0]
            if len(picked) < OPTIONS - 1 and row not in picked and (not fresh or feature not in features):
                picked.append(row)
                features.add(feature)
    return picked


def _ranker_option(trace: Trace, row: pd.Series, right: bool, any_sign: bool) -> Option:
    delta = float(row["delta"])
    correct, tied, reversed_ = (share(float(row[f"eps_{part}"])) for part in ("correct", "tied", "reversed"))
    shares = f"orders {correct} of the weight, ties {tied}, reverses {reversed_}"
    edge = f"an edge |δ| of {number(abs(delta))}" if any_sign else f"δ = {number(delta)}"
    lead = f"It is {row['ranker']}, with {edge}" if right else f"{row['ranker']} has {edge}"
    return Option(
        str(row["ranker"]), _hint(trace, str(row["ranker"]), shares), right, f"{lead}. It {shares}."
    )


def _hint(trace: Trace, label: str, shares: str) -> str:
    problem, pool = trace.problem, trace.pool
    if problem.n_items > SHORT:
        return shares
    ranker = next(j for j in range(len(pool)) if pool.label(j) == label)
    said = [problem.item_ids[i] for i in np.flatnonzero(pool.output(ranker))]
    return f"yes to {', '.join(said)}" if said else "yes to nobody"


def _pair(trace: Trace, run: Run, t: int) -> Question | None:
    m = trace.problem.n_pairs
    if m > MAX_PAIRS:
        return None
    before, after = trace.weights(run, t - 1) * m, trace.weights(run, t) * m
    change = after - before
    best = int(np.argmax(np.round(change, 9)))
    picked = [best, *_other_pairs(change, before, best)]
    ranker = trace.pool.label(int(run.ranker[t - 1]))
    options = tuple(_pair_option(trace, run, t, row, row == best, before, after) for row in sorted(picked))
    turned = run.outcome[t - 1] == "finite" and run.alpha[t - 1] < 0
    how = ", upside down (its α is negative)" if turned else ""
    prompt = (
        f"In round {t} {run.label} picks {ranker}{how}. Which of these pairs gains most weight? "
        "(×1 is an equal share.)"
    )
    return Question(PAIR, run.algorithm, t, prompt, options)


def _other_pairs(change: np.ndarray, before: np.ndarray, best: int) -> list[int]:
    """Up to three wrong answers: the heaviest so far, the one that loses most, one in the middle."""
    less = np.flatnonzero(change < change[best] - TIED)
    if len(less) == 0:
        return []
    by_change = less[np.argsort(change[less], kind="stable")]
    wanted = [
        less[np.argmax(before[less])],
        by_change[0],
        by_change[len(by_change) // 2],
        by_change[-1],
        *by_change,
    ]
    return [int(row) for row in dict.fromkeys(int(row) for row in wanted)][: OPTIONS - 1]


def _pair_option(
    trace: Trace, run: Run, t: int, row: int, right: bool, before: np.ndarray, after: np.ndarray
) -> Option:
    problem = trace.problem
    higher, lower = problem.pairs[row]
    ids = problem.item_ids
    label = f"{ids[higher]} over {ids[lower]}"
    h = trace.pool.output(int(run.ranker[t - 1]))
    did = {1: "orders", 0: "ties", -1: "reverses"}[int(h[higher]) - int(h[lower])]
    lead = f"It is {label}" if right else label
    why = (
        f"{lead}: {trace.pool.label(int(run.ranker[t - 1]))} {did} it, and it goes from {number(float(before[row]))} "
        f"to {number(float(after[row]))} times an equal share."
    )
    return Option(label, f"weighs ×{number(float(before[row]))}", right, why)
