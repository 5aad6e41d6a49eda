"""Comparing algorithms over many tasks: ranks, the tests on them, and how metrics are counted."""

from rankviz.reference.model import Check, Entry

GROUP = "Experiments"

RANKS = Check("tests/experiments/test_experiments.py::test_ranks_and_friedman", "1e-9, relative", "rtol=1e-9")

ENTRIES = (
    Entry(
        keys=("friedman",),
        group=GROUP,
        source="Demšar 2006, section 3.2.2, corrected for ties",
        title="Friedman's test",
        latex=(
            r"\chi^2 = \frac{(A - 1) \sum_a \left( \sum_i r_{ia} - N \frac{A + 1}{2} \right)^2}"
            r"{\sum_{i,a} r_{ia}^2 - N A \frac{(A + 1)^2}{4}}",
        ),
        says="On each of N tasks the A algorithms are ranked, 1 for the best; equal values share the mean of their "
        "ranks. A large χ² (A − 1 degrees of freedom) says that they do not all rank alike. Demšar's formula has no "
        "correction for ties; without ties the two are the same.",
        code=(
            "rankviz.experiments.evaluation.ranks:friedman",
            "rankviz.experiments.evaluation.ranks:rank_rows",
        ),
        checks=(RANKS,),
    ),
    Entry(
        keys=("critical-difference", "nemenyi"),
        group=GROUP,
        source="Demšar 2006, section 3.2.2; RB+ Tables 1, 2 and Fig. 3",
        title="Critical difference",
        latex=(r"\mathrm{CD} = q_\alpha \sqrt{\frac{A (A + 1)}{6 N}}",),
        says="Two algorithms differ at level α when their mean ranks are at least this far apart (Nemenyi); q is the "
        "quantile of the studentized range divided by √2, 2.343 for three algorithms at 5 %.",
        code=(
            "rankviz.experiments.evaluation.ranks:critical_difference",
            "rankviz.experiments.evaluation.ranks:groups",
        ),
        checks=(
            Check(
                "tests/experiments/test_experiments.py::test_critical_differences_of_the_papers",
                "1e-3, the papers' own digits",
                "abs=1e-3",
            ),
        ),
    ),
    Entry(
        keys=("protocol", "cross-validation"),
        group=GROUP,
        source="RB+ section 5",
        title="Folds, and the round that counts",
        latex=(
            r"\text{train } k - 2 \text{ parts}, \quad \text{validate } 1, \quad \text{test } 1",
            r"t^* = \min \arg\operatorname{best}_{1 \le t \le T} \text{metric}_{\text{validation}}(t)",
        ),
        says="For each metric the validation part chooses the round, the earliest of equals; the test part, which no "
        "one has seen, is measured at that round. A task's value is the mean of its folds.",
        code=("rankviz.data.folds:draw", "rankviz.experiments.learning.score:best_round"),
        checks=(
            Check("tests/experiments/test_experiments.py::test_folds_part_the_items", "exact", "=="),
            Check(
                "tests/experiments/test_experiments.py::test_the_round_is_the_earliest_of_the_best",
                "exact",
                "==",
            ),
        ),
    ),
    Entry(
        keys=("letor-script",),
        group=GROUP,
        source="LETOR 4.0, Eval-Score",
        title="NDCG and MAP as LETOR's own script counts them",
        latex=(r"\mathrm{DCG}@k = \sum_{i \le k} \frac{2^{l_i} - 1}{\max(1, \log_2 i)}",),
        says="Equal scores stand in the order of the file; a query without a relevant document counts 0, and so does "
        "NDCG@k of a query with fewer than k documents.",
        code=(
            "rankviz.experiments.conventions:Conventions",
            "rankviz.kernels.staged:staged_gains",
        ),
        checks=(
            Check(
                "tests/experiments/test_experiments.py::test_the_letor_conventions_are_those_of_letors_script",
                "1e-12",
                "atol=1e-12",
            ),
            Check(
                "tests/experiments/test_experiments.py::test_every_convention_is_the_twins",
                "1e-12",
                "atol=1e-12",
            ),
        ),
    ),
)
