"""General boosting by quadratic upper bounds, QBRank, GBT and RankSVM, and how the paper measures them."""

from rankviz.reference.checks import APPROX, PLAIN
from rankviz.reference.model import Check, Entry, Symbol

GROUP = "General boosting"
RISK, ALONG, TARGETS = (
    "Risk",
    "Risk along the new tree",
    "Targets",
)
PRECISION, WORTH = "Precision at K %", "DCG and NDCG"

SYMBOLS = (
    Symbol(
        "R(h)",
        "risk of a score",
        "What QBRank lowers: the cost of the pairs and of the labels at the scores h.",
        (RISK, ALONG),
        ("qb-section-3",),
    ),
    Symbol(
        "Rₖ",
        "quadratic upper bound",
        "A parabola that touches the risk at this round's start and lies above it everywhere.",
        (RISK, ALONG),
        ("qb-6",),
    ),
    Symbol(
        "g_k",
        "what a round adds",
        "The values that this round's tree gives the items.",
        (ALONG, TARGETS),
        ("qb-6",),
    ),
    Symbol(
        "W",
        "diagonal weights",
        "One weight an item: how curved the quadratic is in its score.",
        (TARGETS,),
        ("qb-6", "qb-algorithm-1"),
    ),
    Symbol(
        "s_k",
        "result of the line search",
        "How much of the new tree would make the risk least.",
        (ALONG,),
        ("qb-line-search",),
    ),
    Symbol("w", "weight of the preferences", "The labels get 1 − w.", (RISK,), ("qb-section-3",)),
    Symbol(
        "τ", "margin of a pair", "How far apart the scores of a pair should be.", (RISK,), ("qb-section-3",)
    ),
    Symbol(
        "DCG@5",
        "discounted cumulative gain",
        "What the first five places are worth: gains of their grades, the first place counting most.",
        (WORTH,),
        ("qb-dcg",),
    ),
)

LOSSES = Check(
    "tests/algorithms/test_quadratic.py::test_losses_are_sums_over_pairs_and_labels", "1e-10", "atol=1e-10"
)
SLOPE = Check(
    "tests/algorithms/test_quadratic.py::test_the_gradient_is_the_slope_of_the_value",
    "1e-4, differences",
    "1e-4",
)
ABOVE = Check(
    "tests/algorithms/test_quadratic.py::test_the_quadratic_lies_above_the_risk_everywhere", "1e-9", "1e-9"
)
ROUNDS = Check(
    "tests/algorithms/test_quadratic.py::test_every_round_keeps_what_the_method_promises", "1e-9", "1e-9"
)
TWIN = Check("tests/algorithms/test_qbrank.py::test_qbrank_is_its_slow_twin", "1e-6", "atol=1e-6")
MONITOR = Check(
    "tests/algorithms/test_qbrank.py::test_the_monitor_holds_and_small_steps_apply",
    "what rounding can explain (rankviz/theory/rounding.py)",
    "VIOLATED",
)
WITHIN = Check(
    "tests/algorithms/test_qbrank.py::test_a_tree_is_worse_by_no_more_than_its_tolerance", "1e-9", "1e-9"
)
WITH_EPSILON = Check(
    "tests/theory/test_tolerance.py::test_theorem_1_is_its_twin_and_holds", "1e-6", "rel=1e-6"
)

