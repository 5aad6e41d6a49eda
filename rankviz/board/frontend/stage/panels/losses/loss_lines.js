/** The curves of the losses tile: by default each algorithm's own loss with its bound, and the test error; else the chosen ones. */

import { hasValues } from "../../control/has_values.js";
import { drawnCurves } from "../../control/view.js";
/** @import { View } from "../../control/view.js" */
/** @import { Algo, Run } from "../../run/run.js" */

/**
 * The measures, each with its line style in every chart; held-out twins and population twins if the engine has
 * them. No two losses share an axis, so both lines are solid.
 */
export const MEASURES = /** @type {const} */ ([
  { key: "r1", held: "r1_holdout", fresh: "r1_population", chart: "error", cls: "rv-dash" },
  { key: "r2", held: "r2_holdout", fresh: "r2_population", chart: "error", cls: "rv-solid" },
  { key: "e1", held: "", fresh: "", chart: "loss", cls: "rv-solid" },
  { key: "e2", held: "", fresh: "", chart: "loss", cls: "rv-solid" },
  { key: "bound", held: "", fresh: "", chart: "loss", cls: "rv-dots" },
  { key: "ndcg5", held: "ndcg5_holdout", fresh: "", chart: "ndcg", cls: "rv-solid" },
]);

/** @typedef {typeof MEASURES[number]} Measure */
/** @typedef {Measure["chart"]} Kind */

/**
 * @typedef {Object} Line
 * @property {Algo} algo
 * @property {string} key of the curve
 * @property {Kind} kind the chart it belongs to
 * @property {string} cls
 * @property {boolean} named whether its end has a tag before the algorithm's other lines
 */

/** @param {Algo} a @param {string} key */
const has = (a, key) => hasValues(a.curves[key]) || hasValues(a.curves[`log10_${key}`]);

/** Return a run's measures in the open tab. @param {Run} run @param {View["tab"]} tab */
export const measuresOf = (run, tab) =>
  MEASURES.filter((m) => (tab === "ndcg") === (m.chart === "ndcg") && run.algos.some((a) => has(a, m.key)));

/** The errors that never exceed a loss, and so never its bound: R̂2 ≤ R̂1 ≤ Ê1, R̂2 ≤ Ê2. @type {Readonly<Record<string, readonly string[]>>} */
const BELOW = { e1: ["r1", "r2"], e2: ["r2"] };

/** Return the errors that an algorithm's bound covers besides its loss. @param {Algo} a */
export const coveredErrors = (a) => BELOW[a.loss] ?? [];

/** Return the loss that an algorithm minimises. @param {Algo} a @returns {string} "" if its values are unknown */
const loweredLoss = (a) => (has(a, a.loss) ? a.loss : "");

/** Return whether a bound may be drawn: never beside losses that it does not cover, nor beside only such errors. @param {Algo} a @param {ReadonlySet<string>} chosen */
function covers(a, chosen) {
  const any = (/** @type {readonly string[]} */ keys) => keys.some((key) => chosen.has(key));
  if (any(["e1", "e2"])) return chosen.has(a.loss);
  const errors = coveredErrors(a);
  return errors.length === 0 || !any(["r1", "r2"]) || any(errors);
}

/** Return the algorithms whose bound is omitted although bounds were chosen. @param {Run} run @param {View} view @returns {Algo[]} */
export const omittedBounds = (run, view) => {
  const curves = drawnCurves(view);
  return curves?.has("bound") ? run.algos.filter((a) => has(a, "bound") && !covers(a, curves)) : [];
};

/** @param {Run} run @param {View} view @returns {Line[]} in drawing order */
export function linesOf(run, view) {
  if (view.tab === "ndcg" && run.algos.some((a) => has(a, "ndcg5")))
    return run.algos.flatMap((a) => qualityLines(a, view));
  const curves = drawnCurves(view);
  return curves
    ? [...seriesLines(run, view), ...run.algos.flatMap((a) => chosenLines(a, curves, view))]
    : run.algos.flatMap((a) => usualLines(a, view));
}

/** Return for which algorithms a measure is drawn. @param {Run} run @param {View} view @param {string} key @returns {"all" | "some" | "none"} */
export function drawnFor(run, view, key) {
  const curves = drawnCurves(view);
  if (curves) return curves.has(key) ? "all" : "none";
  if (key === "bound" || key === "r2") return "all";
  const able = run.algos.filter((a) => has(a, key));
  const those = able.filter((a) => loweredLoss(a) === key);
  return those.length === 0 ? "none" : those.length === able.length ? "all" : "some";
}

