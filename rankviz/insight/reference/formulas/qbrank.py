"""The equations of general boosting (QB), of ListNet's loss in it, and of RankSVM."""

from rankviz.insight.reference.formulas.formula import Equation, Variable, half, small_half, sum_equation, two

# ---------------------------------------------------------------- the risk

FACTOR = Variable("w")
_PAIR_COSTS = {
    "hinge": r"\sum_{x \succ y} \max\big(0,\ h(y) - h(x) + \tau\big)^2",
    "logistic": r"\sum_{x \succ y} \ln\big(1 + e^{-(h(x) - h(y))}\big)",
}


def part_of_risk(number: str, factor: str, costs: str) -> Equation:
    """Return what one part of the risk costs: its factor times its costs, without a left side."""
    return Equation(number, "", Variable(factor) * Variable(costs), relation="")


RISK_PAIRS = {
    "hinge": part_of_risk("QB section 3", "w", rf"\tfrac12 {_PAIR_COSTS['hinge']}"),
    "logistic": part_of_risk("QB section 3", "w", _PAIR_COSTS["logistic"]),
}
RISK_LABELS = part_of_risk("QB section 3", "(1 - w)", r"\tfrac12 \sum_{x} \big(l_x - h(x)\big)^2")
RISK_TIES = part_of_risk("QB section 4", r"w \mu", r"\tfrac12 \sum_{x \sim y} \big(h(x) - h(y)\big)^2")
RISK_RIDGE = part_of_risk("QB section 4", r"w \rho", r"\tfrac12 \sum_{x \text{ in a pair or list}} h(x)^2")
RISK_LISTS = part_of_risk("ListNet", "w", r"\sum_{q} \Big( -\sum_{x \in q} p(x) \ln s(x) \Big)")

# ---------------------------------------------------------------- a round

ROUND_DECAY = Variable("k^{-3/4}")
ETA, SEARCHED, TREE_NORM = Variable(r"\eta"), Variable("s_k"), Variable(r"\|g_k\|_{W,X}")
STEPS = {
    "search": Equation("QB Algorithm 2", "a_k", ETA * SEARCHED),
    "one": Equation("QB Algorithm 1", "a_k", ETA),
    "small": Equation("QB Theorem 1", "a_k", ETA**two / TREE_NORM),
    "decaying": Equation("QB Theorem 1", "a_k", ETA * ROUND_DECAY / TREE_NORM),
}
SLOPE_SUM = sum_equation(
    "QB Algorithm 1", r"\nabla R \cdot g", r"\sum_x \frac{\partial R}{\partial h(x)}\, g(x)"
)
RISK, STEP = Variable("R(h_{k-1})"), Variable("a")
SLOPE, CURVE = Variable(r"\nabla R \cdot g"), Variable(r"g^\top B g")
BOUND_6 = Equation("QB (6)", "R_k(a g)", RISK + STEP * SLOPE + small_half * STEP**two * CURVE)
TOLERANCE = sum_equation(
    "QB (3)",
    r"\epsilon_k = \sum_x w_x (\hat g(x) - r_x)^2 - \sum_x w_x (g(x) - r_x)^2",
    r"\sum_x w_x (g(x) - \hat g(x))^2",
)
TOLERATED = part_of_risk("at most", r"\text{share}", r"\sum_x w_x\, g(x)^2")

# ---------------------------------------------------------------- an item

MOVED = Variable(r"\sum_{z \in \text{leaf}(x)} W(z)\, r(z)")
WEIGHT = Variable(r"\sum_{z \in \text{leaf}(x)} W(z)")
LEAF = Equation("QB (3)", "g(x)", MOVED / WEIGHT)
BEFORE, LENGTH, ADDED = Variable("h_{k-1}(x)"), Variable("a_k"), Variable("g_k(x)")
ITEM_SCORE = Equation("QB Algorithm 1", "h_k(x)", BEFORE + LENGTH * ADDED)
WANTED, SHARE = Variable("p(x)"), Variable("s(x)")
LIST_PUSH = Equation(
    "ListNet", r"-\frac{\partial R_{\text{lists}}}{\partial h(x)}", FACTOR * (WANTED - SHARE)
)


def softmax(share: str, of: str) -> Equation:
    """Return the equation of an item's share of its list: the softmax of its grade or score."""
    over, under = Variable(rf"e^{{{of}(x) - m}}"), Variable(rf"\sum_z e^{{{of}(z) - m}}")
    left = rf"{share}(x) = \frac{{e^{{{of}(x)}}}}{{\sum_z e^{{{of}(z)}}}}"
    return Equation("ListNet", left, over / under, where=rf"m = \max_z {of}(z)")


# ---------------------------------------------------------------- RankSVM

SIZE, COST = Variable(r"\|v\|^2"), Variable("C")
MEAN = Variable(r"\frac{1}{m} \sum_{x \succ y} \max\big(0,\ 1 - v \cdot (x - y)\big)^2")
OBJECTIVE = Equation("RankSVM", "J", half * SIZE + COST * MEAN)
LINEAR = sum_equation("RankSVM", "h(x)", r"\sum_j v_j\, \frac{x_j - \bar{x}_j}{\sigma_j}")
