"""Claims on which loss an algorithm lowers: Lemma 3, Figure 2 and section 3.4 of RankBoost+."""

from __future__ import annotations

import numpy as np

from rankviz.choice import Choice
from rankviz.claims.claim import Claim, Options, Proof, Setting, compare
from rankviz.claims.measures import loss
from rankviz.narration import first_divergence
from rankviz.runs.spec import RunSpec
from rankviz.theory.minimum import of_f1

GROUP = "Which loss falls?"
ALL = ("rb-d", "rb-c", "rb-plus")


def _lemma_3(options: Options) -> Proof:
    negative = bool(options["negative"])

    def setting(negative: bool, t: int = 0) -> Setting:
        return Setting(
            RunSpec("scenario:lemma-3", ("rb-d",), 60, parameters={"negative_alpha": negative}), t, ("e1",)
        )

    without, free = (setting(way).trace() for way in (False, True))
    run, other = without.run("rb-d"), free.run("rb-d")
    weights, others = run.weights_at(run.n_rounds), other.weights_at(other.n_rounds)
    least = of_f1(without.problem, without.pool).value
    assert least is not None, "the example is small and its minimum finite"
    return Proof(
        setting(negative, (other if negative else run).n_rounds),
        (
            compare(
                "Where weights may only grow, RB-D stops above where it gets with negative ones.",
                ("Ê1 without negative α", loss(run, "e1")),
                ">",
                ("Ê1 with them", loss(other, "e1")),
                ".888387",
                ".88703",
            ),
            compare(
                "It gave h1 too much in round 1 and cannot take it back.",
                ("weight of h1 without negative α", weights[0]),
                ">",
                ("with them", others[0]),
                ".54931",
                ".46894",
            ),
            compare(
                "To h2 it gave too little.",
                ("weight of h2 without negative α", weights[1]),
                "<",
                ("with them", others[1]),
                ".57445",
                ".58953",
            ),
            compare(
                "With negative α it reaches the least Ê1 of all weights, found here by a solver of its own.",
                ("Ê1 with negative α", loss(other, "e1")),
                "=",
                ("least Ê1", least),
            ),
        ),
        f"Without negative α it stops after {run.n_rounds} rounds, {loss(run, 'e1') - least:.6f} above the minimum.",
    )


def _patients(options: Options, rounds: int, t: int) -> Setting:
    source = f"bundled:diabetes?grades={options['grades']}&items={options['items']}&seed={options['seed']}"
    return Setting(RunSpec(source, ALL, rounds), t, curves=("e1", "e2"))


PATIENTS = (
    Choice("items", "Items", "int", 60, "A sample of the 442 patients.", 50, 442, 1),
    Choice("grades", "Grades", "int", 5, "Levels the disease's progress is cut into.", 3, 10, 1),
    Choice("seed", "Seed", "int", 0, "Of the sample.", 0, 9, 1),
)


def _driven_up(options: Options) -> Proof:
    setting = _patients(options, 60, 60)
    trace = setting.trace()
    run, other, plus = (trace.run(name) for name in ALL)
    rises = int((np.diff(plus.metrics["log_e2"]) > 1e-12).sum())
    return Proof(
        setting,
        (
            compare(
                "Before any round each loss is 1. RB-D's first round already lifts Ê2,",
                ("Ê2 of RB-D after round 1", loss(run, "e2", 1)),
                ">",
                ("at the start", loss(run, "e2", 0)),
            ),
            compare(
                f"and where it ends, after round {run.n_rounds}, Ê2 is higher still than at the start,",
                ("Ê2 of RB-D at its end", loss(run, "e2")),
                ">",
                ("at the start", loss(run, "e2", 0)),
            ),
            compare(
                "although Ê1, which RB-D minimises, has fallen.",
                ("Ê1 of RB-D at its end", loss(run, "e1")),
                "<",
                ("at the start", loss(run, "e1", 0)),
            ),
            compare(
                "RankBoost+ lowers Ê2,",
                ("Ê2 of RankBoost+ at its end", loss(plus, "e2")),
                "<",
                ("at the start", loss(plus, "e2", 0)),
            ),
            compare(
                "in every single round,",
                ("rounds in which Ê2 of RankBoost+ rises", float(rises)),
                "=",
                ("", 0.0),
            ),
            compare(
                "and farther than RB-C.",
                ("Ê2 of RankBoost+ at its end", loss(plus, "e2")),
                "<",
                ("Ê2 of RB-C at its end", loss(other, "e2")),
            ),
        ),
        f"Ê2 ends at {loss(run, 'e2'):.3g} for RB-D and at {loss(plus, 'e2'):.3g} for RankBoost+.",
    )


