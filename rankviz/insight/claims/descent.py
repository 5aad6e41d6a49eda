"""Claims on the loss that an algorithm lowers: Lemma 3, Figure 2 and section 3.4 of RankBoost+."""

import numpy as np

from rankviz.engine.choice import Choice
from rankviz.engine.number_format import counted, spelt
from rankviz.engine.runs.spec import RunSpec
from rankviz.insight.claims.claim import Claim, ClaimRun, Evidence, Figure, Options, Proof, compare, swept
from rankviz.insight.claims.measures import loss, over_rounds
from rankviz.insight.narration import first_divergence
from rankviz.insight.theory.minimum import of_f1

GROUP = "Which loss falls?"
ALL = ("rb-d", "rb-c", "rb-plus")


def _lemma_3(options: Options) -> Proof:
    negative = bool(options["negative"])

    def setting(negative: bool, t: int = 0) -> ClaimRun:
        return ClaimRun(
            RunSpec("scenario:lemma-3", ("rb-d",), 60, parameters={"negative_alpha": negative}), t
        )

    without, free = (setting(way).trace() for way in (False, True))
    run, other = without.boosted_run("rb-d"), free.boosted_run("rb-d")
    weights, others = run.weights_at(run.n_rounds), other.weights_at(other.n_rounds)
    least = of_f1(without.problem, without.pool).value
    assert least is not None, "the example is small and its minimum finite"
    shown = other if negative else run
    return Proof(
        setting(negative, shown.n_rounds),
        (
            compare(
                "RB-D stops above the lowest Ê1 of all weights, found here by a separate solver.",
                (f"Ê1 {'with' if negative else 'without'} negative α", loss(shown, "e1")),
                ">",
                ("lowest Ê1", least),
                "" if negative else ".888387",
                ".88703",
            ),
            compare(
                "It gave h1 too much in round 1 and, as weights may only grow, cannot take it back.",
                ("weight of h1 without negative α", weights[0]),
                ">",
                ("with negative α", others[0]),
                ".54931",
                ".46894",
            ),
            compare(
                "It gave h2 too little.",
                ("weight of h2 without negative α", weights[1]),
                "<",
                ("with negative α", others[1]),
                ".57445",
                ".58953",
            ),
            compare(
                "With negative α it reaches the lowest Ê1.",
                ("Ê1 with negative α", loss(other, "e1")),
                "=",
                ("lowest Ê1", least),
            ),
        ),
        f"With negative α RB-D stops after {counted(shown.n_rounds, 'round')}, at the minimum."
        if negative
        else f"Without negative α RB-D stops after {counted(shown.n_rounds, 'round')}, "
        f"{spelt(loss(shown, 'e1') - least)} above the minimum.",
        Figure(
            "Ê1 of RB-D with negative α and without",
            "round",
            "Ê1",
            (
                over_rounds("without", "rb-d", run.metrics["e1"]),
                over_rounds("with negative α", "rb-c", other.metrics["e1"], "dash"),
            ),
            (("lowest Ê1", least), ("where it stops without", loss(run, "e1"))),
            range=(least - 0.0005, loss(run, "e1") + 0.0015),
        ),
        edge="negative α is allowed, so RB-D takes back the excess weight of h1 and reaches the minimum"
        if negative
        else "",
    )


def _patients(options: Options, rounds: int, t: int) -> ClaimRun:
    source = f"bundled:diabetes?grades={options['grades']}&items={options['items']}&seed={options['seed']}"
    return ClaimRun(RunSpec(source, ALL, rounds), t)


PATIENTS = (
    Choice("items", "Items", "int", 60, "A sample of the 442 patients.", 50, 442, 1),
    Choice("grades", "Grades", "int", 5, "The number of levels of the disease's progress.", 2, 10, 1),
    Choice("seed", "Seed", "int", 0, "Which sample is drawn.", 0, 9, 1),
)
ROUNDING = 1e-12
LAST, LAST_ROUND = 100, 10
"""The ends of the sliders over rounds."""
SWEPT_ITEMS = 120
"""With more patients a run at every number of grades takes too long."""


