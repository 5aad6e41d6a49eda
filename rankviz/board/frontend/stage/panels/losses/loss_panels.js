/** The charts of the losses tile: one per loss, because losses are not comparable, and one for the errors, which are shares of pairs. */

import { drawnCurves } from "../../control/view.js";
import { symbolOf } from "../../run/run.js";
import { coveredErrors, heldOutOnly, isLog, linesOf } from "./loss_lines.js";
/** @import { View } from "../../control/view.js" */
/** @import { Run } from "../../run/run.js" */
/** @import { Kind, Line } from "./loss_lines.js" */

/**
 * A planned chart.
 * @typedef {Object} ChartPlan
 * @property {Kind} kind
 * @property {string} of the loss that it shows; "" for errors and NDCG
 * @property {Line[]} lines
 * @property {string[]} titles longest first; the last is used whether it fits or not
 * @property {boolean} log
 */

/** Return the charts, losses first, in the order of the algorithms. @param {Run} run @param {View} view @param {"loss" | "ndcg"} tab @returns {ChartPlan[]} */
export function panelsOf(run, view, tab) {
  const all = linesOf(run, { ...view, tab });
  const lines = view.chart?.unseen ? heldOutOnly(all) : all;
  const log = isLog(run, view);
  const place = view.chart?.together ? familyOf(lines) : axisOf(lines);
  const losses = [...new Set(lines.map(place))].filter((of) => of !== "error" && of !== "ndcg");
  /** @param {string} of */
  const at = (of) => lines.filter((l) => place(l) === of);
  const strips = losses.map((of) => {
    const those = view.chart?.together ? at(of).map((l) => ({ ...l, named: true })) : at(of);
    const words = view.chart?.together ? [symbolsOf(run, those).join(", ")] : lossTitles(run, of, those, log);
    return {
      kind: /** @type {const} */ ("loss"),
      of,
      lines: those,
      log,
      titles: compared(words, losses.length > 1, log),
    };
  });
  const errors = at("error").map((l) => ({
    ...l,
    named: l.named || l.key === "bound" || Boolean(view.chart?.together),
  }));
  const bounded = errors.some((l) => l.key === "bound");
  return [
    ...strips,
    {
      kind: /** @type {const} */ ("error"),
      of: "",
      lines: errors,
      log: bounded && (view.log ?? (Boolean(view.chart?.together) && log)),
      titles: errorTitles(run, errors, view),
    },
    {
      kind: /** @type {const} */ ("ndcg"),
      of: "",
      lines: at("ndcg"),
      log: false,
      titles: view.chart?.series?.titles ?? ["NDCG@5: quality of the first five places", "NDCG@5"],
    },
  ].filter((strip) => strip.lines.length > 0);
}

/** Assign a line to a chart: a bound to what it bounds, the loss before the error. @param {Line[]} lines @returns {(line: Line) => string} */
function axisOf(lines) {
  const drawn = new Set(lines.map((l) => `${l.algo.id}:${l.key}`));
  return ({ algo, key, kind }) => {
    if (key !== "bound") return kind === "loss" ? key : kind;
    if (drawn.has(`${algo.id}:${algo.loss}`)) return algo.loss;
    return coveredErrors(algo).some((error) => lines.some((l) => l.algo === algo && l.key.startsWith(error)))
      ? "error"
      : algo.loss;
  };
}

/** Assign lines to charts in a figure on one axis: every loss still has its own, with the errors that never exceed it. @param {Line[]} lines @returns {(line: Line) => string} */
function familyOf(lines) {
  const losses = new Set(lines.filter((l) => l.kind === "loss" && l.key !== "bound").map((l) => l.key));
  return ({ algo, key, kind }) => {
    if (losses.size < 2) return losses.values().next().value ?? "error";
    if (key === "bound") return algo.loss;
    return kind === "loss"
      ? key
      : key.startsWith("r1") && losses.has("e1")
        ? "e1"
        : losses.has("e2")
          ? "e2"
          : [...losses][0];
  };
}

/** @param {Run} run @param {Line[]} lines */
const symbolsOf = (run, lines) => [...new Set(lines.map((l) => symbolOf(run, l.key)))];

/** @param {Run} run @param {string} of @param {Line[]} lines @param {boolean} log @returns {string[]} */
function lossTitles(run, of, lines, log) {
  const symbol = symbolOf(run, of);
  if (lines.every((l) => l.key === "bound")) return [`Bound of ${symbol}`];
  const bound = lines.some((l) => l.key === "bound") ? ", bound dotted" : "";
  return [...(log ? [] : [`Loss ${symbol}${bound}`]), `${symbol}${bound}`, symbol];
}

/** @param {string[]} words @param {boolean} several losses, each on a scale of its own @param {boolean} log @returns {string[]} titles, the longest first */
function compared(words, several, log) {
  const kinds = [...(several ? ["own"] : []), ...(log ? ["log"] : [])];
  const scale = kinds.length ? ` (${kinds.join(" ")} scale)` : "";
  const short = words[words.length - 1];
  const shorter = log && !several ? [`${short} (log)`, short] : [`${short}${several ? " (own scale)" : ""}`];
  return [...new Set([...words.map((text) => text + scale), ...shorter])];
}

/** @param {Run} run @param {Line[]} lines @param {View} view @returns {string[]} */
function errorTitles(run, lines, view) {
  if (lines.some((l) => l.key === "bound")) {
    const symbols = symbolsOf(
      run,
      lines.filter((l) => l.key !== "bound"),
    ).join(", ");
    return [`Ranking error ${symbols}, bound dotted`, `${symbols}, bound dotted`, symbols];
  }
  if (view.chart?.unseen) {
    const titles = ["Test error R̂2 (held out)", "Held-out R̂2"];
    // A ring may be what a question asks for.
    return view.open || drawnCurves(view)?.has("bound") ? titles : [`${titles[0]}; ring: lowest`, ...titles];
  }
  const symbols = symbolsOf(run, lines);
  if (drawnCurves(view))
    return symbols.length > 1
      ? ["Ranking errors", "Errors"]
      : [
          ...(symbols[0] === "R̂2" ? ["Ranking error R̂2: wrong + ½ tied"] : []),
          `Ranking error ${symbols[0]}`,
          `Error ${symbols[0]}`,
        ];
  const heldout = lines.some((l) => l.cls.includes("rv-held"));
  if (lines.some((l) => l.cls === "rv-fresh"))
    return heldout
      ? [
          "Test error R̂2 (held out); thin: the population’s R2",
          "Test error R̂2, thin: population",
          "Test error R̂2",
        ]
      : ["Training error R̂2; thin: the population’s R2", "R̂2, thin: population", "Error R̂2"];
  return heldout ? ["Test error R̂2 (held out)", "Test error R̂2"] : ["Training error R̂2", "Error R̂2"];
}

/** Return the style in which a measure is drawn, for its key. @param {ChartPlan[]} panels @param {string} key @returns {string} "" if it is not drawn */
export const drawnStyle = (panels, key) =>
  panels.flatMap((p) => p.lines).find((l) => l.key === key || l.key === `${key}_holdout`)?.cls ?? "";
