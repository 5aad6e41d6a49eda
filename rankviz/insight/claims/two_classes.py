"""Claims of the margin paper on AdaBoost: with the constant classifier it minimises RankBoost's loss."""

import math
from functools import lru_cache

import numpy as np

from rankviz.engine.choice import Choice
from rankviz.engine.number_format import counted, spelt
from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import Run, Trace
from rankviz.insight.claims.claim import Claim, ClaimRun, Evidence, Figure, Options, Proof, compare, swept
from rankviz.insight.claims.margins import PAPER
from rankviz.insight.claims.measures import loss, over_rounds
from rankviz.insight.theory import minimum

GROUP = "AdaBoost as a ranking algorithm"
ERR_ALIKE = "err-alike"
DATA = {
    "four-ill": "scenario:skew",
    "coarse": "synthetic:coarse?grades=2&levels=2&features=3&n=60",
    ERR_ALIKE: "inline:?grades=1,1,1,1,1,0,0,0,0,0&h1=1110000011&h2=1101000101&items=a,b,c,d,e,f,g,h,i,j",
}
ROUNDING = 1e-14
MAX_ROUNDS, LATELY = 200, 5
ZERO = 1e-9
"""The largest value that counts as 0 after so many rounds."""


def _run(options: Options, constant: bool) -> tuple[ClaimRun, Trace, Run, Run, int]:
    """Return the setting, its trace, both runs, and the round to compare."""
    spec = RunSpec(
        DATA[str(options["data"])], ("rb-d", "adaboost"), MAX_ROUNDS, parameters={"constant": constant}
    )
    rounds = int(options["rounds"])
    setting = ClaimRun(spec, rounds)
    trace = setting.trace()
    run = trace.run("adaboost")
    longest = max(run.n_rounds, trace.run("rb-d").n_rounds)
    return ClaimRun(spec, min(rounds, longest)), trace, trace.run("rb-d"), run, rounds


def _f_tilde(trace: Trace, run: Run, t: int) -> float:
    return loss(run, "e1", min(t, run.n_rounds)) * trace.problem.n_pairs


def _ends(trace: Trace, run: Run, rounds: int, digits: int) -> str:
    """Say what F̃ of a run is after so many rounds, or where it ended before."""
    name = "AdaBoost" if run.algorithm == "adaboost" else "RankBoost"
    done = "ended after" if run.n_rounds < rounds else "has done"
    after = counted(min(rounds, run.n_rounds), "round")
    return f"{name} {done} {after} with F̃ = {_f_tilde(trace, run, rounds):.{digits}f}"


def _auc(run: Run, t: int) -> float:
    return 1.0 - float(run.metrics["r2"][min(t, run.n_rounds)])


def _on_the_way(run: Run, rounds: int, evidence: tuple[Evidence, ...]) -> str:
    """Return why a claim on AdaBoost's limit may fail: the run has not converged yet."""
    if rounds >= run.n_rounds or all(each.holds for each in evidence):
        return ""
    return f"after {rounds} of {run.n_rounds} rounds AdaBoost is still on its way"


def _both(plain: Run, run: Run, least: float, rounds: int) -> Figure:
    """Plot Ê1 of RankBoost and of AdaBoost, and its minimum."""
    return Figure(
        "Ê1, the loss over pairs",
        "round",
        "Ê1",
        (
            over_rounds("RankBoost", "rb-d", plain.metrics["e1"]),
            over_rounds("AdaBoost", "adaboost", run.metrics["e1"], "dash"),
        ),
        (("the lowest Ê1", least),),
        rounds,
    )


@lru_cache(maxsize=8)
def _least(spec: RunSpec) -> float:
    trace = ClaimRun(spec, 0).trace()
    found = minimum.of_f1(trace.problem, trace.pool).value
    return math.nan if found is None else found


