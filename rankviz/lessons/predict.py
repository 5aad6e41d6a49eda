"""Predict, then reveal: a question about the next round of any run, its options, and why each is right or wrong.

The options are found from the candidates of the round (RB+ (13), (32)), from the pair weights before and after it, and
from what was measured after each round: Ê2 (24), R̂1 (3), and the rows of the theorem monitor.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from rankviz.engine.algorithms.registry import find_boosted
from rankviz.engine.number_format import number
from rankviz.engine.numerics import TIE, exp_or_inf
from rankviz.engine.runs import candidates
from rankviz.engine.runs.trace import BoostedRun, Run, Trace
from rankviz.insight.explain.model import shown
from rankviz.insight.theory import monitor
from rankviz.lessons import compared, why_bound
from rankviz.lessons.compared import TIED

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rankviz.engine.runs.candidates import Candidate

RANKER, PAIR, LARGEST, BOUND, FIRST, THEOREM = "ranker", "pair", "largest", "bound", "first", "theorem"
IDEA = "idea"
QUESTIONS = {
    "next ranker": RANKER,
    "next pair": PAIR,
    "next bound": BOUND,
    "first at zero": FIRST,
    "theorem stops": THEOREM,
}
"""The questions before a next round, from the words of a playlist or lesson to the kind."""
ABOUT = {
    RANKER: ("pairs", "skew"),
    PAIR: ("pairs",),
    BOUND: ("losses",),
    FIRST: ("losses",),
    THEOREM: ("losses", "margins"),
}
"""The tiles that a question is about, by its kind (`rankviz.engine.boards`)."""
MEASURED = {BOUND: ("r2", "e2"), FIRST: ("r1", "e1")}
"""The curves of every run that a question is about, by its kind; other kinds leave the curves as they are."""
Names = tuple[str, ...]
Vote = tuple[
    str, tuple[tuple[str, str], ...], int, str, int, Names, Names, Names, tuple[tuple[str, str], ...]
]
"""The fields of `rankviz.board.offline.asks.Asks` and of a question to a class, in their order."""
OPTIONS = 4
ALL = 5
"""Up to so many weak rankers all are offered."""
NAMED = 3
"""Reversed pairs that are named."""
MAX_PAIRS = 200_000
SHORT = 12
"""Items up to which an option is described by the items its ranker says yes to."""


_WORD = re.compile(r"[a-z]{2,} (?!>)")
"""A word with which a sentence begins: not a name such as h1, and not a feature in the name of its stump."""


@dataclass(frozen=True)
class Option:
    """One answer: its label, a hint that helps to judge it, whether it is right, and why, with its numbers.

    `equal` are those as right as the answer, which the run did not take: it takes one of them.
    """

    label: str
    hint: str
    right: bool
    why: str
    equal: bool = False

    def __post_init__(self) -> None:
        if _WORD.match(self.why):
            object.__setattr__(self, "why", self.why[0].upper() + self.why[1:])


@dataclass(frozen=True)
class Question:
    """A question about round t of an algorithm; one option is right, and those equal to it.

    `says` holds the data to work out the answer where there are few items: rankers, and whether each says yes to
    each of `items`.
    """

    kind: str
    algorithm: str
    t: int
    prompt: str
    options: tuple[Option, ...]
    items: tuple[str, ...] = ()
    says: tuple[tuple[str, tuple[bool, ...]], ...] = ()

    @property
    def answer(self) -> Option:
        """The right option: what the run does."""
        return next(option for option in self.options if option.right and not option.equal)

    @property
    def question(self) -> str:
        """The prompt up to its question mark, without what helps to answer it."""
        asks, mark, _ = self.prompt.partition("?")
        return asks + mark

    @property
    def vote(self) -> Vote:
        """The question as one to many people."""
        return (
            self.prompt,
            tuple((option.label, option.hint) for option in self.options),
            self.options.index(self.answer),
            self.answer.why,
            self.t,
            ABOUT[self.kind],
            MEASURED.get(self.kind, ()),
            self.items,
            tuple((label, "".join(str(int(yes)) for yes in row)) for label, row in self.says),
        )

    def option(self, label: str) -> Option | None:
        """Return the option of that label, or None."""
        return next((option for option in self.options if option.label == label), None)

    def unhinted(self) -> Question:
        """The question without its options' hints, from which a subtraction would tell the answer."""
        return replace(self, options=tuple(replace(option, hint="") for option in self.options))


