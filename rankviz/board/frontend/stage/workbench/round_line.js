/** The line above the drawing: what the stage's round does, and in which run if there are several. */

import { html, setText } from "../draw/dom.js";
import { roundSentence } from "./round_geometry.js";
/** @import { RunDrawn } from "./round_geometry.js" */

/** @param {(run: number) => void} choose */
export function roundLine(choose) {
  const select = html("select", {
    "aria-label": "Run that is drawn",
    onchange: () => choose(Number(select.value)),
  });
  const words = html("span");
  const el = html("div", { class: "wb-round" }, select, words);
  let labels = "";
  return {
    el,
    /** @param {RunDrawn[]} runs @param {number} chosen @param {number | null} t null while the stage shows another table's run */
    draw(runs, chosen, t) {
      el.hidden = runs.length === 0;
      select.hidden = runs.length < 2;
      const now = runs.map((run) => run.label).join("\n");
      if (now !== labels) select.replaceChildren(...runs.map((run, i) => new Option(run.label, String(i))));
      labels = now;
      select.value = String(chosen);
      setText(
        words,
        t === null ? "" : `${roundSentence(runs[chosen], t)} The wider an arrow, the more its pair weighs.`,
      );
    },
  };
}
