"""Margins: Smooth Margin Ranking, the largest margin, the margin bound, and AdaBoost as a ranking algorithm."""

from rankviz.reference.checks import APPROX, PLAIN
from rankviz.reference.formulas import margins as formulas
from rankviz.reference.model import Check, Entry, Symbol

GROUP = "Margins and AdaBoost"
SMOOTH, HARDEST, PROGRESS = "Margin and smooth margin", "Hardest pairs", "Theorem 2"
SKEW = "F̃, F-skew and AUC"
EQUATIONS = "rankviz.algorithms.margins.equations"


def _check(test: str, tolerance: str, written: str, by: str = "") -> Check:
    return Check(f"tests/{test}", tolerance, written, by)


TWIN = _check(
    "algorithms/test_margins.py::test_every_round_on_separable_data_is_the_twins",
    "1e-7, relative",
    "rtol=1e-7",
    "check",
)
ADA_TWIN = _check("algorithms/test_adaboost.py::test_every_round_is_the_twins", "1e-7, relative", "rtol=1e-7")
MONITORED = _check(
    "algorithms/test_margins.py::test_no_row_of_the_monitor_is_violated",
    "what rounding can explain (rankviz/theory/rounding.py)",
    "VIOLATED",
)
ADA_MONITORED = _check(
    "algorithms/test_adaboost.py::test_no_row_of_the_monitor_is_violated",
    "what rounding can explain (rankviz/theory/rounding.py)",
    "VIOLATED",
)
TWO_HUNDRED = _check(
    "algorithms/test_margins.py::test_g_never_falls_on_200_separable_problems", "1e-12", "- 1e-12"
)

SYMBOLS = (
    Symbol(
        "ρ",
        "largest margin",
        "The largest least margin that weights ≥ 0 can reach: the value of the game of rankers against "
        "pairs.",
        (SMOOTH, HARDEST),
        ("sm-section-4-2",),
    ),
    Symbol(
        "G̃",
        "smooth margin of the ensemble",
        "−ln F̃ divided by the sum of the weights.",
        (SMOOTH, PROGRESS),
        ("sm-3",),
    ),
    Symbol("μ", "least margin", "The least margin of all pairs.", (SMOOTH,), ("sm-3",)),
    Symbol(
        "F̃",
        "RankBoost's loss as a sum",
        "m times Ê1; on two classes it is F₊ times F₋.",
        (SKEW,),
        ("sm-section-5",),
    ),
    Symbol("F₊", "loss of the positive items", "The sum of e^(−f) over them.", (SKEW,), ("sm-section-5",)),
    Symbol("F₋", "loss of the other items", "The sum of e^f over them.", (SKEW,), ("sm-section-5",)),
    Symbol(
        "F-skew",
        "imbalance of the two classes",
        "F₊ − F₋: 0 when both classes add the same to AdaBoost's loss.",
        (SKEW,),
        ("sm-cor-1",),
    ),
)