def question(trace: Trace, run: BoostedRun, t: int, kind: str) -> Question | None:
    """Make the question about round t; None when the run has no such round, or fewer than two different answers.

    FIRST is about all runs and the rounds from t on, THEOREM about the rounds from t on: their own `t` is the round
    that settles them.
    """
    if not 1 <= t <= run.n_rounds:
        return None
    asked = MAKERS[kind](trace, run, t)
    return asked if asked is not None and len(asked.options) > 1 else None


def verdict(asked: Question, label: str, said: Callable[[str], str] = str) -> str:
    """Say right or wrong, with the numbers why, without giving the right answer away; `said` puts it in a language."""
    chosen = asked.option(label)
    if chosen is None:
        return ""
    return f"{said('Right.') if chosen.right else said('Not this one.')} {chosen.why}".rstrip()


def _ranker(trace: Trace, run: BoostedRun, t: int) -> Question:
    table = candidates.best(trace, run, t, limit=60)
    chosen = next(row for row, each in enumerate(table) if each.chosen)
    few = len(table) <= ALL
    picked = (
        list(range(len(table))) if few else [chosen, *_rivals(run, table, chosen, _before(trace, run, t))]
    )
    picked.sort(key=lambda row: table[row].ranker)
    options = tuple(_ranker_option(trace, run, t, table, row, chosen) for row in picked)
    algorithm = find_boosted(run.algorithm)
    rule = (
        "the edge that is largest in absolute value" if algorithm.negative(run.params) else "the largest edge"
    )
    if algorithm.by_step(run.params):
        rule = "the one whose step leaves the smallest Z"
    noun = "classifier" if algorithm.two_classes else "ranker"
    return Question(
        RANKER,
        run.algorithm,
        t,
        f"Which {noun} will {run.label} pick in round {t}? It takes {rule}.",
        options,
        *_says(trace, *(option.label for option in options)),
    )


def _says(trace: Trace, *labels: str) -> tuple[tuple[str, ...], tuple[tuple[str, tuple[bool, ...]], ...]]:
    """Return the items, and whether rankers say yes to each; empty where there are too many items to read."""
    problem, pool = trace.problem, trace.pool
    if problem.n_items > SHORT:
        return (), ()
    by_label = {pool.label(j): j for j in range(len(pool))}
    rows = tuple((label, tuple(bool(yes) for yes in pool.output(by_label[label]))) for label in labels)
    return tuple(str(item) for item in problem.item_ids), rows


def _before(trace: Trace, run: BoostedRun, t: int) -> str:
    return trace.pool.label(int(run.ranker[t - 2])) if t > 1 else ""


def _rivals(run: Run, table: Sequence[Candidate], chosen: int, before: str) -> list[int]:
    """Return up to three wrong answers: the last pick, then the best of other features, then others."""
    wrong = [row for row in range(len(table)) if not compared.equal(run, table[row], table[chosen])]
    names = [each.ranker for each in table]
    picked: list[int] = [row for row in wrong if names[row] == before][:1]
    features = {names[row].partition(" > ")[0] for row in [chosen, *picked]}
    for fresh in (True, False):
        for row in wrong:
            feature = names[row].partition(" > ")[0]
            if len(picked) < OPTIONS - 1 and row not in picked and (not fresh or feature not in features):
                picked.append(row)
                features.add(feature)
    return picked


def _ranker_option(
    trace: Trace, run: Run, t: int, table: Sequence[Candidate], at: int, chosen: int
) -> Option:
    row, taken = table[at], table[chosen]
    name, shares = row.ranker, compared.shares(run, row)
    equal = at != chosen and compared.equal(run, row, taken)
    worth = compared.worth(run, row)
    turned = compared.in_reverse(run, taken)
    if at == chosen:
        lead = f"It is {name}{', in reverse' if turned else ''}, with {worth}"
    else:
        lead = f"{name} has {worth}{'; in absolute value another is larger' if turned and not equal else ''}"
    same = f", as good as that of {taken.ranker}, which the run takes" if equal else ""
    why = f"{lead}{same}. It {shares}{_reversed(trace, run, t, name)}."
    hint = "" if trace.problem.n_items <= SHORT else shares
    return Option(name, hint, at == chosen or equal, why, equal)


