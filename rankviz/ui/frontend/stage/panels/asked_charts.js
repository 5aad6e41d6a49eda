/** Which charts of a panel of curves stand in a figure that is made for one sentence. */

/**
 * Those of its curves alone; all where it names none of them, and where there is no such figure.
 * @param {import("./curves.js").Chart[]} charts @param {Pick<import("../control/view.js").View, "chart" | "curves">} view
 */
export function asked(charts, { chart, curves }) {
  const some = chart ? charts.filter((c) => c.series.some((s) => curves?.has(s.key))) : [];
  return some.length ? some : charts;
}