ENTRIES = (
    Entry(
        keys=("sm-2",),
        group=GROUP,
        source="SM (2)",
        title="Coordinate-descent RankBoost: the step before G̃ > 0",
        latex=(formulas.ALPHA_2.tex,),
        says="RankBoost's own step, which lowers F̃ most along the ranker of the largest edge.",
        code=(f"{EQUATIONS}:alpha_2", "rankviz.algorithms.margins.smooth_margin:fit_smooth_margin"),
        checks=(TWIN,),
        symbols=("α", "ε⁺", "ε⁻"),
    ),
    Entry(
        keys=("sm-6", "sm-5"),
        group=GROUP,
        source="SM (5), (6)",
        title="Smooth Margin Ranking: the step from G̃ > 0 on",
        latex=(
            r"g\, \tau(\alpha) = -\tau'(\alpha), \quad \tau(\alpha) = d^+ e^{-\alpha} + d^0 + d^- e^{\alpha}",
            r"\alpha_t = \ln \frac{-g d^0 + \sqrt{q}}{(1+g)(1-r-d^0)}",
            r"q = g^2 (d^0)^2 + {(1+g)(1-g)(1+r-d^0)(1-r-d^0)}",
            rf"d^-_t \to 0: \quad \alpha_t \to {formulas.ALPHA_6_LIMIT.right.tex}",
        ),
        says="The step solves (5), so that G̃ never falls; for d⁻ = 0 it is the limit, and for g = 0 it is "
        "(2).",
        code=(f"{EQUATIONS}:alpha_6", "rankviz.algorithms.margins.smooth_margin:rules"),
        checks=(
            _check(
                "algorithms/test_margins.py::test_step_6_is_the_printed_one_and_solves_5",
                "1e-9, relative",
                "rel=1e-9",
            ),
            _check(
                "algorithms/test_margins.py::test_step_6_comes_to_its_limit_and_to_2",
                "1e-12, relative",
                "rel=1e-12",
            ),
            TWIN,
            MONITORED,
        ),
        symbols=("α", "ε⁺", "ε⁰", "ε⁻", "r", "G̃"),
        theorems=("root",),
    ),
    Entry(
        keys=("sm-exact", "sm-section-4"),
        group=GROUP,
        source="SM section 4.1, between (4) and (5)",
        title="The exact step: plain coordinate ascent on G̃",
        latex=(
            r"\alpha_t = \arg\max_\alpha \tilde G(\lambda_t + \alpha e_j): \quad \tilde G_{t+1}\, \tau(\alpha) = "
            r"-\tau'(\alpha)",
            r"\tilde G_{t+1} - g \ge \frac{(r - g)^2}{2 (\lVert\lambda_t\rVert_1 + r - g)}",
        ),
        says="The step that the paper avoids, as it needs a search: (6) puts G̃ before the round in its place. "
        "Step (6) is the longer one, and gives a share of the gain away that falls with α/‖λ‖₁.",
        code=(f"{EQUATIONS}:alpha_exact", f"{EQUATIONS}:sure_gain_exact"),
        checks=(
            _check(
                "algorithms/test_margins.py::test_no_step_gains_more_than_the_exact_one_and_it_is_no_longer_than_6",
                "1e-13",
                "1e-13",
            ),
            _check(
                "algorithms/test_margins.py::test_every_round_with_the_exact_step_is_the_twins",
                "1e-7, relative",
                "rtol=1e-7",
                "check",
            ),
            MONITORED,
        ),
        symbols=("α", "ε⁺", "ε⁰", "ε⁻", "r", "G̃"),
        theorems=("exact-root", "sure-gain-exact"),
    ),
    Entry(
        keys=("sm-4", "sure-gain"),
        group=GROUP,
        source="SM (4), (5)",
        title="What a round gains for sure",
        latex=(
            r"\tilde G_{t+1} - \tilde G_t = -\frac{g\,\alpha + \ln \tau(\alpha)}{\lVert\lambda\rVert_1} \ge "
            r"\frac{(r - g)^2}{2 \lVert\lambda\rVert_1} \ge 0",
            r"\hat R_1 \le \hat E_1 \le \frac1m e^{-\lVert\lambda\rVert_1 \left( \tilde G_0 + \sum \frac{(r-g)^2}{2 "
            r"\lVert\lambda\rVert_1} \right)}",
        ),
        says="Step (6) takes −gα − ln τ(α) to its largest value, and by Hoeffding's lemma ln τ(a) ≤ −ra + "
        "a²/2; a = r − g gives the bound. It is ours: it holds in every round, also where Theorem 2 does "
        "not.",
        code=(f"{EQUATIONS}:gain_4", f"{EQUATIONS}:sure_gain"),
        checks=(TWO_HUNDRED, MONITORED),
        symbols=("G̃", "α", "r", "Ê1", "R̂1"),
        theorems=("gain", "sure-gain", "rises", "e1-by-gains", "r1-by-gains"),
    ),
    Entry(
        keys=("sm-theorem-2", "sm-lemma-1"),
        group=GROUP,
        source="SM Theorem 2, Lemma 1",
        title="Theorem 2 and where its Lemma 1 is true",
        latex=(
            r"\tilde G_{t+1} - \tilde G_t \ge \frac{\alpha_t (r_t - g_t)}{2 \lVert\lambda\rVert_1} \quad \text{if} "
            r"\quad 3\, \frac{d^0}{\tau} + 2 r^2 \le 2",
        ),
        says="The paper states it for every round, and leaves the proof of its Lemma 1 out. That lemma is "
        "not true of every ranker that ties most of the weight: d⁺ = d⁰ = ½, d⁻ = 0, g = .01 gains "
        ".637/‖λ‖₁, not 1.126/‖λ‖₁.",
        code=(f"{EQUATIONS}:least_gain", f"{EQUATIONS}:lemma_1"),
        checks=(
            TWO_HUNDRED,
            _check(
                "algorithms/test_margins.py::test_theorem_2_as_printed_fails_for_a_ranker_that_ties_much_and_reverses_nothing",
                "1e-4",
                "abs=1e-4",
            ),
            MONITORED,
        ),
        symbols=("G̃", "α", "r", "ε⁰"),
        theorems=("sm-theorem-2",),
    ),
    Entry(
        keys=("sm-lemma-2",),
        group=GROUP,
        source="SM Lemma 2",
        title="Lemma 2: the steps vanish beside the norm",
        latex=(
            r"\frac{\alpha_t}{\lVert\lambda_{t+1}\rVert_1} \to 0",
            r"\tilde G_{t+1} - g \ge \frac{1}{\lVert\lambda\rVert_1} \min\!\left( \tfrac14 (1-g)\, \alpha,\ "
            r"\tfrac18 v\, \alpha^2 \right), \quad v = \min\!\left( g (1-g),\ \tfrac14 (1-g^2) \right)",
        ),
        says="The key to Theorem 3: what one step changes of the weights goes to nothing. The inequality is ours; "
        "it gives the lemma without Lemma 1.",
        code=(f"{EQUATIONS}:gain_of_length",),
        checks=(
            _check(
                "algorithms/test_margins.py::test_a_step_gains_what_is_sure_and_where_lemma_1_is_proved_what_theorem_2_says",
                "1e-12",
                "1e-12",
            ),
            MONITORED,
        ),
        symbols=("G̃", "α"),
        theorems=("sm-lemma-2",),
    ),
    Entry(
        keys=("sm-section-4-2", "rho", "sm-theorem-3"),
        group=GROUP,
        source="SM section 4.2, (3), Theorem 3",
        title="ρ, the largest margin",
        latex=(
            r"\rho = \max_{\lambda \ge 0,\ \sum \lambda = 1} \min_i (M\lambda)_i = \min_{d \ge 0,\ \sum d = 1} \max_j "
            r"(d^T M)_j",
            r"\tilde G(\lambda_t) \le \mu(\lambda_t) \le \rho, \qquad \lim_{t \to \infty} \tilde G(\lambda_t) = \rho",
        ),
        says="Both sides of a linear program, grown from best replies so that M is never written down; λ and "
        "d prove the value to each other.",
        code=("rankviz.theory.margin_game:solve",),
        checks=(
            _check("algorithms/test_margins.py::test_rho_is_the_linear_programs", "1e-7", "abs=1e-7"),
            _check(
                "algorithms/test_margins.py::test_smooth_margin_comes_to_rho_and_rankboost_need_not",
                "1e-12",
                "abs=1e-12",
            ),
        ),
        symbols=("ρ", "μ", "G̃", "margin"),
    ),
    Entry(
        keys=("sm-theorem-1", "margin-bound"),
        group=GROUP,
        source="SM Theorem 1",
        title="The margin bound",
        latex=(
            r"P\big[ \text{misrank}_D \le S(\theta) + \varepsilon \big] \ge 1 - N\!\left(F, "
            r"\tfrac{\varepsilon\theta}{8}\right) 2 e^{-m (\varepsilon E)^2 / 8}",
            r"S(\theta) = \text{share of pairs with margin} \le \theta",
            r"N(F, r) \le \left(1 + \tfrac2r\right)^N",
            r"\varepsilon_{\text{finite}} = \sqrt{\tfrac{8}{m E^2} \left( \ln 2|F| + \ln \tfrac1\delta \right)}",
            (
                r"\varepsilon_{\text{Rademacher}} = \tfrac{2}{\theta} \cdot 2 \sqrt{\tfrac{2 \ln 2N}{M}} + "
                r"\sqrt{\tfrac{1}{2M} \ln \tfrac1\delta} \quad \text{for } M \text{ independent pairs}"
            ),
        ),
        says="Here m counts items, E is the share of ordered item pairs that are critical, and F are the "
        "convex combinations of the N rankers, covered in their weights. The last line is not the paper's: it is what "
        "Rademacher averages give, were the M pairs drawn independently.",
        code=(
            "rankviz.theory.margin_bound:bound",
            "rankviz.theory.margin_bound:finite_epsilon",
            "rankviz.theory.margin_bound:log_cover",
            "rankviz.theory.margin_bound:rademacher_epsilon",
        ),
        checks=(
            _check(
                "theory/test_margin_bound.py::test_epsilon_is_the_least_that_theorem_1_allows",
                "1e-6, relative",
                "rel=1e-6",
            ),
        ),
        symbols=("margin", "h"),
    ),
    Entry(
        keys=("sm-lemma-3", "sm-lemma-4", "sm-lemma-5"),
        group=GROUP,
        source="SM Lemmas 3–5 (appendix A)",
        title="The proof of the margin bound: three lemmas",
        latex=(
            r"L(f) = P_D \varphi f - P_S \varphi f, \qquad |L(f_1) - L(f_2)| \le 4\, \mathrm{Lip}(\varphi)\, \lVert "
            r"f_1 - "
            r"f_2 \rVert_\infty",
            r"P\Big[ \sup_{f \in D_p} L(f) \ge \varepsilon \Big] \le P\big[ L(f_p) \ge \tfrac{\varepsilon}{2} \big]",
            r"P\big[ L(f) \ge \tfrac{\varepsilon}{2} \big] \le 2 e^{-m (\varepsilon E)^2 / 8}",
        ),
        says="The ramp φ is 1 up to margin 0 and 0 from θ on, so that it lies between being misranked and a margin "
        "of at most "
        "θ. "
        "Near functions have near errors, so the centres of a cover stand for all, and for one centre the items are "
        "exchanged one by one.",
        code=("rankviz.theory.margin_bound:one_function", "rankviz.theory.margin_bound:least_epsilon"),
        checks=(
            _check("theory/test_margin_bound.py::test_lemmas_3_to_5_of_the_appendix", "1e-12", "1e-12"),
            _check(
                "theory/test_margin_bound.py::test_lemma_5_needs_as_little_of_top_and_bottom_as_it_says",
                PLAIN,
                APPROX,
            ),
        ),
        symbols=("margin",),
    ),
    Entry(
        keys=("sm-section-5",),
        group=GROUP,
        source="SM section 5",
        title="AdaBoost's loss and RankBoost's on two classes",
        latex=(
            r"F = F_+ + F_-, \quad \tilde F = F_+ F_- = \sum_{i,k} e^{-(f(x_i) - f(x_k))} = m\, \hat E_1",
            r"\hat E_1 = \frac{F^2 - (F_+ - F_-)^2}{4 n_+ n_-} \le \frac{F^2}{4 n_+ n_-}",
            r"\alpha_t = 2 \lambda_t = \ln \frac{\text{weight of items classified right}}"
            r"{\text{weight of items classified wrong}}",
        ),
        says="Every positive item meets every other item once, so the sum over pairs is a product. "
        "Classifiers 2h − 1 move twice as far as rankers h, so that α is twice AdaBoost's λ. AUC counts a tie half, as "
        "is usual, so it is 1 − R̂2; the paper's 1 − AUC is the share of pairs with s < 0, where a tie counts as right.",
        code=(
            "rankviz.algorithms.margins.adaboost:fit_adaboost",
            f"{EQUATIONS}:alpha_adaboost",
            "rankviz.algorithms.margins.adaboost:auc",
        ),
        checks=(
            ADA_TWIN,
            _check(
                "algorithms/test_adaboost.py::test_it_is_scikit_learns_adaboost", "1e-9, relative", "rel=1e-9"
            ),
            ADA_MONITORED,
        ),
        symbols=("F̃", "F₊", "F₋", "F-skew", "Ê1", "α"),
        theorems=("f-tilde", "e1-by-f", "r1-by-f", "f-falls", "best-step-f", "auc"),
    ),
    Entry(
        keys=("sm-cor-1", "sm-corollary-1", "sm-theorem-4"),
        group=GROUP,
        source="SM Corollary 1, Theorem 4",
        title="Corollary 1: AdaBoost minimises RankBoost's loss",
        latex=(
            r"\text{constant} \in \{h_j\},\ F(\lambda_t) \to \inf F \ \Rightarrow\ F_+ - F_- \to 0 \ \text{ and }\ "
            r"\tilde F(\lambda_t) \to \inf \tilde F",
        ),
        says="The edge of the constant classifier is F-skew/F, and where F is least no candidate has an edge "
        "left. Theorem 4 asks that inf F̃ > 0: data that no weights order in full.",
        code=(
            "rankviz.algorithms.margins.adaboost:AdaBoostSearch",
            "rankviz.algorithms.boosting.stumps:CandidatePool.with_constant",
        ),
        checks=(
            _check(
                "algorithms/test_adaboost.py::test_with_the_constant_both_reach_the_same_loss_and_auc",
                "1e-9, relative",
                "rel=1e-9",
            ),
            ADA_MONITORED,
        ),
        symbols=("F̃", "F-skew", "F₊", "F₋"),
        theorems=("sm-corollary-1-why", "sm-corollary-1-minimum"),
    ),
)