def _reversed(trace: Trace, run: Run, t: int, label: str) -> str:
    """Name the heaviest pairs that a ranker reverses before round t, where there are few items: ": a over b"."""
    problem, pool = trace.problem, trace.pool
    if problem.n_items > SHORT or find_boosted(run.algorithm).two_classes:
        return ""
    h = pool.output(next(j for j in range(len(pool)) if pool.label(j) == label))
    wrong = np.flatnonzero(h[problem.pairs[:, 0]] < h[problem.pairs[:, 1]])
    heavy = wrong[np.argsort(-trace.weights(run, t - 1)[wrong], kind="stable")]
    ids = problem.item_ids
    names = [f"{ids[high]} over {ids[low]}" for high, low in problem.pairs[heavy[:NAMED]]]
    rest = len(wrong) - len(names)
    return f": {', '.join(names)}{f' and {rest} more' if rest else ''}" if names else ""


def _pair(trace: Trace, run: BoostedRun, t: int) -> Question | None:
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
    how = ", in reverse (its α is negative)" if turned else ""
    prompt = (
        f"In round {t} {run.label} picks {ranker}{how}. Which pair gains the most weight? "
        "(×1 is the weight it began with.)"
    )
    return Question(PAIR, run.algorithm, t, prompt, options, *_says(trace, ranker))


def _other_pairs(change: np.ndarray, before: np.ndarray, best: int) -> list[int]:
    """Return up to three wrong answers: the heaviest pair so far, the one that loses most, one in the middle."""
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
    trace: Trace, run: BoostedRun, t: int, row: int, right: bool, before: np.ndarray, after: np.ndarray
) -> Option:
    problem = trace.problem
    higher, lower = problem.pairs[row]
    ids = problem.item_ids
    label = f"{ids[higher]} over {ids[lower]}"
    h = trace.pool.output(int(run.ranker[t - 1]))
    did = {1: "orders", 0: "ties", -1: "reverses"}[int(h[higher]) - int(h[lower])]
    lead = f"It is {label}" if right else label
    why = (
        f"{lead}: {trace.pool.label(int(run.ranker[t - 1]))} {did} it, and its weight goes from "
        f"×{number(float(before[row]))} to ×{number(float(after[row]))}."
    )
    hint = f"weighs ×{number(float(before[row]))}{_values(trace, int(run.ranker[t - 1]), higher, lower)}"
    return Option(label, hint, right, why)


def _values(trace: Trace, ranker: int, higher: int, lower: int) -> str:
    """Return both items' values of the ranker's feature, where the ranker is a threshold and not given by a table."""
    problem = trace.problem
    name, cut, _ = trace.pool.label(ranker).partition(" > ")
    if problem.n_items <= SHORT or not cut or name not in problem.feature_names:
        return ""
    column = problem.X[:, problem.feature_names.index(name)]
    return f", {name} {number(float(column[higher]))} and {number(float(column[lower]))}"


def _bound(trace: Trace, run: BoostedRun, t: int) -> Question | None:
    before, after = (float(value) for value in run.metrics["log_e2"][t - 1 : t + 1])
    change = 0.0 if after == before else after - before  # both may be −∞
    if np.isnan(change) or TIE < abs(change) <= TIED:
        return None  # not measured, or within rounding
    way = "stays" if abs(change) <= TIE else "rises" if change > 0 else "falls"
    values = f"from {shown(exp_or_inf(before), before)} to {shown(exp_or_inf(after), after)}"
    since = why_bound.reason(trace, run, t, way)
    why = {way: f"It {way} {values}{since or '.'}"}
    options = tuple(
        Option(f"It {each}", "", each == way, why.get(each, f"It does not {each[:-1]}."))
        for each in ("rises", "falls", "stays")
    )
    prompt = f"Does Ê2 of {run.label}, the bound on R̂2, rise, fall or stay in round {t}?"
    return Question(BOUND, run.algorithm, t, prompt, options)


NONE, SEVERAL = "None of them", "Several at once"
MOST_RUNS = 3


