"""Claims of the margin paper on AdaBoost: with the constant classifier it minimises RankBoost's loss."""

from __future__ import annotations

import math

import numpy as np

from rankviz.choice import Choice
from rankviz.claims.claim import Claim, Evidence, Options, Proof, Setting, compare
from rankviz.claims.margins import PAPER
from rankviz.claims.measures import loss
from rankviz.runs.spec import RunSpec
from rankviz.runs.trace import Run, Trace
from rankviz.theory import minimum

GROUP = "AdaBoost as a ranking algorithm"
DATA = {
    "four-ill": "scenario:skew",
    "coarse": "synthetic:coarse?grades=2&levels=2&features=3&n=60",
}
ZERO = 1e-9
"""What counts as 0 after so many rounds."""


def _run(options: Options, constant: bool) -> tuple[Setting, Trace, Run, Run]:
    data = DATA[str(options["data"])]
    spec = RunSpec(data, ("rb-d", "adaboost"), int(options["rounds"]), parameters={"constant": constant})
    trace = spec.trace()
    run = trace.run("adaboost")
    return Setting(spec, run.n_rounds, ("r2", "e1", "bound")), trace, trace.run("rb-d"), run


def _f_tilde(trace: Trace, run: Run) -> float:
    return loss(run, "e1") * trace.problem.n_pairs


def _auc(run: Run) -> float:
    return 1.0 - float(run.metrics["r2"][-1])


def _skew(options: Options) -> Proof:
    setting, trace, _, run = _run(options, True)
    plus, minus = float(run.own["f_plus"][-1]), float(run.own["f_minus"][-1])
    return Proof(
        setting,
        (
            compare(
                "At first the two classes add unequal shares to AdaBoost's loss.",
                ("the largest |F-skew| of the run", float(np.abs(run.own["f_skew"]).max())),
                ">",
                ("", 1.0),
            ),
            compare(
                "The two classes end with the same share of AdaBoost's loss.",
                ("|F-skew| at the end", abs(plus - minus)),
                "<",
                ("a billionth", ZERO),
            ),
            compare(
                "AdaBoost's loss is then the least it can be for this product: F = 2 √F̃.",
                ("F = F₊ + F₋", plus + minus),
                "=",
                ("2 √(F₊F₋)", 2.0 * math.sqrt(plus * minus)),
            ),
            compare(
                "The pairs say the same: F₊F₋ is their loss.",
                ("Ê1", loss(run, "e1")),
                "=",
                ("F₊F₋/m", plus * minus / trace.problem.n_pairs),
            ),
        ),
        f"|F-skew| is up to {np.abs(run.own['f_skew']).max():.2f}, and {abs(plus - minus):.0e} after "
        f"{run.n_rounds} rounds.",
    )


def _same(options: Options) -> Proof:
    setting, trace, plain, run = _run(options, True)
    least = minimum.of_f1(trace.problem, trace.pool).value
    return Proof(
        setting,
        (
            compare(
                "AdaBoost, which weighs items, ends with the loss of RankBoost, which weighs pairs.",
                ("F̃ of AdaBoost", _f_tilde(trace, run)),
                "=",
                ("F̃ of RankBoost", _f_tilde(trace, plain)),
            ),
            compare(
                "A convex solver that knows neither finds nothing smaller.",
                ("Ê1 = F̃/m of AdaBoost", loss(run, "e1")),
                "=",
                ("the least Ê1", math.nan if least is None else least),
            ),
            compare(
                "They rank equally well.",
                ("AUC of AdaBoost", _auc(run)),
                "=",
                ("AUC of RankBoost", _auc(plain)),
            ),
        ),
        f"Both end with F̃ = {_f_tilde(trace, run):.6f} and AUC = {_auc(run):.6f}.",
    )


def _without(options: Options) -> Proof:
    setting, trace, plain, run = _run(options, False)
    skewed = options["data"] == "four-ill"
    area: Evidence = compare(
        "It ranks worse, here even worse than a coin." if skewed else "Here it ranks no better.",
        ("AUC of AdaBoost", _auc(run)),
        "<" if skewed else "≤",
        ("AUC of RankBoost", _auc(plain)),
    )
    return Proof(
        setting,
        (
            compare(
                "Nothing balances the classes.",
                ("|F-skew| at the end", abs(float(run.own["f_skew"][-1]))),
                ">",
                ("", 1.0),
            ),
            compare(
                "AdaBoost has come to its own minimum, and the loss of the pairs is larger there.",
                ("Ê1 = F̃/m of AdaBoost", loss(run, "e1")),
                ">",
                ("Ê1 of RankBoost", loss(plain, "e1")),
            ),
            area,
        ),
        f"Without it F̃ is {_f_tilde(trace, run):.3f} and not {_f_tilde(trace, plain):.3f}; AUC is "
        f"{_auc(run):.3f}.",
    )


_OPTIONS = (
    Choice(
        "data", "Data", "choice", "four-ill", "Two classes that no weights separate.", choices=tuple(DATA)
    ),
    Choice("rounds", "Rounds", "int", 200, "AdaBoost stops by itself before.", 200, 400, 50),
)

CLAIMS = (
    Claim(
        "skew-to-zero",
        "With the constant classifier F-skew goes to 0",
        "When the classifier that says 1 of every item is a candidate, AdaBoost comes to where both classes "
        "add the same to its loss.",
        f"{PAPER}, Corollary 1, first half",
        "AdaBoost's bound F²/4n₊n₋ and its Ê1: they meet where F-skew is 0.",
        GROUP,
        _skew,
        _OPTIONS,
        reference="SM Corollary 1",
    ),
    Claim(
        "adaboost-ranks",
        "AdaBoost minimises RankBoost's loss",
        "With the constant classifier AdaBoost reaches the least exponential loss over pairs, and the AUC of "
        "RankBoost, without looking at a pair.",
        f"{PAPER}, Corollary 1, second half",
        "Ê1 of both runs: two curves that take different ways and end in one place.",
        GROUP,
        _same,
        _OPTIONS,
        reference="SM Corollary 1",
    ),
    Claim(
        "without-the-constant",
        "Without the constant classifier it does not",
        "The condition is needed: with the same rankers but no constant, AdaBoost ends with a larger loss "
        "over pairs.",
        f"{PAPER}, section 5",
        "Ê1 of AdaBoost stays above that of RankBoost, and its bound does not come down to it.",
        GROUP,
        _without,
        _OPTIONS,
        reference="SM section 5",
    ),
)
