/** Where a branch that was computed here is not the engine's. */

/** @import { Algo } from "../run/run.js" */

/** Numbers of more than this apart are a fault; of single precision its rounding is none. */
const EXACT = 1e-9;
const SINGLE = 2 ** -22;

/**
 * @param {Algo} here @param {Algo} engine @param {number} n items
 * @returns {string[]} what differs, in a few words each; none where every number is the same
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

/** Curves of what the runner has not: the law of the data. */
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

/** The first place where two lists are apart, −1 where they are not. @param {ArrayLike<number>} found @param {ArrayLike<number>} expected @param {number} within */
function firstDifference(found, expected, within) {
  if (found.length !== expected.length) return 0;
  for (let i = 0; i < found.length; i++) {
    const [x, y] = [found[i], expected[i]];
    if (x === y || (Number.isNaN(x) && Number.isNaN(y))) continue;
    if (!(Math.abs(x - y) <= within * Math.max(1, Math.abs(y)))) return i;
  }
  return -1;
}
