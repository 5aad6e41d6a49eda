"""Claims on how losses order weak rankers: Proposition 1, Proposition 3 and Corollary 1 of RankBoost+."""

import numpy as np

from rankviz.engine import metrics
from rankviz.engine.algorithms.boosting import equations
from rankviz.engine.choice import Choice
from rankviz.engine.number_format import counted, number
from rankviz.engine.runs.candidates import best
from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import Trace
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
from rankviz.insight.claims.measures import against, count_separated, epsilons, errors, loss, losses

GROUP = "Which ranker is better?"
WEIGHTS = tuple(round(0.1 * k, 1) for k in range(31))
TIMES = tuple(0.25 * k for k in range(1, 13))
FEWEST, MAX_FEATURES = 2, 12


def _proposition_1(options: Options) -> Proof:
    weight = float(options["weight"])
    setting = ClaimRun(RunSpec("scenario:proposition-1", ("rb-d", "rb-c", "rb-plus"), 10), 1)
    trace = setting.trace()
    problem, (h1, h2) = trace.problem, (trace.pool.output(0), trace.pool.output(1))

    def smaller(weight: float) -> tuple[Evidence, ...]:
        w = "" if weight == 1 else f"{weight:g}·"
        return (
            compare(
                "Yet the loss of h1 is the smaller one, because to Ê1 a tie is hardly an error.",
                (f"Ê1 of {w}h1", metrics.e1(problem, weight * h1)),
                "<",
                (f"Ê1 of {w}h2", metrics.e1(problem, weight * h2)),
                *((".990627", "1.21929") if weight == 1 else ()),
            ),
        )

    w = "" if weight == 1 else f"{weight:g}·"
    evidence = [
        compare(
            "h2 is wrong about fewer pairs if a tie counts as wrong.",
            ("R̂1 of h1", metrics.r1(problem, h1)),
            ">",
            ("R̂1 of h2", metrics.r1(problem, h2)),
            "16/19",
            "12/19",
        ),
        *smaller(weight),
    ]
    for name, label, paper in (
        ("rb-d", "RB-D", (".971795", ".991166")),
        ("rb-c", "RB-C", (".990034", ".992386")),
    ):
        run = trace.boosted_run(name)
        (other,) = (each for each in best(trace, run, 1) if each.ranker == "h2")
        assert other.alpha is not None and other.z is not None
        evidence.append(
            compare(
                f"The same is true with the weight of {label}'s round 1, in which it picks h1.",
                (f"Ê1 of α h1, α = {number(float(run.alpha[0]))}", loss(run, "e1", 1)),
                "<",
                (f"Ê1 of α h2, α = {number(other.alpha)}", other.z),
                *paper,
            )
        )
    evidence.append(
        compare(
            "Where a tie is half an error both rankers are equally good.",
            ("R̂2 of h1", metrics.r2(problem, h1)),
            "=",
            ("R̂2 of h2", metrics.r2(problem, h2)),
        )
    )
    evidence.append(
        compare(
            "The loss of RankBoost+ agrees.",
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
        Figure(
            "The loss of both rankers over their weight",
            "weight",
            "",
            tuple(
                Curve(
                    f"Ê1 of {name}", colour, WEIGHTS, tuple(metrics.e1(problem, w * h) for w in WEIGHTS), kind
                )
                for name, colour, h, kind in (("h1", "e1", h1, "line"), ("h2", "e2", h2, "dash"))
            ),
            tuple((f"R̂1 of {name}", metrics.r1(problem, h)) for name, h in (("h1", h1), ("h2", h2))),
            weight,
            (0.5, 3.0),
        ),
        swept("weight", WEIGHTS, smaller, weight),
        "with weight 0 both losses are 1" if weight == 0 else "",
    )


def random_rankers(options: Options) -> ClaimRun:
    source = (
        f"synthetic:coarse?n=60&features={options['features']}&levels={options['levels']}"
        f"&noise=1&seed={options['seed']}"
    )
    return ClaimRun(RunSpec(source, ("rb-d", "rb-c", "rb-plus"), 20), 1)


RANDOM = (
    Choice(
        "features",
        "Features",
        "int",
        8,
        "Random features; each cut of one is a weak ranker.",
        FEWEST,
        MAX_FEATURES,
        1,
    ),
    Choice("levels", "Levels", "int", 5, "More levels give more weak rankers.", 2, 10, 1),
    Choice("seed", "Seed", "int", 0, "Another seed gives other rankers.", 0, 99, 1),
)


def _proposition_3(options: Options) -> Proof:
    setting = random_rankers(options)
    trace = setting.trace()
    r1, r2, e1, e2 = _of_rankers(trace)

    def contradicted(features: int) -> tuple[Evidence, ...]:
        r1, r2, e1, e2 = _of_rankers(random_rankers({**options, "features": features}).trace())
        return _orders(r1, r2, e1, e2)

    wrong = against(r1, e1)
    evidence = list(_orders(r1, r2, e1, e2))
    if len(wrong):
        a, b = (int(ranker) for ranker in wrong[0])
        first, second = trace.pool.label(a), trace.pool.label(b)
        evidence += [
            compare(
                f"One such pair: {first} errs more than {second}.",
                (f"R̂1 of {first}", float(r1[a])),
                ">",
                (f"R̂1 of {second}", float(r1[b])),
            ),
            compare(
                "Yet it has the smaller loss.",
                (f"Ê1 of {first}", float(e1[a])),
                "<",
                (f"Ê1 of {second}", float(e1[b])),
            ),
        ]
    lines = [
        Curve("Ê1 over R̂1", "r1", tuple(r1.tolist()), tuple(e1.tolist()), "points"),
        Curve("Ê2 over R̂2", "e2", tuple(r2.tolist()), tuple(e2.tolist()), "points"),
    ]
    if len(wrong):
        pair = wrong[0].tolist()
        lines.append(
            Curve("more errors, smaller Ê1", "bound", tuple(r1[pair].tolist()), tuple(e1[pair].tolist()))
        )
    return Proof(
        setting,
        tuple(evidence),
        f"{len(r1)} weak rankers: Ê2 contradicts R̂2 {counted(len(against(r2, e2)), 'time')}, Ê1 contradicts R̂1 "
        f"{counted(len(wrong), 'time')}.",
        Figure("Every weak ranker: its loss over its error", "error", "loss", tuple(lines)),
        swept(
            "features", range(FEWEST, MAX_FEATURES + 1), contradicted, int(options["features"]), on_axis=False
        ),
        "" if len(wrong) else f"no two of these {len(r1)} rankers are ordered differently by Ê1 and by R̂1",
    )


def _of_rankers(trace: Trace) -> tuple[np.ndarray, ...]:
    """Return R̂1, R̂2, Ê1 and Ê2 of every candidate alone, with weight 1; (N,) each."""
    ones = np.ones(len(trace.pool))
    return errors(trace, "r1"), errors(trace, "r2"), losses(trace, "e1", ones), losses(trace, "e2", ones)


def _orders(r1: np.ndarray, r2: np.ndarray, e1: np.ndarray, e2: np.ndarray) -> tuple[Evidence, ...]:
    """Compare the order of the rankers by each loss with their order by its error."""
    compared, wrong = len(against(r2, -e2)) + len(against(r2, e2)), against(r1, e1)
    return (
        compare(
            f"Ê2 orders the {compared:,} pairs of rankers that differ in R̂2 as R̂2 does.",
            ("pairs of rankers on which Ê2 contradicts R̂2", float(len(against(r2, e2)))),
            "=",
            ("", 0.0),
        ),
        compare(
            "Rankers of the same R̂2 have the same Ê2.",
            ("pairs of equal R̂2 but unequal Ê2", float(count_separated(r2, e2))),
            "=",
            ("", 0.0),
        ),
        compare(
            "Ê1 does not keep the order of its own error.",
            ("pairs of rankers on which Ê1 contradicts R̂1", float(len(wrong))),
            ">",
            ("", 0.0),
        ),
    )


def _corollary_1(options: Options) -> Proof:
    times = float(options["times"])
    setting = random_rankers(options)
    trace = setting.trace()
    eps, r2 = epsilons(trace), errors(trace, "r2")
    alpha = np.array([equations.alpha_34(row[0], row[1], row[2], 0.0) for row in eps])
    better = (r2 < 0.5 - 1e-9) & np.isfinite(alpha)
    alpha = np.where(np.isfinite(alpha), alpha, 0.0)
    e2 = losses(trace, "e2", alpha)
    least = int(np.argmin(np.where(better, e2, np.inf)))
    run = trace.boosted_run("rb-plus")
    picked = int(run.ranker[0])

    def order(times: float) -> tuple[Evidence, ...]:
        r, e = r2[better], losses(trace, "e2", times * alpha)[better]
        differ = len(against(r, -r))
        return (
            compare(
                f"Each of the {counted(len(r), 'ranker')} better than a coin gets "
                f"{'its own α' if times == 1 else f'{times:g} times its α'} (34), and Ê2 orders them as R̂2 does.",
                ("pairs of α h that Ê2 orders as R̂2 does", float(len(against(r, -e)))),
                "=",
                ("pairs that differ in R̂2", float(differ)),
            ),
            compare(
                "Because the loss is a function of the error alone"
                + (", 2 √(R̂2 (1 − R̂2)) (42)." if times == 1 else "."),
                ("largest distance of Ê2 from that function", float(np.abs(e - _by_error(r, times)).max())),
                "≤",
                ("rounding", 1e-12),
            ),
        )

    r = np.sort(r2[better])
    e = losses(trace, "e2", times * alpha)[better]
    edge = ""
    if times >= 2:
        edge = (
            "twice the weight brings every Ê2 back to 1"
            if times == 2
            else "so large a weight reverses the order"
        )
    return Proof(
        setting,
        (
            *order(times),
            compare(
                "The ranker that RankBoost+ picks in round 1 has the lowest loss of all α h.",
                (f"Ê2 after round 1, with {trace.pool.label(picked)}", loss(run, "e2", 1)),
                "=",
                (f"lowest Ê2 of all α h, that of {trace.pool.label(least)} or its mirror", float(e2.min())),
            ),
            compare(
                "Its error is the farthest from a coin's.",
                ("its |½ − R̂2|", abs(0.5 - float(r2[picked]))),
                "=",
                ("largest |½ − R̂2| of all", float(np.abs(0.5 - r2).max())),
            ),
        ),
        f"{counted(int(better.sum()), 'ranker')} better than a coin: with {times:g} α their Ê2 is from {e.min():.4f} "
        f"to {e.max():.4f}.",
        Figure(
            "Ê2 of every weighted ranker over its error",
            "R̂2",
            "Ê2",
            (
                Curve("rankers", "e2", tuple(r2[better].tolist()), tuple(e.tolist()), "points"),
                Curve("function of R̂2", "bound", tuple(r.tolist()), tuple(_by_error(r, times).tolist())),
            ),
        ),
        swept("times", TIMES, order, times, on_axis=False),
        edge,
    )


def _by_error(r2: np.ndarray, times: float) -> np.ndarray:
    """Return Ê2 of a ranker of error r2 and weight cα, c = `times`: R̂2 e^{cα} + (1 − R̂2) e^{−cα}; (42) for c = 1."""
    odds = ((1 - r2) / r2) ** (0.5 * times)
    return r2 * odds + (1 - r2) / odds


CLAIMS = (
    Claim(
        "proposition-1",
        "Fewer errors, larger loss",
        "A weak ranker can err on fewer pairs than another and still have the larger Ê1, with weight 1 as well as "
        "with the weights that RB-D and RB-C give.",
        "RankBoost+, Proposition 1 and its proof in Appendix A",
        "The items are the subsets of {a, b, c}; a set belongs above its proper subsets. h1 orders 3 pairs, reverses "
        "1 and ties 15. At every weight but 0 h1 has the larger error and the smaller loss.",
        GROUP,
        _proposition_1,
        (
            Choice(
                "weight", "Weight of both rankers", "float", 1.0, "Ê1 is compared at this weight.", 0, 3, 0.1
            ),
        ),
        reference="proposition-1",
    ),
    Claim(
        "proposition-3",
        "Ê2 keeps the order of R̂2; Ê1 does not keep that of R̂1",
        "Of any two weak rankers the one with the smaller error R̂2 has the smaller loss Ê2; "
        "for R̂1 and Ê1 that is not so.",
        "RankBoost+, Proposition 3 (and Proposition 1)",
        "A point is a weak ranker, a cut of a random feature. Ê2 rises with R̂2 without exception; Ê1 does not rise "
        "with R̂1. The line joins two rankers of which the one with more errors has the smaller Ê1.",
        GROUP,
        _proposition_3,
        RANDOM,
        reference="proposition-3",
    ),
    Claim(
        "corollary-1",
        "RankBoost+ weighs rankers in the order of their errors",
        "With the weight that RankBoost+ gives in its first round, rankers better than a coin are ordered by Ê2 as "
        "they are by R̂2.",
        "RankBoost+, Corollary 1, (34), (42)",
        "A point is a ranker better than a coin, with its α. The loss rises with the error. With twice the "
        "weight every loss is 1 again, and with more the order is reversed.",
        GROUP,
        _corollary_1,
        (
            *RANDOM,
            Choice(
                "times",
                "Weight, in multiples of α",
                "float",
                1.0,
                "Each ranker gets this many times its α.",
                0.25,
                3,
                0.25,
            ),
        ),
        reference="proposition-3",
    ),
)
