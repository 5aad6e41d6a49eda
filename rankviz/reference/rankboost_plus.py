"""RankBoost+: the same loop on Ê2."""

from rankviz.reference.checks import PRODUCT, STEP, TWIN
from rankviz.reference.formulas import rankboost as formulas
from rankviz.reference.model import Check, Entry

GROUP = "RankBoost+"

ENTRIES = (
    Entry(
        keys=("25",),
        group=GROUP,
        source="RB+ (25)",
        title="Tied pairs gain weight",
        latex=(
            (
                r"\omega_t^+ = \begin{cases} e^{-\alpha_t} & \text{correct} \\ e^{\alpha_t} & "
                r"\text{reversed} \\ \dfrac{\cosh(\alpha_t + \alpha'_t)}{\cosh \alpha'_t} & \text{tied} "
                r"\end{cases}"
            ),
        ),
        says="RankBoost+ multiplies a tied pair by the factor its cost cosh η grows by when α is added to α′.",
        code=(
            "rankviz.algorithms.boosting.equations:log_tie_factor_25",
            "rankviz.numerics:log_cosh",
        ),
        checks=(TWIN,),
        symbols=("α", "α′", "tie factor", "D"),
    ),
    Entry(
        keys=("27", "26"),
        group=GROUP,
        source="RB+ (26), (27)",
        title="Z of RankBoost+",
        latex=(
            r"D_{t+1}(i) = \frac{D_t(i)\, \omega_t^+(i)}{Z_t}",
            formulas.Z_27.tex,
        ),
        says="The sum that scales the new weights back to 1; with a tie factor of 1 it is (11).",
        code=("rankviz.algorithms.boosting.equations:z_27",),
        checks=(TWIN, STEP),
        symbols=("Z", "D", "α", "α′", "ε⁺", "ε⁰", "ε⁻", "tie factor"),
    ),
    Entry(
        keys=("29", "28"),
        group=GROUP,
        source="RB+ (28), (29)",
        title="Ê2 is the product of all Z",
        latex=(r"\hat E_2\Big(\sum_{s=1}^{t} \alpha_s h_s\Big) = \prod_{s=1}^{t} Z_s",),
        says="For RankBoost+ what (12) is for RB-D: lowering Z each round lowers Ê2.",
        code=("rankviz.algorithms.boosting.equations:z_27", "rankviz.metrics.ranking:log_e2"),
        checks=(PRODUCT,),
        symbols=("Ê2", "Z", "α"),
        theorems=("product-e2",),
    ),
    Entry(
        keys=("33", "32", "30", "31"),
        group=GROUP,
        source="RB+ (30)–(33)",
        title="Choosing the ranker",
        latex=(
            r"h_t = \arg\max_{h}\, \left| \delta(h) \right|",
            formulas.DELTA_33.of_any,
        ),
        says="The ranker along which Ê2 is steepest; for one already used the tied pairs pull its weight back.",
        code=("rankviz.algorithms.boosting.equations:delta_33", "rankviz.algorithms.boosting.loop:pick"),
        checks=(
            TWIN,
            Check("tests/runs/test_trace.py::test_no_candidate_beats_the_chosen_one", "1e-11", "abs=1e-11"),
        ),
        symbols=("δ", "ε⁺", "ε⁰", "ε⁻", "α′"),
    ),
    Entry(
        keys=("34",),
        group=GROUP,
        source="RB+ (34)",
        title="RankBoost+'s weight",
        latex=(formulas.ALPHA_34.tex,),
        says="The weight that makes Z (27) smallest; ties keep it defined for all but perfect rankers.",
        code=(
            "rankviz.algorithms.boosting.equations:alpha_34",
            "rankviz.algorithms.boosting.equations:log_ratio",
        ),
        checks=(STEP, TWIN),
        symbols=("α", "α′", "ε⁺", "ε⁰", "ε⁻"),
    ),
    Entry(
        keys=("algorithm-2",),
        group=GROUP,
        source="RB+ Algorithm 2",
        title="Efficient: greedy, then a fixed set",
        latex=(
            r"h_t = \arg\max_{h \,\in\, \text{candidates} \,\cup\, S} |\delta(h)|",
            r"\text{until the chosen one depends on } S,",
            r"\text{then } h_t = \arg\max_{h \in S} |\delta(h)|",
        ),
        says="New rankers join an independent set S while they win; the first winner that depends on S makes "
        "S complete, and from then on only S is searched.",
        code=("rankviz.algorithms.rankboost.rb_plus:GreedyThenFixed",),
        checks=(
            TWIN,
            Check(
                "tests/runs/test_trace.py::test_rankboost_plus_keeps_its_rankers_independent",
                "exact, by rank",
                "matrix_rank(",
            ),
        ),
        symbols=("S", "δ", "h"),
    ),
    Entry(
        keys=("section-4", "optimal"),
        group=GROUP,
        source="RB+ section 4",
        title="Optimal: every direction stays open",
        latex=(
            r"h = \sum_{s \in S} \beta_s h_s: \quad \delta(h) = \frac{\nabla F_2(\eta) \cdot \beta}{F_2(\eta)\, "
            r"\lVert \beta \rVert_2}",
            r"\alpha_t = \arg\min_{\alpha}\, F_2(\eta + \alpha \beta)",
        ),
        says="A candidate that depends on S is a direction too: it moves all weights along β, by a line search.",
        code=(
            "rankviz.algorithms.rankboost.rb_plus_optimal:AllDirections",
            "rankviz.algorithms.rankboost.combined_step:Combination.minimum",
        ),
        checks=(
            Check(
                "tests/algorithms/test_optimal.py::test_no_other_step_along_the_same_direction_is_better",
                "1e-9 in the slope",
                "<= 1e-9",
            ),
            Check(
                "tests/algorithms/test_optimal.py::test_the_chosen_direction_is_the_steepest",
                "1e-7",
                "abs=1e-7",
            ),
        ),
        symbols=("S", "β", "η", "α", "δ"),
    ),
)
