"""Claims on how losses order weak rankers: Proposition 1, Proposition 3 and Corollary 1 of RankBoost+."""

from __future__ import annotations

import numpy as np

from rankviz import metrics
from rankviz.algorithms.boosting import equations
from rankviz.choice import Choice
from rankviz.claims.claim import Claim, Options, Proof, Setting, compare
from rankviz.claims.measures import against, epsilons, errors, loss, losses, parted
from rankviz.number_format import number
from rankviz.runs.candidates import table
from rankviz.runs.spec import RunSpec

GROUP = "Which ranker is better?"


def _proposition_1(options: Options) -> Proof:
    weight = float(options["weight"])
    setting = Setting(
        RunSpec("scenario:proposition-1", ("rb-d", "rb-c", "rb-plus"), 10), 1, curves=("r1", "e1")
    )
    trace = setting.trace()
    problem, (h1, h2) = trace.problem, (trace.pool.output(0), trace.pool.output(1))
    printed = (".990627", "1.21929") if weight == 1 else ()
    w = "" if weight == 1 else f"{weight:g}·"
    evidence = [
        compare(
            "h2 is wrong about fewer pairs, a tie counted as wrong.",
            ("R̂1 of h1", metrics.r1(problem, h1)),
            ">",
            ("R̂1 of h2", metrics.r1(problem, h2)),
            "16/19",
            "12/19",
        ),
        compare(
            "Yet the loss of h1 is the smaller one: for Ê1 a tie is hardly an error.",
            (f"Ê1 of {w}h1", metrics.e1(problem, weight * h1)),
            "<",
            (f"Ê1 of {w}h2", metrics.e1(problem, weight * h2)),
            *printed,
        ),
    ]
    for name, label, paper in (
        ("rb-d", "RB-D", (".971795", ".991166")),
        ("rb-c", "RB-C", (".990034", ".992386")),
    ):
        run = trace.run(name)
        (other,) = (row for row in table(trace, run, 1).to_dict("records") if row["ranker"] == "h2")
        evidence.append(
            compare(
                f"It stays so with the weight that {label} gives in round 1, which picks h1.",
                (f"Ê1 of α h1, α = {number(float(run.alpha[0]))}", loss(run, "e1", 1)),
                "<",
                (f"Ê1 of α h2, α = {number(float(other['alpha']))}", float(other["z"])),
                *paper,
            )
        )
    evidence.append(
        compare(
            "Where a tie is half an error both rankers are equally good,",
            ("R̂2 of h1", metrics.r2(problem, h1)),
            "=",
            ("R̂2 of h2", metrics.r2(problem, h2)),
        )
    )
    evidence.append(
        compare(
            "and the loss of RankBoost+ agrees.",
            (f"Ê2 of {w}h1", metrics.e2(problem, h1[None, :], [weight])),
            "=",
            (f"Ê2 of {w}h2", metrics.e2(problem, h2[None, :], [weight])),
        )
    )
    return Proof(
        setting,
        tuple(evidence),
        f"R̂1: {evidence[0].left.text} for h1, {evidence[0].right.text} for h2. Ê1 with weight {weight:g}: "
        f"{evidence[1].left.text} for h1, {evidence[1].right.text} for h2.",
    )


def _random_rankers(options: Options) -> Setting:
    source = (
        f"synthetic:coarse?n=60&features={options['features']}&levels={options['levels']}"
        f"&noise=1&seed={options['seed']}"
    )
    return Setting(RunSpec(source, ("rb-d", "rb-c", "rb-plus"), 20), 1, curves=("r2", "e2"))


RANDOM = (
    Choice("features", "Features", "int", 8, "Random features; each cut of one is a weak ranker.", 6, 12, 1),
    Choice("levels", "Levels", "int", 5, "Values a feature takes: more levels, more weak rankers.", 4, 10, 1),
    Choice("seed", "Seed", "int", 0, "Another seed, other weak rankers.", 0, 99, 1),
)


def _proposition_3(options: Options) -> Proof:
    setting = _random_rankers(options)
    trace = setting.trace()
    ones = np.ones(len(trace.pool))
    r1, r2 = errors(trace, "r1"), errors(trace, "r2")
    e1, e2 = losses(trace, "e1", ones), losses(trace, "e2", ones)
    wrong = against(r1, e1)
    compared = len(against(r2, -e2)) + len(against(r2, e2))
    evidence = [
        compare(
            f"Ê2 orders the {compared:,} pairs of rankers that differ in R̂2 as R̂2 does.",
            ("pairs of rankers on which Ê2 contradicts R̂2", float(len(against(r2, e2)))),
            "=",
            ("", 0.0),
        ),
        compare(
            "Rankers of the same R̂2 have the same Ê2.",
            ("pairs of equal R̂2, but not of equal Ê2", float(parted(r2, e2))),
            "=",
            ("", 0.0),
        ),
        compare(
            "Ê1 does not keep the order of its own error.",
            ("pairs of rankers on which Ê1 contradicts R̂1", float(len(wrong))),
            ">",
            ("", 0.0),
        ),
    ]
    if len(wrong):
        a, b = (int(ranker) for ranker in wrong[0])
        first, second = trace.pool.label(a), trace.pool.label(b)
        evidence += [
            compare(
                f"One such pair: {first} errs more than {second},",
                (f"R̂1 of {first}", float(r1[a])),
                ">",
                (f"R̂1 of {second}", float(r1[b])),
            ),
            compare(
                "but has the smaller loss.",
                (f"Ê1 of {first}", float(e1[a])),
                "<",
                (f"Ê1 of {second}", float(e1[b])),
            ),
        ]
    outcome = f"{len(r1)} weak rankers: Ê2 never contradicts R̂2, Ê1 contradicts R̂1 {len(wrong):,} times."
    return Proof(setting, tuple(evidence), outcome)