def _driven_up(options: Options) -> Proof:
    setting = _patients(options, 60, 60)
    runs = [setting.trace().run(name) for name in ALL]
    run, plus = runs[0], runs[2]
    evidence = _up(setting)
    edge = ""
    if options["grades"] == 2 and not all(each.holds for each in evidence):
        edge = f"with two grades {_unlike(evidence)}"
    return Proof(
        setting,
        evidence,
        f"Ê2 ends at {spelt(loss(run, 'e2'))} for RB-D and at {spelt(loss(plus, 'e2'))} for RankBoost+.",
        Figure(
            "Ê2, the loss that counts ties",
            "round",
            "Ê2",
            tuple(over_rounds(run.label, run.algorithm, run.metrics["e2"]) for run in runs),
            (("at the start", 1.0),),
            log=True,
        ),
        None
        if int(options["items"]) > SWEPT_ITEMS
        else swept(
            "grades",
            range(2, 11),
            lambda grades: _up(_patients({**options, "grades": grades}, 60, 60)),
            int(options["grades"]),
            on_axis=False,
        ),
        edge,
    )


def _unlike(evidence: tuple[Evidence, ...]) -> str:
    """Return the outcome of the first comparison that fails."""
    failing = next(each for each in evidence if not each.holds)
    return f"{failing.left.name} is {failing.left.text} and not {failing.relation} {failing.right.text}"


def _up(setting: ClaimRun) -> tuple[Evidence, ...]:
    run, other, plus = (setting.trace().run(name) for name in ALL)
    first = min(1, run.n_rounds)
    rises = int((np.diff(plus.metrics["log_e2"]) > 1e-12).sum())
    return (
        compare(
            "Before any round each loss is 1. RB-D's first round already lifts Ê2.",
            (f"Ê2 of RB-D after round {first}", loss(run, "e2", first)),
            ">",
            ("at the start", loss(run, "e2", 0)),
        ),
        compare(
            f"Where it ends, after round {run.n_rounds}, Ê2 is still higher than at the start.",
            ("Ê2 of RB-D at its end", loss(run, "e2")),
            ">",
            ("at the start", loss(run, "e2", 0)),
        ),
        compare(
            "Yet Ê1, which RB-D minimises, has fallen.",
            ("Ê1 of RB-D at its end", loss(run, "e1")),
            "<",
            ("at the start", loss(run, "e1", 0)),
        ),
        compare(
            "RankBoost+ lowers Ê2.",
            ("Ê2 of RankBoost+ at its end", loss(plus, "e2")),
            "<",
            ("at the start", loss(plus, "e2", 0)),
        ),
        compare(
            "It does so in every single round.",
            ("rounds in which Ê2 of RankBoost+ rises", float(rises)),
            "=",
            ("", 0.0),
        ),
        compare(
            "It lowers Ê2 further than RB-C does.",
            ("Ê2 of RankBoost+ at its end", loss(plus, "e2")),
            "<",
            ("Ê2 of RB-C at its end", loss(other, "e2")),
        ),
    )


