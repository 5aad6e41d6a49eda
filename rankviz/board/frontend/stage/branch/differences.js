/** Differences between a branch computed here and the engine's. */

/** @import { Algo } from "../run/run.js" */

/** Tolerance of numbers; single precision adds its rounding. */
const EXACT = 1e-9;
const SINGLE = 2 ** -22;

/**
 * @param {Algo} here @param {Algo} engine @param {number} n items
 * @returns {string[]} names of what differs; empty if every number agrees
 */
export function listDifferences(here, engine, n) {
  if (here.rounds !== engine.rounds) return [`${here.rounds} rounds, not ${engine.rounds}`];
  const picks = here.pick.findIndex((p, k) => here.rankers[p] !== engine.rankers[engine.pick[k]]);
  if (picks >= 0) return [`the pick of round ${picks + 1}`];
  /** @type {[string, ArrayLike<number>, ArrayLike<number>, number][]} */
  const pairs = [
    ...Object.keys(here.curves)
      .filter((name) => engine.curves[name] && !UNSEEN.test(name))
      .map((name) => /** @type {const} */ ([name, here.curves[name], engine.curves[name], EXACT])),
    ["alpha", here.alpha, engine.alpha, EXACT],
    ...(here.boosted && engine.boosted
      ? NUMBERS.map((name) => /** @type {const} */ ([name, here[name], engine[name], EXACT]))
      : []),
    ["scores", here.scores, engine.scores, SINGLE],
    ["place", here.place, engine.place, 0],
  ].map((each) => /** @type {[string, ArrayLike<number>, ArrayLike<number>, number]} */ (each));
  return pairs.flatMap(([name, found, expected, within]) => {
    const at = firstDifference(found, expected, within);
    return at < 0 ? [] : [`${name} at ${name === "scores" || name === "place" ? Math.floor(at / n) : at}`];
  });
}

/** Curves that the runner does not compute: those of the population. */
const UNSEEN = /population/;

const NUMBERS = /** @type {const} */ ([
  "z",
  "delta",
  "tieFactor",
  "epsCorrect",
  "epsTied",
  "epsReversed",
  "alphaPrior",
]);

/** Return the first index at which two lists differ, −1 if none. @param {ArrayLike<number>} found @param {ArrayLike<number>} expected @param {number} within */
function firstDifference(found, expected, within) {
  if (found.length !== expected.length) return 0;
  for (let i = 0; i < found.length; i++) {
    const [x, y] = [found[i], expected[i]];
    if (x === y || (Number.isNaN(x) && Number.isNaN(y))) continue;
    if (!(Math.abs(x - y) <= within * Math.max(1, Math.abs(y)))) return i;
  }
  return -1;
}