def _skew(options: Options) -> Proof:
    setting, trace, _, run, rounds = _run(options, True)
    skew = np.abs(run.extra["f_plus"] - run.extra["f_minus"])

    def evidence(rounds: int) -> tuple[Evidence, ...]:
        t = min(rounds, run.n_rounds)
        lately = float(skew[max(t - LATELY, 0) : t + 1].max())
        plus, minus = float(run.extra["f_plus"][t]), float(run.extra["f_minus"][t])
        return (
            compare(
                "At first the two classes add unequal amounts to AdaBoost's loss.",
                ("the largest |F-skew| of the run", float(np.abs(run.extra["f_skew"]).max())),
                ">",
                ("", 1.0),
            ),
            compare(
                "In the end they add the same amount.",
                (f"largest |F-skew| of the {LATELY} rounds up to {t}", lately),
                "<",
                ("a billionth", ZERO),
            ),
            compare(
                "AdaBoost's loss is then the lowest possible for this product: F = 2 √F̃.",
                ("F = F₊ + F₋", plus + minus),
                "=",
                ("2 √(F₊F₋)", 2.0 * math.sqrt(plus * minus)),
            ),
            compare(
                "The pairs say the same: F₊F₋ is their loss.",
                ("Ê1", loss(run, "e1", t)),
                "=",
                ("F₊F₋/m", plus * minus / trace.problem.n_pairs),
            ),
        )

    shown, end = evidence(rounds), min(rounds, run.n_rounds)
    return Proof(
        setting,
        shown,
        f"|F-skew| is up to {skew.max():.2f}, and {spelt(float(skew[end]))} after {end} rounds.",
        Figure(
            "|F-skew|, the difference between what the classes add to the loss",
            "round",
            "|F-skew|",
            (
                over_rounds("in the round", "adaboost", np.where(skew > ROUNDING, skew, np.nan), "points"),
                over_rounds(
                    f"largest of {LATELY} rounds",
                    "bound",
                    [skew[max(t - LATELY, 0) : t + 1].max() for t in range(len(skew))],
                ),
            ),
            (("a billionth", ZERO),),
            rounds,
            log=True,
        ),
        swept("rounds", range(1, MAX_ROUNDS + 1), evidence, rounds),
        _on_the_way(run, rounds, shown),
    )


def _same(options: Options) -> Proof:
    setting, trace, plain, run, rounds = _run(options, True)
    least = _least(setting.spec)

    def evidence(rounds: int) -> tuple[Evidence, ...]:
        return (
            compare(
                "AdaBoost, which weighs items, ends with the loss of RankBoost, which weighs pairs.",
                ("F̃ of AdaBoost", _f_tilde(trace, run, rounds)),
                "=",
                ("F̃ of RankBoost", _f_tilde(trace, plain, rounds)),
            ),
            compare(
                "A separate convex solver finds nothing smaller.",
                ("Ê1 = F̃/m of AdaBoost", loss(run, "e1", min(rounds, run.n_rounds))),
                "=",
                ("the lowest Ê1", least),
            ),
            compare(
                "They rank equally well.",
                ("AUC of AdaBoost", _auc(run, rounds)),
                "=",
                ("AUC of RankBoost", _auc(plain, rounds)),
            ),
        )

    shown = evidence(rounds)
    return Proof(
        setting,
        shown,
        f"{_ends(trace, run, rounds, 6)}, {_ends(trace, plain, rounds, 6)}. AUC is {_auc(run, rounds):.4f} and "
        f"{_auc(plain, rounds):.4f}.",
        Figure(
            "How far Ê1 is above its minimum",
            "round",
            "Ê1 − minimum",
            (
                over_rounds("RankBoost", "rb-d", _above(plain, least)),
                over_rounds("AdaBoost", "adaboost", _above(run, least), "dash"),
            ),
            (("a billionth", ZERO),),
            rounds,
            log=True,
        ),
        swept("rounds", range(1, MAX_ROUNDS + 1), evidence, rounds),
        _on_the_way(run, rounds, shown),
    )


