"""The equations of the P-norm push (Rudin 2009)."""

from rankviz.insight.reference.formulas.formula import Equation, Variable, half, ln

STEP = "Push step"
PLUS, MINUS = Variable(r"\tilde\varepsilon^+", in_logs=True), Variable(r"\tilde\varepsilon^-", in_logs=True)
ALPHA = Equation(STEP, r"\alpha_t = \arg\min_\alpha R_p", half * ln(PLUS / MINUS))
AFTER, BEFORE = (Variable(rf"R_p \text{{ {when}}}", in_logs=True) for when in ("after", "before"))
Z = Equation(STEP, "Z_t", AFTER / BEFORE, where=r"R_p = \sum_k S_k^p")
FALLEN, SUM, POWER = Variable("e^{-s_i}", in_logs=True), Variable("S_k", in_logs=True), Variable("p-1")
LOSS = Variable(r"\sum_k S_k^p", in_logs=True)
PAIR_WEIGHT = Equation(STEP, "D_{t+1}(i)", FALLEN * SUM**POWER / LOSS)
