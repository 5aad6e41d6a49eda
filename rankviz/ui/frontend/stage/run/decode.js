/** The run as it travels turned into one immutable, typed object. */

import { open } from "./pack.js";
import { pictures } from "./pictures.js";
import { candidates } from "./search.js";
import { steps } from "./steps.js";
/** @import { Finder, Pack } from "./pack.js" */
/** @import { Metas } from "./pictures.js" */
/** @import { Algo, CurveLabel, MapMeta, Part, Picks, Run, Search, Stop, TieRule } from "./run.js" */

/**
 * @typedef {{algorithm: string, label: string, short: string, slot: number, marker: string, rounds: number, stopped: Stop, loss: string, bound_label: string, boosted: boolean, unweighed?: string, tie_rule?: TieRule | null, search?: Search, own: string[], asks?: [number | null, number | null][], best?: Record<string, number>, rankers: string[],
 *   words: string[][], margin_bins: number[]}} RunMeta
 */

/**
 * The header of a pack beside the table of its arrays.
 * @typedef {Object} Meta
 * @property {string} title
 * @property {string} source
 * @property {number} n
 * @property {number} m
 * @property {number} rounds
 * @property {[number, number]} [part] the rounds that an excerpt has
 * @property {{ids: string[], labels: string[]}} items
 * @property {string[] | null} queries
 * @property {boolean} has_grades
 * @property {MapMeta} map
 * @property {{round: number | null, text: string}} parting
 * @property {{columns: string[], pool: string[]}} asks
 * @property {string[]} curves names, in the order of the rows of each run's array
 * @property {Record<string, CurveLabel>} curve_labels
 * @property {Record<string, string>} held
 * @property {Metas} pictures
 * @property {RunMeta[]} runs
 */

/** The rows of a run's errors over all that the law of the data may draw; only synthetic data have them, when asked for. */
const POPULATION = ["r1_population", "r2_population"];

/** The rows of what a search did. */
const SEARCH = ["searched", "tested"];
const NO_SEARCH = { fixed: null, copies: [], copies_in_all: 0, candidates: [] };

/** @param {ArrayBuffer} buffer the pack, see pack.js @returns {Run} */
export function decode(buffer) {
  /** @type {Pack<Meta>} */
  const { meta, arrays } = open(buffer);
  const axis = arrays.get("axis", "i4");
  const position = new Int32Array(axis.length);
  axis.forEach((item, i) => (position[item] = i));
  return Object.freeze({
    title: meta.title,
    source: meta.source,
    n: meta.n,
    m: meta.m,
    rounds: meta.rounds,
    ends: meta.part ?? /** @type {[number, number]} */ ([0, meta.rounds]),
    labels: meta.items.labels,
    queries: meta.queries ?? [],
    hasGrades: Boolean(meta.has_grades),
    grades: arrays.find("grades", "f8") ?? new Float64Array(meta.n).fill(NaN),
    query: arrays.find("query", "u2", "u4") ?? new Uint16Array(meta.n),
    axis,
    position,
    map: meta.map,
    ...marks(meta.map.kind, position, arrays),
    parting: meta.parting ?? { round: null, text: "" },
    curveLabels: { ...meta.curve_labels, ...meta.pictures?.population?.labels },
    heldOf: meta.held ?? {},
    pictures: pictures(meta.pictures ?? {}, arrays),
    asks: {
      ...(meta.asks ?? { columns: [], pool: [] }),
      values: arrays.find("ask_values", "f8"),
      answers: arrays.find("ask_pool", "u1"),
    },
    algos: meta.runs.map((r, k) =>
      algo(r, k, nameOf(meta.runs, k), meta.curves, arrays.within(`${k}.`), arrays.within("population.")),
    ),
  });
}

/** The marks of the map, each a pair or a cell of many. @param {MapMeta["kind"]} kind @param {Int32Array} position @param {Finder} arrays */
function marks(kind, position, arrays) {
  if (kind === "pairs") {
    const [higher, lower] = [arrays.get("pair_higher", "u4"), arrays.get("pair_lower", "u4")];
    return {
      cells: higher.length,
      cellRow: Uint16Array.from(higher, (i) => position[i]),
      cellCol: Uint16Array.from(lower, (i) => position[i]),
      pairHigher: higher,
      pairLower: lower,
      cellPairs: null,
      itemGroup: null,
    };
  }
  const row = arrays.get("cell_row", "u2");
  return {
    cells: row.length,
    cellRow: row,
    cellCol: arrays.get("cell_col", "u2"),
    pairHigher: null,
    pairLower: null,
    cellPairs: arrays.get("cell_pairs", "u4"),
    itemGroup: arrays.get("item_group", "u2"),
  };
}

