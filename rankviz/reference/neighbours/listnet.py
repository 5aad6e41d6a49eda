"""ListNet's loss of whole lists, which QBRank can lower in place of the pairs' part of its risk."""

from rankviz.reference.model import Check, Entry
from rankviz.reference.qbrank import ABOVE, LOSSES, SLOPE, TWIN

GROUP = "Whole lists"

ROUNDING = Check(
    "tests/algorithms/test_listwise.py::test_its_rounding_stays_within_what_it_says", "1e-10", "1e-10"
)

ENTRIES = (
    Entry(
        keys=("listnet", "cao-2007"),
        group=GROUP,
        source="ListNet; QB (6)",
        title="ListNet's loss: whole lists in place of pairs",
        latex=(
            r"R_{\text{lists}}(h) = -\sum_q \sum_{x \in q} p(x) \ln s(x)",
            r"p(x) = \frac{e^{l_x}}{\sum_{z \in q} e^{l_z}}, \quad s(x) = \frac{e^{h(x)}}{\sum_{z \in q} e^{h(z)}}",
            r"\frac{\partial R_{\text{lists}}}{\partial h(x)} = s(x) - p(x)",
            r"\nabla^2 R_{\text{lists}} = \operatorname{diag}(s) - s s^{\top} \preceq \tfrac12 I",
        ),
        says="By its grade an item should have the share p of its list, by its score it has s; below p it is pushed "
        "up, above p down. Every query counts once, and equal grades pull together. QBRank takes it in place of the "
        "pairs' part with pair_loss=listwise; an item's row then weighs ¼.",
        code=(
            "rankviz.algorithms.qbrank.listwise:ListNet",
            "rankviz.explain.scored.lists:push",
        ),
        checks=(LOSSES, SLOPE, ABOVE, TWIN, ROUNDING),
        symbols=("R(h)", "w", "W"),
    ),
)
