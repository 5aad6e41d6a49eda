/** The rounds and the range of values of a chart that follows the cursor: both change in rare, clear steps. */

/** Maximum number of rounds in a window. */
const MAX_ROUNDS = 30;
/** Runs up to this length are shown whole. */
const SHORT_RUN = 36;
/** Rounds by which a window grows and shrinks. */
const GRAIN = 6;
/** Levels, relative to ρ, at which the scale may begin, the highest last. */
const LEVELS = [0, 0.5, 0.75, 0.875];

/** @typedef {{from: number, rounds: number}} Window the rounds from `from` to `from + rounds` */

/**
 * Return the window for a round. It stays for half its length, then moves by half: at least half of it is past.
 * @param {number} t @param {number} rounds of the run @param {number} width px @param {number} pitch minimum px per round
 * @returns {Window}
 */
export function windowOf(t, rounds, width, pitch) {
  const fits = Math.max(2 * GRAIN, Math.min(MAX_ROUNDS, GRAIN * Math.floor(width / pitch / GRAIN)));
  if (rounds <= Math.max(fits, SHORT_RUN)) return { from: 0, rounds };
  const half = fits / 2;
  const from = half * Math.max(0, Math.ceil(t / half) - 2);
  return { from: Math.min(from, rounds - fits), rounds: fits };
}

/** Return the values in a window, NaN elsewhere. @param {ArrayLike<number>} values @param {Window} w @returns {Float64Array} up to the window's end */
export function windowed(values, { from, rounds }) {
  const last = Math.min(values.length, from + rounds + 1);
  return Float64Array.from({ length: last }, (_, t) => (t < from ? NaN : values[t]));
}

/**
 * Return the lower end of a window's scale: the highest level below all of its values; `least` if there is none.
 * @param {ArrayLike<number>[]} lists the curves of all rounds @param {Window} w @param {number} rho @param {number} least minimum of the whole run
 */
export function lowestOnScale(lists, w, rho, least) {
  if (!(rho > 0)) return least;
  let low = Infinity;
  for (const values of lists) {
    // An ensemble that has ended keeps its last value.
    if (w.from >= values.length) low = Math.min(low, values[values.length - 1]);
    for (let t = w.from; t < Math.min(values.length, w.from + w.rounds + 1); t++)
      if (values[t] < low) low = values[t];
  }
  return LEVELS.map((part) => part * rho).reduce((found, level) => (level <= low ? level : found), least);
}
