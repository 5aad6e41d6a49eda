/** Which curves have a value, and whether the losses stand on a logarithmic scale. */

/** @param {ArrayLike<number> | undefined} values */
export const some = (values) => Boolean(values && Array.prototype.some.call(values, Number.isFinite));

/** The reader's choice, else log as soon as one scale cannot show both ends. @param {import("../panels/panel.js").Ctx} ctx */
export function isLog({ run, view }) {
  if (view.log !== null) return view.log;
  const all = run.algos.flatMap((a) =>
    ["log10_e1", "log10_e2"]
      .filter((k) => a.curves[k])
      .map((k) => a.curves[k][a.rounds])
      .filter(Number.isFinite),
  );
  return all.length > 0 && Math.max(...all.map(Math.abs)) > 1;
}
