"""The quantities of a run that prose may use: as numbers, as text, and in comparisons.

A quantity is written ``who.what@round``:

* ``rb-d.alpha@2``  of an algorithm in a round: alpha, prior, total, correct, tied, reversed, z, delta, edge, factor,
  pick; for and against, the shares of a tie on either side of its α;
* ``rb-d.e2@10``    of an algorithm after a round: r1, r2, e1, e2, bound, margin, r1_holdout, r2_holdout, and the
  number of different scores: places; undecided, the share of the pairs whose two scores are equal;
* ``rb-d.gainer@1`` the pair that gains most weight in a round, and what it gains: gain; the heaviest pair and its
  weight: heaviest, weight; all in units of an equal share; ``rb-d.ndcg5@3``  NDCG@5;
* ``rb-d.edge@1``  the edge −δ of the pick; ``rb-d.second@1`` that of the best of the others, ``rb-d.edge:h4@2`` of h4;
* ``smooth-margin.smooth_margin@9``, ``adaboost.f_skew@1``, ``qbrank.risk@3``, ``kernel-gd.norm@2``  what else a
  run has after every round, by its name in the Trace; ``rb-d.auc@4`` and auc_holdout: 1 − R̂2;
* ``push.p``  the power of the push; ``push.top@60``  the share of the items of the highest grade above all
  others, at_top their number;
  ``push.on:a@1``  the weight of the pairs whose lower item is a, ``push.on-grade:0@1`` of those where it has grade 0;
* ``rb-d.share:h1@24``  the part of all weight that h1 has; ``kernel-gd.rise:a@1``  how far the score of item a moves
  in a round, ``qbrank.target:a@1`` how far it should, ``kernel-gd.coefficient:a@1`` that of its kernel after it;
* ``kernel-gd.of_line@9``  the norm as a part of its limit;
* ``rb-d.rounds``   the rounds it did; ``rb-d.least_e2`` and ``rb-d.least_e2_at`` the least Ê2 and where;
  ``rb-d.least_edge`` the least edge of all rounds, whatever its sign;
* ``h1.right``      of a weak ranker and the pairs, all weighing the same: right, ties, wrong, r1, r2, e1, e2;
  ``h1.best`` its part of weights that reach the largest margin; yes, the items it says yes to;
  ``rb-d.pick.right@3`` the same of the ranker that a round picked;
* ``qbrank.ordered@3``  the share of the pairs that the scores do not contradict, ordered_holdout of those held out;
* ``item:a.grade``, ``item:a.query``  an item's grade, and all grades of its query; ``item:a.x`` its feature x;
* ``items``, ``pairs``, ``rankers``, ``held_out``  the counts of the data; ``one_pair`` the share of one pair;
  ``asked`` the rounds asked for; ``rho`` the largest margin that weights ≥ 0 reach.

Without ``@round`` the round of the moment is meant; ``@end`` is the last that the algorithm did. ``was.`` before a
quantity means the run as it was, where the learner has changed it.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rankviz.errors import DataError
from rankviz.explain.equations import EQUATIONS
from rankviz.kernels import pairs as pair_kernels
from rankviz.lessons import quantities
from rankviz.number_format import number, on_tiles, share, times_on_tiles
from rankviz.runs import candidates
from rankviz.runs.trace import BoostedRun, Run, Trace
from rankviz.theory import margin_game

IN_ROUND = {
    "prior": "alpha_prior",
    "correct": "eps_correct",
    "tied": "eps_tied",
    "reversed": "eps_reversed",
    "z": "z",
    "delta": "delta",
    "factor": "tie_factor",
}
AFTER_ROUND = {
    "r1": "r1",
    "r2": "r2",
    "e1": "log_e1",
    "e2": "log_e2",
    "bound": "log_bound",
    "margin": "margin",
    "r1_holdout": "r1_holdout",
    "r2_holdout": "r2_holdout",
    "ndcg5": "ndcg5",
}
FACTORS = {"factor", "weight", "gain"}
"""Quantities in units of an equal share, or of what was before."""
OF_ITEM = ("rise:", "target:", "coefficient:")
SHARES = {"correct", "tied", "reversed", "best", "top", "undecided", "of_line"}
SHARES_OF = ("share:", "on:", "on-grade:")
RELATIONS: dict[str, Callable[[float, float], bool]] = {
    "<": lambda a, b: a < b - EXACT * max(abs(a), abs(b)),
    ">": lambda a, b: a > b + EXACT * max(abs(a), abs(b)),
    "=": lambda a, b: a == b or abs(a - b) <= EXACT * max(abs(a), abs(b), 1e-3),
    "≠": operator.ne,
    "≤": lambda a, b: a <= b + EXACT * max(abs(a), abs(b)),
    "≥": lambda a, b: a >= b - EXACT * max(abs(a), abs(b)),
}
EXACT = 1e-9
"""Two numbers this close are the same."""
WAS = "was."
UNKNOWN = (KeyError, AttributeError, IndexError, ValueError, ZeroDivisionError)
"""What a quantity raises that a run has not, whatever somebody has written for one."""

_COMPARISON = re.compile(r"(\S+) ([<>=≠≤≥]) (\S+)(?: ([<>=≠≤≥]) (\S+))?")
_COURSE = re.compile(r"(\S+) (falls|rises|never rises|never falls)")


VALUE = re.compile(r"\{([^{}]+)\}")
"""A value of the run in a sentence: {rb-d.alpha@2}."""


def is_condition(text: str) -> bool:
    """Whether a text is written as a comparison that :meth:`Facts.holds` reads."""
    return bool(_COURSE.fullmatch(text) or _COMPARISON.fullmatch(text))


def sides(text: str) -> list[tuple[str, bool]]:
    """Return the quantities that a comparison or a single key names: (key, whether its whole course is meant)."""
    if course := _COURSE.fullmatch(text):
        return [(course[1], True)]
    found = _COMPARISON.fullmatch(text)
    keys = (found[1], found[3], found[5]) if found else (text,)
    return [(key, False) for key in keys if key is not None and not _is_number(key)]


@dataclass(frozen=True)
class Facts:
    """The vocabulary, applied to a trace at a round; `was` is that of the run before the learner changed it.

    `as_drawn` writes numbers as the stage's tiles print them, for a sentence above them.
    """

    trace: Trace
    t: int
    was: Facts | None = None
    as_drawn: bool = False

    def value(self, key: str) -> float:
        """Return the value of a quantity. Raises KeyError when the trace lacks the quantity."""
        found = self._find(key)
        if isinstance(found, str):
            raise KeyError(f"{key} is no number")
        return found

    def text(self, key: str) -> str:
        """Return a quantity as prose shows it."""
        found = self._find(key)
        if isinstance(found, str):
            return found
        what = key.rpartition(".")[2].partition("@")[0]
        if what in SHARES or what.startswith(SHARES_OF):
            return share(found)
        if float(found).is_integer() and (what in COUNTS or what.endswith("_at") or abs(found) <= 2):
            return f"{int(found):,}".replace("-", "−")
        if not self.as_drawn:
            return number(found)
        return times_on_tiles(found) if what in FACTORS else on_tiles(found)

    def holds(self, check: str, *, as_read: bool = False) -> bool:
        """Return whether a comparison is true: ``a < b``, ``a = b > c``, ``rb-d.e2 rises``, ``h1.r1 = h2.r1``.

        With `as_read`, a quantity beside a number is rounded to that number's decimals, as one reads it on the screen:
        0.0998 reaches 0.10.
        """
        if course := _COURSE.fullmatch(check):
            return self._course(course[1], course[2])
        parts = _COMPARISON.fullmatch(check)
        if parts is None:
            raise KeyError(f"{check!r} is no comparison")
        left, relation, middle, second, right = parts.groups()
        return self._related(left, relation, middle, as_read) and (
            second is None or self._related(middle, second, right, as_read)
        )

    def pieces(self, text: str) -> list[tuple[str, bool]]:
        """Split a text into pieces: (text, whether it is a value read from the run)."""
        parts = VALUE.split(text)
        return [(self.text(part), True) if i % 2 else (part, False) for i, part in enumerate(parts)]

    def filled(self, text: str) -> str:
        """Return a text with its values."""
        return "".join(piece for piece, _ in self.pieces(text))

    def course(self, key: str) -> np.ndarray:
        """Return a measure after rounds 0, 1, … up to the algorithm's last."""
        name, _, what = key.rpartition(".")
        run = self.run(name)
        if what not in AFTER_ROUND:
            return quantities.further(run)[what]
        found = run.metrics[AFTER_ROUND[what]]
        return np.exp(found) if AFTER_ROUND[what].startswith("log_") else found

    def run(self, algorithm: str) -> Run:
        """Return the run of an algorithm. Raises KeyError when the trace has none."""
        try:
            return self.trace.run(algorithm)
        except DataError as error:
            raise KeyError(f"{algorithm} does not run here") from error

    def boosted_run(self, algorithm: str) -> BoostedRun:
        """Return the run of an algorithm whose rounds pick weak rankers. Raises KeyError when the trace has none."""
        return quantities.boosted(self.run(algorithm))

    def pair(self, index: int) -> str:
        """Name a pair in words: a over b."""
        higher, lower = self.trace.problem.pairs[index]
        ids = self.trace.problem.item_ids
        return f"{ids[higher]} over {ids[lower]}"

    def _related(self, left: str, relation: str, right: str, as_read: bool) -> bool:
        a, b = self._side(left), self._side(right)
        if as_read and (digits := max(map(_decimals, (left, right)))):
            a, b = (round(each, digits) if isinstance(each, float) else each for each in (a, b))
        if isinstance(a, str) or isinstance(b, str):
            if relation not in "=≠":
                raise KeyError(f"{left} {relation} {right} compares words")
            return (a == b) == (relation == "=")
        return not (math.isnan(a) or math.isnan(b)) and RELATIONS[relation](a, b)

    def _side(self, text: str) -> float | str:
        try:
            return float(text)
        except ValueError:
            return self._find(text)

    def _course(self, key: str, word: str) -> bool:
        values = self.course(key)
        steps, slack = np.diff(values), EXACT * np.abs(values[1:])
        if word == "never rises":
            return bool((steps <= slack).all())
        if word == "never falls":
            return bool((steps >= -slack).all())
        return bool((steps < -slack).all()) if word == "falls" else bool((steps > slack).all())

    def _find(self, key: str) -> float | str:
        if key.startswith(WAS):
            return (self.was or self)._find(key.removeprefix(WAS))
        who, _, what = key.rpartition(".")
        if not who:
            return self._count(key)
        what, _, when = what.partition("@")
        if who.endswith(".pick"):
            return self._of_ranker(str(self._find(f"{who}@{when}" if when else who)), what)
        if who in {name for run in self.trace.runs for name in (run.contender, run.algorithm)}:
            return self._of_run(self.run(who), what, when)
        if who.startswith("item:"):
            return self._of_item(who.removeprefix("item:"), what)
        return self._of_ranker(who, what)

    def _count(self, key: str) -> float:
        if key == "rho":
            return margin_game.solve(self.trace.problem, self.trace.pool.without_constant()).level
        if key == "positives":
            return float(quantities.positives(self.trace))
        held = self.trace.holdout
        return float(
            {
                "items": self.trace.problem.n_items,
                "pairs": self.trace.problem.n_pairs,
                "rankers": len(self.trace.pool),
                "held_out": held.n_items if held else 0,
                "held_out_pairs": held.n_pairs if held else 0,
                "asked": int(self.trace.settings["rounds"]),
                "one_pair": 1 / self.trace.problem.n_pairs,
            }[key]
        )

    def _of_run(self, run: Run, what: str, when: str) -> float | str:
        t = run.n_rounds if when == "end" else int(when) if when else self.t
        if what == "rounds":
            return float(run.n_rounds)
        if what == "stopped":
            return run.stopped
        if what.startswith("least_") and what != "least_edge":
            values = self.course(f"{run.contender}.{what.removeprefix('least_').removesuffix('_at')}")
            return float(np.argmin(values) if what.endswith("_at") else values.min())
        if what in AFTER_ROUND or what in quantities.further(run):
            values = self.course(f"{run.contender}.{what}")
            return float(values[min(t, run.n_rounds)])
        if what in ("ordered", "ordered_holdout"):
            return quantities.ordered(self.trace, run, min(t, run.n_rounds), what)
        if what == "p":
            return float(run.params["p"])
        if what in ("top", "at_top"):
            share = quantities.top(self.trace, run, min(t, run.n_rounds))
            return share if what == "top" else float(round(share * quantities.positives(self.trace)))
        if what.startswith(("on:", "on-grade:")):
            return float(self.trace.weights(run, min(t, run.n_rounds))[self._lower(what)].sum())
        if what == "places":
            return float(len(np.unique(np.round(self.trace.scores(run, min(t, run.n_rounds)), 9))))
        if what == "undecided":
            return 2.0 * (self.value(f"{run.contender}.r1@{t}") - self.value(f"{run.contender}.r2@{t}"))
        if what == "of_line":
            return float(run.extra["norm"][t] / run.extra["norm_bound"][t])
        if what in ("heaviest", "weight"):
            weight = self.trace.weights(run, min(t, run.n_rounds))
            best = int(np.argmax(weight))
            return self.pair(best) if what == "heaviest" else float(weight[best] * len(weight))
        if what == "least_edge":
            return float(np.abs(quantities.boosted(run).delta).min())
        if what.startswith("share:"):
            weights = quantities.boosted(run).weights_at(t)
            shares = {self.trace.pool.label(ranker): weight for ranker, weight in weights.items()}
            return shares.get(what.removeprefix("share:"), 0.0) / sum(map(abs, shares.values()))
        if not 1 <= t <= run.n_rounds:
            raise KeyError(f"{run.label} has no round {t}")
        return self._of_round(run, what, t)

    def _of_round(self, run: Run, what: str, t: int) -> float | str:
        what, _, item = what.partition(":") if what.startswith(OF_ITEM) else (what, "", "")
        if what == "rise":
            return float((self.trace.scores(run, t) - self.trace.scores(run, t - 1))[self._item(item)])
        if what == "target":
            return float(quantities.targets(run, t)[self._item(item)])
        if what == "coefficient":
            return float(quantities.coefficients(run, t)[self._item(item)])
        if what in ("gainer", "gain"):
            change = (
                self.trace.weights(run, t) - self.trace.weights(run, t - 1)
            ) * self.trace.problem.n_pairs
            best = int(np.argmax(np.round(change, 9)))
            return self.pair(best) if what == "gainer" else float(change[best])
        return self._of_pick(quantities.boosted(run), what, t)

    def _of_pick(self, run: BoostedRun, what: str, t: int) -> float | str:
        if what == "pick":
            return self.trace.pool.label(int(run.ranker[t - 1]))
        if what in ("alpha", "total"):
            if run.outcome[t - 1] in ("infinite", "limit"):
                return math.inf * int(run.sign[t - 1])
            before = float(run.alpha_prior[t - 1]) if what == "total" else 0.0
            return before + float(run.alpha[t - 1])
        if what == "edge":
            return -float(run.delta[t - 1])
        if what in ("for", "against"):
            rule = EQUATIONS[run.algorithm].ties
            if rule is None:
                raise KeyError(f"the α of {run.label} is not split over ties")
            return float(rule.shares(run.alpha_prior)[what == "against"][t - 1])
        if what == "second" or what.startswith("edge:"):
            label = what.removeprefix("edge:")
            return max(
                (
                    -each.delta
                    for each in candidates.best(self.trace, run, t)
                    if (not each.chosen if what == "second" else each.ranker == label)
                ),
                key=abs,
                default=math.nan,
            )
        return float(getattr(run, IN_ROUND[what])[t - 1])

    def _lower(self, what: str) -> np.ndarray:
        """Return (m,) bool: pairs whose lower item is the one named, or has the grade named."""
        problem, (kind, _, name) = self.trace.problem, what.partition(":")
        lower = problem.pairs[:, 1]
        if kind == "on":
            return np.asarray(lower == self._item(name))
        if problem.grades is None or float(name) not in problem.grades:
            raise KeyError(f"no item here has grade {name}")
        return np.asarray(problem.grades[lower] == float(name))

    def _item(self, name: str) -> int:
        ids = list(self.trace.problem.item_ids)
        if name not in ids:
            raise KeyError(f"nothing here is called {name}")
        return ids.index(name)

    def _of_item(self, name: str, what: str) -> float | str:
        problem, item = self.trace.problem, self._item(name)
        if what in problem.feature_names:
            return float(problem.X[item, problem.feature_names.index(what)])
        if problem.grades is None:
            raise KeyError("nothing here has a grade")
        rows = next(rows for rows in problem.query_rows() if item in rows)
        beside = " ".join(f"{grade:g}" for grade in sorted(problem.grades[rows], reverse=True))
        if what == "query":
            return beside
        return {"grade": float(problem.grades[item])}[what]

    def _of_ranker(self, label: str, what: str) -> float:
        pool, problem = self.trace.pool, self.trace.problem
        ranker = next((j for j in range(len(pool)) if pool.label(j) == label), None)
        if ranker is None:
            raise KeyError(f"nothing here is called {label}")
        start, lower = problem.by_higher
        m = problem.n_pairs
        if what == "best":
            game = margin_game.solve(problem, pool.without_constant())
            return float(game.weights[game.rankers == ranker].sum())
        right, ties, wrong = pair_kernels.epsilons(start, lower, np.full(m, 1 / m), pool.output(ranker))
        return float(
            {
                "yes": int(pool.output(ranker).sum()),
                "right": round(right * m),
                "ties": round(ties * m),
                "wrong": round(wrong * m),
                "r1": ties + wrong,
                "r2": ties / 2 + wrong,
                "e1": right / math.e + ties + wrong * math.e,
                "e2": right / math.e + ties * math.cosh(1.0) + wrong * math.e,
            }[what]
        )


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _decimals(text: str) -> int:
    """How many decimals a number is written with; 0 for what is none."""
    return len(text.partition(".")[2]) if _is_number(text) else 0


COUNTS = {
    "grade",
    "yes",
    "at_top",
    "positives",
    "right",
    "ties",
    "wrong",
    "rounds",
    "asked",
    "places",
    "items",
    "pairs",
    "rankers",
    "held_out",
    "held_out_pairs",
    "p",
}
"""Quantities that are whole numbers."""
