"""Kernel gradient descent: the losses, the iteration, what bounds it, and where it leads."""

from rankviz.reference.checks import APPROX, PLAIN
from rankviz.reference.formulas import kernel as formulas
from rankviz.reference.model import Check, Entry, Symbol

GROUP = "Kernel gradient descent"
RISK, NORM, COEFFICIENTS = "Risk and error", "Norm and step", "Coefficients"
THREE = "Three losses"
RESTORED = "The formula is lost in the paper's text, and restored here."

SYMBOLS = (
    Symbol(
        "f",
        "score of the kernel method",
        "A weighted sum of the items' kernels.",
        (COEFFICIENTS,),
        ("gd-1-5",),
    ),
    Symbol(
        "c", "coefficients", "How much of each training item's kernel f holds.", (COEFFICIENTS,), ("gd-1-5",)
    ),
    Symbol(
        "z", "margin of a pair", "Score of the positive minus score of the negative.", (THREE,), ("gd-1-2",)
    ),
    Symbol(
        "φ",
        "loss of a pair",
        "What a pair costs at its margin: hinge, least squares or logistic.",
        (THREE,),
        ("gd-1-2",),
    ),
    Symbol("Eₛ", "risk", "The mean cost of all (positive, negative) pairs.", (RISK,), ("gd-1-2",)),
    Symbol("J", "regularised risk", "Eₛ plus λ/2 times the squared norm of f.", (RISK,), ("gd-1-3",)),
    Symbol(
        "λ",
        "norm penalty",
        "How much a large norm costs: the larger, the flatter f stays.",
        (RISK,),
        ("gd-1-3",),
    ),
    Symbol("K", "kernel", "How alike two items are.", (COEFFICIENTS,), ("gd-kernels",)),
    Symbol(
        "κ",
        "size of the kernel",
        "The root of the largest K(x, x); 1 for the Gaussian and the Laplacian.",
        (NORM,),
        ("gd-lemma-3-4",),
    ),
    Symbol(
        "N",
        "steepness of φ'",
        "The least number with |φ'₋(z) − φ'₋(0)| ≤ N |z|: 1, 2 and ¼ for the three losses.",
        (NORM,),
        ("gd-lemma-3-4",),
    ),
    Symbol(
        "‖f‖", "norm of f", "How much the scores bend, in the kernel's space.", (NORM,), ("gd-lemma-3-4",)
    ),
    Symbol("γ_t", "length of step t", "γ over t to the power θ.", (NORM,), ("gd-1-5",)),
    Symbol(
        "f_λ",
        "exact minimiser",
        "The f with the least J. It is solved for exactly, for every loss, where the items are few.",
        (NORM,),
        ("gd-target",),
    ),
    Symbol(
        "AUC",
        "area under the curve",
        "The share of (positive, negative) pairs in the right order, a tie counting half.",
        (THREE,),
        ("gd-auc",),
    ),
)

GRADIENT = Check(
    "tests/algorithms/test_kernel_gd.py::test_the_gradient_is_the_slope_of_the_regularised_risk",
    "1e-5, relative",
    "rel=1e-5",
)
ROUNDS = Check(
    "tests/algorithms/test_kernel_gd.py::test_every_round_is_the_twins", "1e-7, relative", "rtol=1e-7"
)
CLAIMS = Check(
    "tests/claims/test_kernel_gd_claims.py::test_no_claim_is_ever_violated",
    "what rounding can explain (rankviz/theory/rounding.py)",
    "VIOLATED",
)