def _down_then_up(options: Options) -> Proof:
    rounds = int(options["rounds"])
    trace = _patients(options, LAST, LAST).trace()
    run, plus = trace.boosted_run("rb-c"), trace.boosted_run("rb-plus")

    def lowest(rounds: int) -> int:
        return int(np.argmin(run.metrics["log_e2"][: rounds + 1]))

    def evidence(rounds: int) -> tuple[Evidence, ...]:
        turn, end = lowest(rounds), min(rounds, run.n_rounds)
        return (
            compare(
                f"RB-C lowers Ê2 for {counted(turn, 'round')}.",
                (f"Ê2 of RB-C after round {turn}", loss(run, "e2", turn)),
                "<",
                ("at the start", loss(run, "e2", 0)),
            ),
            compare(
                "Then it lets Ê2 rise again.",
                (f"Ê2 of RB-C after round {end}", loss(run, "e2", end)),
                ">",
                (f"its lowest, after round {turn}", loss(run, "e2", turn)),
            ),
            compare(
                "Meanwhile Ê1 keeps falling.",
                (f"Ê1 of RB-C after round {end}", loss(run, "e1", end)),
                "<",
                (f"after round {turn}", loss(run, "e1", turn)),
            ),
            compare(
                "RankBoost+ gets below the lowest that RB-C reached.",
                (
                    f"Ê2 of RankBoost+ after round {min(rounds, plus.n_rounds)}",
                    loss(plus, "e2", min(rounds, plus.n_rounds)),
                ),
                "<",
                ("lowest Ê2 of RB-C", loss(run, "e2", turn)),
            ),
        )

    turn = lowest(rounds)
    return Proof(
        _patients(options, LAST, max(turn, 1)),
        evidence(rounds),
        f"Ê2 of RB-C falls to {spelt(loss(run, 'e2', turn))} in round {turn} and is "
        f"{spelt(loss(run, 'e2', min(rounds, run.n_rounds)))} after {counted(min(rounds, run.n_rounds), 'round')}.",
        Figure(
            "Ê2, the loss that counts ties",
            "round",
            "Ê2",
            tuple(over_rounds(each.label, each.algorithm, each.metrics["e2"]) for each in (run, plus)),
            (("lowest of RB-C", loss(run, "e2", turn)),),
            rounds,
        ),
        swept("rounds", range(1, LAST + 1), evidence, rounds),
        f"in {rounds} rounds RB-C's Ê2 has not started to rise yet"
        if turn == min(rounds, run.n_rounds)
        else "",
    )


FIRST = {
    "diabetes": "bundled:diabetes?items=60&seed={seed}",
    "wine": "bundled:wine?items=60&seed={seed}",
    "coarse": "synthetic:coarse?seed={seed}",
    "linear": "synthetic:linear?seed={seed}",
    "blobs": "synthetic:blobs?seed={seed}",
    "cycles": "synthetic:cycles?seed={seed}",
}


def _first_round(options: Options) -> Proof:
    t = int(options["round"])
    source = FIRST[str(options["data"])].format(seed=options["seed"])
    setting = ClaimRun(RunSpec(source, ("rb-c", "rb-plus"), 30), t)
    trace = setting.trace()
    run, plus = trace.boosted_run("rb-c"), trace.boosted_run("rb-plus")

    def evidence(t: int) -> tuple[Evidence, ...]:
        correct, tied, reversed_ = (
            float(e[t - 1]) for e in (run.eps_correct, run.eps_tied, run.eps_reversed)
        )
        alpha = float(run.alpha[t - 1])
        bound = correct * np.exp(-alpha) + reversed_ * np.exp(alpha) + tied * np.cosh(alpha)
        return (
            compare(
                "Both pick the same ranker, because (32) counts ties only for rankers that have a weight already.",
                ("RB-C picks", trace.pool.label(int(run.ranker[t - 1]))),
                "=",
                ("RankBoost+ picks", trace.pool.label(int(plus.ranker[t - 1]))),
            ),
            compare(
                "Both give it the same weight, because it had none before: at α′ = 0, (34) becomes (39).",
                ("α of RB-C", alpha),
                "=",
                ("α of RankBoost+", float(plus.alpha[t - 1])),
            ),
            compare(
                "RB-C minimises a bound (18) on its Z, and that bound is RankBoost+'s Z (38).",
                ("ε⁺e⁻ᵅ + ε⁻eᵅ + ε⁰ cosh α of RB-C", float(bound)),
                "=",
                (f"Z of RankBoost+ in round {t}", float(plus.z[t - 1])),
            ),
            compare(
                f"So after round {t} both have the same Ê2.",
                ("Ê2 of RB-C", loss(run, "e2", t)),
                "=",
                ("Ê2 of RankBoost+", loss(plus, "e2", t)),
            ),
        )

    outcome = first_divergence(trace)[1]
    last = min(LAST_ROUND, run.n_rounds, plus.n_rounds)
    apart = np.abs(run.metrics["e2"][: last + 1] - plus.metrics["e2"][: last + 1])
    apart = np.where(apart > ROUNDING, apart, np.nan)
    parted = not all(all(each.holds for each in evidence(s)) for s in range(2, t + 1))
    first_tie = float(plus.tie_factor[0]), float(run.tie_factor[0])
    return Proof(
        setting,
        (
            *evidence(t),
            compare(
                "The pair weights differ after round 1: RankBoost+ makes tied pairs heavier.",
                ("tie factor of RankBoost+", first_tie[0]),
                ">",
                ("of RB-C", first_tie[1]),
            ),
        ),
        outcome,
        Figure(
            "Difference of the two Ê2; no point where they are equal",
            "round",
            "difference of Ê2",
            (over_rounds("|RB-C − RankBoost+|", "rb-c", apart, "points"),),
            (("rounding", ROUNDING),),
            t,
            log=True,
        ),
        swept("round", range(1, last + 1), evidence, t),
        f"they differ before the end of round {t}, because RankBoost+'s tied pairs are heavier from round 2 on"
        if t > 1 and parted
        else "",
    )