/** @param {RunMeta[]} runs @param {number} k @returns {string} the same name as on the server (explain.run_names) */
function nameOf(runs, k) {
  const before = runs.slice(0, k).filter((r) => r.algorithm === runs[k].algorithm).length;
  return before === 0 ? runs[k].algorithm : `${runs[k].algorithm}~${before + 1}`;
}

/**
 * @param {RunMeta} r @param {number} k @param {string} id @param {string[]} names of the common curves
 * @param {Finder} arrays of this run @param {Finder} population arrays by run
 * @returns {Algo}
 */
function algo(r, k, id, names, arrays, population) {
  /** @type {Part} */
  const part = {
    index: k,
    slot: r.slot,
    marker: r.marker,
    name: r.algorithm,
    id,
    label: r.label,
    short: r.short,
    rounds: r.rounds,
    stopped: r.stopped,
    loss: r.loss ?? "",
    boundLabel: r.bound_label ?? "",
    unweighed: r.unweighed ?? "",
    rankers: r.rankers,
    words: r.words,
    marginBins: r.margin_bins,
    curves: {
      ...rows("curves", names, r, arrays),
      ...rows("own", r.own, r, arrays),
      ...rows("search", SEARCH, r, arrays),
      ...rows(String(k), POPULATION, r, population),
    },
    best: r.best ?? {},
    pick: arrays.get("pick", "u2"),
    alpha: arrays.get("alpha", "f8"),
    scores: arrays.get("scores", "f4"),
    place: arrays.get("place", "u2"),
    marginHist: arrays.get("margin_hist", "f4"),
    leastPair: arrays.get("least_pair", "u4"),
    weight: arrays.get("weight", "u1"),
    moverHigher: arrays.get("mover_higher", "u4"),
    moverLower: arrays.get("mover_lower", "u4"),
    moverBefore: arrays.get("mover_before", "f8"),
    moverAfter: arrays.get("mover_after", "f8"),
    top: arrays.get("top", "f8"),
    topMark: arrays.get("top_mark", "u4"),
    topAlike: arrays.get("top_alike", "u4"),
    cellCorrect: arrays.find("cell_correct", "u1"),
    cellReversed: arrays.find("cell_reversed", "u1"),
  };
  return Object.freeze(
    r.boosted
      ? {
          ...part,
          boosted: true,
          tieRule: r.tie_rule ?? null,
          search: r.search ?? NO_SEARCH,
          candidates: candidates(r.search?.candidates ?? [], r.rounds, arrays),
          asked: {
            places: r.asks ?? [],
            crossed: arrays.find("crossed", "u4"),
            edge: arrays.find("edge", "f4"),
          },
          ...picks(arrays),
        }
      : { ...part, boosted: false },
  );
}

/** @param {Finder} arrays @returns {Omit<Picks, "tieRule" | "search" | "candidates" | "asked">} */
const picks = (arrays) => ({
  alphaPrior: arrays.get("alpha_prior", "f8"),
  epsCorrect: arrays.get("eps_correct", "f8"),
  epsTied: arrays.get("eps_tied", "f8"),
  epsReversed: arrays.get("eps_reversed", "f8"),
  z: arrays.get("z", "f8"),
  delta: arrays.get("delta", "f8"),
  tieFactor: arrays.get("tie_factor", "f8"),
  tiedFor: arrays.find("tied_for", "f8"),
  tiedAgainst: arrays.find("tied_against", "f8"),
  outcome: arrays.get("outcome", "u1"),
  h: arrays.get("h", "u1"),
  steps: steps(arrays),
});

/** Each row of an array over states, by name. @param {string} name @param {string[]} names @param {RunMeta} r @param {Finder} arrays */
function rows(name, names, r, arrays) {
  const length = r.rounds + 1;
  const all = names.length ? arrays.find(name, "f8") : null;
  return !all
    ? {}
    : Object.fromEntries(names.map((row, i) => [row, all.subarray(i * length, (i + 1) * length)]));
}
