"""The P-norm push: its loss, its step, and how fast the loss falls."""

from rankviz.reference.formulas import push as formulas
from rankviz.reference.model import Check, Entry, Symbol

GROUP = "P-norm push"

SYMBOLS = (
    Symbol(
        "Rₚ",
        "loss of the P-norm push",
        "Each lower item's sum S of e to the −s over its pairs, to the power p, added up; over its value at the start.",
        ("Loss and bound",),
        ("push-loss",),
    ),
)

TWIN = Check("tests/algorithms/test_push.py::test_every_round_is_the_twins", "1e-7, relative", "rel=1e-7")
RB_D = Check(
    "tests/algorithms/test_push.py::test_with_p_1_it_is_rb_d",
    "1e-14, or as much relative",
    "<= 1e-14",
)
STEP = Check("tests/algorithms/test_push.py::test_the_step_is_where_the_slope_is_0", "1e-12", "abs=1e-12")
MONITORED = Check(
    "tests/algorithms/test_push.py::test_no_row_of_the_monitor_is_violated",
    "what rounding can explain (rankviz/theory/rounding.py)",
    "VIOLATED",
)

ENTRIES = (
    Entry(
        keys=("push-loss", "push"),
        group=GROUP,
        source="Rudin 2009",
        title="The loss: what stands too high costs to the power p",
        latex=(
            r"R_p = \sum_k S_k^p, \quad S_k = \sum_{i \text{ above } k} e^{-(s_i - s_k)}",
            r"\sum_k \operatorname{Height}(k)^p \le R_p, \quad \operatorname{Height}(k) = \sum_i [\, s_i \le s_k \,]",
        ),
        says="Here k runs over the negatives; with more grades, over the lower items of all critical pairs. Height is "
        "how many of the items that belong above k do not stand above it.",
        code=("rankviz.kernels.push:sums", "rankviz.kernels.push:log_objective"),
        checks=(TWIN, MONITORED),
        symbols=("Rₚ",),
        theorems=("heights", "highest"),
    ),
    Entry(
        keys=("push-step",),
        group=GROUP,
        source="Rudin 2009",
        title="The weights and the step",
        latex=(
            formulas.PAIR_WEIGHT.tex,
            r"\alpha_t = \arg\min_\alpha R_p(s + \alpha h_t)",
            formulas.Z.tex,
        ),
        says="D is each pair's share of the slope of Rₚ; the ranker with the largest |ε⁺ − ε⁻| is picked, and a line "
        "search finds its α. With p = 1 both are RB-D's.",
        code=(
            "rankviz.kernels.push:tilt",
            "rankviz.kernels.push:along",
            "rankviz.algorithms.rankboost.push:PushLine.alpha",
        ),
        checks=(TWIN, RB_D, STEP),
        symbols=("Rₚ", "D", "α", "Z"),
        theorems=("product-push", "push-falls", "best-step-push", "push-no-slope"),
    ),
    Entry(
        keys=("push-bound",),
        group=GROUP,
        source="proved here",
        title="How fast it falls",
        latex=(
            r"\frac{R_p}{R_p(0)} \le \exp\left( -\tfrac12 \sum_t (\varepsilon_t^+ - \varepsilon_t^-)^2 \right)",
        ),
        says="The right side of Theorem 1, for every p: it is not in the paper, and bounds Rₚ, not the ranking error.",
        code=("rankviz.algorithms.boosting.equations:log_bound_16",),
        checks=(MONITORED,),
        symbols=("Rₚ", "ε⁺", "ε⁻"),
        theorems=("push-bound",),
    ),
)