def _down_then_up(options: Options) -> Proof:
    setting = _patients(options, 100, 100)
    trace = setting.trace()
    run = trace.run("rb-c")
    turn = int(np.argmin(run.metrics["log_e2"]))
    return Proof(
        _patients(options, 100, turn),
        (
            compare(
                f"RB-C lowers Ê2 for {turn} rounds,",
                (f"Ê2 of RB-C after round {turn}", loss(run, "e2", turn)),
                "<",
                ("at the start", loss(run, "e2", 0)),
            ),
            compare(
                "then lets it rise again,",
                (f"Ê2 of RB-C after round {run.n_rounds}", loss(run, "e2")),
                ">",
                (f"after round {turn}", loss(run, "e2", turn)),
            ),
            compare(
                "while Ê1 goes on falling.",
                (f"Ê1 of RB-C after round {run.n_rounds}", loss(run, "e1")),
                "<",
                (f"after round {turn}", loss(run, "e1", turn)),
            ),
            compare(
                "RankBoost+ gets below the lowest that RB-C reached.",
                ("Ê2 of RankBoost+ at its end", loss(trace.run("rb-plus"), "e2")),
                "<",
                ("lowest Ê2 of RB-C", loss(run, "e2", turn)),
            ),
        ),
        f"The turn is in round {turn}: Ê2 of RB-C falls to {loss(run, 'e2', turn):.3g} and rises to "
        f"{loss(run, 'e2'):.3g}.",
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
    source = FIRST[str(options["data"])].format(seed=options["seed"])
    setting = Setting(RunSpec(source, ("rb-c", "rb-plus"), 30), 1, curves=("r2", "e2"))
    trace = setting.trace()
    run, plus = trace.run("rb-c"), trace.run("rb-plus")
    correct, tied, reversed_ = (float(e[0]) for e in (run.eps_correct, run.eps_tied, run.eps_reversed))
    alpha = float(run.alpha[0])
    bound = correct * np.exp(-alpha) + reversed_ * np.exp(alpha) + tied * np.cosh(alpha)
    return Proof(
        setting,
        (
            compare(
                "Both pick the same ranker, as (13) is (32) while nothing has a weight yet.",
                ("RB-C picks", trace.pool.label(int(run.ranker[0]))),
                "=",
                ("RankBoost+ picks", trace.pool.label(int(plus.ranker[0]))),
            ),
            compare(
                "Both give it the same weight, as (39) is (34) at α′ = 0.",
                ("α of RB-C", alpha),
                "=",
                ("α of RankBoost+", float(plus.alpha[0])),
            ),
            compare(
                "What RB-C minimises, its bound (18) on Z, is RankBoost+'s Z (38).",
                ("ε⁺e⁻ᵅ + ε⁻eᵅ + ε⁰ cosh α of RB-C", float(bound)),
                "=",
                ("Z₁ of RankBoost+", float(plus.z[0])),
            ),
            compare(
                "So after round 1 both have the same Ê2.",
                ("Ê2 of RB-C", loss(run, "e2", 1)),
                "=",
                ("Ê2 of RankBoost+", loss(plus, "e2", 1)),
            ),
            compare(
                "The pair weights already differ: RankBoost+ makes tied pairs heavier.",
                ("tie factor of RankBoost+", float(plus.tie_factor[0])),
                ">",
                ("of RB-C", float(run.tie_factor[0])),
            ),
        ),
        first_divergence(trace)[1],
    )


CLAIMS = (
    Claim(
        "lemma-3",
        "Without negative weights RB-D misses the minimum",
        "If RB-D may give positive weights only, there are weak rankers on which it does not reach the least Ê1.",
        "RankBoost+, Lemma 3",
        "Six items in order, two rankers. Without negative α RB-D stops after two rounds; with it, round 3 takes "
        "some of h1's weight back, and the rounds after settle the rest.",
        GROUP,
        _lemma_3,
        (
            Choice(
                "negative", "Show the run with negative α", "bool", False, "Which of the two runs is drawn."
            ),
        ),
        reference="Lemma 3",
    ),
    Claim(
        "driven-up",
        "RB-D drives Ê2 up",
        "While RB-D lowers Ê1 it raises Ê2, the loss that counts ties fairly; RankBoost+ lowers it round by round.",
        "RankBoost+, Figure 2 (middle) and section 5.1",
        "Losses and bounds: the Ê2 of RB-D climbs from 1, that of RankBoost+ only falls. RB-D leaves tied pairs out "
        "of its weight, so it trusts every ranker too much.",
        GROUP,
        _driven_up,
        PATIENTS,
        reference="24",
    ),
    Claim(
        "down-then-up",
        "RB-C lowers Ê2, then raises it",
        "RB-C decreases Ê2 at first; because it does not minimise it exactly, Ê2 starts to rise.",
        "RankBoost+, Figure 2 (middle) and section 3.4",
        "The round on the stage is the turn. From here on the rankers that RB-C picks have been used before, or "
        "are made of such: it gives them a larger weight than Ê2 wants.",
        GROUP,
        _down_then_up,
        PATIENTS,
        reference="24",
    ),
    Claim(
        "first-round",
        "RB-C and RankBoost+ begin alike",
        "In the first round RB-C picks the ranker of RankBoost+ and gives it the same weight.",
        "RankBoost+, section 3.4, (38), (39)",
        "Round 1: the same ranker, the same α, the same scores. Only the pair weights differ: tied pairs weigh more "
        "for RankBoost+. That is why the two part later.",
        GROUP,
        _first_round,
        (
            Choice("data", "Data", "choice", "diabetes", "Real and made-up data.", choices=tuple(FIRST)),
            Choice("seed", "Seed", "int", 0, "Of the sample, or of the data.", 0, 99, 1),
        ),
        reference="38",
    ),
)
