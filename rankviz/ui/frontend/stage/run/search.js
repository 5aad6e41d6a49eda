/** What the runs' searches did, looked up: whether one keeps an independent set, when that is fixed, which copies it left out. */

/** @typedef {import("./run.js").Boosted} Boosted */

/** Whether a run keeps an independent set. @param {Boosted} a */
export const keepsSet = (a) => Array.from(a.curves.tested ?? []).some(Number.isFinite);

/** The rounds in which a set is fixed, each once. @param {readonly Boosted[]} algos @returns {number[]} */
export const fixedIn = (algos) => [...new Set(algos.flatMap(({ search: { fixed } }) => (fixed ? [fixed.round] : [])))];

/** The copies that were left out by a round. @param {Boosted} a @param {number} t @returns {[string, number][]} each with the round that found it */
export const copiesBy = ({ search }, t) => search.copies.filter(([, found]) => found <= t);
