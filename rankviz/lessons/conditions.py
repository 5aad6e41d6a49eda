"""The conditions of a challenge: comparisons of a run's numbers, and those that only counting over all rounds decides.

A condition is written as a challenge's text has it between brackets: ``rb-c.e2@end > 1``, ``rb-d halts before 5``;
`FORMS` has all forms that are no comparison.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.errors import DataError, shown
from rankviz.engine.number_format import counted, number
from rankviz.engine.runs.trace import Trace
from rankviz.lessons.vocabulary import UNKNOWN, Facts, is_condition

STOP = re.compile(r"\S+ halts before \d+|no round is done")
"""The conditions that a run meets by stopping."""
SAME = 1e-9
"""Two weights this close are the same."""

Evaluated = tuple[bool, str]
"""Whether a run meets a condition, and the number that shows it, in words."""


@dataclass(frozen=True)
class Tick:
    """A condition checked in a run: its text, whether the run meets the condition, and the number that shows it."""

    text: str
    met: bool
    number: str


@dataclass(frozen=True)
class Condition:
    """A condition of a challenge, in words, and its evaluation: trace → (met, the number in words).

    `written` are its comparisons, and `numbers` the words with their numbers, where it is made of such; `line` is its
    own in the text. `asks_stop`: it is met by a run that stops by itself.
    """

    text: str
    evaluate: Callable[[Trace], Evaluated]
    written: tuple[str, ...] = ()
    numbers: str = ""
    line: int = 0
    asks_stop: bool = False

    def check(self, trace: Trace) -> Tick:
        """Check the condition in a run. A run that lacks its quantities does not meet the condition."""
        try:
            met, number = self.evaluate(trace)
        except UNKNOWN as missing:
            why = str(missing.args[0]) if isinstance(missing, KeyError) else ""
            met, number = False, f"{why if ' ' in why else 'The run has no such number'}."
        return Tick(self.text, met, number)


def condition(words: str, written: tuple[str, ...], numbers: str) -> Condition:
    """Return the condition that brackets hold, with the words that show its numbers.

    Raises DataError for what is no condition, and for comparisons without words for their numbers.
    """
    if len(written) == 1 and (form := _form_of(written[0])) is not None:
        return Condition(words, form, asks_stop=bool(STOP.fullmatch(written[0])))
    bad = next((each for each in written if not is_condition(each)), None)
    if bad is not None or not written:
        forms = "; ".join(example for _, example, _ in FORMS)
        raise DataError(
            f"{shown(bad or words, 60)} is not a condition",
            remedy=f"Write a comparison such as rb-d.r1@end = 0, or one of these: {forms}",
        )
    if not numbers:
        raise DataError(
            f"{shown(words, 60)} does not say its number",
            remedy="Put a colon behind the bracket and words with the numbers, such as R̂1 is {rb-d.r1@end}.",
        )
    return Condition(words, lambda trace: _compared(trace, written, numbers), written, numbers)


def _form_of(written: str) -> Callable[[Trace], Evaluated] | None:
    """Return what decides a condition that is not a comparison; None for all others."""
    for pattern, _, make in FORMS:
        if found := re.fullmatch(pattern, written):
            return make(*found.groups())
    return None


def _compared(trace: Trace, written: tuple[str, ...], numbers: str) -> Evaluated:
    facts = Facts(trace, max(run.n_rounds for run in trace.runs))
    return all(facts.holds(each) for each in written), facts.filled(numbers)


def _runs(names: str) -> Callable[[Trace], Evaluated]:
    wanted = {name.strip() for name in names.split(",")}

    def evaluate(trace: Trace) -> Evaluated:
        here = {run.algorithm for run in trace.runs}
        return wanted <= here, f"Here: {', '.join(run.label for run in trace.runs)}."

    unknown = wanted - set(ALGORITHMS)
    if unknown:
        raise DataError(
            f"{shown(min(unknown))} is not an algorithm", remedy=f"There are {', '.join(ALGORITHMS)}"
        )
    return evaluate


def halts_before(name: str, t: str) -> Callable[[Trace], Evaluated]:
    """The run of `name` stops by itself before round t."""

    def evaluate(trace: Trace) -> Evaluated:
        run = Facts(trace, 0).run(name)
        by_itself = run.stopped.by_itself
        if by_itself:
            said = f"It stopped before {_ordinal_round(run.n_rounds)}."
        else:
            said = f"It did {counted(run.n_rounds, 'round')} and would have continued."
        return by_itself and run.n_rounds < int(t), said

    return evaluate


def _ordinal_round(done: int) -> str:
    """Return the round after `done` rounds."""
    return f"round {done + 1}" if done else "its first round"


def _same_rounds(first: str, second: str, rounds: str) -> Callable[[Trace], Evaluated]:
    def evaluate(trace: Trace) -> Evaluated:
        facts = Facts(trace, 0)
        a, b = facts.boosted_run(first), facts.boosted_run(second)
        for t in range(1, int(rounds) + 1):
            if t > min(a.n_rounds, b.n_rounds):
                short = a if a.n_rounds < t else b
                return False, f"{short.label} ended before round {t}."
            if a.ranker[t - 1] != b.ranker[t - 1] or not abs(a.alpha[t - 1] - b.alpha[t - 1]) <= SAME:
                alphas = " and ".join(facts.text(f"{name}.alpha@{t}") for name in (first, second))
                picks = " and ".join(facts.text(f"{name}.pick@{t}") for name in (first, second))
                return False, f"In round {t} they pick {picks}, with α {alphas}."
        return True, f"The same ranker and the same α in rounds 1 to {rounds}."

    return evaluate


def _same_scores(first: str, second: str, rounds: str) -> Callable[[Trace], Evaluated]:
    def evaluate(trace: Trace) -> Evaluated:
        facts = Facts(trace, 0)
        a, b = facts.run(first), facts.run(second)
        done = min(a.n_rounds, b.n_rounds)
        for t in range(1, done + 1):
            apart = float(np.abs(trace.scores(a, t) - trace.scores(b, t)).max())
            if not apart <= SAME:
                return False, f"After round {t} some item's two scores differ by {number(apart)}."
        return done >= int(rounds), f"The same scores after each of {done} rounds."

    return evaluate


def _under_its_line() -> Callable[[Trace], Evaluated]:
    def evaluate(trace: Trace) -> Evaluated:
        facts = Facts(trace, 0)
        norm, line = (facts.course(f"kernel-gd.{what}") for what in ("norm", "norm_bound"))
        t = int(np.nanargmax(norm / line))
        numbers = f"After round {t} ‖f‖ is {number(float(norm[t]))}, its limit {number(float(line[t]))}."
        return bool(norm[t] <= line[t]), numbers

    return evaluate


def _on(scheme: str) -> Callable[[Trace], Evaluated]:
    def evaluate(trace: Trace) -> Evaluated:
        return trace.problem.source.partition("?")[0] == scheme, f"Here: {trace.problem.title}."

    return evaluate


def _nothing_done() -> Callable[[Trace], Evaluated]:
    def evaluate(trace: Trace) -> Evaluated:
        rounds = ", ".join(f"{run.label} {run.n_rounds}" for run in trace.runs)
        return all(run.n_rounds == 0 for run in trace.runs), f"Rounds done: {rounds}."

    return evaluate


def _pair_split() -> Callable[[Trace], Evaluated]:
    def evaluate(trace: Trace) -> Evaluated:
        higher, lower = trace.problem.pairs.T
        ties = [bool((h[higher] == h[lower]).all()) for h in map(trace.pool.output, range(len(trace.pool)))]
        split = ties.count(False)
        return split == len(ties) >= 2, f"{split} of {len(ties)} do."

    return evaluate


def _these_data(source: str, seed: str, items: str) -> Callable[[Trace], Evaluated]:
    def evaluate(trace: Trace) -> Evaluated:
        held = trace.holdout.n_items if trace.holdout else 0
        same = trace.problem.source == source and int(trace.settings["seed"]) == int(seed)
        return (
            same and held >= int(items),
            f"{trace.problem.title}, seed {trace.settings['seed']}, {held} items held out.",
        )

    return evaluate


def _best_held_out(limit: str) -> Callable[[Trace], Evaluated]:
    def evaluate(trace: Trace) -> Evaluated:
        ends = {run.label: float(run.metrics["r2_holdout"][-1]) for run in trace.runs if run.fork is None}
        label = min(
            ends, key=lambda name: (not ends[name] >= 0, ends[name])
        )  # NaN goes last: nothing held out
        said = f"Best at the end: {label}, {ends[label]:.3f}." if ends[label] >= 0 else "—"
        return ends[label] < float(limit), said

    return evaluate


_NAME, _WHOLE = r"([a-z][a-z0-9-]*)", r"([0-9]{1,4})"
FORMS: tuple[tuple[str, str, Callable[..., Callable[[Trace], Evaluated]]], ...] = (
    (r"runs ([a-z0-9, -]+)", "runs rb-d, rb-c", _runs),
    (rf"{_NAME} halts before {_WHOLE}", "rb-d halts before 5", halts_before),
    (rf"{_NAME} does as {_NAME} in {_WHOLE} rounds", "rb-c does as rb-plus in 5 rounds", _same_rounds),
    (rf"{_NAME} scores as {_NAME} in {_WHOLE} rounds", "qbrank scores as gbt in 10 rounds", _same_scores),
    (r"norm never exceeds its limit", "norm never exceeds its limit", _under_its_line),
    (r"data from (\S+)", "data from synthetic:rings", _on),
    (
        rf"data (\S+), seed ([0-9]{{1,10}}), held out {_WHOLE} or more",
        "data bundled:wine, seed 0, held out 10 or more",
        _these_data,
    ),
    (r"no round is done", "no round is done", _nothing_done),
    (r"each ranker splits a pair", "each ranker splits a pair", _pair_split),
    (r"best held-out r2 < ([0-9]*\.?[0-9]+)", "best held-out r2 < 0.08", _best_held_out),
)
"""Pattern, example, and what makes the evaluation of what the pattern found."""
