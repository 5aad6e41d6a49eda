"""The equation of a boosted ranker that another library has trained: what a tree adds to a score."""

from rankviz.insight.reference.formulas.formula import Equation, Variable

BEFORE, ADDED = Variable("h_{t-1}(x)"), Variable("g_t(x)")
ITEM_SCORE = Equation("a boosted ranker", "h_t(x)", BEFORE + ADDED)
