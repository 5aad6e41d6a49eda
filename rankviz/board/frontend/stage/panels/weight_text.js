/** Format weights with their sign, including infinite ones. */

import { NONE, signed } from "../draw/format.js";
import { isInfinite, weightAfter } from "../run/ensemble.js";
/** @import { Boosted } from "../run/run.js" */

/** @param {number} weight */
export const weightText = (weight) =>
  weight === Infinity ? "∞" : weight === -Infinity ? "−∞" : signed(weight);

/** Write α of round s; before the first round there is none. @param {Boosted} a @param {number} s */
export const alphaText = (a, s) =>
  s === 0 ? NONE : weightText(isInfinite(a, s) ? weightAfter(a, s) : a.alpha[s - 1]);
