"""The P-norm push: its gain at the top of the list, its cost below, and data on which there is only a cost."""

from functools import lru_cache, partial
from typing import NamedTuple

from rankviz.engine import metrics
from rankviz.engine.choice import Choice
from rankviz.engine.number_format import share
from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import BoostedRun, Trace
from rankviz.insight.claims.claim import (
    Claim,
    ClaimRun,
    Curve,
    Evidence,
    Figure,
    Options,
    Proof,
    compare,
    swept,
)

GROUP = "The top of the list"
PAPER = "The P-norm push (Rudin 2009)"
ROUNDS, DRAWS = 60, 8
POWERS = (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0)
"""The powers at which the figures have points and the sweeps a verdict."""

GRADED = "bundled:diabetes?grades=4&items=200"
P = Choice("p", "p", "float", 4.0, "How hard the push is; 1 is RB-D.", 1.0, 16.0, 0.5)


class Seen(NamedTuple):
    """A run's R̂2, and the share of the items of the highest grade that rank above all others."""

    wrong: float
    top: float


def _spec(data: str, p: float) -> RunSpec:
    """Return RB-D and the push; undefined steps are taken in the limit, so that both run all rounds."""
    return RunSpec(data, ("rb-d", f"push:p={p:g}"), ROUNDS, parameters={"undefined": "limit"})


@lru_cache(maxsize=256)
def _seen(data: str, p: float) -> Seen:
    spec = RunSpec(data, ("push",), ROUNDS, parameters={"undefined": "limit", "p": p})
    trace = spec.trace()
    return _of(trace, trace.boosted[0])


def _of(trace: Trace, run: BoostedRun) -> Seen:
    problem, scores = trace.problem, trace.scores(run)
    scale = float(trace.scales(run)[-1])
    best = float(problem.known_grades.max())
    return Seen(
        float(run.metrics["r2"][-1]),
        metrics.positives_at_top(problem.two_grades(best), scores, scale=scale),
    )


def _moons(seed: int) -> str:
    return f"synthetic:moons?n=200&noise=0.5&seed={seed}"


def _buys(seed: int, p: float) -> tuple[Evidence, ...]:
    trace = ClaimRun(_spec(_moons(seed), p), ROUNDS).trace()
    plain, push = (_of(trace, run) for run in trace.boosted)
    return (
        compare(
            "More positives rank above every negative than under RB-D.",
            (f"Pos@Top with p = {p:g}", push.top),
            ">",
            ("Pos@Top of RB-D", plain.top),
        ),
        compare(
            "More pairs are in the wrong order, so AUC falls.",
            (f"1 − AUC with p = {p:g}", push.wrong),
            ">",
            ("1 − AUC of RB-D", plain.wrong),
        ),
        compare(
            "With p = 1 the push is RB-D itself.",
            ("1 − AUC with p = 1", _seen(_moons(seed), 1.0).wrong),
            "=",
            ("1 − AUC of RB-D", plain.wrong),
        ),
    )


def _lines(data: str, name: str, value: str) -> tuple[Curve, ...]:
    found = [_seen(data, p) for p in POWERS]
    return (
        Curve(name, "push", POWERS, tuple(each.top for each in found)),
        Curve(value, "r1", POWERS, tuple(1.0 - each.wrong for each in found), "dash"),
    )


def _push_top(options: Options) -> Proof:
    seed, p = int(options["seed"]), float(options["p"])
    data, evidence = _moons(seed), _buys(seed, p)
    plain, push = _seen(data, 1.0), _seen(data, p)
    draws = sum(_better(_seen(_moons(draw), p), _seen(_moons(draw), 1.0)) for draw in range(DRAWS))
    holds = all(each.holds for each in evidence)
    return Proof(
        ClaimRun(_spec(data, p), ROUNDS),
        evidence,
        f"The push puts {share(push.top)} of the positives above every negative, RB-D {share(plain.top)}; AUC is "
        f"{1 - push.wrong:.4f} instead of {1 - plain.wrong:.4f}. With p = {p:g} the claim holds in {draws} of {DRAWS} "
        "draws.",
        Figure(
            f"After {ROUNDS} rounds, draw {seed}",
            "p",
            "share",
            _lines(data, "positives above every negative", "AUC"),
            (("RB-D", plain.top), ("AUC of RB-D", 1.0 - plain.wrong)),
            p,
            (min(0.3, plain.top - 0.05), 1.0),
        ),
        swept("p", POWERS, partial(_buys, seed), p),
        "" if holds else "p = 1 is RB-D" if p == 1.0 else "the paper does not promise it for a single draw",
    )


