/** The pairs that votes make, whatever a tie is worth, as rankviz/engine/data/battles.py makes them. */

/**
 * @typedef {Object} Votes of which each unordered pair of items stands once
 * @property {number} tie the wins of either side that a tie is worth
 * @property {ArrayLike<number>} a
 * @property {ArrayLike<number>} b
 * @property {ArrayLike<number>} won by a
 * @property {ArrayLike<number>} lost
 * @property {ArrayLike<number>} tied
 *
 * @typedef {Object} Pairs
 * @property {Uint32Array} higher rising
 * @property {Uint32Array} lower
 * @property {Float64Array | null} counts how much each pair counts; null where all count alike
 */

/** The wins of both sides of each pair. @param {Votes} votes @returns {{up: Float64Array, down: Float64Array}} */
export const winsOfBoth = ({ tie, won, lost, tied }) => ({
  up: Float64Array.from(won, (wins, k) => wins + tie * tied[k]),
  down: Float64Array.from(lost, (wins, k) => wins + tie * tied[k]),
});

/** The pairs, for either order the wins of its higher item; an order nobody voted for is left out. @param {Votes} votes @returns {Pairs} */
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

/** The pairs that grades imply inside queries. @param {ArrayLike<number>} grades @param {ArrayLike<number>} query @returns {Pairs} */
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
