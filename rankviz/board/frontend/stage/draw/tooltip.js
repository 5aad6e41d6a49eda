/** The tooltip: the item or pair under the pointer, and how each algorithm treats it now. */

import { html, setText } from "./dom.js";
import { asFactor, num } from "./format.js";
import { algoName } from "./algo_name.js";
import { factorText } from "./mark_weight.js";
import { itemName, outcomeOf, stateAt } from "../run/run.js";
/** @import { Algo, Run } from "../run/run.js" */
/** @import { Hover } from "./hover.js" */

const HOW = /** @type {Record<string, string>} */ ({ 1: "+ correct", 0: "· tied", "-1": "× reversed" });

/**
 * @param {Run} run @param {(higher: number, lower: number) => number} findPair index of a pair, or −1
 */
export function tooltip(run, findPair) {
  const title = html("div", { class: "rv-tip-title" });
  const rows = run.algos.map(() => html("td"));
  const table = html(
    "table",
    {},
    ...run.algos.map((a, k) => html("tr", {}, html("th", {}, algoName(a)), rows[k])),
  );
  const el = html("div", { class: "rv-tip", role: "status", hidden: true }, title, table);

  /** @param {Hover} hover @param {number} t */
  function draw(hover, t) {
    el.hidden = !hover || hover.x === undefined || hover.y === undefined;
    if (!hover || el.hidden) return;
    if (hover.cell !== undefined) {
      const cell = hover.cell;
      setText(
        title,
        `${run.map.rows[run.cellRow[cell]]} above ${run.map.cols[run.cellCol[cell]]}: ${run.cellPairs?.[cell] ?? 0} pairs`,
      );
      run.algos.forEach((a, k) => setText(rows[k], cellText(run, a, t, cell)));
      return place(hover);
    }
    setText(
      title,
      hover.pair
        ? `${itemName(run, hover.pair[0])} above ${itemName(run, hover.pair[1])}`
        : itemName(run, hover.item ?? 0),
    );
    run.algos.forEach((a, k) =>
      setText(rows[k], hover.pair ? pairText(a, t, hover.pair) : itemText(a, t, hover.item ?? 0)),
    );
    place(hover);
  }

  /** @param {{x?: number, y?: number}} at */
  function place({ x = 0, y = 0 }) {
    const flip = x > window.innerWidth / 2;
    el.style.transform = `translate(${flip ? x - 14 : x + 14}px, ${Math.min(y + 14, window.innerHeight - 120)}px) translateX(${flip ? "-100%" : "0"})`;
  }

  /** @param {Algo} a @param {number} t @param {[number, number]} pair */
  function pairText(a, t, [hi, lo]) {
    const s = stateAt(a, t);
    const index = findPair(hi, lo);
    const weight = index < 0 || a.unweighed ? "" : `weight ${factorText(run, a, s, index)} of an equal share`;
    const how = s === 0 ? "" : howText(a, s, outcomeOf(a, run.n, s, hi, lo));
    return [how, weight].filter(Boolean).join(", ");
  }

  /** @param {Algo} a @param {number} t @param {number} item */
  function itemText(a, t, item) {
    const s = stateAt(a, t);
    return `place ${a.place[s * run.n + item]}, score ${num(a.scores[s * run.n + item])}`;
  }

  return { el, draw };
}

/** Return how a round treats a pair; for a tie also what it multiplies the pair's weight by. @param {Algo} a @param {number} s @param {number} outcome */
function howText(a, s, outcome) {
  const text = HOW[String(outcome)];
  return a.boosted && a.tieRule && outcome === 0
    ? `${text} (${asFactor(a.tieFactor[s - 1])} this round)`
    : text;
}

/** @param {Run} run @param {Algo} a @param {number} t @param {number} cell */
function cellText(run, a, t, cell) {
  const s = stateAt(a, t);
  const weight = a.unweighed ? "" : `mean weight ${factorText(run, a, s, cell)} of an equal share`;
  if (s === 0 || !a.cellCorrect || !a.cellReversed) return weight;
  const at = (s - 1) * run.cells + cell;
  const [correct, reversed] = [a.cellCorrect[at], a.cellReversed[at]].map((code) => Math.round(code / 2.55));
  return [weight, `${correct} % correct, ${reversed} % reversed`].filter(Boolean).join(", ");
}
