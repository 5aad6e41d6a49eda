/** Rows of a ranking, by look-up: the item in each row, and the middle of each shared place. */

/** @import { Algo } from "../../run/run.js" */

/**
 * @param {Algo} algo @param {number} n items of the run @param {Int32Array} items of one query, in true order
 */
export function rankPlaces(algo, n, items) {
  const count = items.length;
  /** Row (from 1) of each item, the item of each row, and how many items share the place that begins at a row. */
  const row = new Int32Array(count);
  const order = new Int32Array(count);
  const taken = new Uint16Array(n + 2);

  /** Return the rows of a state: items that share a place are in true order. @param {number} s */
  function arrange(s) {
    taken.fill(0);
    for (let i = 0; i < count; i++) {
      const p = algo.place[s * n + items[i]];
      row[i] = p + taken[p]++;
      order[row[i] - 1] = i;
    }
  }

  /** Return where each place is drawn, by state: the middle of the rows that its items occupy. @param {number} from state @param {Float32Array} known those of earlier states */
  function middles(from, known) {
    const out = new Float32Array((algo.rounds + 1) * count);
    const tally = new Uint16Array(n + 2);
    out.set(known.subarray(0, from * count));
    for (let t = from; t <= algo.rounds; t++) {
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

  /** Return the first state in which another run's places differ. @param {Algo} next */
  function parting(next) {
    const states = Math.min(algo.rounds, next.rounds) + 1;
    for (let t = 0; t < states; t++)
      for (let i = 0, at = t * n; i < count; i++)
        if (next.place[at + items[i]] !== algo.place[at + items[i]]) return t;
    return states;
  }

  const places = {
    row,
    order,
    taken,
    arrange,
    middle: middles(0, new Float32Array()),
    /** Switch to another run. @param {Algo} next @returns {number} the first state in which it differs */
    adopt(next) {
      const from = parting(next);
      algo = next;
      places.middle = middles(from, places.middle);
      return from;
    },
  };
  return places;
}