def _first(trace: Trace, run: Run, t: int) -> Question | None:
    """Ask which run is first at R̂1 = 0, while none is there; the last round settles that none gets there."""
    arrives = {each.label: _zero(each) for each in trace.runs}
    ends = max(each.n_rounds for each in trace.runs)
    rounds = [at for at in arrives.values() if at is not None]
    settled = min(rounds, default=ends)
    if settled < t:
        return None
    winners = [label for label, at in arrives.items() if at == settled]
    right = NONE if not winners else SEVERAL if len(winners) > 1 else winners[0]
    # The runs that arrive soonest are the likely answers; the order of the runs stays.
    by_round = {label: ends + 1 if at is None else at for label, at in arrives.items()}
    soonest = sorted(by_round, key=lambda label: by_round[label])
    offered = [label for label in arrives if label in soonest[:MOST_RUNS]]
    extra = [SEVERAL, NONE] if len(offered) > 1 else [NONE]
    m = trace.problem.n_pairs
    left = {run.label: round(float(run.metrics["r1"][min(settled, run.n_rounds)]) * m) for run in trace.runs}
    options = tuple(
        Option(label, "", label == right, _arrival(label, arrives, winners, ends, left))
        for label in (*offered, *extra)
    )
    prompt = f"Which run is first at R̂1 = 0, with all training pairs in order, up to round {ends}?"
    return Question(FIRST, run.algorithm, settled, prompt, options)


def _zero(run: Run) -> int | None:
    """Return the first round after which R̂1 is 0; None when there is none."""
    found = np.flatnonzero(run.metrics["r1"] == 0)
    return int(found[0]) if len(found) else None


def _arrival(
    label: str, arrives: dict[str, int | None], winners: list[str], ends: int, left: dict[str, int]
) -> str:
    """Say whether an answer is right: when the run is there, and how many pairs the others have left then."""
    others = [f"{each} {left[each]:,}" for each in arrives if each not in winners]
    rest = f" Pairs not in order then: {', '.join(others)}." if others else ""
    if label == NONE:
        return "A run reaches it." if winners else f"After {ends} rounds no run has reached it.{rest}"
    if label == SEVERAL:
        there = f"{' and '.join(winners)} reach it in round {arrives[winners[0]]}.{rest}" if winners else ""
        return there if len(winners) > 1 else "No two runs are first."
    at = arrives[label]
    if at is None:
        return f"{label} has not reached it after {ends} rounds."
    return (
        f"It is {label}, which reaches it in round {at}.{rest}"
        if winners == [label]
        else f"{label} reaches it in round {at}, but is not the only first."
    )


AHEAD = 300
"""Rounds searched for a theorem that stops holding."""


def _theorem(trace: Trace, run: Run, t: int) -> Question | None:
    """Ask which theorem stops holding first, among some that hold now, before the round in which it does."""
    before = monitor.rows(trace, run, t - 1)
    for at in range(t, min(run.n_rounds, t + AHEAD - 1) + 1):
        now = {row.key: row for row in monitor.rows(trace, run, at)}
        held = [now[row.key] for row in before if row.verdict == monitor.HOLDS and row.key in now]
        ends = [row for row in held if row.verdict != monitor.HOLDS]
        if ends:
            stays = [row for row in held if row.verdict == monitor.HOLDS]
            offered = [ends[0], *stays[: OPTIONS - 1]]
            options = tuple(_theorem_option(row, at) for row in held if row in offered)
            prompt = f"Which of these is the first to stop holding for {run.label}, from round {t} on?"
            return Question(THEOREM, run.algorithm, at, prompt, options)
        before = list(now.values())
    return None


def _theorem_option(row: monitor.Row, at: int) -> Option:
    right = row.verdict != monitor.HOLDS
    sides = f"{row.text('left')} {row.relation} {row.text('right')}"
    why = f"It is “{row.name}”. {row.because}" if right else f"“{row.name}” holds after round {at}: {sides}."
    return Option(row.name, row.equation, right, why)


MAKERS = {RANKER: _ranker, PAIR: _pair, BOUND: _bound, FIRST: _first, THEOREM: _theorem}
"""The maker of each kind of question, from a trace, a run and a round."""