ENTRIES = (
    Entry(
        keys=("gd-1-2", "1-2", "gd-losses"),
        group=GROUP,
        source="GD (1.2)",
        title="The risk: what the pairs cost on average",
        latex=(
            (
                r"\mathcal E_S(f) = \frac1{mn} \sum_{i=1}^{m} \sum_{j=1}^{n} \varphi\left( f(x^+_i) - f(x^-_j) "
                r"\right)"
            ),
            r"\varphi(z) = \max(0, 1 - z), \quad (1 - z)^2, \quad \ln(1 + e^{-z})",
            r"\hat R_1(f) \le \mathcal E_S(f) / \varphi(0)",
        ),
        says="A convex cost of each pair's margin stands in for being out of order; least squares needs the two "
        f"sides' means and variances only, the hinge their order, the logistic loss each pair once. {RESTORED}",
        code=(
            "rankviz.algorithms.kernel_gd.losses:Loss",
            "rankviz.kernels.bipartite:hinge_sums",
            "rankviz.kernels.bipartite:logistic_sums",
        ),
        checks=(
            Check(
                "tests/algorithms/test_kernel_gd.py::test_sums_over_sides_are_sums_over_pairs",
                "1e-11, relative",
                "rel=1e-11",
            ),
            Check("tests/algorithms/test_kernel_gd.py::test_the_constants_of_each_loss", PLAIN, APPROX),
        ),
        symbols=("Eₛ", "φ", "z", "f", "R̂1"),
        theorems=("surrogate",),
    ),
    Entry(
        keys=("gd-1-3", "1-3"),
        group=GROUP,
        source="GD (1.3)",
        title="The regularised risk",
        latex=(formulas.OBJECTIVE.tex,),
        says="Of functions that order the pairs equally well, the one that bends least is wanted; λ is the rate of "
        "exchange. A step along the whole slope that is short enough lowers J by γ/2 times its square, where φ has "
        f"no kink. {RESTORED}",
        code=("rankviz.algorithms.kernel_gd.descent:Descent.regularised",),
        checks=(GRADIENT, CLAIMS),
        symbols=("J", "Eₛ", "λ", "‖f‖", "γ_t"),
        theorems=("j-falls",),
    ),
    Entry(
        keys=("gd-1-5", "1-5", "gd-definition-1-1"),
        group=GROUP,
        source="GD (1.5), Definition 1.1",
        title="The iteration",
        latex=(
            r"f_{t+1} = f_t - \gamma_t \left( \nabla_t + \lambda f_t \right)",
            (
                r"\nabla_t = \frac1{mn} \sum_{i,j} \varphi'_-\big( f_t(x^+_i) - f_t(x^-_j) \big)\, \big( K_{x^+_i} - "
                r"K_{x^-_j} \big)"
            ),
            rf"f = \sum_k c_k K_{{x_k}}, \quad {formulas.COEFFICIENTS.tex}, \quad {formulas.STEP.tex}",
        ),
        says="Each round walks against the slope of J; on the coefficients that is a shrinking and a step. The paper "
        "calls this iteration over all pairs stochastic; RankViz keeps the word for its own variant, which takes the "
        f"mean over sampled pairs. {RESTORED}",
        code=(
            "rankviz.algorithms.kernel_gd.descent:Descent.move",
            "rankviz.algorithms.kernel_gd.descent:Descent.gradient",
            "rankviz.algorithms.kernel_gd.descent:Descent.sampled_gradient",
        ),
        checks=(
            ROUNDS,
            Check(
                "tests/algorithms/test_kernel_gd.py::test_sampled_gradients_are_right_on_average",
                "6e-3",
                "atol=6e-3",
            ),
        ),
        symbols=("f", "c", "γ_t", "λ", "K", "φ"),
    ),
    Entry(
        keys=("gd-kernels",),
        group=GROUP,
        source="GD section 1",
        title="Kernels",
        latex=(
            r"e^{-\lVert a - b \rVert^2 / 2 \sigma^2}, \quad e^{-\lVert a - b \rVert_1 / \sigma}",
            r"\left( \tfrac1d\, a \cdot b + 1 \right)^{p}, \quad a \cdot b",
        ),
        says="Features are brought to mean 0 and spread 1 by the training part, missing ones to the mean; the width "
        "σ is a multiple of the median distance between items. At most 4,000 items, held-out ones "
        "included, have a kernel matrix.",
        code=("rankviz.algorithms.kernel_gd.gram:Kernel", "rankviz.algorithms.kernel_gd.gram:Scaling"),
        checks=(
            Check(
                "tests/algorithms/test_kernel_gd.py::test_kernel_matrices_are_the_twins",
                "1e-9, relative",
                "rtol=1e-9",
            ),
        ),
        symbols=("K",),
    ),
    Entry(
        keys=("gd-lemma-3-4",),
        group=GROUP,
        source="GD Lemma 3.4",
        title="The norm stays under a line",
        latex=(
            (
                r"\gamma_t \left( 4 \kappa^2 N + \lambda \right) \le 1 \ \text{ for all } t \;\Rightarrow\; "
                + formulas.NORM_BOUND.tex
            ),
        ),
        says="While no step is too long, each shrinks f by λ at least as fast as the pairs can push it out. "
        f"{RESTORED}",
        code=(
            "rankviz.algorithms.kernel_gd.descent:norm_bound",
            "rankviz.algorithms.kernel_gd.descent:longest_step",
        ),
        checks=(
            Check(
                "tests/algorithms/test_kernel_gd.py::test_the_norm_stays_under_its_bound",
                "1e-12, relative",
                "1e-12",
            ),
            CLAIMS,
        ),
        symbols=("‖f‖", "γ_t", "κ", "N", "λ", "φ"),
        theorems=("short-step", "gd-lemma-3-4"),
    ),
    Entry(
        keys=("gd-lemma-3-1",),
        group=GROUP,
        source="GD Lemma 3.1",
        title="Near the least J is near the minimiser",
        latex=(r"\frac{\lambda}{2} \lVert f - f_\lambda \rVert_K^2 \le J(f) - J(f_\lambda)",),
        says="What is left of J bounds the distance. The paper's formula is lost; this is what its proofs use.",
        code=("rankviz.theory.concentration:excess_by_distance",),
        checks=(
            Check(
                "tests/theory/test_concentration.py::test_lemma_3_1_what_j_exceeds_its_least_by_is_at_least_the_distance_squared",
                "1e-12",
                "1e-12",
            ),
        ),
        symbols=("J", "f_λ", "λ"),
    ),
    Entry(
        keys=("gd-lemma-3-2",),
        group=GROUP,
        source="GD Lemma 3.2",
        title="One step, for every loss",
        latex=(
            r"\lVert f_{t+1} - f_\lambda \rVert^2 \le (1 - \gamma_t \lambda) \lVert f_t - f_\lambda \rVert^2 + "
            r"\gamma_t^2 \lVert \nabla J(f_t) \rVert^2",
            r"\dots + 2 \gamma_t \lVert \nabla \mathcal E_S(f_t) - \nabla \mathcal E(f_t) \rVert\, "
            r"\lVert f_t - f_\lambda \rVert \ \text{ where } f_\lambda \text{ is the law's}",
        ),
        says="It asks for no short step and no smooth loss, so it holds for the hinge, too. The monitor checks the "
        "first line, with the sample's minimiser. The paper's formula is lost; this is what its proof gives.",
        code=("rankviz.theory.kernel_gd:_one_step", "rankviz.algorithms.kernel_gd.minimiser:solve"),
        checks=(
            Check(
                "tests/algorithms/test_kernel_minimiser.py::test_one_step_keeps_to_lemma_3_2",
                "1e-6, relative",
                "rel=1e-6",
            ),
            CLAIMS,
        ),
        symbols=("J", "f_λ", "γ_t", "λ"),
        theorems=("gd-lemma-3-2",),
    ),
    Entry(
        keys=("gd-lemma-3-5", "gd-lemma-3-6"),
        group=GROUP,
        source="GD Lemmas 3.5, 3.6",
        title="A sample's gradient is near the law's",
        latex=(
            r"E\, \lVert \nabla \mathcal E_S(f) - \nabla \mathcal E(f) \rVert_K \le 2 \kappa B \left( "
            r"\tfrac{1}{\sqrt m} + "
            r"\tfrac{1}{\sqrt n} \right), \quad B = \sup |\varphi'_-|",
            r"\lVert \cdot \rVert_K \le 2 \kappa B \left( \tfrac{1}{\sqrt m} + \tfrac{1}{\sqrt n} \right) + \kappa B "
            r"\sqrt{8 \left( \tfrac1m + \tfrac1n \right) \ln \tfrac1\delta} \ \text{ with probability } 1 - \delta",
        ),
        says="For a fixed f. No capacity of the class is needed, only κ and the largest slope. The paper's constants "
        "are "
        "lost; these are worked out anew.",
        code=(
            "rankviz.theory.concentration:mean_deviation",
            "rankviz.theory.concentration:deviation",
            "rankviz.theory.concentration:largest_slope",
        ),
        checks=(
            Check(
                "tests/theory/test_concentration.py::test_another_item_moves_the_gradient_by_what_mcdiarmid_is_told",
                "1e-7",
                "abs=1e-7",
            ),
            Check(
                "tests/theory/test_concentration.py::test_samples_keep_to_lemma_3_6",
                "5 % of 200 samples",
                "<= 0.05",
            ),
        ),
        symbols=("Eₛ", "κ", "φ", "m"),
    ),
    Entry(
        keys=("gd-lemma-3-7", "gd-proposition-3-8"),
        group=GROUP,
        source="GD Lemma 3.7, Proposition 3.8",
        title="What the steps forget",
        latex=(
            r"\lVert f_{T+1} - f_\lambda \rVert \le \prod_{t=1}^{T} (1 - \gamma_t \lambda)\, \lVert f_\lambda \rVert + "
            r"\tfrac1\lambda \max_t \lVert \nabla \mathcal E_S(f_t) - \nabla \mathcal E(f_t) \rVert",
            r"\prod_{t=1}^{T} (1 - \gamma t^{-\theta} \lambda) \le \exp\!\left( -\lambda \gamma\, "
            r"\tfrac{(T+1)^{1-\theta} - "
            r"1}{1 - \theta} \right)",
        ),
        says="Short steps forget where they began, and what the sample gets wrong adds up to no more than its largest "
        "error over λ. So T has to grow with the sample, or the first part stays.",
        code=(
            "rankviz.theory.concentration:forgotten",
            "rankviz.theory.concentration:forgotten_at_most",
        ),
        checks=(
            Check(
                "tests/theory/test_concentration.py::test_what_steps_forget",
                "1e-12, relative",
                "1e-12",
            ),
        ),
        symbols=("f_λ", "γ_t", "λ"),
    ),
    Entry(
        keys=("gd-target",),
        group=GROUP,
        source="GD (1.3)",
        title="The exact minimiser",
        latex=(
            r"\lambda\, c_\lambda = \tfrac{1}{mn} \textstyle\sum_{i,j} a_{ij}\, (e_i - e_j), \quad "
            r"a_{ij} = -\varphi'\left( f_\lambda(x^+_i) - f_\lambda(x^-_j) \right)",
            r"\text{least squares: } \left( 2 A K + \lambda I \right) c_\lambda = 2 b, \quad "
            r"b = \tfrac1m e_+ - \tfrac1n e_-",
            (
                r"\lVert f_{t+1} - f_\lambda \rVert_K \le (1 - \gamma_{t+1} \lambda)\, "
                r"\lVert f_t - f_\lambda \rVert_K"
            ),
        ),
        says="There the slope is 0. For least squares that is a linear system, A being the Laplacian of the graph of "
        "all pairs over mn; logistic is Newton's method, the hinge a quadratic program (at its kink a lies between 0 "
        "and 1). Of a smooth loss every short step comes nearer by a fixed share.",
        code=(
            "rankviz.algorithms.kernel_gd.minimiser:solve",
            "rankviz.algorithms.kernel_gd.descent:closed_form",
        ),
        checks=(
            Check(
                "tests/algorithms/test_kernel_gd.py::test_the_closed_form_has_no_slope_left",
                "1e-8",
                "atol=1e-8",
            ),
            Check("tests/algorithms/test_kernel_minimiser.py::test_it_is_the_minimum", "1e-6", "<= 1e-6"),
            Check(
                "tests/algorithms/test_kernel_gd.py::test_least_squares_reaches_its_closed_form",
                "1e-7",
                "atol=1e-7",
            ),
            CLAIMS,
        ),
        symbols=("f_λ", "c", "K", "λ", "γ_t"),
        theorems=("contraction", "j-distance"),
    ),
    Entry(
        keys=("gd-auc",),
        group=GROUP,
        source="RB+ (4), on bipartite data",
        title="AUC",
        latex=(r"\text{AUC} = 1 - \hat R_2",),
        says="On two classes the area under the ROC curve is the share of pairs in the right order, a tie counting "
        "half.",
        code=("rankviz.algorithms.kernel_gd.losses:auc", "rankviz.kernels.bipartite:ordered_pairs"),
        checks=(
            Check(
                "tests/algorithms/test_kernel_gd.py::test_held_out_items_are_scored_by_the_same_function",
                PLAIN,
                APPROX,
            ),
        ),
        symbols=("AUC", "R̂2"),
        theorems=("auc-error",),
    ),
    Entry(
        keys=("gd-theorem-2-1", "rates"),
        group=GROUP,
        source="GD Theorem 2.1",
        title="Rates: how fast more data help",
        latex=(
            r"\lambda \sim m^{-s}, \quad \gamma_t = \frac{t^{-\theta}}{4 \kappa^2 N + \lambda}, \quad T \ge \left( "
            r"\frac{(1 - \theta)\, \ln(1/\varepsilon)}{\lambda \gamma_1} + 1 \right)^{1/(1 - \theta)}",
            r"\Rightarrow\; \lVert f_T - f_\lambda \rVert_K \le C\, m^{(1 + q) s - 1/2} \ \text{ with high "
            r"probability, } m = n, \quad |\varphi'_-(z)| \le C (1 + |z|)^q",
        ),
        says="The distance to what the law would give falls as a power of the sample size, if λ, the steps and T "
        "follow it. Rates on the Kernel page sets them so, and measures. The paper's formulas are lost; these follow "
        "from its lemmas.",
        code=(
            "rankviz.theory.sampling.promise:distance_power",
            "rankviz.theory.sampling.promise:steps_needed",
            "rankviz.theory.sampling.rates:measure",
        ),
        checks=(
            Check(
                "tests/theory/test_promise.py::test_the_power_is_that_of_lemma_3_6_over_lambda",
                "0.01",
                "abs=0.01",
            ),
            Check("tests/theory/test_rates.py::test_a_power_is_found_again", PLAIN, APPROX),
            Check("tests/theory/test_rates.py::test_an_excess_is_what_the_fit_lacks", PLAIN, APPROX),
        ),
        symbols=("AUC", "f", "f_λ", "γ_t", "λ", "m"),
    ),
    Entry(
        keys=("gd-table-1",),
        group=GROUP,
        source="GD Table 1",
        title="What the theorem sets for each loss",
        latex=(
            r"\def\arraystretch{1.5} \begin{array}{lccc} "
            r" & \text{hinge} & \text{least squares} & \text{logistic} \\ \hline "
            r"q & 0 & 1 & 0 \\ "
            r"\gamma_1 & \frac{1}{4 \kappa^2 + \lambda} & "
            r"\frac{1}{8 \kappa^2 + \lambda} & \frac{1}{\kappa^2 + \lambda} \\ "
            r"s < & 1/2 & 1/4 & 1/2 \\ "
            r"\lVert f_T - f_\lambda \rVert & m^{s - 1/2} & m^{2s - 1/2} & m^{s - 1/2} \\ "
            r"s^* & 1/4 & 1/6 & 1/4 \\ "
            r"\lVert f_T - f^* \rVert & m^{-1/4} & m^{-1/6} & m^{-1/4} \\ \end{array}",
        ),
        says="Every cell is worked out anew from Theorem 2.1 and Corollary 2.2: the text that RankViz has only "
        "mentions the table. λ falls as m to the power −s, and s* is the best s where the corollary's r is 1.",
        code=("rankviz.theory.sampling.promise:best_power", "rankviz.theory.sampling.promise:largest_power"),
        checks=(
            Check(
                "tests/theory/test_promise.py::test_the_table_in_reference_is_what_the_theorem_gives",
                "every cell, exact",
                "column == cells",
            ),
            Check("tests/theory/test_promise.py::test_slopes_grow_as_said", "1e-4", "abs=1e-4"),
        ),
        symbols=("φ", "γ_t", "κ", "λ", "m"),
    ),
    Entry(
        keys=("gd-corollary-2-2",),
        group=GROUP,
        source="GD Corollary 2.2",
        title="The distance to the best function",
        latex=(
            r"\lVert f_\lambda - f^* \rVert_K \le C \lambda^r \;\Rightarrow\; \lVert f_T - f^* \rVert_K \le C' \left( "
            r"m^{(1 + q) s - 1/2} + m^{-r s} \right)",
            r"s^* = \frac{1}{2 (1 + q + r)} \;\Rightarrow\; \lVert f_T - f^* \rVert_K \le C'\, "
            r"m^{-r / (2 (1 + q + r))}",
        ),
        says="A large λ holds f back, a small one lets the sample sway it; at s* both parts fall alike. f* has to "
        "lie in the kernel's space. The paper's formulas are lost; these follow from its lemmas.",
        code=("rankviz.theory.sampling.promise:target_power", "rankviz.theory.sampling.target:measure"),
        checks=(
            Check(
                "tests/theory/test_promise.py::test_no_power_of_lambda_promises_more_than_the_best",
                "1e-12",
                "1e-12",
            ),
            Check("tests/theory/test_target.py::test_the_best_function_has_no_slope", "1e-6", "1e-6"),
        ),
        symbols=("f", "f_λ", "λ", "m"),
    ),
)
