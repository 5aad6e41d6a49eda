/** The theorems of the shown round below the stage: one table per run, and a line that sums them up. */

import { html, setText } from "../stage/draw/dom.js";
import { summariseVerdicts, theoremTable } from "../stage/drawer/theorems.js";
import { theoremsAt } from "./saved_theorems.js";
/** @import { Theorems } from "./saved_theorems.js" */

/**
 * @param {Theorems} theorems @param {HTMLElement} line for the summary @param {HTMLElement} place whose contents the tables replace
 * @returns {(t: number) => void} shows the theorems of a round
 */
export function fillTheoremTables(theorems, line, place) {
  const tables = theorems.runs.map(() => theoremTable(true));
  place.replaceChildren(...tables.map(({ el }) => html("div", { class: "claims" }, el)));
  return (t) => {
    const runs = theoremsAt(theorems, t);
    setText(line, summariseVerdicts(runs));
    runs.forEach(({ label, when, rows }, i) => tables[i].fill(rows, `${label}, ${when}`));
  };
}