def _above(run: Run, least: float) -> np.ndarray:
    """Return (T + 1,) Ê1 minus its minimum; NaN where the difference is rounding."""
    excess = run.metrics["e1"] - least
    return np.where(excess > ROUNDING, excess, np.nan)


def _without(options: Options) -> Proof:
    setting, trace, plain, run, rounds = _run(options, False)
    skewed = options["data"] == "four-ill"

    def evidence(rounds: int) -> tuple[Evidence, ...]:
        t = min(rounds, run.n_rounds)
        return (
            compare(
                "Nothing balances the classes.",
                (f"|F-skew| after round {t}", abs(float(run.extra["f_skew"][t]))),
                ">",
                ("", 1.0),
            ),
            compare(
                "AdaBoost reaches its own minimum, where the loss of the pairs is larger.",
                ("Ê1 = F̃/m of AdaBoost", loss(run, "e1", t)),
                ">",
                ("Ê1 of RankBoost", loss(plain, "e1", min(rounds, plain.n_rounds))),
            ),
            compare(
                "It ranks worse, here even worse than a coin." if skewed else "Here it ranks no better.",
                ("AUC of AdaBoost", _auc(run, rounds)),
                "<" if skewed else "≤",
                ("AUC of RankBoost", _auc(plain, rounds)),
            ),
        )

    shown = evidence(rounds)
    return Proof(
        setting,
        shown,
        f"{_ends(trace, run, rounds, 3)}, {_ends(trace, plain, rounds, 3)}. AUC is {_auc(run, rounds):.3f} and "
        f"{_auc(plain, rounds):.3f}.",
        _both(plain, run, _least(setting.spec), rounds),
        swept("rounds", range(1, MAX_ROUNDS + 1), evidence, rounds),
        "each ranker errs on as many items of one class as of the other, so nothing needs balancing"
        if options["data"] == ERR_ALIKE
        else _on_the_way(run, rounds, shown),
    )


def _options(*also: str) -> tuple[Choice, ...]:
    data = ("four-ill", "coarse", *also)
    return (
        Choice("data", "Data", "choice", "four-ill", "Two classes that no weights separate.", choices=data),
        Choice("rounds", "Rounds", "int", MAX_ROUNDS, "AdaBoost stops by itself before.", 1, MAX_ROUNDS, 1),
    )


CLAIMS = (
    Claim(
        "skew-to-zero",
        "With the constant classifier F-skew goes to 0",
        "When the classifier that says 1 of every item is a candidate, and no classifier is perfect, the two "
        "classes' contributions to AdaBoost's loss become equal.",
        f"{PAPER}, Corollary 1, first half",
        "The difference goes up and down, and finally to 0. A round with the constant classifier balances the classes "
        "exactly.",
        GROUP,
        _skew,
        _options(),
        reference="sm-cor-1",
    ),
    Claim(
        "adaboost-ranks",
        "AdaBoost minimises RankBoost's loss",
        "With the constant classifier, and classes that no weights separate, AdaBoost reaches the lowest exponential "
        "loss over pairs and the AUC of RankBoost, without looking at a pair.",
        f"{PAPER}, Corollary 1, second half",
        "How far both losses are above the minimum: both reach it, up to rounding, in different ways.",
        GROUP,
        _same,
        _options(),
        reference="sm-cor-1",
    ),
    Claim(
        "without-the-constant",
        "Without the constant classifier AdaBoost need not minimise RankBoost's loss",
        "With the same rankers but no constant classifier, AdaBoost can end with a larger loss over pairs than "
        "RankBoost. It does not where each ranker errs on as many items of one class as of the other.",
        f"{PAPER}, section 5",
        "Ê1 of AdaBoost stays above that of RankBoost, and above its minimum. On “err-alike” both reach the "
        "same loss.",
        GROUP,
        _without,
        _options(ERR_ALIKE),
        reference="sm-section-5",
    ),
)