ENTRIES = (
    Entry(
        keys=("qb-section-3", "qb-risk"),
        group=GROUP,
        source="QB section 3",
        title="QBRank's risk",
        latex=(
            r"R(h) = \frac w2 \sum_{x \succ y} \max\{0,\, h(y) - h(x) + \tau\}^2 + \frac{1-w}2 \sum_z (l_z - h(z))^2",
            (
                r"\nabla^2 R \text{ of a pair} \in \left\{ \begin{pmatrix} 1 & -1 \\ -1 & 1 \end{pmatrix}, 0 "
                r"\right\} \preceq \operatorname{diag}(2, 2)"
            ),
        ),
        says="Pairs should be τ apart, labels should be met; a pair's curvature is bounded by twice the identity.",
        code=("rankviz.algorithms.qbrank.risk:risk_of", "rankviz.algorithms.qbrank.hinge:GradedHinge"),
        checks=(LOSSES, SLOPE),
        symbols=("R(h)", "w", "τ", "W"),
        theorems=("curvature",),
    ),
    Entry(
        keys=("qb-ties", "qb-ridge"),
        group=GROUP,
        source="QB section 4 and its future work",
        title="Tied grades and a ridge beside the preferences",
        latex=(
            r"\frac{\mu}{2} \sum_{x \sim y} (h(x) - h(y))^2 = \frac{\mu}{2} \sum_{\text{groups}} k \sum_{x} "
            r"\big( h(x) - \bar h \big)^2",
            r"\frac{\rho}{2} \sum_{x \text{ in a pair}} h(x)^2",
            r"\nabla^2 = k I - \mathbf 1 \mathbf 1^{\top} \preceq k I",
        ),
        says="Both are added to the preferences, with their factor w. The paper supposes that items of one grade, "
        "which it leaves out, could help; μ tries it. ρ regularises the preference part.",
        code=("rankviz.algorithms.qbrank.tied:TiedGrades", "rankviz.algorithms.qbrank.risk:risk_of"),
        checks=(LOSSES, SLOPE, ABOVE, TWIN),
        symbols=("R(h)", "w", "W"),
    ),
    Entry(
        keys=("qb-6",),
        group=GROUP,
        source="QB (6)",
        title="The quadratic upper bound",
        latex=(r"R(h_k + g) \le R_k(g) = R(h_k) + \nabla R(h_k)^{\top} g + \tfrac12\, g^{\top} W g",),
        says="A parabola with a diagonal W above the Hessian lies above the risk, so lowering it lowers the risk.",
        code=("rankviz.algorithms.qbrank.loop:quadratic_bound",),
        checks=(ABOVE, ROUNDS),
        symbols=("R(h)", "Rₖ", "W", "g_k"),
        theorems=("quadratic",),
    ),
    Entry(
        keys=("qb-algorithm-1", "qb-alg-1"),
        group=GROUP,
        source="QB Algorithm 1",
        title="Greedy algorithm with quadratic approximation",
        latex=(
            r"r = -W^{-1} \nabla R(h_k), \quad g_k \approx \arg\min_g \sum_\ell w_\ell \, (g(x_\ell) - r_\ell)^2",
            r"h_{k+1} = h_k + \eta\, s_k\, g_k",
        ),
        says="Fit a regression to the targets r with the weights W, and take a step along what it gives. The paper "
        "prints r without the minus in Algorithm 1, and with it in the text. Its step is s g; η is Algorithm 2's.",
        code=("rankviz.algorithms.qbrank.loop:descend", "rankviz.algorithms.qbrank.losses:targets"),
        checks=(ROUNDS, TWIN),
        symbols=("W", "g_k", "s_k", "R(h)"),
        theorems=("risk-falls",),
    ),
    Entry(
        keys=("qb-algorithm-2",),
        group=GROUP,
        source="QB Algorithm 2",
        title="QBRank's training set",
        latex=(
            r"(x,\, p),\ (y,\, -p) \ \text{ of weight } w",
            r"p = \max\{0,\, h(y) - h(x) + \tau\}",
            r"(z,\, l_z - h(z)) \ \text{ of weight } 1 - w",
        ),
        says="An item of several rows takes their average target and the sum of their weights.",
        code=("rankviz.algorithms.qbrank.losses:weights", "rankviz.algorithms.qbrank.trees:Trees"),
        checks=(
            Check(
                "tests/algorithms/test_quadratic.py::test_targets_are_averages_of_algorithm_2_or_newtons",
                "1e-10",
                "atol=1e-10",
            ),
            TWIN,
        ),
        symbols=("w", "τ", "W"),
    ),
    Entry(
        keys=("qb-line-search",),
        group=GROUP,
        source="QB Algorithm 2, step 2",
        title="The line search",
        latex=(r"s_k = \arg\min_{s \ge 0} R(h_k + s\, g_k)",),
        says="The risk is convex along a direction; Newton's method in a bracket finds its least point.",
        code=("rankviz.algorithms.qbrank.line_search:line_search",),
        checks=(
            Check(
                "tests/algorithms/test_quadratic.py::test_the_step_found_beats_its_neighbours", "1e-9", "1e-9"
            ),
        ),
        symbols=("s_k", "g_k", "R(h)"),
    ),
    Entry(
        keys=("qb-theorem-1", "qb-thm-1"),
        group=GROUP,
        source="QB Theorem 1",
        title="Theorem 1: the rate",
        latex=(
            (
                r"R(h_{k+1}) \le R(\bar h) + \frac{\|\bar h\|}{\|\bar h\| + a_k} \max(0, R(0) - R(\bar h)) + \inf_j "
                r"\left[ (b_0 - b_{j+1}) \frac{\|\bar h\| + a_j}{\|\bar h\| + a_k} + (b_{j+1} - b_{k+1}) \right]"
            ),
            (
                r"a_j = \sum_{i \le j} \bar s_i, \quad b_j = \sum_{i \ge j} \left( \bar s_i \sqrt{2 \epsilon_i} + M "
                r"\bar s_i^2 / 2 \right)"
            ),
        ),
        says=(
            "With small steps the risk comes near that of any function of the same kind; here the run's own last "
            "ensemble stands for it, and a round's shortfall in slope for the tolerance."
        ),
        code=("rankviz.theory.qbrank:_theorem_1", "rankviz.theory.qbrank:_small_steps"),
        checks=(MONITOR,),
        symbols=("R(h)", "g_k", "s_k"),
        theorems=("qb-theorem-1", "qb-small-steps"),
    ),
    Entry(
        keys=("qb-3", "qb-tolerance"),
        group=GROUP,
        source="QB (3), Theorem 1",
        title="The weak learner's tolerance ε",
        latex=(
            (
                r"\sum_\ell w_\ell (\hat g(x_\ell) - r_\ell)^2 \le \min_{g \in \mathcal C} "
                r"\sum_\ell w_\ell (g(x_\ell) - r_\ell)^2 + \epsilon"
            ),
            (
                r"\epsilon_k = \sum_\ell w_\ell (g_k(x_\ell) - \hat g_k(x_\ell))^2 \le \text{share} \cdot "
                r"\sum_\ell w_\ell g_k(x_\ell)^2"
            ),
            r"|\nabla R \cdot \hat u| \ge \max_{u} |\nabla R \cdot u| - \sqrt{n\, \epsilon_k}, \quad \|u\|_{W,X} = 1",
        ),
        says=(
            "A tolerance prunes the tree found: its leaves stay weighted means, so ε is exact. The paper writes "
            "√(2ε) in b_j. Its norm divides by n, (3) does not: as both stand it is √(n ε), which the monitor takes, "
            "with ε beside every tree of the run."
        ),
        code=(
            "rankviz.algorithms.qbrank.tolerance:Tolerant",
            "rankviz.theory.trees.tolerance:tolerances",
        ),
        checks=(WITHIN, WITH_EPSILON, TWIN),
        symbols=("R(h)", "W", "g_k"),
        theorems=("qb-theorem-1-epsilon",),
    ),
    Entry(
        keys=("qb-section-4", "qb-ranksvm"),
        group=GROUP,
        source="QB section 4; after Joachims 2002",
        title="RankSVM",
        latex=(
            (
                r"J(v) = \tfrac12 \|v\|^2 + \frac Cm \sum_{x \succ y} \max\{0,\, 1 - v^{\top}(x - y)\}^2, \quad "
                r"h(x) = v^{\top} x"
            ),
        ),
        says="One linear score from the differences of the pairs' features; labels cannot be used. Joachims has the "
        "hinge itself; here it is squared, which is smooth and has one solution, so scores differ a little from his.",
        code=("rankviz.algorithms.qbrank.ranksvm:fit_ranksvm",),
        checks=(
            Check("tests/algorithms/test_ranksvm.py::test_ranksvm_is_its_slow_twin", "1e-3", "atol=1e-3"),
        ),
        theorems=("hinge", "below-start", "svm-no-slope"),
    ),
    Entry(
        keys=("qb-precision",),
        group=GROUP,
        source="QB section 4, Table 1",
        title="Precision at K %",
        latex=(
            r"\text{share of } h(x) > h(y) \text{ among the } K\,\% \text{ of pairs}",
            r"\text{with the largest } |h(x) - h(y)|",
        ),
        says="Pairs that are far apart are easy to tell; at 100 % all pairs count. A tie counts half, as in R̂2.",
        code=("rankviz.metrics.ranking:precision_curve",),
        checks=(
            Check(
                "tests/algorithms/test_qbrank.py::test_precision_at_k_over_every_order_of_ties", PLAIN, APPROX
            ),
        ),
    ),
    Entry(
        keys=("qb-dcg",),
        group=GROUP,
        source="QB section 4",
        title="Discounted cumulative gain",
        latex=(r"\mathrm{DCG}_N = \sum_{i=1}^{N} \frac{G_i}{\log_2 (i + 1)}",),
        says="The gain of a grade l is 2^l − 1 unless another is chosen; the paper does not give its gains.",
        code=("rankviz.metrics.ranking:dcg",),
        checks=(Check("tests/algorithms/test_qbrank.py::test_dcg_over_every_order_of_ties", PLAIN, APPROX),),
        symbols=("DCG@5",),
    ),
)
