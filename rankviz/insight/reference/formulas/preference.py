"""The equations of Bradley–Terry, Davidson, Elo and net wins."""

from rankviz.insight.reference.formulas.formula import Equation, Variable, exp, one, sum_equation, two

BRADLEY_TERRY, DAVIDSON, ELO, NET = "Bradley and Terry 1952", "Davidson (2.5)", "Elo 1978", "net wins"

DIFFERENCE = Variable(r"(\theta_i - \theta_j)")
CHANCE = Equation(BRADLEY_TERRY, r"P(i \text{ beats } j)", one / (one + exp(-DIFFERENCE)))
COST = sum_equation(
    BRADLEY_TERRY,
    r"-\ln L",
    r"\sum_{i, j} (w_{ij} + \tau\, t_{ij}) \ln\big(1 + e^{-(\theta_i - \theta_j)}\big)",
)
WINS = sum_equation(BRADLEY_TERRY, "w_i", r"\sum_j (w_{ij} + \tau\, t_{ij})")
EXPECTED = sum_equation(BRADLEY_TERRY, r"\hat w_i", r"\sum_j N_{ij}\, P(i \text{ beats } j)")

TIES_COST = sum_equation(
    DAVIDSON,
    r"-\ln L_t",
    r"-\sum_{i, j} w_{ij} \ln P(i \text{ beats } j) - \sum_{i < j} t_{ij} \ln P(i \text{ ties } j)",
)
NU = Variable(r"\nu")
EVEN_TIE = Equation(DAVIDSON, r"P(i \text{ ties } j \mid \theta_i = \theta_j)", NU / (two + NU))
POINTS = sum_equation(DAVIDSON, "p_i", r"\sum_j (w_{ij} + \tfrac12 t_{ij})")
EXPECTED_POINTS = sum_equation(
    DAVIDSON, r"\hat p_i", r"\sum_j N_{ij} \big(P(i \text{ beats } j) + \tfrac12 P(i \text{ ties } j)\big)"
)

BEFORE, MOVE = Variable(r"\theta_i"), Variable(r"\Delta \theta_i")
STEP = Equation("Newton's step", r"\theta_i^{\text{new}}", BEFORE + MOVE)

SCALE = Variable(r"\tfrac{\ln 10}{400} (R_i - R_j)")
ELO_CHANCE = Equation(ELO, r"P(i \text{ beats } j)", one / (one + exp(-SCALE)))
RATING, GAINED = Variable("R_i"), Variable(r"K \sum (\text{outcome} - P)")
PLAYED = Equation(ELO, r"R_i^{\text{new}}", RATING + GAINED)

WON, LOST = Variable("w_i", exact=True), Variable("l_i", exact=True)
NET_WINS = Equation(NET, "g_i", WON - LOST)
