/** The charts shown in a figure that illustrates one sentence. */

/** @import { View } from "../control/view.js" */
/** @import { Chart } from "./curves.js" */

/**
 * Return the charts with the figure's curves; all charts if it names none of theirs, or there is no such figure.
 * @param {Chart[]} charts @param {Pick<View, "chart" | "curves">} view
 */
export function chartsOfFigure(charts, { chart, curves }) {
  const some = chart ? charts.filter((c) => c.series.some((s) => curves?.has(s.key))) : [];
  return some.length ? some : charts;
}
