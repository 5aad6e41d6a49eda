/** The weight of a pair, or the mean weight of a block of pairs, relative to an equal share. */

import { asFactor } from "./format.js";
import { moversOf } from "../run/movers.js";
import { factorOf, heaviestOf } from "../run/run.js";
/** @import { Algo, Run } from "../run/run.js" */

/** Codes of weights too small or too large for one byte. */
const [LEAST, MOST] = [1, 255];

/**
 * Return a mark's exact weight. A large run has it only for the pairs that its tiles list.
 * @param {Run} run @param {Algo} a @param {number} s state @param {number} mark @returns {number} NaN if only its colour is known
 */
function exactFactor(run, a, s, mark) {
  if (a.factor) return a.factor[s * run.cells + mark];
  if (a.weight[s * run.cells + mark] === 0) return 0;
  const heaviest = heaviestOf(a, s, run.pairHigher ? run.query[run.pairHigher[mark]] : -1);
  if (heaviest.mark === mark) return heaviest.factor;
  const [higher, lower] = [run.pairHigher?.[mark], run.pairLower?.[mark]];
  const moved = s > 0 && moversOf(run, a, s).find(({ pair }) => pair[0] === higher && pair[1] === lower);
  return moved ? moved.after : NaN;
}

/** Return a mark's weight: exact if possible, else what its colour stands for. @param {Run} run @param {Algo} a @param {number} s state @param {number} mark */
export function markFactor(run, a, s, mark) {
  const exact = exactFactor(run, a, s, mark);
  return Number.isFinite(exact) ? exact : factorOf(a.weight[s * run.cells + mark]);
}

/** Write a mark's weight with the digits that are known. @param {Run} run @param {Algo} a @param {number} s state @param {number} mark */
export function factorText(run, a, s, mark) {
  const exact = exactFactor(run, a, s, mark);
  // Near 1 the algorithms differ in the third decimal.
  if (Math.abs(exact - 1) >= 0.05 && Math.abs(exact - 1) < 0.1) return `×${exact.toFixed(3)}`;
  if (Number.isFinite(exact)) return asFactor(exact);
  const code = a.weight[s * run.cells + mark];
  const factor = factorOf(code);
  const text = factor < 10 ? factor.toPrecision(2) : factor.toFixed();
  return `${code === LEAST ? "below " : code === MOST ? "above " : "about "}×${text}`;
}
