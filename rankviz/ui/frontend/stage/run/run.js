/** The run as it travels (one binary pack) turned into one immutable, typed object. Nothing here computes: it only looks up. */

/**
 * @typedef {{algorithm: string, label: string, rounds: number, stopped: string, bound_label: string, boosted: boolean, own: string[], rankers: string[],
 *   words: string[][], margin_bins: number[]}} RunMeta
 * @typedef {{symbol: string, text: string}} CurveLabel
 * @typedef {{kind: "pairs" | "cells", note: string, rows: string[], cols: string[]}} MapMeta
 */

/**
 * One algorithm's part of the run. Arrays over rounds: entry t − 1 belongs to round t; arrays over states: entry t is after round t.
 * @typedef {Object} Algo
 * @property {number} index
 * @property {number} slot colour and marker, 0–3
 * @property {string} name
 * @property {string} id what the run is called in links: its algorithm, and from its second run on a number
 * @property {string} label
 * @property {number} rounds
 * @property {string} stopped
 * @property {string} boundLabel
 * @property {string[]} rankers
 * @property {string[][]} words
 * @property {number[]} marginBins
 * @property {boolean} boosted it picks weak rankers of the pool; else each round adds a function of its own, and `h`, ε's and the like are null
 * @property {Record<string, Float64Array>} curves
 * @property {ArrayLike<number>} pick
 * @property {Float64Array} alpha
 * @property {Float64Array} alphaPrior
 * @property {Float64Array} epsCorrect
 * @property {Float64Array} epsTied
 * @property {Float64Array} epsReversed
 * @property {Float64Array} z
 * @property {Float64Array} delta
 * @property {Float64Array} tieFactor
 * @property {Uint8Array} outcome
 * @property {Uint8Array} h
 * @property {Float32Array} scores
 * @property {Uint16Array} place
 * @property {Float32Array} marginHist
 * @property {Uint32Array | null} leastPair
 * @property {Uint8Array} weight
 * @property {Uint32Array} moverHigher
 * @property {Uint32Array} moverLower
 * @property {Float64Array} moverBefore
 * @property {Float64Array} moverAfter
 * @property {Uint8Array | null} cellCorrect
 * @property {Uint8Array | null} cellReversed
 */

/**
 * @typedef {Object} Run
 * @property {string} title
 * @property {number} n
 * @property {number} m
 * @property {number} rounds
 * @property {string[]} labels
 * @property {string[]} queries
 * @property {boolean} hasGrades
 * @property {Float64Array} grades
 * @property {ArrayLike<number>} query
 * @property {Int32Array} axis items in true order
 * @property {Int32Array} position where an item stands in the true order
 * @property {MapMeta} map
 * @property {number} cells how many marks the map has (pairs or cells)
 * @property {ArrayLike<number>} cellRow row of each mark
 * @property {ArrayLike<number>} cellCol
 * @property {ArrayLike<number> | null} pairHigher
 * @property {ArrayLike<number> | null} pairLower
 * @property {ArrayLike<number> | null} cellPairs
 * @property {ArrayLike<number> | null} itemGroup
 * @property {{round: number | null, text: string}} parting
 * @property {Record<string, CurveLabel>} curveLabels
 * @property {Record<string, string>} heldOf the held-out twin of an algorithm's own curve
 * @property {Record<string, Picture>} pictures what a page's own panels draw, by name
 * @property {Algo[]} algos
 */

/**
 * What a page's own panels draw: plain values, and arrays by name.
 * @typedef {Object} Picture
 * @property {any} meta
 * @property {(key: string) => any} array a typed array, or null
 * @property {(key: string) => number[]} shape of that array, [] when there is none
 */

const TYPES = {
  f8: Float64Array,
  f4: Float32Array,
  u1: Uint8Array,
  u2: Uint16Array,
  u4: Uint32Array,
  i4: Int32Array,
};

/** The named algorithms keep their colour and marker whoever else is on the stage. */
const SLOTS = /** @type {Record<string, number>} */ ({ "rb-d": 0, "rb-c": 1, "rb-plus": 2 });

/** @param {{algorithm: string}[]} runs @returns {number[]} */
function slots(runs) {
  const taken = new Set(runs.map((r) => SLOTS[r.algorithm]).filter((s) => s !== undefined));
  const free = [3, 0, 1, 2].filter((s) => !taken.has(s));
  const used = new Set();
  return runs.map((r) => {
    const own = SLOTS[r.algorithm];
    const slot = own !== undefined && !used.has(own) ? own : (free.shift() ?? 3);
    used.add(slot);
    return slot;
  });
}

/**
 * @param {ArrayBuffer} buffer the pack: "RVZ1", header length, header JSON, arrays
 * @returns {Run}
 */
