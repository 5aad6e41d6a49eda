"""The equations of a step of kernel gradient descent (GD is Chen, He, Pan 2012), with the round's numbers in them."""

import math
from dataclasses import dataclass, replace

import numpy as np

from rankviz.engine.algorithms.kernel_gd.learner import KernelDetails
from rankviz.engine.runs.trace import ScoredRun, Trace, details_of
from rankviz.insight.explain import worked
from rankviz.insight.explain.context import largest
from rankviz.insight.explain.model import Line, tex
from rankviz.insight.explain.worked import put_in
from rankviz.insight.reference.formulas import kernel as eq
from rankviz.insight.reference.formulas.formula import Equation, Values


@dataclass(frozen=True)
class StepNumber:
    """One number of a step: its curve's name, what the number is, its equation with the values, the engine's value."""

    key: str
    words: str
    line: Line
    value: float


def kernel_runs(trace: Trace) -> list[ScoredRun]:
    """Return the runs of the kernel method in a trace."""
    return [run for run in trace.scored if details_of(run, KernelDetails)]


class KernelStep:
    """Step `t` ≥ 1 of a run of the kernel method; numbers are written with `digits` significant digits."""

    def __init__(self, trace: Trace, run: ScoredRun, t: int, *, digits: int = 4) -> None:
        self.trace, self.run, self.t, self.digits = trace, run, t, digits
        self.details = run.details_as(KernelDetails)
        self.schedule = self.details.schedule
        self.scores, self.before = run.scored.scores[t], run.scored.scores[t - 1]
        self.gamma = self.measured("step")

    def measured(self, name: str, t: int | None = None) -> float:
        """Return the engine's number after round t, by default after this step."""
        return float(self.run.extra[name][self.t if t is None else t])

    def put_in(self, equation: Equation, values: Values, found: float | None = None) -> Line:
        """Put values in an equation."""
        return worked.line(equation, values, self.digits, found)

    def parts(self) -> list[StepNumber]:
        """Return every number of the step that has an equation here, in the order of computation."""
        found = [self.step(), self.longest()]
        if not self.details.pairs_per_step:
            found.append(self.coefficient())
        found += [self.risk(), self.norm(), self.line(), self.objective()]
        if self.details.target is not None and not self.details.pairs_per_step:
            found.append(self.distance())
        return [*found, self.auc()]

    def step(self) -> StepNumber:
        """Explain γ_t, the length of the step."""
        of, t = self.schedule, self.t
        line = self.put_in(eq.STEP, {eq.GAMMA: of.gamma, eq.THETA: of.theta, eq.T: t})
        return StepNumber("step", "length of the step", line, self.gamma)

    def longest(self) -> StepNumber:
        """Explain the longest step that the lemma allows."""
        of = self.schedule
        line = self.put_in(
            eq.LONGEST, {eq.KAPPA: of.kappa, eq.STEEP: of.lipschitz, eq.LAMBDA: of.regularisation}
        )
        return StepNumber(
            "longest",
            "longest step for which the norm provably stays below its limit",
            line,
            of.longest,
        )

    def coefficient(self) -> StepNumber:
        """Explain the coefficient that the step changes most."""
        of, c = self.schedule, self.details.coefficients
        k = int(np.abs(c[self.t] - c[self.t - 1]).argmax())
        g = float(self._gradient()[k])
        before = float(c[self.t - 1, k])
        values = {eq.LENGTH: self.gamma, eq.LAMBDA: of.regularisation, eq.COEFFICIENT: before, eq.SLOPE: g}
        line = self.put_in(eq.COEFFICIENTS, values)
        kept, _, taken = line.values.rpartition(" - ")
        on_two_lines = rf"\begin{{aligned}} & {kept} \\ & - {taken} \end{{aligned}}"
        words = f"coefficient of {self.trace.problem.item_in_words(k)}, which this step changes most"
        return StepNumber("coefficient", words, replace(line, values=on_two_lines), float(c[self.t, k]))

    def risk(self) -> StepNumber:
        """Explain the risk, the mean cost of a pair."""
        above, below = self._sides()
        found = self.details.loss.sums(above, below).risk
        line = self._over_pairs(found)
        return StepNumber(
            "risk", f"mean cost of a pair, by the {self.details.loss.label} loss", line, self.measured("risk")
        )

    def norm(self) -> StepNumber:
        """Explain the norm of f."""
        terms = self.details.coefficients[self.t] * self.scores
        found = math.sqrt(max(float(terms.sum()), 0.0))
        line = self.put_in(eq.NORM, {eq.PARTS: largest(terms)}, found)
        return StepNumber(
            "norm",
            "norm of f: how much the score bends",
            line,
            self.measured("norm"),
        )

    def line(self) -> StepNumber:
        """Explain the lemma's bound on the norm."""
        of, slope = self.schedule, self.details.loss.slope_at_zero
        values = {eq.KAPPA: of.kappa, eq.SLOPE_AT_0: slope, eq.LAMBDA: of.regularisation}
        line = self.put_in(eq.NORM_BOUND, values)
        return StepNumber(
            "norm_bound",
            "limit below which the norm stays while no step is too long",
            line,
            self.measured("norm_bound"),
        )

    def objective(self) -> StepNumber:
        """Explain J, the regularised risk."""
        lam, risk, norm = self.schedule.regularisation, self.measured("risk"), self.measured("norm")
        line = self.put_in(eq.OBJECTIVE, {eq.MEAN_COST: risk, eq.LAMBDA: lam, eq.SIZE: norm})
        return StepNumber("regularised", "what the method lowers", line, self.measured("regularised"))

    def distance(self) -> StepNumber:
        """Explain the distance to the exact minimiser, from coefficients and scores."""
        details = self.details
        assert details.target is not None
        kernel = details.kernel.matrix(details.Z, details.Z)
        apart = details.coefficients[self.t] - details.target
        found = math.sqrt(max(float(apart @ kernel @ apart), 0.0))
        words = "distance to the exact minimiser"
        values = tex(found, self.digits)
        keep = 1.0 - self.gamma * self.schedule.regularisation
        before = self.measured("distance", self.t - 1)
        if details.loss.smooth:
            words += ", and at most what is left of the one before while the step is short"
            values += r", \quad (1 - \gamma_t \lambda)\, \lVert f_{t-1} - f_\lambda \rVert_K = " + put_in(
                eq.DISTANCE_LEFT, {eq.KEPT: keep, eq.BEFORE: before}, keep * before, self.digits
            )
        formula = r"\lVert f_t - f_\lambda \rVert_K = \sqrt{(c - c_\lambda)^\top K (c - c_\lambda)}"
        return StepNumber(
            "distance",
            words,
            Line("GD (1.5)", formula, values, found),
            self.measured("distance"),
        )

    def auc(self) -> StepNumber:
        """Explain the AUC, the share of pairs in the right order."""
        found = 1.0 - float(self.run.metrics["r2"][self.t])
        line = Line("RB+ (4)", r"\text{AUC} = 1 - \hat R_2", self._over_pairs(found).values, found)
        return StepNumber(
            "r2", "share of pairs in the right order, a tie counting half", line, self.measured("auc")
        )

    def _over_pairs(self, mean: float) -> Line:
        """Return the line of a mean over all pairs: the sum over m · n."""
        m, n = (len(side) for side in self._sides())
        return self.put_in(eq.RISK, {eq.COSTS: mean * (m * n), eq.M: m, eq.N: n}, mean)

    def _sides(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the scores of the positives (p,) and of the negatives (q,) after the step."""
        return self.scores[self.details.positive], self.scores[self.details.negative]

    def _gradient(self) -> np.ndarray:
        """Return g (n,): the gradient of E_S by the items' scores, before the step."""
        details, g = self.details, np.zeros(len(self.before))
        sums = details.loss.sums(self.before[details.positive], self.before[details.negative])
        g[details.positive], g[details.negative] = sums.positive, sums.negative
        return g
