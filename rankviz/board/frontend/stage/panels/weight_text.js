/** Weights as they are written: with their sign, also where they are infinite. */

import { NONE, signed } from "../draw/format.js";
import { isInfinite, weightAfter } from "../run/ensemble.js";
/** @import { Boosted } from "../run/run.js" */

/** @param {number} weight */
export const weightText = (weight) =>
  weight === Infinity ? "∞" : weight === -Infinity ? "−∞" : signed(weight);

/** α of round s; before the first there is none. @param {Boosted} a @param {number} s */
export const alphaText = (a, s) =>
  s === 0 ? NONE : weightText(isInfinite(a, s) ? weightAfter(a, s) : a.alpha[s - 1]);
