"""Why RankBoost+ wants independent rankers, and the test of independence."""

from rankviz.reference.checks import TWIN
from rankviz.reference.model import Check, Entry

GROUP = "Independence"
BETA = Check(
    "tests/algorithms/test_optimal.py::test_beta_in_item_space_is_beta_over_pairs", "1e-8", "atol=1e-8"
)

ENTRIES = (
    Entry(
        keys=("section-3-2", "3-2", "copies"),
        group=GROUP,
        source="RB+ section 3.2",
        title="Copies drag Ê2 towards Ê1",
        latex=(r"\cosh^k \frac{x}{k} \;\xrightarrow{\; k \to \infty \;}\; 1",),
        says="A weight shared among k copies of a ranker costs less on ties, so F2 must be taken over "
        "independent rankers.",
        code=("rankviz.metrics.ranking:log_e2", "rankviz.algorithms.rankboost.rb_plus:GreedyThenFixed"),
        checks=(
            Check(
                "tests/algorithms/test_paper_numbers.py::test_copies_of_a_ranker_drag_f2_towards_f1",
                "1e-3",
                "abs=1e-3",
            ),
            Check(
                "tests/algorithms/test_identities.py::test_duplicated_features_change_nothing",
                "1e-12",
                "atol=1e-12",
            ),
        ),
        symbols=("Ê1", "Ê2", "η"),
    ),
    Entry(
        keys=("independence",),
        group=GROUP,
        source="RB+ section 4, in item space",
        title="Dependence, told from n numbers instead of m",
        latex=(
            r"M = B H, \quad B v = 0 \iff v \text{ is constant on each component}",
            r"M_h \in \operatorname{span} M_S \iff \bar h \in \operatorname{span} \bar S",
        ),
        says="A ranker depends on S when its outputs, minus their mean on each connected part of the pair graph, "
        "are a combination of those of S.",
        code=("rankviz.algorithms.rankboost.independence:Span", "rankviz.data.problem:Problem.components"),
        checks=(
            Check(
                "tests/runs/test_trace.py::test_rankboost_plus_keeps_its_rankers_independent",
                "exact, by rank",
                "matrix_rank(",
            ),
            BETA,
        ),
        symbols=("S", "β"),
    ),
    Entry(
        keys=("section-5", "beta"),
        group=GROUP,
        source="RB+ section 5, a final detail",
        title="Ê2 of RB-D and RB-C",
        latex=(
            r"h = \sum_{s \in S} \beta_s h_s",
            r"\eta_s \leftarrow \eta_s + \alpha\, \beta_s",
        ),
        says="A ranker that depends on those already counted moves their weights instead, so the ensemble stays "
        "the same and Ê2 is taken over independent ones.",
        code=(
            "rankviz.runs.measure:PairLoss2.add",
            "rankviz.algorithms.rankboost.independence:Span.coefficients",
        ),
        checks=(BETA, TWIN),
        symbols=("β", "η", "S", "Ê2"),
    ),
)