export function decode(buffer) {
  const view = new DataView(buffer);
  if (buffer.byteLength < 8 || view.getUint32(0, false) !== 0x52565a31)
    throw new Error("This is not a run (it does not begin with RVZ1).");
  const size = view.getUint32(4, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, size)));
  const start = 8 + size;
  /** @param {string} name @returns {any} a view into the buffer, or null */
  const array = (name) => {
    const a = header.arrays[name];
    if (!a) return null;
    const count = a.shape.reduce((/** @type {number} */ x, /** @type {number} */ y) => x * y, 1);
    return new TYPES[/** @type {keyof typeof TYPES} */ (a.dtype)](buffer, start + a.offset, count);
  };
  const meta = header.meta;
  const axis = /** @type {Int32Array} */ (array("axis"));
  const position = new Int32Array(axis.length);
  axis.forEach((item, i) => (position[item] = i));
  const higher = array("pair_higher");
  const lower = array("pair_lower");
  const pairs = meta.map.kind === "pairs";
  const slot = slots(meta.runs);
  return Object.freeze({
    title: meta.title,
    n: meta.n,
    m: meta.m,
    rounds: meta.rounds,
    labels: meta.items.labels,
    queries: meta.queries ?? [],
    hasGrades: Boolean(meta.has_grades),
    grades: array("grades") ?? new Float64Array(meta.n).fill(NaN),
    query: array("query") ?? new Uint16Array(meta.n),
    axis,
    position,
    map: meta.map,
    cells: pairs ? higher.length : array("cell_row").length,
    cellRow: pairs ? Uint16Array.from(higher, (i) => position[i]) : array("cell_row"),
    cellCol: pairs ? Uint16Array.from(lower, (i) => position[i]) : array("cell_col"),
    pairHigher: pairs ? higher : null,
    pairLower: pairs ? lower : null,
    cellPairs: array("cell_pairs"),
    itemGroup: array("item_group"),
    parting: meta.parting ?? { round: null, text: "" },
    curveLabels: meta.curve_labels ?? {},
    heldOf: meta.held ?? {},
    pictures: Object.freeze(
      Object.fromEntries(
        Object.entries(meta.pictures ?? {}).map(([name, values]) => [
          name,
          Object.freeze({
            meta: values,
            array: (/** @type {string} */ key) => array(`${name}.${key}`),
            shape: (/** @type {string} */ key) => header.arrays[`${name}.${key}`]?.shape ?? [],
          }),
        ]),
      ),
    ),
    algos: meta.runs.map((/** @type {RunMeta} */ r, /** @type {number} */ k) =>
      algo(r, k, nameOf(meta.runs, k), slot[k], meta.curves, (name) => array(`${k}.${name}`)),
    ),
  });
}

/** @param {RunMeta[]} runs @param {number} k @returns {string} the same name as on the server (explain.run_names) */
function nameOf(runs, k) {
  const before = runs.slice(0, k).filter((r) => r.algorithm === runs[k].algorithm).length;
  return before === 0 ? runs[k].algorithm : `${runs[k].algorithm}~${before + 1}`;
}

/**
 * @param {RunMeta} r @param {number} k @param {string} id @param {number} slot @param {string[]} names @param {(name: string) => any} array
 * @returns {Algo}
 */
function algo(r, k, id, slot, names, array) {
  const all = array("curves");
  const length = r.rounds + 1;
  /** @type {Record<string, Float64Array>} */
  const curves = {};
  names.forEach((name, i) => (curves[name] = all.subarray(i * length, (i + 1) * length)));
  const own = array("own");
  r.own.forEach((name, i) => (curves[name] = own.subarray(i * length, (i + 1) * length)));
  return Object.freeze({
    index: k,
    slot,
    name: r.algorithm,
    id,
    label: r.label,
    rounds: r.rounds,
    stopped: (r.stopped ?? "").replace(/^Stopped: /, ""),
    boundLabel: r.bound_label ?? "",
    boosted: r.boosted,
    rankers: r.rankers,
    words: r.words,
    marginBins: r.margin_bins,
    curves,
    pick: array("pick"),
    alpha: array("alpha"),
    alphaPrior: array("alpha_prior"),
    epsCorrect: array("eps_correct"),
    epsTied: array("eps_tied"),
    epsReversed: array("eps_reversed"),
    z: array("z"),
    delta: array("delta"),
    tieFactor: array("tie_factor"),
    outcome: array("outcome"),
    h: array("h"),
    scores: array("scores"),
    place: array("place"),
    marginHist: array("margin_hist"),
    leastPair: array("least_pair"),
    weight: array("weight"),
    moverHigher: array("mover_higher"),
    moverLower: array("mover_lower"),
    moverBefore: array("mover_before"),
    moverAfter: array("mover_after"),
    cellCorrect: array("cell_correct"),
    cellReversed: array("cell_reversed"),
  });
}

/** The state an algorithm is in at the cursor: past its own end it keeps its last one. @param {Algo} a @param {number} t */
export const stateAt = (a, t) => (t < a.rounds ? t : a.rounds);

/** Weight of a mark relative to the equal share. @param {number} code 0–255 @returns {number} */
export const factorOf = (code) => (code === 0 ? 0 : 2 ** ((code - 128) / 16));

/**
 * How round t treats a pair: the ranker it chose, or where there is none the scores after it. 1 correct, 0 tied, −1 reversed.
 * @param {Algo} a @param {number} n @param {number} t at least 1 @param {number} higher @param {number} lower
 */
export const outcomeOf = (a, n, t, higher, lower) =>
  a.boosted
    ? a.h[(t - 1) * n + higher] - a.h[(t - 1) * n + lower]
    : Math.sign(a.scores[t * n + higher] - a.scores[t * n + lower]);

/** The run with only those algorithms that pick weak rankers. @param {Run} run @returns {Run} */
export const boostedOnly = (run) =>
  run.algos.every((a) => a.boosted) ? run : Object.freeze({ ...run, algos: run.algos.filter((a) => a.boosted) });

/** @param {Run} run @param {number} item @returns {string} "Heat (3)" */
export function itemName(run, item) {
  const g =
    run.hasGrades && Number.isFinite(run.grades[item]) ? ` (${Number(run.grades[item].toPrecision(4))})` : "";
  return `${run.labels[item]}${g}`;
}