def _better(push: Seen, plain: Seen) -> bool:
    return push.top > plain.top and push.wrong > plain.wrong


@lru_cache(maxsize=64)
def _on_the_lowest(p: float) -> float:
    """Return the weight of the pairs whose lower item has the lowest grade, before the first round."""
    trace = RunSpec(GRADED, ("push",), 1, parameters={"p": p}).trace()
    grades = trace.problem.known_grades
    lowest = grades[trace.problem.pairs[:, 1]] == grades.min()
    return float(trace.weights(trace.runs[0], 0)[lowest].sum())


def _costs(p: float) -> tuple[Evidence, ...]:
    trace = ClaimRun(_spec(GRADED, p), ROUNDS).trace()
    plain, push = (_of(trace, run) for run in trace.boosted)
    return (
        compare(
            "With four grades the sum is largest in the lowest grade, above which most items belong, so the weight "
            "goes there.",
            (f"weight on it before round 1, p = {p:g}", _on_the_lowest(p)),
            ">",
            ("as a share of the pairs, p = 1", _on_the_lowest(1.0)),
        ),
        compare(
            "So fewer items of the top grade rank above all others than under RB-D.",
            (f"share with p = {p:g}", push.top),
            "<",
            ("share under RB-D", plain.top),
        ),
        compare(
            "More pairs are in the wrong order, too.",
            (f"R̂2 with p = {p:g}", push.wrong),
            ">",
            ("R̂2 of RB-D", plain.wrong),
        ),
    )


def _push_grades(options: Options) -> Proof:
    p = float(options["p"])
    evidence, plain, push = _costs(p), _seen(GRADED, 1.0), _seen(GRADED, p)
    holds = all(each.holds for each in evidence)
    return Proof(
        ClaimRun(_spec(GRADED, p), ROUNDS),
        evidence,
        f"Of the top grade {share(plain.top)} rank above all others under RB-D and {share(push.top)} with p = {p:g}; "
        f"R̂2 goes from {plain.wrong:.3f} to {push.wrong:.3f}.",
        Figure(
            f"After {ROUNDS} rounds, four grades",
            "p",
            "share",
            _lines(GRADED, "top grade above all others", "pairs in order, 1 − R̂2"),
            (("RB-D", plain.top), ("1 − R̂2 of RB-D", 1.0 - plain.wrong)),
            p,
            (0.0, 1.0),
        ),
        swept("p", POWERS, _costs, p),
        "" if holds else "p = 1 is RB-D" if p == 1.0 else "so small a push moves little",
    )


CLAIMS = (
    Claim(
        "push-top",
        "A push can put more positives above every negative",
        "The P-norm push gives up some order to win the top. On noisy moons more positives rank above every "
        "negative than under RB-D, and fewer pairs are in order.",
        f"{PAPER}, the objective and the experiments",
        "Solid line: positives above every negative. Dashed: AUC. Both begin at p = 1, which is RB-D. The claim holds "
        "where the solid line is above RB-D's level, and the dashed one below.",
        GROUP,
        _push_top,
        (P, Choice("seed", "Draw", "int", 0, "Which draw of the moons.", 0, DRAWS - 1, 1)),
        reference="push-loss",
    ),
    Claim(
        "push-grades",
        "With four grades the same push can cost at the top, too",
        "With more than two grades the sum that the push raises to p is at first largest for the lowest grade. So "
        "the push works at the bottom; on these patients the top gets worse with the rest.",
        f"{PAPER}, which speaks of two classes; over more grades the sum is over the lower item's pairs",
        "From p = 2 on, both lines are below RB-D's levels: neither the top nor the order gains.",
        GROUP,
        _push_grades,
        (P,),
        reference="push-loss",
    ),
)
