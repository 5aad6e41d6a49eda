"""RB-D and RB-C: what one round of RankBoost does."""

from rankviz.reference.checks import FIRST_ROUND, PRODUCT, REAL, SHARES, STEP, SUMS, TWIN
from rankviz.reference.formulas import rankboost as formulas
from rankviz.reference.model import Check, Entry

GROUP = "RB-D and RB-C"

ENTRIES = (
    Entry(
        keys=("algorithm-1",),
        group=GROUP,
        source="RB+ Algorithm 1",
        title="The loop",
        latex=(
            r"D_1(i) = \tfrac1m",
            r"\text{each round: choose } h_t,\ \text{weigh it by } \alpha_t,",
            r"\phantom{\text{each round: }} \text{reweight } D",
            r"g = \sum_{t} \alpha_t h_t",
        ),
        says="All pairs start equal; each round adds one weak ranker and moves weight to the pairs it leaves wrong.",
        code=("rankviz.algorithms.boosting.loop:boost",),
        checks=(TWIN,),
        symbols=("D", "α", "h", "g", "m", "equal share"),
    ),
    Entry(
        keys=("8",),
        group=GROUP,
        source="RB+ (8)",
        title="ε: what a ranker says, by weight",
        latex=(
            (
                r"\varepsilon^{\tau} = \sum_{i=1}^{m} D(i)\, \mathbf 1\left[ h(x'_i) - h(x_i) = \tau "
                r"\right], \quad \tau \in \{+1, 0, -1\}"
            ),
        ),
        says="The weight of the pairs a ranker orders correctly, ties and reverses; the three add up to 1.",
        code=("rankviz.kernels.pairs:epsilons", "rankviz.kernels.graded_log:epsilons"),
        checks=(SHARES, SUMS, TWIN),
        symbols=("ε⁺", "ε⁰", "ε⁻", "D"),
        theorems=("epsilons",),
    ),
    Entry(
        keys=("potential",),
        group=GROUP,
        source="Freund et al. 2003, here for all algorithms",
        title="Potentials: pairs summed by item",
        latex=(
            formulas.POTENTIAL.tex,
            r"\varepsilon^+ - \varepsilon^- = \sum_{x} \pi(x)\, h(x)",
        ),
        says="An item's weight as the higher one minus its weight as the lower one: with it every threshold of "
        "a feature is scored in one pass over the items.",
        code=("rankviz.kernels.pairs:potential", "rankviz.kernels.scan:scan"),
        checks=(
            SUMS,
            Check(
                "tests/kernels/test_kernels.py::test_graded_sums_equal_sums_over_the_implied_pairs",
                "1e-10",
                "atol=1e-10",
            ),
        ),
        symbols=("π", "D", "ε⁺", "ε⁻"),
    ),
    Entry(
        keys=("9", "10", "7"),
        group=GROUP,
        source="RB+ (7), (9), (10)",
        title="Reweighting, ties left alone",
        latex=(
            r"D_{t+1}(i) = \frac{D_t(i)\, \omega_t(i)}{Z_t}",
            (
                r"\omega_t = \begin{cases} e^{-\alpha_t} & \text{correct} \\ e^{\alpha_t} & \text{reversed} "
                r"\\ 1 & \text{tied} \end{cases}"
            ),
        ),
        says="Pairs the ranker gets right lose weight, those it reverses gain, those it ties keep theirs until "
        "all are scaled back to a sum of 1.",
        code=("rankviz.kernels.pairs:reweight", "rankviz.kernels.pairs:advance"),
        checks=(SHARES, TWIN),
        symbols=("D", "α", "Z", "tie factor"),
    ),
    Entry(
        keys=("11",),
        group=GROUP,
        source="RB+ (11)",
        title="Z of RB-D and RB-C",
        latex=(formulas.Z_11.tex,),
        says="What the weights would add up to before they are scaled back to 1; below 1 means the loss falls.",
        code=("rankviz.algorithms.boosting.equations:z_27",),
        checks=(TWIN, STEP),
        symbols=("Z", "ε⁺", "ε⁰", "ε⁻", "α"),
        theorems=("z",),
    ),
    Entry(
        keys=("12",),
        group=GROUP,
        source="RB+ (12)",
        title="The loss is the product of all Z",
        latex=(r"\hat E_1\Big(\sum_{s=1}^{t} \alpha_s h_s\Big) = \prod_{s=1}^{t} Z_s",),
        says="Whoever makes every Z small makes Ê1 small, one round at a time.",
        code=("rankviz.algorithms.boosting.equations:z_27", "rankviz.metrics.ranking:log_e1"),
        checks=(PRODUCT,),
        symbols=("Ê1", "Z", "α"),
        theorems=("product-e1",),
    ),
    Entry(
        keys=("13",),
        group=GROUP,
        source="RB+ (13)",
        title="Choosing the ranker",
        latex=(
            r"h_t = \arg\min_{h}\, \delta(h)",
            formulas.DELTA_13.of_any,
        ),
        says="The ranker that is right most often by weight; with negative weights allowed the largest |δ| wins.",
        code=("rankviz.algorithms.boosting.equations:delta_13", "rankviz.algorithms.boosting.loop:pick"),
        checks=(
            TWIN,
            Check("tests/runs/test_trace.py::test_no_candidate_beats_the_chosen_one", "1e-11", "abs=1e-11"),
        ),
        symbols=("δ", "ε⁺", "ε⁻"),
    ),
    Entry(
        keys=("14",),
        group=GROUP,
        source="RB+ (14)",
        title="RB-D's weight",
        latex=(formulas.ALPHA_14.tex,),
        says="The weight that makes Z (11) smallest; it is undefined when the ranker is never wrong or never right.",
        code=(
            "rankviz.algorithms.boosting.equations:alpha_14",
            "rankviz.algorithms.boosting.equations:log_ratio",
        ),
        checks=(STEP, TWIN),
        symbols=("α", "ε⁺", "ε⁻"),
    ),
    Entry(
        keys=("17", "18"),
        group=GROUP,
        source="RB+ (17), (18)",
        title="What RB-C minimises instead of Z",
        latex=(
            formulas.R_17.tex,
            r"Z_t \le \frac{1 - r_t}{2}\, e^{\alpha_t} + \frac{1 + r_t}{2}\, e^{-\alpha_t}",
        ),
        says="A bound on Z in which every tied pair counts as half right, half wrong. With rankers of values from 0 to "
        "1, r is the weighted mean of h(x′) − h(x), and it is a bound by convexity.",
        code=(
            "rankviz.algorithms.boosting.equations:alpha_19",
            "rankviz.algorithms.boosting.equations:log_bound_rbc",
            "rankviz.algorithms.real_rankers.step:log_bound_18",
        ),
        checks=(STEP, TWIN, REAL),
        symbols=("r", "Z", "α", "ε⁺", "ε⁻"),
        theorems=("z-bound", "z-bound-real"),
    ),
    Entry(
        keys=("19",),
        group=GROUP,
        source="RB+ (19)",
        title="RB-C's weight",
        latex=(formulas.ALPHA_19.tex,),
        says="The weight that makes the right side of (18) smallest; it is undefined only for a perfect ranker. The "
        "paper (section 2.3) says line 6 of Algorithm 1, and means line 7, where α is set.",
        code=(
            "rankviz.algorithms.boosting.equations:alpha_19",
            "rankviz.algorithms.boosting.equations:log_ratio",
        ),
        checks=(STEP, TWIN),
        symbols=("α", "r"),
    ),
    Entry(
        keys=("38", "39", "37"),
        group=GROUP,
        source="RB+ (37), (38), (39)",
        title="RB-C is RankBoost+ without a memory",
        latex=(
            (
                r"\frac{1 - r}{2} e^{\alpha} + \frac{1 + r}{2} e^{-\alpha} = \varepsilon^+ e^{-\alpha} + "
                r"\varepsilon^- e^{\alpha} + \varepsilon^0 \cosh \alpha"
            ),
            formulas.ALPHA_39.of_any,
        ),
        says="RB-C weighs as RankBoost+ does a ranker it has not used before (α′ = 0), so their first rounds agree.",
        code=(
            "rankviz.algorithms.boosting.equations:alpha_19",
            "rankviz.algorithms.boosting.equations:alpha_34",
        ),
        checks=(FIRST_ROUND,),
        symbols=("r", "α", "α′", "ε⁺", "ε⁰", "ε⁻"),
    ),
)
