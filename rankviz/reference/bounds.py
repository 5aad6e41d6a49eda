"""The bounds that hold for every run, each checked on the running numbers by the theorem monitor."""

from rankviz.reference.checks import ALTERED, BOUNDS, ORDERED, STEP, TWIN
from rankviz.reference.formulas import rankboost as formulas
from rankviz.reference.model import Check, Entry

GROUP = "Bounds"
MONITOR = "rankviz.theory.monitor:rows"
CLOSE = "1e-9, relative"
DESCENT = Check(
    "tests/algorithms/test_identities.py::test_each_descends_its_own_loss", "1e-12 in the logarithm", "1e-12"
)
OF_RB_C = Check(
    "tests/theory/test_rb_c.py::test_the_bound_of_theorem_1_holds_for_rb_c",
    "1e-12 in the logarithm",
    "SLACK = 1e-12",
)
MINIMUM = Check(
    "tests/theory/test_bounds.py::test_the_minimum_needs_negative_weights", "1e-9 in the slope", "< 1e-9"
)

ENTRIES = (
    Entry(
        keys=("theorem-1", "16"),
        group=GROUP,
        source="RB+ Theorem 1, (16)",
        title="Theorem 1: the bound of RB-D",
        latex=(rf"\hat R_1(g) \le \hat E_1(g) \le {formulas.BOUND_16.tex}",),
        says="Every round with an edge pushes the error's bound down, as long as (14) is defined in all rounds.",
        code=("rankviz.algorithms.boosting.equations:log_bound_16", MONITOR),
        checks=(BOUNDS, TWIN),
        symbols=("R̂1", "Ê1", "U1", "ε⁺", "ε⁻"),
        theorems=("theorem-1", "theorem-1-proof"),
    ),
    Entry(
        keys=("rb-c-bound",),
        group=GROUP,
        source="RankViz, from RB+ (12), (18), (19)",
        title="The bound of RB-C",
        latex=(
            r"\hat R_1(g) \le \hat E_1(g) = \prod_{t} Z_t \le \prod_{t} \sqrt{1 - r_t^2}",
            r"\sqrt{1 - r^2} \le e^{-r^2 / 2} \ \Rightarrow\ \hat R_1(g) \le U_1",
        ),
        says="The right side of (18) at RB-C's own weight, multiplied over the rounds; so Theorem 1's bound holds, "
        "too. The paper knows of no theorem about RB-C (section 2.3): this is RankViz's own derivation.",
        code=(
            "rankviz.algorithms.boosting.equations:log_bound_rbc",
            "rankviz.theory.preconditions:State.log_u1",
            MONITOR,
        ),
        checks=(BOUNDS, OF_RB_C, TWIN),
        symbols=("R̂1", "Ê1", "U1", "Z", "r"),
        theorems=("error-product", "product-bound", "e1-by-r", "theorem-1-for-rb-c"),
    ),
    Entry(
        keys=("theorem-2", "35"),
        group=GROUP,
        source="RB+ Theorem 2, (35)",
        title="Theorem 2: the bound of RankBoost+",
        latex=(
            rf"\hat R_2(g) \le \hat E_2(g) \le {formulas.BOUND_35.tex}, \quad {formulas.DELTA_33.of_any}",
        ),
        says="Theorem 1 for Ê2 and R̂2, without its condition: (34) fails to exist only for a perfect ranker.",
        code=("rankviz.algorithms.boosting.equations:log_bound_16", MONITOR),
        checks=(BOUNDS, TWIN),
        symbols=("R̂2", "Ê2", "U2", "δ"),
        theorems=("theorem-2", "theorem-2-proof"),
    ),
    Entry(
        keys=("36",),
        group=GROUP,
        source="RB+ (36)",
        title="Theorem 2: how fast",
        latex=(
            (
                r"0 < \gamma \le \tfrac12 \left| \delta(h_t) \right| \ \text{ for all } t \;\Rightarrow\; "
                r"\hat R_2(g) \le e^{-2 \gamma^2 T}"
            ),
        ),
        says="If no round's |δ| falls below 2γ, the error falls exponentially with the number of rounds. The paper "
        "prints δ without the bars; for a ranker better than a coin δ is below 0.",
        code=("rankviz.theory.rankboost:State.rate",),
        checks=(ALTERED,),
        symbols=("R̂2", "γ", "δ"),
        theorems=("theorem-2-rate",),
    ),
    Entry(
        keys=("observation-1",),
        group=GROUP,
        source="RB+ Observation 1",
        title="RB-D reaches the minimum of Ê1",
        latex=(r"\lim_{T \to \infty} \hat E_1(g_T) = \min_{\eta} F_1(\eta)",),
        says="With negative weights allowed and (14) defined throughout, RB-D ends at the least Ê1 there is.",
        code=("rankviz.theory.minimum:of_run", "rankviz.theory.rankboost:State.steepest"),
        checks=(
            Check(
                "tests/theory/test_minimum.py::test_observation_1_rb_d_reaches_the_minimum", CLOSE, "rel=1e-9"
            ),
            Check(
                "tests/theory/test_minimum.py::test_f1_against_a_plain_solver", "1e-4, relative", "rel=1e-4"
            ),
            MINIMUM,
        ),
        symbols=("Ê1", "η", "δ"),
        theorems=("observation-1-no-slope", "observation-1-minimum", "f1-distance"),
    ),
    Entry(
        keys=("rb-c-minimum",),
        group=GROUP,
        source="RankViz, from RB+ (12), (18), (19)",
        title="RB-C reaches the minimum of Ê1, too",
        latex=(
            r"\hat E_1(g_T) \le \prod_{t \le T} \sqrt{1 - r_t^2}, \quad \inf F_1 > 0 \;\Rightarrow\; "
            r"\sum_t r_t^2 < \infty \;\Rightarrow\; \max_h |\delta(h)| \to 0",
            r"\min_{\eta} F_1(\eta) \text{ attained} \;\Rightarrow\; "
            r"\lim_{T \to \infty} \hat E_1(g_T) = \min_{\eta} F_1(\eta)",
        ),
        says="With negative weights allowed, RB-C ends at the least Ê1 wherever finite weights reach it. The paper "
        "leaves this open (section 2.3); it is RankViz's own derivation.",
        code=("rankviz.theory.minimum:of_run", "rankviz.theory.rankboost:State.steepest"),
        checks=(
            Check("tests/theory/test_rb_c.py::test_rb_c_reaches_the_minimum_of_f1", CLOSE, "rel=1e-9"),
            MINIMUM,
        ),
        symbols=("Ê1", "η", "δ", "r"),
        theorems=("rb-c-no-slope", "rb-c-minimum"),
    ),
    Entry(
        keys=("theorem-3",),
        group=GROUP,
        source="RB+ Theorem 3",
        title="RankBoost+ reaches the minimum of Ê2",
        latex=(r"\lim_{T \to \infty} \hat E_2(g_T) = \min_{\eta} F_2(\eta)",),
        says="RankBoost+ ends at the least Ê2 that its independent rankers allow.",
        code=("rankviz.theory.minimum:of_run", "rankviz.theory.rankboost:State.steepest"),
        checks=(
            Check(
                "tests/theory/test_minimum.py::test_theorem_3_rankboost_plus_reaches_the_minimum",
                CLOSE,
                "rel=1e-9",
            ),
            Check(
                "tests/theory/test_minimum.py::test_f2_against_a_plain_solver", "1e-4, relative", "rel=1e-4"
            ),
            MINIMUM,
        ),
        symbols=("Ê2", "η", "δ", "S"),
        theorems=("theorem-3-no-slope", "theorem-3-minimum", "f2-distance"),
    ),
    Entry(
        keys=("best-step",),
        group=GROUP,
        source="RB+ (14), (19), (34)",
        title="No other step is better",
        latex=(
            r"Z_t(\alpha_t) \le Z_t(0.9\, \alpha_t)",
            r"Z_t(\alpha_t) \le Z_t(1.1\, \alpha_t)",
        ),
        says="The chosen weight beats a tenth less and a tenth more of itself in what it minimises: Z, or the right "
        "side of (18) for RB-C.",
        code=("rankviz.theory.rankboost:State.log_z", "rankviz.theory.rankboost:State.log_z_18"),
        checks=(STEP, ALTERED),
        symbols=("Z", "α"),
        theorems=("best-step", "best-step-bound"),
    ),
    Entry(
        keys=("z-slope",),
        group=GROUP,
        source="RB+ (27), (34), proof of Theorem 2",
        title="The steepest ranker takes the best step",
        latex=(r"Z_t = \sqrt{1 - \delta(h_t)^2} \ \text{ (RankBoost+)}",),
        says="The larger |δ|, the smaller Z, as in AdaBoost. RB-D and RB-C have no such equation where pairs are tied: "
        "a ranker with a smaller |δ| may leave a smaller Z, and “choose = step” picks by Z.",
        code=("rankviz.theory.preconditions:State.log_z_of_slope",),
        checks=(ALTERED,),
        symbols=("Z", "δ"),
        theorems=("z-slope",),
    ),
    Entry(
        keys=("descent",),
        group=GROUP,
        source="RB+ (12), (14) and (29), (34); of RB-C RankViz, from (12), (18), (19)",
        title="Each lowers its own loss",
        latex=(
            r"\hat E_1(g_t) \le \hat E_1(g_{t-1}) \ \text{ (RB-D, RB-C)}",
            r"\hat E_2(g_t) \le \hat E_2(g_{t-1}) \ \text{ (RankBoost+)}",
        ),
        says="RB-D never raises Ê1 and RankBoost+ never raises Ê2. Nor does RB-C raise Ê1: it minimises (18), which "
        "lies above Z and is never above 1.",
        code=(MONITOR,),
        checks=(DESCENT,),
        symbols=("Ê1", "Ê2"),
        theorems=("e1-falls", "e2-falls"),
    ),
    Entry(
        keys=("proposition-2",),
        group=GROUP,
        source="RB+ Proposition 2",
        title="R̂2 lies under Ê2",
        latex=(r"\hat R_2(g) \le \hat E_2(g)",),
        says="Lowering Ê2 is worth it, because the error that counts a tie half can never exceed it.",
        code=("rankviz.metrics.ranking:r2", "rankviz.metrics.ranking:log_e2", MONITOR),
        checks=(ORDERED,),
        symbols=("R̂2", "Ê2"),
        theorems=("proposition-2",),
    ),
    Entry(
        keys=("order",),
        group=GROUP,
        source="RB+ (3), (4), (5), (24)",
        title="How the losses lie to each other",
        latex=(r"\hat R_2 \le \hat R_1 \le \hat E_1 \le \hat E_2",),
        says="A tie costs ½ in R̂2 and 1 in R̂1 and Ê1, and Ê2 multiplies it by cosh η, which is never below 1.",
        code=("rankviz.runs.measure:measure", MONITOR),
        checks=(ORDERED,),
        symbols=("R̂1", "R̂2", "Ê1", "Ê2"),
        theorems=("error-loss", "errors", "losses"),
    ),
    Entry(
        keys=("sm-3", "sm-section-2", "sm-section-4-1", "margin"),
        group=GROUP,
        source="SM (3)",
        title="Margin and smooth margin",
        latex=(
            (
                r"\tilde G = \frac{-\ln \sum_i e^{-s_i}}{\lVert \eta \rVert_1} \le \mu = \min_i "
                r"\frac{s_i}{\lVert \eta \rVert_1}"
            ),
        ),
        says="The smooth margin approaches the least margin from below; both judge scores by the weight spent.",
        code=("rankviz.runs.measure:measure",),
        checks=(ORDERED, STEP, TWIN),
        symbols=("margin", "smooth margin", "‖η‖₁", "s"),
        theorems=("margins",),
    ),
)
