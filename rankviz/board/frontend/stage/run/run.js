/** One run as the stage has it, and how it is looked up. Nothing here computes. */

/** @import { BranchGround } from "../branch/branch_data.js" */
/** @import { RunSplits, Splits } from "./splits.js" */
/** @import { All } from "./pack.js" */
/** @import { Pictures } from "./pictures.js" */
/** @import { Candidates } from "./search.js" */
/** @import { Steps } from "./steps.js" */

/**
 * @typedef {{symbol: string, text: string}} CurveLabel
 * @typedef {{code: string, text: string}} Stop why a run ended: a code of rankviz/engine/algorithms/boosting/stop.py, and words, "" where all rounds were run
 * @typedef {{kind: "pairs" | "cells", note: string, rows: string[], cols: string[]}} MapMeta
 */

/**
 * What every algorithm's part of the run has: see arrays.js for its arrays.
 * @typedef {Described & Omit<All<"run">, "curves" | "own" | "search">} Part
 *
 * @typedef {Object} Described what its header says, and its curves
 * @property {number} index
 * @property {number} slot which colour it has (css/marks.css, made by Python)
 * @property {string} marker an SVG path about 0, 0
 * @property {string} name
 * @property {string} id what the run is called in links: its algorithm, and from its second run on a number
 * @property {string} label
 * @property {string} short the label where there is little room
 * @property {number} rounds
 * @property {Stop} stopped
 * @property {string} loss the curve it lowers: e1 or e2, which its bound covers, or a series that only such algorithms have
 * @property {string} boundLabel
 * @property {string} unweighed why no pair has a weight, in a few words; "" where pairs have some
 * @property {string[]} rankers
 * @property {string[][]} words
 * @property {number[]} marginBins
 * @property {Record<string, Float64Array>} curves
 * @property {Readonly<Record<string, number>>} best the round with the best value of a held-out curve, by its name
 */

/**
 * What a run has that picks weak rankers of the pool.
 * @typedef {Found & All<"picks">} Picks
 *
 * @typedef {Object} Found
 * @property {TieRule | null} tieRule what it does with ties; null where α does not come of ε⁺, ε⁰ and ε⁻ alone
 * @property {Search} search
 * @property {Candidates | null} candidates null where the search keeps no set S
 * @property {RunSplits} asked what each picked ranker asks of the items
 * @property {Steps | null} steps what every α would make of each round; null where α comes neither of ε⁺, ε⁰ and ε⁻ alone nor of a line search
 */

/** @typedef {{words: string, alpha: string, factor: string}} TieRule in three words, the formula of α, and what the weight of a tied pair is multiplied by */

/**
 * @typedef {Object} Search
 * @property {{round: number, size: number} | null} fixed from which round on only S is searched, and how large S is
 * @property {[string, number][]} copies candidates left out as copies, with the round that found each
 * @property {number} copies_in_all
 * @property {string[]} candidates names of those that are listed
 */

/** @typedef {Part & Picks & {boosted: true}} Boosted */
/** @typedef {Part & {boosted: false}} Scored each round adds another function */
/** @typedef {Boosted | Scored} Algo */

/**
 * @template {Algo} [A=Algo]
 * @typedef {Object} Run
 * @property {string} title
 * @property {string} source what the data are called on the command line
 * @property {number} n
 * @property {number} m
 * @property {number} rounds
 * @property {readonly [number, number]} ends the first and the last round that are there: all, but of an excerpt
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
 * @property {Record<string, string>} heldOf the held-out twin of a curve that only some algorithms have
 * @property {Pictures} pictures what the panels of a page draw, by name
 * @property {Splits} asks
 * @property {BranchGround | null} branch what a branch is computed from here; null where Python alone computes it
 * @property {boolean} [here] whether all of it was computed here, of another problem than Python's
 * @property {A[]} algos
 */

/** The state an algorithm is in at the cursor: past its end it stays in its last one. @param {Algo} a @param {number} t */
export const stateAt = (a, t) => (t < a.rounds ? t : a.rounds);

/** Codes of runs that end without a word on it: with all rounds, or made without any. */
const AS_ASKED = new Set(["rounds", "no-rounds"]);

/** The narration of a round; the last one's ends with why there are no more, and after it that comes first. @param {Algo} algo @param {number} t @returns {string[]} */
export function sentencesAt(algo, t) {
  const words = algo.words[stateAt(algo, t)] ?? [];
  if (t > algo.rounds) return [`Stopped after round ${algo.rounds}: ${algo.stopped.text}`, ...words];
  return t === algo.rounds && !AS_ASKED.has(algo.stopped.code)
    ? [...words, `Stopped: ${algo.stopped.text}`]
    : words;
}

/** Weight of a mark relative to the equal share. @param {number} code 0–255 @returns {number} */
export const factorOf = (code) => (code === 0 ? 0 : 2 ** ((code - 128) / 16));

/**
 * The heaviest mark of a query after t rounds, of all queries where it is −1; no mark where there is none.
 * @param {Algo} a @param {number} t @param {number} query @returns {{mark: number, factor: number, alike: number}}
 */
export function heaviestOf(a, t, query) {
  const count = a.top.length / (a.rounds + 1);
  const from = stateAt(a, t) * count;
  const all = Array.from({ length: count }, (_, q) => from + q).filter(
    (at, q) => a.topAlike[at] > 0 && (query < 0 || q === query),
  );
  const factor = all.reduce((most, at) => Math.max(most, a.top[at]), 0);
  // Equal but for rounding, as the engine compares them.
  const same = all.filter((at) => a.top[at] >= factor * (1 - 1e-9));
  return {
    mark: same.length ? a.topMark[same[0]] : -1,
    factor,
    alike: same.reduce((sum, at) => sum + a.topAlike[at], 0),
  };
}

/**
 * How round t treats a pair: the ranker it chose, or where there is none the scores after it. 1 correct, 0 tied, −1 reversed.
 * @param {Algo} a @param {number} n @param {number} t at least 1 @param {number} higher @param {number} lower
 */
export const outcomeOf = (a, n, t, higher, lower) =>
  a.boosted
    ? a.h[(t - 1) * n + higher] - a.h[(t - 1) * n + lower]
    : Math.sign(a.scores[t * n + higher] - a.scores[t * n + lower]);

/** @type {WeakMap<Run, Run<Boosted>>} */
const boosted = new WeakMap();

/** The run with only those algorithms that pick weak rankers. @param {Run} run @returns {Run<Boosted>} */
export function boostedOnly(run) {
  let found = boosted.get(run);
  if (!found)
    boosted.set(run, (found = Object.freeze({ ...run, algos: run.algos.filter((a) => a.boosted) })));
  return found;
}

/** How a curve is called: "Ê1". @param {Run} run @param {string} key of the curve */
export const symbolOf = (run, key) => run.curveLabels[key]?.symbol ?? key;

/** @param {Run} run @param {number} item @returns {string} "Heat (3)" */
export function itemName(run, item) {
  const g =
    run.hasGrades && Number.isFinite(run.grades[item]) ? ` (${Number(run.grades[item].toPrecision(4))})` : "";
  return `${run.labels[item]}${g}`;
}
