/** Look-ups of the runs' searches: independent sets, when they are fixed, excluded copies, and each round's best candidates. */

/** @import { ArrayFinder } from "./pack.js" */
/** @import { Boosted } from "./run.js" */

/** Return whether a run keeps an independent set. @param {Boosted} a */
export const keepsIndependentSet = (a) => Array.from(a.curves.tested ?? []).some(Number.isFinite);

/** Return the rounds in which a set is fixed, each once. @param {readonly Boosted[]} algos @returns {number[]} */
export const fixedRounds = (algos) => [
  ...new Set(algos.flatMap(({ search: { fixed } }) => (fixed ? [fixed.round] : []))),
];

/** Return the copies excluded up to a round. @param {Boosted} a @param {number} t @returns {[string, number][]} each with the round in which it was found */
export const copiesFoundBy = ({ search }, t) => search.copies.filter(([, found]) => found <= t);

/**
 * Each round's best candidates, as written by rankviz/board/search.py.
 * @typedef {{names: string[], best: Uint16Array, slope: Float32Array, kind: Uint8Array, count: number}} Candidates `count`: by round
 * @typedef {{name: string, slope: number, inS: boolean, leftOut: boolean, picked: boolean}} Candidate `slope`: the quantity by which they are compared
 */

/** @param {string[]} names @param {number} rounds @param {ArrayFinder<"best">} arrays of a run @returns {Candidates | null} */
export function readCandidates(names, rounds, arrays) {
  if (!arrays.has("best")) return null;
  const { best, bestSlope: slope, bestKind: kind } = arrays.all();
  return { names, best, slope, kind, count: best.length / rounds };
}

/** Return the candidates compared in round t, best first; none if it has no such round. @param {Boosted} a @param {number} t @returns {Candidate[]} */
export function candidatesAt({ candidates: c, rounds }, t) {
  if (!c || t < 1 || t > rounds) return [];
  return Array.from({ length: c.count }, (_, i) => {
    const at = (t - 1) * c.count + i;
    return {
      name: c.names[c.best[at]],
      slope: c.slope[at],
      inS: (c.kind[at] & 1) > 0,
      leftOut: (c.kind[at] & 2) > 0,
      picked: (c.kind[at] & 4) > 0,
    };
  });
}

/** Choose candidates for a number of rows: at most a third are no longer searched, and the pick is included. @param {Candidate[]} all @param {number} rows @returns {Candidate[]} */
export function shortList(all, rows) {
  let out = Math.floor(rows / 3);
  const some = all.filter((c) => !c.leftOut || out-- > 0);
  const picked = some.findIndex((c) => c.picked);
  return picked < rows ? some.slice(0, rows) : [...some.slice(0, rows - 1), some[picked]];
}

/** Return the largest slope of any round; 0 without candidates. @param {readonly Boosted[]} algos */
export const bestSlope = (algos) =>
  algos.reduce((most, { candidates: c }) => (c ? c.slope.reduce((p, q) => Math.max(p, q), most) : most), 0);
