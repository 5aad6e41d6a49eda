"""The equations of a step of kernel gradient descent (GD is Chen, He, Pan 2012), with the round's numbers in them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rankviz.algorithms.kernel_gd.learner import KernelDetails
from rankviz.explain.model import Line, tex, total
from rankviz.explain.worked import bracketed, grouped, signed_sum, worked, worked_product
from rankviz.numerics import in_order
from rankviz.runs.trace import Run, Trace

SPELT = 3
"""Terms of a sum written out."""


@dataclass(frozen=True)
class Part:
    """One number of a step: its curve's name, what the number is, its equation with the values, the engine's value."""

    key: str
    words: str
    line: Line
    value: float


def kernel_run(trace: Trace) -> Run | None:
    """Return the first run of the kernel method in a trace; None when there is none."""
    kernels = (
        run for run in trace.runs if run.scored is not None and isinstance(run.scored.details, KernelDetails)
    )
    return next(kernels, None)


class Step:
    """Step `t` ≥ 1 of a run of the kernel method; numbers are written with `digits` significant digits."""

    def __init__(self, trace: Trace, run: Run, t: int, *, digits: int = 4) -> None:
        assert run.scored is not None and isinstance(run.scored.details, KernelDetails)
        self.trace, self.run, self.t, self.digits = trace, run, t, digits
        self.details = run.scored.details
        self.schedule = self.details.schedule
        self.scores, self.before = run.scored.scores[t], run.scored.scores[t - 1]
        self.gamma = self.measured("step")

    def measured(self, name: str, t: int | None = None) -> float:
        """Return the engine's number after round t, by default after this step."""
        return float(self.run.extra[name][self.t if t is None else t])

    def tex(self, value: float) -> str:
        """Write a number in LaTeX."""
        return tex(value, self.digits)

    def parts(self) -> list[Part]:
        """Return every number of the step that has an equation here, in the order of computation."""
        found = [self.step(), self.longest()]
        if not self.details.pairs_per_step:
            found.append(self.coefficient())
        found += [self.risk(), self.norm(), self.line(), self.objective()]
        if self.details.target is not None and not self.details.pairs_per_step:
            found.append(self.distance())
        return [*found, self.auc()]

    def step(self) -> Part:
        """Explain γ_t, the length of the step."""
        of, t = self.schedule, self.t
        found = of.gamma * t**-of.theta
        values = worked(
            (of.gamma, of.theta),
            lambda x: rf"{x[0]} \cdot {t}^{{-{x[1]}}}",
            lambda x: float(x[0] * t ** -x[1]),
            found,
            self.digits,
        )
        line = Line("GD (1.5)", r"\gamma_t = \gamma\, t^{-\theta}", values, found)
        return Part("step", "length of the step", line, self.gamma)

    def longest(self) -> Part:
        """Explain the longest step that the lemma allows."""
        of = self.schedule
        found = 1.0 / (4.0 * of.kappa**2 * of.lipschitz + of.regularisation)
        values = worked(
            (of.kappa, of.lipschitz, of.regularisation),
            lambda x: rf"\frac{{1}}{{4 \cdot {grouped(x[0])}^2 \cdot {x[1]} + {x[2]}}}",
            lambda x: 1.0 / (4.0 * x[0] ** 2 * x[1] + x[2]),
            found,
            self.digits,
        )
        return Part(
            "longest",
            "longest step for which the norm is proved to stay under its limit",
            Line("GD Lemma 3.4", r"\gamma_t \le \frac{1}{4 \kappa^2 N + \lambda}", values, found),
            of.longest,
        )

    def coefficient(self) -> Part:
        """Explain the coefficient that the step changes most."""
        of, c = self.schedule, self.details.coefficients
        k = int(np.abs(c[self.t] - c[self.t - 1]).argmax())
        g = float(self._gradient()[k])
        before = float(c[self.t - 1, k])
        found = (1.0 - self.gamma * of.regularisation) * before - self.gamma * g
        left_and_right = worked(
            (self.gamma, of.regularisation, before, g),
            lambda x: (
                rf"(1 - {x[0]} \cdot {x[1]}) \cdot {bracketed(x[2])} \\ & - {x[0]} \cdot {bracketed(x[3])}"
            ),
            lambda x: (1.0 - x[0] * x[1]) * x[2] - x[0] * x[3],
            found,
            self.digits,
        )
        values = rf"\begin{{aligned}} & {left_and_right} \end{{aligned}}"
        formula = r"c_k \leftarrow (1 - \gamma_t \lambda)\, c_k - \gamma_t\, g_k"
        words = f"coefficient of item {self.trace.problem.item_labels[k]}, which this step changes most"
        return Part("coefficient", words, Line("GD (1.5)", formula, values, found), float(c[self.t, k]))

    def risk(self) -> Part:
        """Explain the risk, the mean cost of a pair."""
        above, below = self._sides()
        found = self.details.loss.sums(above, below).risk
        formula = r"\mathcal E_S = \frac{1}{mn} \sum_{i,j} \varphi\left( f(x^+_i) - f(x^-_j) \right)"
        line = Line("GD (1.2)", formula, self._over_pairs(found), found)
        return Part(
            "risk", f"mean cost of a pair, by the {self.details.loss.label} loss", line, self.measured("risk")
        )

    def norm(self) -> Part:
        """Explain the norm of f."""
        terms = self.details.coefficients[self.t] * self.scores
        found = math.sqrt(max(float(terms.sum()), 0.0))
        largest = terms[np.argsort(-np.abs(terms), kind="stable")][:SPELT].tolist()
        values = rf"\sqrt{{{total(largest, len(terms), self.digits)}}} = {self.tex(found)}"
        if len(largest) == len(terms):
            values = worked(
                largest,
                lambda x: rf"\sqrt{{{signed_sum(x)}}}",
                lambda x: math.sqrt(in_order(x)),
                found,
                self.digits,
            )
        formula = r"\lVert f_t \rVert_K = \sqrt{c^\top K c} = \sqrt{\textstyle\sum_k c_k f_t(x_k)}"
        return Part(
            "norm",
            "norm of f: how much the score bends",
            Line("GD (1.3)", formula, values, found),
            self.measured("norm"),
        )

    def line(self) -> Part:
        """Explain the lemma's bound on the norm."""
        of, slope = self.schedule, self.details.loss.slope_at_zero
        found = 2.0 * of.kappa * slope / of.regularisation
        values = worked(
            (of.kappa, slope, of.regularisation),
            lambda x: rf"\frac{{2 \cdot {x[0]} \cdot {x[1]}}}{{{x[2]}}}",
            lambda x: 2.0 * x[0] * x[1] / x[2],
            found,
            self.digits,
        )
        formula = r"\lVert f_t \rVert_K \le \frac{2 \kappa\, |\varphi'_-(0)|}{\lambda}"
        return Part(
            "norm_bound",
            "limit under which the norm stays while no step is too long",
            Line("GD Lemma 3.4", formula, values, found),
            self.measured("norm_bound"),
        )

    def objective(self) -> Part:
        """Explain J, the regularised risk."""
        lam, risk, norm = self.schedule.regularisation, self.measured("risk"), self.measured("norm")
        found = risk + 0.5 * lam * norm**2
        values = worked(
            (risk, lam, norm),
            lambda x: rf"{x[0]} + \frac{{{x[1]}}}{{2}} \cdot {grouped(x[2])}^2",
            lambda x: x[0] + 0.5 * x[1] * x[2] ** 2,
            found,
            self.digits,
        )
        formula = r"J(f_t) = \mathcal E_S + \frac{\lambda}{2} \lVert f_t \rVert_K^2"
        return Part(
            "regularised",
            "what the method lowers",
            Line("GD (1.3)", formula, values, found),
            self.measured("regularised"),
        )

    def distance(self) -> Part:
        """Explain the distance to the exact minimiser, from coefficients and scores."""
        details = self.details
        assert details.target is not None
        kernel = details.kernel.matrix(details.Z, details.Z)
        apart = details.coefficients[self.t] - details.target
        found = math.sqrt(max(float(apart @ kernel @ apart), 0.0))
        words = "distance to the exact minimiser"
        values = self.tex(found)
        keep = 1.0 - self.gamma * self.schedule.regularisation
        before = self.measured("distance", self.t - 1)
        if details.loss.smooth:
            words += ", and what is left of the one before at most while the step is short"
            values += (
                r", \quad (1 - \gamma_t \lambda)\, \lVert f_{t-1} - f_\lambda \rVert_K = "
                + worked_product(keep, before, keep * before, self.digits)
            )
        formula = r"\lVert f_t - f_\lambda \rVert_K = \sqrt{(c - c_\lambda)^\top K (c - c_\lambda)}"
        return Part(
            "distance",
            words,
            Line("GD (1.5)", formula, values, found),
            self.measured("distance"),
        )

    def auc(self) -> Part:
        """Explain the AUC, the share of pairs in the right order."""
        found = 1.0 - float(self.run.metrics["r2"][self.t])
        line = Line("RB+ (4)", r"\text{AUC} = 1 - \hat R_2", self._over_pairs(found), found)
        return Part(
            "r2", "share of pairs in the right order, a tie counting half", line, self.measured("auc")
        )

    def _over_pairs(self, mean: float) -> str:
        """Write a mean over all pairs with its values: the sum over m · n."""
        m, n = (len(side) for side in self._sides())
        return worked(
            (mean * (m * n),),
            lambda x: rf"\frac{{{x[0]}}}{{{m} \cdot {n}}}",
            lambda x: x[0] / (m * n),
            mean,
            self.digits,
        )

    def _sides(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the scores of the positives (p,) and of the negatives (q,) after the step."""
        return self.scores[self.details.positive], self.scores[self.details.negative]

    def _gradient(self) -> np.ndarray:
        """Return g (n,): the gradient of E_S by the items' scores, before the step."""
        details, g = self.details, np.zeros(len(self.before))
        sums = details.loss.sums(self.before[details.positive], self.before[details.negative])
        g[details.positive], g[details.negative] = sums.positive, sums.negative
        return g
