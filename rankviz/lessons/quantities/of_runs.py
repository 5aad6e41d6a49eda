"""Quantities of a run, after a round or in it; docs/lessons.md lists them.

A name that is none, or that this run has not, raises one of `rankviz.lessons.vocabulary.UNKNOWN`.
"""

import math

import numpy as np

from rankviz.engine import metrics
from rankviz.engine.algorithms.kernel_gd.learner import KernelDetails
from rankviz.engine.algorithms.qbrank.losses import targets as targets_of
from rankviz.engine.algorithms.qbrank.losses import weights as weights_of
from rankviz.engine.algorithms.qbrank.qbrank import QBRankDetails
from rankviz.engine.data.problem import Problem
from rankviz.engine.metrics.ranking import precision_at
from rankviz.engine.runs import candidates
from rankviz.engine.runs.held_scores import held_scores
from rankviz.engine.runs.trace import BoostedRun, Run, ScoredRun, Trace, details_of
from rankviz.insight.explain.equations import EQUATIONS
from rankviz.lessons.quantities import of_data

IN_ROUND = {
    "prior": "alpha_prior",
    "correct": "eps_correct",
    "tied": "eps_tied",
    "reversed": "eps_reversed",
    "z": "z",
    "delta": "delta",
    "factor": "tie_factor",
}
AFTER_ROUND = ("r1", "r2", "e1", "e2", "bound", "margin", "r1_holdout", "r2_holdout", "ndcg5")


DRAWN = {"top": ("Pos@Top: share of the top grade that ranks above all others", "Pos@Top")}
"""Measures that the losses' chart draws though no run keeps them, with the titles of their chart, the longest first."""


def course(trace: Trace, run: Run, what: str) -> np.ndarray:
    """Return (T + 1,) a measure after rounds 0, 1, … up to the run's last."""
    if what in DRAWN:
        return _tops(trace, run)
    return run.metrics[what] if what in AFTER_ROUND else _further(run)[what]


def _further(run: Run) -> dict[str, np.ndarray]:
    """Return the extra series of a run after every round: arrays (T + 1,) by name."""
    auc = {f"auc{of}": 1.0 - run.metrics[f"r2{of}"] for of in ("", "_holdout")}
    return {"smooth_margin": run.metrics["smooth_margin"], **auc, **run.extra}


def of_run(trace: Trace, run: Run, what: str, t: int) -> float | str:
    """Return a quantity of a run after round t, or of the whole of it."""
    after = min(t, run.n_rounds)
    if what == "rounds":
        return float(run.n_rounds)
    if what == "stopped":
        return run.stopped
    if what in ("p", "regularisation"):
        return float(run.params[what])
    if what == "longest":
        return float(_kernel(run).schedule.longest)
    if what == "least_edge":
        return float(np.abs(boosted(run).delta).min())
    if what.startswith("least_"):
        values = course(trace, run, what.removeprefix("least_").removesuffix("_at"))
        return float(np.argmin(values) if what.endswith("_at") else values.min())
    if what in AFTER_ROUND or what in _further(run):
        return float(course(trace, run, what)[after])
    if what == "undecided":
        return 2.0 * float(run.metrics["r1"][after] - run.metrics["r2"][after])
    if what == "of_line":
        return float(run.extra["norm"][t] / run.extra["norm_bound"][t])
    if what in ("ordered", "ordered_holdout"):
        return _ordered(trace, run, after, what)
    if what in ("top", "at_top"):
        share = _top(trace, run, after)
        return share if what == "top" else float(round(share * of_data.positives(trace)))
    if what == "places":
        return float(len(np.unique(np.round(trace.scores(run, after), 9))))
    if what in ("heaviest", "weight") or what.startswith(("pair:", "on:", "on-grade:")):
        return _weight(trace, trace.weights(run, after), what)
    if what.startswith("share:"):
        weights = boosted(run).weights_at(t)
        shares = {trace.pool.label(ranker): weight for ranker, weight in weights.items()}
        return shares.get(what.removeprefix("share:"), 0.0) / sum(map(abs, shares.values()))
    if not 1 <= t <= run.n_rounds:
        raise KeyError(f"{run.label} has no round {t}")
    return _in_round(trace, run, what, t)


