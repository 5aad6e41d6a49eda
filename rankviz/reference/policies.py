"""How ties change what is learned, and what happens where α is undefined."""

from rankviz.reference.checks import APPROX, PLAIN, POLICIES
from rankviz.reference.model import Check, Entry

GROUP = "Ties and policies"
PRINTED = "6e-7, half the last digit printed"
LEMMA_1 = "tests/algorithms/test_paper_numbers.py::test_lemma_1"
LEMMA_2 = "tests/algorithms/test_paper_numbers.py::test_lemma_2"

ENTRIES = (
    Entry(
        keys=("proposition-1",),
        group=GROUP,
        source="RB+ Proposition 1",
        title="Fewer errors, yet a larger Ê1",
        latex=(
            (
                r"\hat R_1(h_1) > \hat R_1(h_2) \quad \text{but} \quad \hat E_1(\alpha_{h_1} h_1) < \hat "
                r"E_1(\alpha_{h_2} h_2)"
            ),
        ),
        says="Ê1 counts ties differently from R̂1, so it can prefer the ranker with more errors, with RB-D's "
        "weights and with RB-C's.",
        code=("rankviz.data.builtin.scenarios:proposition_1",),
        checks=(Check("tests/algorithms/test_paper_numbers.py::test_proposition_1", PRINTED, "abs=6e-7"),),
        symbols=("R̂1", "Ê1", "α"),
    ),
    Entry(
        keys=("proposition-3", "corollary-1"),
        group=GROUP,
        source="RB+ Proposition 3, Corollary 1",
        title="Ê2 orders single rankers as R̂2 does",
        latex=(r"\hat R_2(h_1) < \hat R_2(h_2) \;\Rightarrow\; \hat E_2(h_1) < \hat E_2(h_2)",),
        says="That is what counting a tie as cosh η buys: among weak rankers, fewer errors means a smaller loss.",
        code=("rankviz.metrics.ranking:log_e2", "rankviz.data.builtin.scenarios:proposition_1"),
        checks=(
            Check(
                "tests/algorithms/test_paper_numbers.py::test_proposition_1_losses_of_the_rankers_themselves",
                PLAIN,
                APPROX,
            ),
        ),
        symbols=("R̂2", "Ê2"),
    ),
    Entry(
        keys=("figure-4", "halt"),
        group=GROUP,
        source="RB+ Figure 4",
        title="α is undefined: halt",
        latex=(
            r"\varepsilon_t^- = 0 \ \text{ or } \ \varepsilon_t^+ = 0",
            r"g = \sum_{s < t} \alpha_s h_s",
        ),
        says="The run stops before the ranker whose weight has no value; RB-D then may stop early on real data.",
        code=("rankviz.algorithms.boosting.loop:boost", "rankviz.algorithms.boosting.loop:Policy"),
        checks=(
            POLICIES,
            Check(
                "tests/algorithms/test_paper_numbers.py::test_lemma_1_the_halting_policy_keeps_the_round_before",
                PLAIN,
                APPROX,
            ),
        ),
        symbols=("α", "ε⁺", "ε⁻", "g"),
    ),
    Entry(
        keys=("lemma-1", "47", "48", "infinite"),
        group=GROUP,
        source="RB+ Lemma 1, (47), (48)",
        title="α is undefined: infinite weight",
        latex=(
            r"g = (\pm\infty\, h_t)(x)",
            (
                r"U_1 = \exp\left( -\tfrac12 \left[ \left( \tfrac{n-1}{n+1} \right)^2 + \tfrac14 \right] "
                r"\right), \quad \hat R_1 = \tfrac{n}{n+1}"
            ),
        ),
        says="The ranker alone decides from then on and all earlier ones stop mattering; on the lemma's data "
        "R̂1 ends above the bound from n = 4 on. Where the proof has D₂ of a tied pair, the paper prints 1/(n+1) for "
        "1/(n+1)²; its result, 1/4n, is right.",
        code=("rankviz.algorithms.boosting.loop:boost", "rankviz.data.builtin.scenarios:lemma_1"),
        checks=(Check(LEMMA_1, PRINTED, "abs=6e-7"), POLICIES),
        symbols=("α", "U1", "R̂1"),
    ),
    Entry(
        keys=("lemma-2", "cap"),
        group=GROUP,
        source="RB+ Lemma 2",
        title="α is undefined: a capped weight",
        latex=(
            r"\alpha_t = \pm C, \ \text{ while } D \text{ is updated with } \alpha_t \to \pm\infty",
            r"\hat E_1(g) = \tfrac45 > \tfrac{4}{25} = \prod_t Z_t",
        ),
        says="The ensemble gets a finite constant C, the distribution the limit; on the lemma's data that breaks "
        "the bound and (12).",
        code=(
            "rankviz.algorithms.boosting.loop:boost",
            "rankviz.algorithms.boosting.distribution:PairDistribution.update",
            "rankviz.data.builtin.scenarios:lemma_2",
        ),
        checks=(Check(LEMMA_2, "1e-9", "abs=1e-9"), POLICIES),
        symbols=("α", "C", "D", "Z", "Ê1"),
    ),
    Entry(
        keys=("49",),
        group=GROUP,
        source="RB+ (49)",
        title="α is undefined: the limit",
        latex=(
            r"g = \lim_{(d_1, \dots, d_T) \to (\varepsilon_1^-, \dots, \varepsilon_T^-)} \;"
            r"\sum_{t=1}^{T} \left( \tfrac12 \ln \frac{\varepsilon_t^+}{d_t} \right) h_t",
        ),
        says="Read as a limit in which an earlier infinite weight outgrows a later one, the ensemble keeps (12) and "
        "Theorem 1; the gallery shows it.",
        code=("rankviz.claims.limit:limit",),
        checks=(
            Check("tests/reference/test_reference.py::test_the_limit_49_of_lemma_2", "1e-9", "abs=1e-9"),
        ),
        symbols=("α", "ε⁺", "ε⁻", "g"),
    ),
    Entry(
        keys=("forced", "what-if"),
        group=GROUP,
        source="Here",
        title="What if: a choice made by hand",
        latex=(r"h_t \text{ or } \alpha_t \text{ by hand once, then greedy again}",),
        says="A branch that chooses otherwise once; theorems that need the algorithm's own choice step aside.",
        code=("rankviz.algorithms.boosting.loop:Fork",),
        checks=(
            Check(
                "tests/runs/test_forks.py::test_forcing_the_alpha_it_had_changes_the_outcome_only",
                "1e-12",
                "atol=1e-12",
            ),
        ),
        symbols=("α", "h"),
    ),
    Entry(
        keys=("lemma-3",),
        group=GROUP,
        source="RB+ Lemma 3",
        title="Without negative weights the minimum is missed",
        latex=(
            r"\alpha_t \ge 0: \quad \hat E_1 = 0.888387",
            r"\alpha_t \in \mathbb R: \quad \hat E_1 \to 0.887037",
        ),
        says="A ranker that got too much weight cannot give some back, so RB-D stops short of the least loss. The "
        "paper prints the second weight without its ln; Ê1 = 0.888387 is that of ½ ln((2 + 2√3)/√3).",
        code=(
            "rankviz.algorithms.rankboost.rb_d_rb_c:AllCandidates",
            "rankviz.data.builtin.scenarios:lemma_3",
        ),
        checks=(
            Check(
                "tests/algorithms/test_paper_numbers.py::test_lemma_3_without_negative_alpha",
                PRINTED,
                "abs=6e-7",
            ),
            Check(
                "tests/algorithms/test_paper_numbers.py::test_lemma_3_with_negative_alpha",
                PRINTED,
                "abs=6e-7",
            ),
        ),
        symbols=("α", "Ê1"),
    ),
)
