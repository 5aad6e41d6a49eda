/** The equations of a round, one function each, as in rankviz/engine/algorithms (boosting/equations.py, margins/equations.py). */

/** @typedef {readonly [number, number, number]} Eps ε⁺, ε⁰, ε⁻ (8) */

/**
 * The rules in which algorithms differ, as functions of (ε⁺, ε⁰, ε⁻) and α', as in boosting/loop.py.
 * @typedef {Object} Rules
 * @property {(e: Eps, prior: number) => number} delta
 * @property {(e: Eps, prior: number) => number} alpha ±Infinity if undefined
 * @property {(alpha: number, prior: number) => number} logTie
 * @property {(e: Eps, prior: number) => number} logBound
 */

/** ½ ln(over / under). @param {number} over @param {number} under */
const logRatio = (over, under) =>
  over <= 0 && under <= 0
    ? 0
    : under <= 0
      ? Infinity
      : over <= 0
        ? -Infinity
        : 0.5 * (Math.log(over) - Math.log(under));

/** @param {number} x */
export const logCosh = (x) => Math.abs(x) + Math.log1p(Math.exp(-2 * Math.abs(x))) - Math.LN2;

/** @param {number} x */
const logistic = (x) => (x >= 0 ? 1 / (1 + Math.exp(-x)) : Math.exp(x) / (1 + Math.exp(x)));

/** (16), (35) @param {number} delta */
export const logBound16 = (delta) => -0.5 * delta * delta;

/** @type {Rules} */
export const RB_D = {
  delta: (e) => e[2] - e[0], // (13)
  alpha: (e) => logRatio(e[0], e[2]), // (14)
  logTie: () => 0,
  logBound: (e) => logBound16(e[2] - e[0]),
};

/** @type {Rules} */
export const RB_C = {
  ...RB_D,
  alpha: (e) => logRatio(e[0] + 0.5 * e[1], e[2] + 0.5 * e[1]), // (19)
  logBound: (e) => 0.5 * Math.log(Math.max(0, (2 * e[0] + e[1]) * (2 * e[2] + e[1]))),
};

/** @type {Rules} */
export const RB_PLUS = {
  delta: (e, prior) => e[2] - e[0] + e[1] * Math.tanh(prior), // (33)
  alpha: (e, prior) => logRatio(e[0] + e[1] * logistic(-2 * prior), e[2] + e[1] * logistic(2 * prior)), // (34)
  logTie: (alpha, prior) => logCosh(alpha + prior) - logCosh(prior), // (25)
  logBound: (e, prior) => logBound16(RB_PLUS.delta(e, prior)),
};

/** Z (27), with a tie factor of 1 (11). @param {Eps} e @param {number} alpha @param {number} logTie */
export const z27 = (e, alpha, logTie) =>
  (e[0] > 0 ? e[0] * Math.exp(-alpha) : 0) +
  (e[2] > 0 ? e[2] * Math.exp(alpha) : 0) +
  (e[1] > 0 ? e[1] * Math.exp(logTie) : 0);

/** Smooth Margin's α (SM (6)). @param {Eps} e @param {number} g */
function alpha6(e, g) {
  if (g === 0) return logRatio(e[0], e[2]);
  if (e[0] <= 0) return -Infinity;
  const tied = g * e[1];
  const rest = Math.max(1 - g, 0);
  const under = tied + Math.sqrt(tied * tied + 4 * (1 + g) * rest * e[0] * e[2]);
  if (under <= 0) return Infinity;
  const over = 2 * rest * e[0];
  return over > 0 ? Math.log(over) - Math.log(under) : -Infinity;
}

/** Return the α that maximises G̃ along the ranker; `norm` is ‖λ‖₁ before it. @param {Eps} e @param {number} g @param {number} norm */
function alphaExact(e, g, norm) {
  const longest = alpha6(e, g);
  if (e[0] - e[2] <= g || !Number.isFinite(longest)) return longest;
  let [low, high, alpha] = [0, longest, longest];
  for (let look = 0; look < 200; look++) {
    const [up, down] = [e[0] * Math.exp(-alpha), e[2] * Math.exp(alpha)];
    const tau = up + e[1] + down;
    const slope = (up - down) / tau;
    const over = norm * (slope - g) + alpha * slope + Math.log(tau);
    if (over > 0) low = alpha;
    else high = alpha;
    const curve = (norm + alpha) * ((up + down) / tau - slope * slope);
    const newton = curve > 0 ? alpha + over / curve : low;
    const step = low < newton && newton < high ? newton : 0.5 * (low + high);
    if (Math.abs(step - alpha) <= 4e-16 * step || step === low || step === high) return step;
    alpha = step;
  }
  return alpha;
}

/** Return Smooth Margin's rules in a round that begins with G̃ = g; with `norm` its step is exact. @param {number} g @param {number} unbounded @param {number | null} norm @returns {Rules} */
export const smoothRules = (g, unbounded, norm) => ({
  ...RB_D,
  alpha(e) {
    const found = norm === null ? alpha6(e, g) : alphaExact(e, g, norm);
    return Number.isFinite(found) ? found : Math.sign(found) * unbounded;
  },
});