def _weight(trace: Trace, weights: np.ndarray, what: str) -> float | str:
    """Return a weight of pairs: of the heaviest, of one, or of those on an item or a grade."""
    kind, _, name = what.partition(":")
    best = int(np.argmax(weights))
    if kind == "heaviest":
        return of_data.pair_in_words(trace, best)
    if kind == "weight":
        return float(weights[best] * len(weights))
    if kind == "pair":
        return float(weights[of_data.pair(trace, name)])
    problem = trace.problem
    lower = problem.pairs[:, 1]
    if kind == "on":
        return float(weights[lower == of_data.item(trace, name)].sum())
    if problem.grades is None or float(name) not in problem.grades:
        raise KeyError(f"no item here has grade {name}")
    return float(weights[problem.grades[lower] == float(name)].sum())


def _in_round(trace: Trace, run: Run, what: str, t: int) -> float | str:
    kind, _, name = what.partition(":")
    if kind == "rise":
        return float((trace.scores(run, t) - trace.scores(run, t - 1))[of_data.item(trace, name)])
    if kind == "target":
        return float(_targets(run, t)[of_data.item(trace, name)])
    if kind == "coefficient":
        return float(_kernel(run).coefficients[t][of_data.item(trace, name)])
    if what == "leaves":
        return float(_leaves(run, t))
    if what in ("gainer", "gain"):
        change = (trace.weights(run, t) - trace.weights(run, t - 1)) * trace.problem.n_pairs
        best = int(np.argmax(np.round(change, 9)))
        return of_data.pair_in_words(trace, best) if what == "gainer" else float(change[best])
    return _of_pick(trace, boosted(run), what, t)


def _of_pick(trace: Trace, run: BoostedRun, what: str, t: int) -> float | str:
    if what == "pick":
        return trace.pool.label(int(run.ranker[t - 1]))
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
                for each in candidates.best(trace, run, t)
                if (not each.chosen if what == "second" else each.ranker == label)
            ),
            key=abs,
            default=math.nan,
        )
    return float(getattr(run, IN_ROUND[what])[t - 1])


def boosted(run: Run) -> BoostedRun:
    """Return a run whose rounds pick weak rankers. Raises KeyError for any other."""
    if isinstance(run, ScoredRun):
        raise KeyError(f"{run.label} picks no weak rankers")
    return run


def _tops(trace: Trace, run: Run) -> np.ndarray:
    """Return (T + 1,) the share of the items of the highest grade above all others, after each round."""
    two, scales = _best_against_others(trace), trace.scales(boosted(run)).tolist()
    after = zip(trace.staged_scores(run), scales, strict=True)
    return np.array([metrics.positives_at_top(two, scores, scale=scale) for scores, scale in after])


def _top(trace: Trace, run: Run, t: int) -> float:
    """Return that share after round t."""
    two, scale = _best_against_others(trace), float(trace.scales(boosted(run))[t])
    return metrics.positives_at_top(two, trace.scores(run, t), scale=scale)


def _best_against_others(trace: Trace) -> Problem:
    """Return the items of the highest grade against all others. Raises KeyError without grades."""
    if trace.problem.grades is None:
        raise KeyError("nothing here has a grade")
    return trace.problem.two_grades(float(trace.problem.grades.max()))


def _ordered(trace: Trace, run: Run, t: int, what: str) -> float:
    """Return the share of the pairs that the scores after round t do not contradict."""
    if what == "ordered":
        return float(precision_at(trace.problem, trace.scores(run, t), 100))
    if trace.holdout is None:
        raise KeyError("nothing is held out here")
    return float(precision_at(trace.holdout, held_scores(trace, run)[t], 100))


def _qbrank(run: Run) -> QBRankDetails:
    details = details_of(run, QBRankDetails)
    if details is None:
        raise KeyError(f"{run.label} fits no trees")
    return details


def _leaves(run: Run, t: int) -> int:
    """Return the number of leaves of the tree of round t. Raises KeyError where none is fitted."""
    tree = _qbrank(run).descent.fitted[t - 1].tree
    if tree is None:
        raise KeyError(f"{run.label} fits no tree in round {t}")
    return tree.n_leaves


def _targets(run: Run, t: int) -> np.ndarray:
    """Return (n,) the targets r of round t. Raises KeyError where none are fitted."""
    details = _qbrank(run)
    loss = details.risk.total
    look = loss.evaluate(details.descent.scores[t - 1])
    return targets_of(look, weights_of(loss, look, details.rules.weighting))


def _kernel(run: Run) -> KernelDetails:
    details = details_of(run, KernelDetails)
    if details is None:
        raise KeyError(f"{run.label} has no kernel")
    return details
