"""Scores of pairs, and the losses made of them."""

from rankviz.reference.checks import APPROX, PLAIN, TWIN
from rankviz.reference.formulas import rankboost as formulas
from rankviz.reference.model import Check, Entry

ENTRIES = (
    Entry(
        keys=("pair-score", "score", "section-2"),
        group="Losses",
        source="RB+ section 2",
        title="Score of an item, score of a pair",
        latex=(
            formulas.ITEM_SCORE.tex,
            formulas.SCORE.tex,
        ),
        says="The ensemble adds up the weights of the rankers that say 1; a pair is in order when its higher "
        "item scores more.",
        code=("rankviz.runs.trace:Trace.scores", "rankviz.kernels.measure:pair_scores"),
        checks=(
            Check(
                "tests/algorithms/test_identities.py::test_the_last_stage_is_the_final_answer",
                "1e-10",
                "atol=1e-10",
            ),
            TWIN,
        ),
        symbols=("g", "s", "h", "η", "critical pair"),
    ),
    Entry(
        keys=("3",),
        group="Losses",
        source="RB+ (3)",
        title="R̂1: ties count as errors",
        latex=(r"\hat R_1(g) = \frac1m \sum_{i=1}^{m} \mathbf 1\left[ s_i \le 0 \right]",),
        says="The share of the critical pairs that the ensemble puts in the wrong order or leaves tied.",
        code=("rankviz.metrics.ranking:r1", "rankviz.kernels.measure:count_pairs"),
        checks=(Check("tests/metrics/test_metrics.py::test_rank_losses_count_pairs", PLAIN, APPROX), TWIN),
        symbols=("R̂1", "s", "m"),
    ),
    Entry(
        keys=("4",),
        group="Losses",
        source="RB+ (4)",
        title="R̂2: a tie counts half",
        latex=(
            (
                r"\hat R_2(g) = \frac1m \sum_{i=1}^{m} \left( \mathbf 1\left[ s_i < 0 \right] + \tfrac12\, "
                r"\mathbf 1\left[ s_i = 0 \right] \right)"
            ),
        ),
        says="As R̂1, but a tied pair is half an error, what breaking the tie by a coin would cost on average.",
        code=("rankviz.metrics.ranking:r2", "rankviz.kernels.measure:count_pairs"),
        checks=(Check("tests/metrics/test_metrics.py::test_rank_losses_count_pairs", PLAIN, APPROX), TWIN),
        symbols=("R̂2", "s", "m"),
    ),
    Entry(
        keys=("5", "6", "20", "21"),
        group="Losses",
        source="RB+ (5), (6), (20), (21)",
        title="Ê1: the exponential loss of RankBoost",
        latex=(formulas.E1_5.tex,),
        says="A smooth loss above R̂1: a pair costs more the further it is out of order, and exactly 1 when "
        "it is tied. The paper prints (6) without the minus in the exponent, a slip: (5) and (21) have it.",
        code=("rankviz.metrics.ranking:log_e1", "rankviz.kernels.measure:log_sum_exp"),
        checks=(
            Check("tests/metrics/test_metrics.py::test_e1_is_the_mean_exponential", "1e-9", "abs=1e-9"),
            TWIN,
        ),
        symbols=("Ê1", "s", "m", "η"),
    ),
    Entry(
        keys=("22", "23", "24"),
        group="Losses",
        source="RB+ (22), (23), (24)",
        title="Ê2: the loss of RankBoost+",
        latex=(
            formulas.E2_22.tex,
            (
                r"\omega^*_2 = \begin{cases} e^{-\eta_j} & \text{correct} \\ e^{\eta_j} & \text{reversed} "
                r"\\ \cosh \eta_j & \text{tied} \end{cases}"
            ),
        ),
        says="As Ê1, but a ranker that ties a pair costs cosh η, the mean of being right and being wrong.",
        code=(
            "rankviz.metrics.ranking:log_e2",
            "rankviz.runs.measure:PairLoss2",
            "rankviz.numerics:log_cosh",
        ),
        checks=(
            Check(
                "tests/metrics/test_metrics.py::test_e2_multiplies_what_each_ranker_says_of_each_pair",
                "1e-9",
                "abs=1e-9",
            ),
            TWIN,
        ),
        symbols=("Ê2", "η", "m"),
    ),
)
