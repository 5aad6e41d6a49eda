/** Rows of a ranking, looked up in a run: which item stands in which row, and where a shared place has its middle. */

/** @import { Algo } from "../../run/run.js" */

/**
 * @param {Algo} algo @param {number} n items of the run @param {Int32Array} items of one query, in true order
 */
export function placesOf(algo, n, items) {
  const count = items.length;
  /** Row (from 1) of each item, the item of each row, and how many share the place that begins at a row. */
  const row = new Int32Array(count);
  const order = new Int32Array(count);
  const taken = new Uint16Array(n + 2);

  /** The rows of a state: items that share a place stand in true order. @param {number} s */
  function arrange(s) {
    taken.fill(0);
    for (let i = 0; i < count; i++) {
      const p = algo.place[s * n + items[i]];
      row[i] = p + taken[p]++;
      order[row[i] - 1] = i;
    }
  }

  /** Where a shared place is drawn, by state: the middle of the places its items take up. */
  function middles() {
    const out = new Float32Array((algo.rounds + 1) * count);
    const tally = new Uint16Array(n + 2);
    for (let t = 0; t <= algo.rounds; t++) {
      const at = t * n;
      for (let i = 0; i < count; i++) tally[algo.place[at + items[i]]]++;
      for (let i = 0; i < count; i++) {
        const p = algo.place[at + items[i]];
        out[t * count + i] = p + (tally[p] - 1) / 2;
      }
      for (let i = 0; i < count; i++) tally[algo.place[at + items[i]]] = 0;
    }
    return out;
  }

  return { row, order, taken, arrange, middle: middles() };
}
