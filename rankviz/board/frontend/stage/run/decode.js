/** Decode a pack into one immutable, typed run. */

import { readGround } from "../branch/branch_data.js";
import { openPack } from "./pack.js";
import { readPictures } from "./pictures.js";
import { readCandidates } from "./search.js";
import { readSteps } from "./steps.js";
/** @import { BranchMeta } from "../branch/branch_data.js" */
/** @import { ArrayFinder, Pack } from "./pack.js" */
/** @import { Metas } from "./pictures.js" */
/** @import { Algo, CurveLabel, MapMeta, Part, Run, Search, Stop, TieRule } from "./run.js" */

/**
 * @typedef {{algorithm: string, label: string, short: string, slot: number, marker: string, rounds: number, stopped: Stop, loss: string, bound_label: string, boosted: boolean, unweighed?: string, tie_rule?: TieRule | null, search?: Search, own: string[], asks?: [number | null, number | null][], best?: Record<string, number>, rankers: string[],
 *   words: string[][], margin_bins: number[]}} RunMeta
 */

/**
 * The header of a pack, without the table of its arrays.
 * @typedef {Object} Meta
 * @property {string} title
 * @property {string} source
 * @property {number} n
 * @property {number} m
 * @property {number} rounds
 * @property {[number, number]} [part] first and last round of an excerpt
 * @property {{ids: string[], labels: string[]}} items
 * @property {string[] | null} queries
 * @property {boolean} has_grades
 * @property {MapMeta} map
 * @property {{round: number | null, text: string}} parting
 * @property {{columns: string[], pool: string[]}} asks
 * @property {BranchMeta | null} [branch]
 * @property {string[]} curves names of the rows of each run's array
 * @property {Record<string, CurveLabel>} curve_labels
 * @property {Record<string, string>} held
 * @property {Metas} pictures
 * @property {RunMeta[]} runs
 */

/** Rows of a run's population errors; only synthetic data have them, on request. */
const POPULATION = ["r1_population", "r2_population"];

/** Rows of a search's statistics. */
const SEARCH = ["searched", "tested"];
const NO_SEARCH = { fixed: null, copies: [], copies_in_all: 0, candidates: [] };

/** @param {ArrayBuffer} buffer the pack, see pack.js @returns {Run} */
export function decode(buffer) {
  /** @type {Pack<Meta>} */
  const { meta, arrays } = openPack(buffer);
  const axis = arrays.get("axis");
  const position = new Int32Array(axis.length);
  axis.forEach((item, i) => (position[item] = i));
  const shown = marks(meta.map.kind, position, arrays);
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
    grades: arrays.get("grades"),
    query: arrays.get("query"),
    axis,
    position,
    map: meta.map,
    ...shown,
    branch: readGround(meta.branch, arrays.of("branch"), shown),
    parting: meta.parting ?? { round: null, text: "" },
    curveLabels: { ...meta.curve_labels, ...meta.pictures?.population?.labels },
    heldOf: meta.held ?? {},
    pictures: readPictures(meta.pictures ?? {}, arrays),
    asks: {
      ...(meta.asks ?? { columns: [], pool: [] }),
      values: arrays.find("ask_values"),
      answers: arrays.find("ask_pool"),
    },
    algos: meta.runs.map((r, k) => algo(r, k, nameOf(meta.runs, k), meta.curves, arrays.of("run", k))),
  });
}

/** Return the marks of the map, each a pair, or a cell of many pairs. @param {MapMeta["kind"]} kind @param {Int32Array} position @param {ArrayFinder<"shared">} arrays */
function marks(kind, position, arrays) {
  if (kind === "pairs") {
    const [higher, lower] = [arrays.get("pair_higher"), arrays.get("pair_lower")];
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
  const row = arrays.get("cell_row");
  return {
    cells: row.length,
    cellRow: row,
    cellCol: arrays.get("cell_col"),
    pairHigher: null,
    pairLower: null,
    cellPairs: arrays.get("cell_pairs"),
    itemGroup: arrays.get("item_group"),
  };
}

/** @param {RunMeta[]} runs @param {number} k @returns {string} the name, as on the server (explain.run_names) */
function nameOf(runs, k) {
  const before = runs.slice(0, k).filter((r) => r.algorithm === runs[k].algorithm).length;
  return before === 0 ? runs[k].algorithm : `${runs[k].algorithm}~${before + 1}`;
}

/**
 * @param {RunMeta} r @param {number} k @param {string} id @param {string[]} names of the common curves
 * @param {ArrayFinder<"run">} arrays of this run
 * @returns {Algo}
 */
function algo(r, k, id, names, arrays) {
  const { curves, own, search, ...found } = arrays.all();
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
      ...rows(curves, names, r),
      ...rows(own, r.own, r),
      ...rows(search, SEARCH, r),
      ...rows(arrays.of("population").find("errors"), POPULATION, r),
    },
    best: r.best ?? {},
    ...found,
  };
  return Object.freeze(
    r.boosted
      ? {
          ...part,
          boosted: true,
          tieRule: r.tie_rule ?? null,
          search: r.search ?? NO_SEARCH,
          candidates: readCandidates(r.search?.candidates ?? [], r.rounds, arrays.of("best")),
          asked: { places: r.asks ?? [], ...arrays.of("asked").all() },
          ...arrays.of("picks").all(),
          steps: readSteps(arrays.of("steps")),
        }
      : { ...part, boosted: false },
  );
}

/** Return the rows of an array over states, by name. @param {Float64Array | null} all @param {string[]} names @param {RunMeta} r */
function rows(all, names, r) {
  const length = r.rounds + 1;
  return all
    ? Object.fromEntries(names.map((row, i) => [row, all.subarray(i * length, (i + 1) * length)]))
    : {};
}
