"""The equations of RankNet and LambdaMART (Burges 2010)."""

from rankviz.insight.reference.formulas.formula import Equation, Variable, exp, one, sum_equation

SOURCE = "Burges 2010"
SIGMA, WEIGHT, SCORE = Variable(r"\sigma"), Variable("w"), Variable("(h(x) - h(y))")
LAMBDA = Equation(SOURCE, r"\lambda_{xy}", SIGMA * WEIGHT / (one + exp(SIGMA * SCORE)))
COST = sum_equation(SOURCE, "C", r"\sum_{x \succ y} w\, \ln\big(1 + e^{-\sigma (h(x) - h(y))}\big)")
PULL, ALL = Variable(r"\lambda"), Variable(r"\sum \lambda")
SHARE = Equation("weight on the map", "D", PULL / ALL)
COUNTED, PAIRS = (
    Variable(r"|\{x \succ y:\ \min(\mathrm{place}\, x, \mathrm{place}\, y) \le k\}|"),
    Variable("m"),
)
KEPT = Equation("truncation", "", COUNTED / PAIRS, relation="")
ITEM_LAMBDA = sum_equation(
    SOURCE, r"\lambda_x", r"\sum_{x \succ y} \lambda_{xy} - \sum_{y \succ x} \lambda_{yx}"
)
ITEM_PULL, CURVE = Variable(r"\lambda_x"), Variable("W(x)")
TARGET = Equation(SOURCE, "r(x)", ITEM_PULL.slash(CURVE))
LEAF_PULL, LEAF_CURVE = (
    Variable(rf"\sum_{{z \in \text{{leaf}}(x)}} {each}") for each in (r"\lambda_z", "W(z)")
)
LEAF = Equation(SOURCE, "g_k(x)", LEAF_PULL / LEAF_CURVE)
BEFORE, ETA, ADDED = Variable("h_{k-1}(x)"), Variable(r"\eta"), Variable("g_k(x)")
ITEM_SCORE = Equation(SOURCE, "h_k(x)", BEFORE + ETA * ADDED)
