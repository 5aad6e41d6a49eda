"""What the papers leave open: ties, missing values, thresholds, NDCG."""

from rankviz.reference.checks import APPROX, PLAIN, TWIN
from rankviz.reference.model import Check, Entry

GROUP = "Conventions"

ENTRIES = (
    Entry(
        keys=("tie",),
        group=GROUP,
        source="Here",
        title="When two scores are tied",
        latex=(r"\left| s_i \right| \le 10^{-12} \sum_t \left| \alpha_t \right|",),
        says="Differences that rounding could make never break a tie.",
        code=("rankviz.runs.measure:RankMeter.read", "rankviz.kernels.measure:count_pairs"),
        checks=(
            Check("tests/metrics/test_metrics.py::test_rounding_never_breaks_a_tie", "exact", "== 0.5"),
            TWIN,
        ),
        symbols=("s", "α"),
    ),
    Entry(
        keys=("choice",),
        group=GROUP,
        source="Here, and RB+ Algorithm 2 line 11",
        title="When two rankers are tied",
        latex=(r"\left| \delta(h) \right| \ge \max_{h'} \left| \delta(h') \right| - 10^{-12}",),
        says="Among equally good rankers the lowest feature wins, then the lowest threshold; in RankBoost+ one "
        "already chosen wins over a new one. A run whose best |δ| is below 1e-12 has converged.",
        code=("rankviz.algorithms.boosting.loop:pick",),
        checks=(
            Check(
                "tests/algorithms/test_naive_agreement.py::test_lowest_feature_then_lowest_threshold_wins_a_tie",
                "exact",
                "==",
            ),
            TWIN,
        ),
        symbols=("δ",),
    ),
    Entry(
        keys=("stump", "missing"),
        group=GROUP,
        source="Here, after RB+ section 5",
        title="Weak rankers and missing values",
        latex=(
            r"h_j(x) = \mathbf 1\left[ \text{feature}(x) > \theta \right]",
            r"\text{missing} < \text{every known value}",
        ),
        says="Thresholds lie between neighbouring values, at most 255 a feature; a missing value lies below all "
        "known ones, so it never counts as above a threshold.",
        code=(
            "rankviz.algorithms.boosting.stumps:build_pool",
            "rankviz.algorithms.boosting.stumps:CandidatePool.apply",
        ),
        checks=(
            Check(
                "tests/algorithms/test_naive_agreement.py::test_stumps_lie_between_distinct_values",
                "exact",
                "==",
            ),
            TWIN,
        ),
        symbols=("h", "weak ranker"),
    ),
    Entry(
        keys=("region", "depth-2"),
        group=GROUP,
        source="Here; RB+ section 5 has stumps alone",
        title="Regions of two tests",
        latex=(
            r"h_j(x) = \mathbf 1\left[ \text{feature}_f(x) \gtrless \theta \right] \cdot "
            r"\mathbf 1\left[ \text{feature}_g(x) \gtrless \theta' \right]",
        ),
        says="With “weak = regions” they stand beside the stumps: at most 7 thresholds of a feature, evenly spread, "
        "at most 5,000 regions. They order items whose features matter only together, as no sum of stumps does.",
        code=(
            "rankviz.algorithms.boosting.regions:with_regions",
            "rankviz.algorithms.boosting.region:Region.apply",
        ),
        checks=(
            Check("tests/algorithms/test_regions.py::test_they_are_those_of_the_definition", "exact", "=="),
        ),
        symbols=("h", "weak ranker"),
    ),
    Entry(
        keys=("ndcg", "ndcg-5"),
        group=GROUP,
        source="Järvelin and Kekäläinen 2002, as scikit-learn",
        title="NDCG@5",
        latex=(
            (
                r"\mathrm{NDCG@5} = \frac{\sum_{k=1}^{5} \left( 2^{l_k} - 1 \right) / \log_2(k + "
                r"1)}{\text{the same in the best order}}"
            ),
        ),
        says="Tied items share the mean of their places, queries without any gain are left out, and explicit "
        "pairs without grades have no NDCG. Libraries differ in all of this; the gallery shows how far.",
        code=(
            "rankviz.kernels.measure:mean_ndcg",
            "rankviz.metrics.ranking:ndcg",
            "rankviz.metrics.ndcg_counting:ndcg_as",
        ),
        checks=(
            Check("tests/metrics/test_metrics.py::test_ndcg_is_scikit_learns", PLAIN, APPROX),
            Check(
                "tests/metrics/test_ndcg_counting.py::test_it_is_what_the_libraries_count",
                "1e-12",
                "abs=1e-12",
            ),
            Check("tests/metrics/test_metrics.py::test_dcg_and_ndcg_average_over_all_orders", PLAIN, APPROX),
            TWIN,
        ),
        symbols=("NDCG@5",),
    ),
    Entry(
        keys=("held-out",),
        group=GROUP,
        source="Here",
        title="Held-out data",
        latex=(
            r"\text{items} = \text{training} \,\cup\, \text{held out}",
            r"\text{training} \cap \text{held out} = \varnothing",
        ),
        says="Drawn with the seed before any learning, whole queries where there are several; the algorithms "
        "and their thresholds never see it.",
        code=("rankviz.data.holdout:split",),
        checks=(
            Check("tests/runs/test_trace.py::test_held_out_measures_are_those_of_new_items", PLAIN, APPROX),
            Check(
                "tests/algorithms/test_naive_agreement.py::test_held_out_items_are_scored_alike",
                TWIN.tolerance,
                TWIN.written,
                by=TWIN.by,
            ),
        ),
        symbols=("held-out",),
    ),
)
