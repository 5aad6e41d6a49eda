/** The pairs made from votes for any tie value, as in rankviz/engine/data/battles.py. */

/**
 * @typedef {Object} Votes votes, with one entry per unordered pair of items
 * @property {number} tie wins of each side for a tied vote
 * @property {ArrayLike<number>} a
 * @property {ArrayLike<number>} b
 * @property {ArrayLike<number>} won wins of a
 * @property {ArrayLike<number>} lost
 * @property {ArrayLike<number>} tied
 *
 * @typedef {Object} Pairs
 * @property {Uint32Array} higher in increasing order
 * @property {Uint32Array} lower
 * @property {Float64Array | null} counts how much each pair counts; null if all count equally
 */

/** Return the wins of both sides of each pair. @param {Votes} votes @returns {{up: Float64Array, down: Float64Array}} */
export const winsOfBoth = ({ tie, won, lost, tied }) => ({
  up: Float64Array.from(won, (wins, k) => wins + tie * tied[k]),
  down: Float64Array.from(lost, (wins, k) => wins + tie * tied[k]),
});

/** Return the pairs: each order counts the wins of its higher item; orders without a vote are omitted. @param {Votes} votes @returns {Pairs} */
export function pairsOf(votes) {
  const { up, down } = winsOfBoth(votes);
  const both = [
    ...Array.from(up, (count, k) => ({ higher: votes.a[k], lower: votes.b[k], count })),
    ...Array.from(down, (count, k) => ({ higher: votes.b[k], lower: votes.a[k], count })),
  ].filter(({ count }) => count > 0);
  both.sort((x, y) => x.higher - y.higher || x.lower - y.lower);
  const counts = Float64Array.from(both, ({ count }) => count);
  return {
    higher: Uint32Array.from(both, ({ higher }) => higher),
    lower: Uint32Array.from(both, ({ lower }) => lower),
    counts: counts.every((count) => count === counts[0]) ? null : counts,
  };
}

/** Return the pairs that grades imply within queries. @param {ArrayLike<number>} grades @param {ArrayLike<number>} query @returns {Pairs} */
export function pairsOfGrades(grades, query) {
  /** @type {[number, number][]} */
  const found = [];
  for (let x = 0; x < grades.length; x++)
    for (let y = 0; y < grades.length; y++)
      if (query[x] === query[y] && grades[x] > grades[y]) found.push([x, y]);
  return {
    higher: Uint32Array.from(found, ([higher]) => higher),
    lower: Uint32Array.from(found, ([, lower]) => lower),
    counts: null,
  };
}