def _corollary_1(options: Options) -> Proof:
    setting = _random_rankers(options)
    trace = setting.trace()
    eps, r2 = epsilons(trace), errors(trace, "r2")
    better = r2 < 0.5 - 1e-9
    alpha = np.array([equations.alpha_34(row[0], row[1], row[2], 0.0) for row in eps])
    e2 = losses(trace, "e2", np.where(np.isfinite(alpha), alpha, 0.0))
    kept = better & np.isfinite(alpha)
    least = int(np.argmin(np.where(kept, e2, np.inf)))
    run = trace.run("rb-plus")
    by_42 = 2 * np.sqrt(r2[kept] * (1 - r2[kept]))
    return Proof(
        setting,
        (
            compare(
                f"Each of the {int(kept.sum())} rankers better than a coin gets its own α by (34), and Ê2 still orders "
                "them as R̂2 does.",
                ("pairs on which Ê2 of α h contradicts R̂2 of h", float(len(against(r2[kept], e2[kept])))),
                "=",
                ("", 0.0),
            ),
            compare(
                "For the loss is a function of the error alone, 2 √(R̂2 (1 − R̂2)) (42).",
                ("largest distance of Ê2 of α h from (42)", float(np.abs(e2[kept] - by_42).max())),
                "≤",
                ("rounding", 1e-12),
            ),
            compare(
                "So the ranker that RankBoost+ picks in round 1 has the least loss of all,",
                (f"Ê2 after round 1, with {trace.pool.label(int(run.ranker[0]))}", loss(run, "e2", 1)),
                "=",
                (
                    f"least Ê2 of all α h, that of {trace.pool.label(least)} or its mirror",
                    float(e2[np.isfinite(alpha)].min()),
                ),
            ),
            compare(
                "and the error farthest from a coin's.",
                (
                    "its |½ − R̂2|",
                    abs(0.5 - float(r2[int(run.ranker[0])])),
                ),
                "=",
                ("largest |½ − R̂2| of all", float(np.abs(0.5 - r2).max())),
            ),
        ),
        f"{int(kept.sum())} rankers better than a coin: with their weights, Ê2 never contradicts R̂2.",
    )


CLAIMS = (
    Claim(
        "proposition-1",
        "Fewer errors, larger loss",
        "There are two weak rankers of which the one that errs on fewer pairs has the larger Ê1, "
        "with weight 1 as well as with the weights that RB-D and RB-C give.",
        "RankBoost+, Proposition 1 and its proof in Appendix A",
        "The items are the subsets of {a, b, c}; a set belongs above its proper subsets. In round 1 all three "
        "algorithms pick h1, which orders 3 pairs, reverses 1 and ties 15: on the panel Ties nearly all is grey. "
        "Compare how far R̂1 and Ê1 fall.",
        GROUP,
        _proposition_1,
        (
            Choice(
                "weight",
                "Weight of both rankers",
                "float",
                1.0,
                "Ê1 is compared at this weight.",
                0.1,
                3,
                0.1,
            ),
        ),
        reference="Proposition 1",
    ),
    Claim(
        "proposition-3",
        "Ê2 keeps the order of R̂2, Ê1 not that of R̂1",
        "Of any two weak rankers the one with the smaller error R̂2 has the smaller loss Ê2; "
        "for R̂1 and Ê1 that is not so.",
        "RankBoost+, Proposition 3 (and Proposition 1)",
        "Cuts of random features are the weak rankers. Open the run in Watch and look at its candidates: for each "
        "of them ε⁻ + ½ ε⁰ is its R̂2. In round 1 RB-C and RankBoost+ put them in the same order.",
        GROUP,
        _proposition_3,
        RANDOM,
        reference="Proposition 3",
    ),
    Claim(
        "corollary-1",
        "RankBoost+ weighs rankers in the order of their errors",
        "With the weight that RankBoost+ gives in its first round, rankers better than a coin are ordered by Ê2 as "
        "they are by R̂2.",
        "RankBoost+, Corollary 1, (34), (42)",
        "The first round of RankBoost+: the ranker it picks is the one whose R̂2 is farthest from ½, whichever "
        "way it points. After the round Ê2 is as low as any single ranker can bring it.",
        GROUP,
        _corollary_1,
        RANDOM,
        reference="Corollary 1",
    ),
)
