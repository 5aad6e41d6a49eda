/** The candidates of a round as a table: what each weak ranker would do to the pairs. */

import { html } from "../stage/draw/dom.js";

const COLUMNS = /** @type {const} */ ([
  ["ranker", "weak ranker"],
  ["delta", "δ"],
  ["eps_correct", "ε⁺"],
  ["eps_tied", "ε⁰"],
  ["eps_reversed", "ε⁻"],
  ["alpha", "α"],
  ["z", "Z"],
]);

/** @param {string} label of the run @param {Record<string, string | number | boolean | null>[]} rows */
export function candidateTable(label, rows) {
  const cell = (/** @type {string | number | boolean | null} */ value) =>
    html("td", {}, typeof value === "number" ? String(Number(value.toPrecision(4))) : String(value ?? "—"));
  return html(
    "table",
    {},
    html("caption", {}, label),
    html("thead", {}, html("tr", {}, ...COLUMNS.map(([, name]) => html("th", { scope: "col" }, name)))),
    html(
      "tbody",
      {},
      ...rows.map((row) =>
        html("tr", { class: row.chosen ? "chosen" : "" }, ...COLUMNS.map(([key]) => cell(row[key]))),
      ),
    ),
  );
}