CLAIMS = (
    Claim(
        "lemma-3",
        "Without negative weights RB-D can miss the minimum",
        "If RB-D may give positive weights only, it misses the minimum of Ê1 on some weak rankers.",
        "RankBoost+, Lemma 3",
        "Six items in order, two rankers. Without negative α RB-D stops after two rounds, above the lowest loss; with "
        "it, round 3 takes some of h1's weight back.",
        GROUP,
        _lemma_3,
        (Choice("negative", "Allow negative α", "bool", False, "Whether RB-D may take weight back."),),
        reference="lemma-3",
    ),
    Claim(
        "driven-up",
        "RB-D can drive Ê2 up",
        "RB-D lowers Ê1 in every round. Meanwhile it can raise Ê2, the loss that counts ties fairly, as it does on "
        "these patients. RankBoost+ lowers Ê2 in every round.",
        "RankBoost+, Figure 2 (middle) and section 5.1",
        "The Ê2 of RB-D climbs from 1, that of RankBoost+ only falls. RB-D leaves tied pairs out of its weight, so it "
        "trusts every ranker too much.",
        GROUP,
        _driven_up,
        PATIENTS,
        reference="22",
    ),
    Claim(
        "down-then-up",
        "RB-C lowers Ê2, then can raise it",
        "RB-C lowers Ê2 in its first round. It does not minimise Ê2 exactly, so later Ê2 can rise, as it does on "
        "these patients.",
        "RankBoost+, Figure 2 (middle) and section 3.4",
        "The Ê2 of RB-C has a lowest point. After that RB-C picks rankers that it has used before, or combinations "
        "of them, and gives them more weight than is best for Ê2.",
        GROUP,
        _down_then_up,
        (*PATIENTS, Choice("rounds", "Rounds", "int", LAST, "How long RB-C runs.", 5, LAST, 1)),
        reference="22",
    ),
    Claim(
        "first-round",
        "RB-C and RankBoost+ begin alike",
        "In the first round RB-C picks the ranker of RankBoost+ and gives it the same weight.",
        "RankBoost+, section 3.4, (38), (39)",
        "Round 1 has the same ranker and the same α. Only the pair weights differ after it: tied pairs weigh more "
        "for RankBoost+. That is why the two differ later.",
        GROUP,
        _first_round,
        (
            Choice("data", "Data", "choice", "diabetes", "Real and synthetic data.", choices=tuple(FIRST)),
            Choice("round", "Round", "int", 1, "The round to compare.", 1, LAST_ROUND, 1),
            Choice("seed", "Seed", "int", 0, "Which sample, or which data, is drawn.", 0, 99, 1),
        ),
        reference="38",
    ),
)