/** @param {Algo} a @param {View} view @returns {Line[]} */
function usualLines(a, view) {
  const loss = loweredLoss(a);
  const held = view.heldout && hasValues(a.curves.r2_holdout);
  return [
    loss && { algo: a, key: loss, kind: /** @type {Kind} */ ("loss"), cls: "rv-solid", named: true },
    loss &&
      has(a, "bound") && {
        algo: a,
        key: "bound",
        kind: /** @type {Kind} */ ("loss"),
        cls: "rv-dots",
        named: false,
      },
    has(a, "r2") && {
      algo: a,
      key: held ? "r2_holdout" : "r2",
      kind: /** @type {Kind} */ ("error"),
      cls: held ? "rv-solid rv-held" : "rv-solid",
      named: true,
    },
    ...population(a, MEASURES[1]),
  ].filter((line) => line !== "" && line !== false);
}

/** Return the lines of a measure that the page has computed: a share of which more is better. @param {Run} run @param {View} view @returns {Line[]} */
function seriesLines({ algos }, { chart }) {
  const { key, values } = chart?.series ?? { key: "", values: [] };
  return algos
    .filter((a) => values[a.index])
    .map((a) => {
      const algo = { ...a, curves: { ...a.curves, [key]: Float64Array.from(values[a.index]) } };
      return { algo, key, kind: "ndcg", cls: "rv-solid", named: true };
    });
}

/** @param {Algo} a @param {ReadonlySet<string>} keys @param {View} view @returns {Line[]} */
function chosenLines(a, keys, view) {
  const mine = MEASURES.filter((m) => m.chart !== "ndcg" && keys.has(m.key) && has(a, m.key)).filter(
    (m) => m.key !== "bound" || covers(a, keys),
  );
  /** @param {Kind} kind */
  const first = (kind) => {
    const those = mine.filter((m) => m.chart === kind);
    return (those.find((m) => m.key === a.loss || m.key === "r2") ?? those[0])?.key;
  };
  return mine.flatMap((m) => [
    { algo: a, key: m.key, kind: m.chart, cls: m.cls, named: first(m.chart) === m.key },
    ...heldOut(a, m, view),
    ...population(a, m),
  ]);
}

/** @param {Algo} a @param {View} view @returns {Line[]} */
function qualityLines(a, view) {
  const m = MEASURES[MEASURES.length - 1];
  if (!has(a, m.key)) return [];
  const held = heldOut(a, m, view);
  return [
    { algo: a, key: m.key, kind: m.chart, cls: m.cls, named: held.length === 0 },
    ...held.map((line) => ({ ...line, named: true })),
  ];
}

/** @param {Algo} a @param {Measure} m @param {View} view @returns {Line[]} */
const heldOut = (a, m, view) =>
  m.held && view.heldout && hasValues(a.curves[m.held])
    ? [{ algo: a, key: m.held, kind: m.chart, cls: `${m.cls} rv-held`, named: false }]
    : [];

/** @param {Algo} a @param {Measure} m @returns {Line[]} */
const population = (a, m) =>
  m.fresh && hasValues(a.curves[m.fresh])
    ? [{ algo: a, key: m.fresh, kind: m.chart, cls: "rv-fresh", named: false }]
    : [];

/**
 * Return the lines of a chart whose ends are named: all but bounds and twins if there is room, else one per algorithm.
 * @param {Line[]} lines of one chart @param {number} most number that fits
 */
export function namedLines(lines, most) {
  const several = lines.filter((l) => l.named || (l.key !== "bound" && !/rv-held|rv-fresh/.test(l.cls)));
  const one = lines.filter((l) => l.named);
  return several.length <= most && lines.every((l) => l.kind !== "ndcg") ? several : one;
}

/** @param {Line[]} lines @returns {Line[]} the errors on held-out pairs, and the bounds, each named */
export const heldOutOnly = (lines) =>
  lines.filter((l) => l.key === "bound" || l.cls.includes("rv-held")).map((l) => ({ ...l, named: true }));

/** Return the reader's choice, else a logarithmic scale if a linear one cannot show both ends. @param {Run} run @param {View} view */
export function isLog(run, view) {
  if (view.log !== null) return view.log;
  const ends = linesOf(run, { ...view, tab: "loss" })
    .filter((l) => l.kind === "loss")
    .map((l) => l.algo.curves[`log10_${l.key}`]?.[l.algo.rounds] ?? NaN)
    .filter(Number.isFinite);
  return ends.some((l) => Math.abs(l) > 1);
}

/** Return a line's values, or their base-10 logarithms. @param {Line} line @param {boolean} log @returns {ArrayLike<number>} */
export function valuesOf({ algo, key }, log) {
  const plain = algo.curves[key] ?? new Float64Array(0);
  if (!log) return plain;
  return algo.curves[`log10_${key}`] ?? Float64Array.from(plain, (v) => (v > 0 ? Math.log10(v) : NaN));
}
