"""α of a round: by the algorithm's equation, or by the policy where the equation gives no finite value."""

import math
from dataclasses import replace

from rankviz.engine.number_format import number
from rankviz.insight.explain import margins
from rankviz.insight.explain.context import NOT_SINGLE, Context
from rankviz.insight.explain.equations import equations_of
from rankviz.insight.explain.model import Explanation, Line, tex

ALL_TIED = "The ranker ties every pair that has weight: ε⁺ and ε⁻ are 0, and no α would change anything."


def alpha(c: Context) -> Explanation:
    """Explain α by the algorithm's equation, or by the policy where the equation gives no finite value."""
    rule = equations_of(c)
    if c.t == 0:
        return c.nothing_yet("alpha", rule.alpha)
    value = None if c.outcome in ("infinite", "limit") else float(c.run.alpha[c.i])
    if c.combined:
        line = Line("RB+ section 4", r"\alpha_t = \arg\min_{\alpha} F_2(\eta + \alpha\beta)")
        note = (
            "α was set by hand." if c.outcome == "forced" else "A line search found α; no equation gives it."
        )
        text = None if value is not None else "∞" if c.run.sign[c.i] > 0 else "−∞"
        return c.make("alpha", value, (line,), notes=(NOT_SINGLE, note), text=text)
    made = rule.alpha_values(c)
    line, inputs, notes = made.line, made.inputs, (made.note,) * bool(made.note)
    found, short = line.result, line.equation.removeprefix("RB+ ")
    assert found is not None
    if c.outcome == "forced":
        would = "is undefined" if math.isinf(found) else f"would give {number(found)}"
        note = f"This α was set by hand; {short} {would}."
        return c.make(
            "alpha", value, (Line("set by hand", r"\alpha_t", tex(value, c.digits), value),), notes=(note,)
        )
    if c.outcome == "finite" and math.isinf(found):
        line = replace(line, result=None)
        return c.make("alpha", value, (line,), inputs, notes=(*notes, margins.unbounded_step(c)))
    if c.outcome == "finite":
        if not line.values and c.epsilons[0] == c.epsilons[2] == 0.0:
            notes = (*notes, ALL_TIED)
        return c.make("alpha", value, (line,), inputs, made.table, notes)
    why = f"{short} is undefined: {rule.undefined(c)}"
    sign = "" if c.run.sign[c.i] > 0 else "-"
    line = replace(line, result=None)
    if value is None:
        note = (
            "By the policy “infinite” its weight is infinite, and all others no longer matter (RB+, Lemma 1)."
            if c.outcome == "infinite"
            else "By the policy “limit” it decides before all finite weights and all later ones (RB+ (49))."
        )
        return c.make("alpha", None, (line,), inputs, notes=(*notes, why, note), text="−∞" if sign else "∞")
    cap = float(c.run.params["cap"]) * float(c.run.sign[c.i])
    note = f"By the policy “cap” its weight is {number(cap)} instead (RB+, Lemma 2)."
    capped = Line("RB+ Lemma 2", rf"\alpha_t = {sign}C", tex(cap, c.digits), cap)
    return c.make("alpha", value, (line, capped), inputs, notes=(*notes, why, note))
