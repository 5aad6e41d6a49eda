"""Challenges that check themselves: find data and settings whose run meets every condition."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from rankviz.algorithms.registry import ALGORITHMS
from rankviz.lessons.vocabulary import Facts
from rankviz.number_format import number
from rankviz.runs.trace import Trace

EVERYBODY = "bundled:diabetes?grades=4"
PATIENTS = f"{EVERYBODY}&items=50&seed=9"
EXAMPLE = "inline:"
SAME = 1e-9
"""Two weights this close are the same."""


@dataclass(frozen=True)
class Tick:
    """A condition checked in a run: its text, whether the run meets the condition, and the number that shows it."""

    text: str
    met: bool
    number: str


@dataclass(frozen=True)
class Condition:
    """A condition of a challenge, in words, and its evaluation: trace → (met, the number in words)."""

    text: str
    evaluate: Callable[[Trace], tuple[bool, str]]

    def check(self, trace: Trace) -> Tick:
        """Check the condition in a run. A run that lacks its quantities does not meet the condition."""
        try:
            met, number = self.evaluate(trace)
        except KeyError as missing:
            met, number = False, f"{missing.args[0]}."
        return Tick(self.text, met, number)


@dataclass(frozen=True)
class Challenge:
    """A task: the sentence that sets it, a hint, its conditions, and the choices one starts from (as in a link).

    `test` is the source of items that neither train nor choose, for a challenge in which something is chosen on
    held-out pairs; it is opened once, after it is solved. `page` names the page whose algorithms and board it has:
    rankboost, margins, qbrank or kernel.
    """

    name: str
    title: str
    sentence: str
    hint: str
    conditions: tuple[Condition, ...]
    start: Mapping[str, str] = field(default_factory=dict)
    test: str = ""
    page: str = "rankboost"


def check(challenge: Challenge, trace: Trace) -> list[Tick]:
    """Check every condition in a run."""
    return [condition.check(trace) for condition in challenge.conditions]


def solved(challenge: Challenge, trace: Trace) -> bool:
    """Return whether a run meets all conditions."""
    return all(tick.met for tick in check(challenge, trace))


def _fact(text: str, claim: str, *shown: tuple[str, str]) -> Condition:
    """Make a condition of a comparison; `shown` are the (name, quantity) pairs that its number shows."""

    def evaluate(trace: Trace) -> tuple[bool, str]:
        facts = Facts(trace, max(run.n_rounds for run in trace.runs))
        numbers = ", ".join(f"{name} {facts.text(key)}" for name, key in shown)
        return facts.holds(claim), f"{numbers}."

    return Condition(text, evaluate)


def _runs(*names: str) -> Condition:
    *others, last = [ALGORITHMS[name].label for name in names]
    labels = f"{', '.join(others)} and {last}" if others else last

    def evaluate(trace: Trace) -> tuple[bool, str]:
        here = {run.algorithm for run in trace.runs}
        return set(names) <= here, f"Here: {', '.join(run.label for run in trace.runs)}."

    return Condition(f"{labels} run" + ("s" if len(names) == 1 else ""), evaluate)


def _halts_before(name: str, t: int) -> Condition:
    def evaluate(trace: Trace) -> tuple[bool, str]:
        run = Facts(trace, 0).run(name)
        by_itself = run.stopped.by_itself
        why = "and stopped" if by_itself else "and would have gone on"
        rounds = f"{run.n_rounds} round" + ("" if run.n_rounds == 1 else "s")
        return by_itself and run.n_rounds < t, f"It did {rounds} {why}."

    return Condition(f"{ALGORITHMS[name].label} stops by itself before round {t}", evaluate)


def _same_rounds(first: str, second: str, rounds: int) -> Condition:
    def evaluate(trace: Trace) -> tuple[bool, str]:
        facts = Facts(trace, 0)
        a, b = facts.boosted_run(first), facts.boosted_run(second)
        for t in range(1, rounds + 1):
            if t > min(a.n_rounds, b.n_rounds):
                short = a if a.n_rounds < t else b
                return False, f"{short.label} has no round {t}."
            if a.ranker[t - 1] != b.ranker[t - 1] or not abs(a.alpha[t - 1] - b.alpha[t - 1]) <= SAME:
                alphas = " and ".join(facts.text(f"{name}.alpha@{t}") for name in (first, second))
                picks = " and ".join(facts.text(f"{name}.pick@{t}") for name in (first, second))
                return False, f"In round {t} they pick {picks}, with α {alphas}."
        return True, f"The same ranker and the same α in rounds 1 to {rounds}."

    labels = " and ".join(ALGORITHMS[name].label for name in (first, second))
    return Condition(f"{labels} do the same in each of {rounds} rounds", evaluate)


def _same_scores(first: str, second: str, rounds: int) -> Condition:
    def evaluate(trace: Trace) -> tuple[bool, str]:
        facts = Facts(trace, 0)
        a, b = facts.run(first), facts.run(second)
        done = min(a.n_rounds, b.n_rounds)
        for t in range(1, done + 1):
            apart = float(np.abs(trace.scores(a, t) - trace.scores(b, t)).max())
            if not apart <= SAME:
                return False, f"After round {t} some item's two scores differ by {number(apart)}."
        return done >= rounds, f"The same scores after each of {done} rounds."

    labels = " and ".join(ALGORITHMS[name].label for name in (first, second))
    return Condition(
        f"{labels} give every item the same score after each of {rounds} rounds or more", evaluate
    )


def _under_its_line() -> Condition:
    def evaluate(trace: Trace) -> tuple[bool, str]:
        facts = Facts(trace, 0)
        norm, line = (facts.course(f"kernel-gd.{what}") for what in ("norm", "norm_bound"))
        t = int(np.nanargmax(norm / line))
        numbers = f"After round {t} ‖f‖ is {number(float(norm[t]))}, its limit {number(float(line[t]))}."
        return bool(norm[t] <= line[t]), numbers

    return Condition("‖f‖ never exceeds its limit", evaluate)


def _on(scheme: str, words: str) -> Condition:
    def evaluate(trace: Trace) -> tuple[bool, str]:
        return trace.problem.source.partition("?")[0] == scheme, f"Here: {trace.problem.title}."

    return Condition(words, evaluate)


def _nothing_done() -> Condition:
    def evaluate(trace: Trace) -> tuple[bool, str]:
        rounds = ", ".join(f"{run.label} {run.n_rounds}" for run in trace.runs)
        return all(run.n_rounds == 0 for run in trace.runs), f"Rounds done: {rounds}."

    return Condition("No algorithm does a single round", evaluate)


def _pair_split() -> Condition:
    def evaluate(trace: Trace) -> tuple[bool, str]:
        higher, lower = trace.problem.pairs.T
        ties = [bool((h[higher] == h[lower]).all()) for h in map(trace.pool.output, range(len(trace.pool)))]
        split = ties.count(False)
        return split == len(ties) >= 2, f"{split} of {len(ties)} do."

    return Condition("There are at least 2 weak rankers, and each splits some pair", evaluate)


def _these_data(source: str, words: str, seed: int) -> Condition:
    def evaluate(trace: Trace) -> tuple[bool, str]:
        held = trace.holdout.n_items if trace.holdout else 0
        same = trace.problem.source == source and int(trace.settings["seed"]) == seed
        return (
            same and held >= 10,
            f"{trace.problem.title}, seed {trace.settings['seed']}, {held} items held out.",
        )

    return Condition(words, evaluate)


def _best_held_out(limit: float) -> Condition:
    def evaluate(trace: Trace) -> tuple[bool, str]:
        ends = {run.label: float(run.metrics["r2_holdout"][-1]) for run in trace.runs if run.fork is None}
        label = min(
            ends, key=lambda name: (not ends[name] >= 0, ends[name])
        )  # NaN, nothing held out, goes last
        return ends[label] < limit, f"Best at the end: {label}, {ends[label]:.3f}." if ends[
            label
        ] >= 0 else "—"

    return Condition(f"At the end of the run some algorithm's held-out R̂2 is below {limit:g}", evaluate)


CHALLENGES: dict[str, Challenge] = {
    challenge.name: challenge
    for challenge in (
        Challenge(
            "stop-early",
            "Stopped short",
            "Make RB-D stop before round 5 while RB-C reaches R̂1 = 0.",
            "RB-D stops when it picks a ranker that reverses no pair at all.",
            (
                _runs("rb-d", "rb-c"),
                _halts_before("rb-d", 5),
                _fact("RB-C ends with R̂1 = 0", "rb-c.r1@end = 0", ("R̂1 is", "rb-c.r1@end")),
            ),
            {"data": EXAMPLE, "alg": "rb-d,rb-c", "rounds": "20"},
        ),
        Challenge(
            "break-u1",
            "Break U1",
            "Make RB-D end with an error R̂1 above its own bound U1.",
            "The theorem asks for an α that is defined in every round. What may be done when it is not?",
            (
                _runs("rb-d"),
                _fact(
                    "R̂1 ends above U1",
                    "rb-d.r1@end > rb-d.bound@end",
                    ("R̂1 is", "rb-d.r1@end"),
                    ("U1 is", "rb-d.bound@end"),
                ),
            ),
            {"alg": "rb-d", "rounds": "20"},
        ),
        Challenge(
            "part-over-e2",
            "Half right, wholly wrong",
            "In at most 20 rounds, make RB-C's Ê2 end above 1 and RankBoost+'s below ½.",
            "RB-C goes wrong when it picks the same ranker over and over. Which data offer it few good ones?",
            (
                _runs("rb-c", "rb-plus"),
                _fact("At most 20 rounds", "asked ≤ 20", ("Rounds asked for:", "asked")),
                _fact("RB-C's Ê2 ends above 1", "rb-c.e2@end > 1", ("Ê2 is", "rb-c.e2@end")),
                _fact("RankBoost+'s Ê2 ends below ½", "rb-plus.e2@end < 0.5", ("Ê2 is", "rb-plus.e2@end")),
            ),
            {"alg": "rb-c,rb-plus", "rounds": "20"},
        ),
        Challenge(
            "no-difference",
            "No difference",
            "Find data on which RB-C and RankBoost+ do exactly the same for 5 rounds.",
            "They count ties differently, and nothing else. So build rankers that tie no pair.",
            (_runs("rb-c", "rb-plus"), _same_rounds("rb-c", "rb-plus", 5)),
            {"data": EXAMPLE, "alg": "rb-c,rb-plus", "rounds": "10"},
        ),
        Challenge(
            "held-out",
            "On unseen pairs",
            "Choose algorithm and rounds on 12 patients set aside for it (validation): bring some R̂2 on them below "
            ".08 at the end of the run. Then open the test, once.",
            "More rounds are not always better. Look where the thin lines turn. That is what validation is for; the "
            "test is for telling how good the choice is.",
            (
                _these_data(
                    PATIENTS, "The patients Watch opens with, with seed 0 and 10 or more held out", 0
                ),
                _best_held_out(0.08),
            ),
            {},
            EVERYBODY,
        ),
        Challenge(
            "nothing-to-learn",
            "Nothing to learn",
            "Build data on which every algorithm stops before its first round, although every ranker orders some pair.",
            "Every weak ranker must order as many pairs as it reverses.",
            (_runs("rb-d", "rb-c", "rb-plus"), _nothing_done(), _pair_split()),
            {"data": EXAMPLE, "alg": "rb-d,rb-c,rb-plus", "rounds": "10"},
        ),
        Challenge(
            "worse-than-a-coin",
            "Worse than a coin",
            "Make AdaBoost end with an AUC below ½, where RankBoost's is above ¾.",
            "AdaBoost must not get its F-skew to 0. What balances it, and on which data is there much to balance?",
            (
                _runs("rb-d", "adaboost"),
                _fact(
                    "AdaBoost's AUC ends below ½",
                    "adaboost.auc@end < 0.5",
                    ("AUC is", "adaboost.auc@end"),
                    ("F-skew", "adaboost.f_skew@end"),
                ),
                _fact("RB-D's AUC ends above ¾", "rb-d.auc@end > 0.75", ("AUC is", "rb-d.auc@end")),
            ),
            {
                "data": "bundled:diabetes?grades=2&items=60",
                "alg": "rb-d,adaboost",
                "rounds": "24",
                "holdout": "0",
            },
            page="margins",
        ),
        Challenge(
            "two-names",
            "Two names",
            "Make QBRank and GBT give every item the same score, round after round.",
            "GBT learns from labels alone. What else does QBRank learn from, and what says how much?",
            (_runs("qbrank", "gbt"), _same_scores("qbrank", "gbt", 10)),
            {
                "data": "synthetic:single-grade?n=200",
                "alg": "qbrank,gbt",
                "rounds": "20",
                "holdout": "0",
                "eta": "0.3",
                "leaves": "6",
            },
            page="qbrank",
        ),
        Challenge(
            "under-the-line",
            "Under the limit",
            "Rank the disc in the ring: AUC above .95, with a limit of 10 or less that ‖f‖ never exceeds.",
            "Can a tilted plane do it? The limit is 2κ|φ′(0)|/λ, and it is proved for steps that are not too long.",
            (
                _on("synthetic:rings", "The data are a disc in a ring"),
                _fact("AUC ends above .95", "kernel-gd.auc@end > 0.95", ("AUC is", "kernel-gd.auc@end")),
                _fact(
                    "The limit is 10 or less",
                    "kernel-gd.norm_bound@end ≤ 10",
                    ("The limit is", "kernel-gd.norm_bound@end"),
                ),
                _under_its_line(),
            ),
            {
                "data": "synthetic:rings?n=160",
                "alg": "kernel-gd",
                "loss": "least-squares",
                "kernel": "linear",
                "step": "2",
                "rounds": "20",
                "holdout": "0",
            },
            page="kernel",
        ),
    )
}
"""By name, as links write it."""
