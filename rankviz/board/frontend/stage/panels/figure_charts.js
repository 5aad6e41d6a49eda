/** Which charts of a panel of curves stand in a figure that is made for one sentence. */

/** @import { View } from "../control/view.js" */
/** @import { Chart } from "./curves.js" */

/**
 * Those of its curves alone; all where it names none of them, and where there is no such figure.
 * @param {Chart[]} charts @param {Pick<View, "chart" | "curves">} view
 */
export function chartsOfFigure(charts, { chart, curves }) {
  const some = chart ? charts.filter((c) => c.series.some((s) => curves?.has(s.key))) : [];
  return some.length ? some : charts;
}
