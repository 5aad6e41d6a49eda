"""α of a round: (14), (19), (34), or what was done where they are not defined."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rankviz.algorithms.boosting.equations import alpha_34, log_ratio
from rankviz.explain import margins
from rankviz.explain.context import NOT_SINGLE, Context
from rankviz.explain.margins import half_log_ratio
from rankviz.explain.model import Explanation, Input, Line, tex
from rankviz.explain.worked import bracketed, opposite, worked
from rankviz.number_format import number

ALPHA = {
    "rb-d": ("RB+ (14)", r"\alpha_t = \frac12 \ln \frac{\varepsilon^+_t}{\varepsilon^-_t}"),
    "rb-c": ("RB+ (19)", r"\alpha_t = \frac12 \ln \frac{1 + r_t}{1 - r_t}"),
    "rb-plus": (
        "RB+ (34)",
        r"\alpha_t = \frac12 \ln \frac{\varepsilon^+_t + \varepsilon^0_t\, e^{-\alpha'_t} / (2\cosh\alpha'_t)}"
        r"{\varepsilon^-_t + \varepsilon^0_t\, e^{\alpha'_t} / (2\cosh\alpha'_t)}",
    ),
}


def alpha(c: Context) -> Explanation:
    """α (14), (19), (34), or what was done where it is not defined."""
    equation, formula = _equation(c)
    if c.t == 0:
        return c.nothing_yet("alpha", (Line(equation, formula),))
    value = None if c.outcome == "infinite" else float(c.run.alpha[c.i])
    if c.combined:
        line = Line("RB+ section 4", r"\alpha_t = \arg\min_{\alpha} F_2(\eta + \alpha\beta)")
        told = (
            "α was set by hand." if c.outcome == "forced" else "A line search found α; no equation gives it."
        )
        text = None if value is not None else "∞" if c.run.sign[c.i] > 0 else "−∞"
        return c.make("alpha", value, (line,), notes=(NOT_SINGLE, told), text=text)
    prior, d = float(c.run.alpha_prior[c.i]), c.digits
    table, told_of = None, ""
    if c.run.algorithm == "adaboost":
        (found, values, inputs), table, told_of = margins.alpha_of_adaboost(c)
    else:
        found, values, inputs = _alpha_values(c, prior)
    label, short = c.trace.pool.label(c.ranker), equation.removeprefix("RB+ ")
    if c.outcome == "forced":
        would = "is undefined" if math.isinf(found) else f"would give {number(found)}"
        told = f"This α was set by hand; {short} {would}."
        return c.make(
            "alpha", value, (Line("set by hand", r"\alpha_t", tex(value, d), value),), notes=(told,)
        )
    if c.outcome == "finite" and math.isinf(found):
        line = Line(equation, formula, values)
        return c.make("alpha", value, (line,), inputs, notes=(margins.unbounded_step(c),))
    if c.outcome == "finite":
        line, notes = (
            Line(equation, formula, values, found),
            (told_of,) * bool(told_of),
        )
        return c.make("alpha", value, (line,), inputs, table, notes)
    never = "reverses" if c.run.sign[c.i] > 0 else "orders correctly"
    why = f"{short} is undefined: no pair that has weight is one that {label} {never}."
    if c.run.algorithm == "adaboost":
        why = f"{short} is undefined: no item is one that {label} gets {'wrong' if c.run.sign[c.i] > 0 else 'right'}."
    sign = "" if c.run.sign[c.i] > 0 else "-"
    line = Line(equation, formula, values)
    if c.outcome == "infinite":
        told = (
            "By the policy “infinite” its weight is infinite, and all others stop mattering (RB+, Lemma 1)."
        )
        return c.make("alpha", None, (line,), inputs, notes=(why, told), text="−∞" if sign else "∞")
    cap = float(c.run.params["cap"]) * float(c.run.sign[c.i])
    told = f"By the policy “cap” its weight is {number(cap)} instead (RB+, Lemma 2)."
    capped = Line("RB+ Lemma 2", rf"\alpha_t = {sign}C", tex(cap, d), cap)
    return c.make("alpha", value, (line, capped), inputs, notes=(why, told))


def _equation(c: Context) -> tuple[str, str]:
    if c.run.algorithm == "adaboost":
        return margins.ADABOOST
    if c.run.algorithm == "smooth-margin":
        return margins.equation_of_smooth(c)
    return ALPHA.get(c.run.algorithm, ALPHA["rb-plus"])


def _alpha_values(c: Context, prior: float) -> tuple[float, str, tuple[Input, ...]]:
    """α's equation: what it gives, with its values in LaTeX, and its inputs."""
    plus, tied, minus = c.epsilons
    three, d = c.three(), c.digits
    if c.run.algorithm == "smooth-margin":
        return margins.alpha_of_smooth(c)
    found = c.rules.alpha(c.epsilons, prior)
    if c.run.algorithm == "rb-d":
        return found, half_log_ratio(plus, minus, found, d), (three[0], three[2])
    if c.run.algorithm == "rb-c":
        edge = plus - minus
        return found, _of_edge(edge, found, d), (c.round_input("r", edge),)
    inputs = (*three, c.round_input("alpha_prior", prior))
    values = worked((plus, tied, minus, prior), _say_34, lambda x: alpha_34(*x), found, d)
    return found, values, inputs


def _of_edge(edge: float, found: float, digits: int) -> str:
    """(19) with its values."""
    over, under = ("-", "+") if edge < 0 else ("+", "-")

    def say(x: Sequence[str]) -> str:
        return rf"\frac12 \ln \frac{{1 {over} {x[0]}}}{{1 {under} {x[0]}}}"

    sign = math.copysign(1.0, edge)
    return worked((abs(edge),), say, lambda x: sign * log_ratio(1.0 + x[0], 1.0 - x[0]), found, digits)


def _say_34(x: Sequence[str]) -> str:
    plus, tied, minus, prior = x
    half = rf"2\cosh {bracketed(prior)}"
    over = rf"{plus} + {tied}\, e^{{{opposite(prior)}}} / ({half})"
    under = rf"{minus} + {tied}\, e^{{{prior}}} / ({half})"
    return rf"\frac12 \ln \frac{{{over}}}{{{under}}}"
