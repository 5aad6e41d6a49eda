/** The theorems of the round that is shown, below the stage: a table per run, and one line that sums them up. */

import { html, setText } from "../stage/draw/dom.js";
import { summariseVerdicts, theoremTable } from "../stage/drawer/theorems.js";
import { theoremsAt } from "./saved_theorems.js";
/** @import { Theorems } from "./saved_theorems.js" */

/**
 * @param {Theorems} theorems @param {HTMLElement} line where they are summed up @param {HTMLElement} place where the tables go, in place of others
 * @returns {(t: number) => void} show those of a round
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
