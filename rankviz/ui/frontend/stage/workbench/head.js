/** The line above the drawing: what the stage's round does, and in which run where there are several. */

import { sentence } from "./round.js";

/** @typedef {import("./round.js").RunDrawn} RunDrawn */

/** @param {(run: number) => void} choose */
export function head(choose) {
  const select = document.createElement("select");
  select.setAttribute("aria-label", "Run that is drawn");
  select.addEventListener("change", () => choose(Number(select.value)));
  const words = document.createElement("span");
  const el = document.createElement("div");
  el.className = "wb-round";
  el.append(select, words);
  let labels = "";
  return {
    el,
    /** @param {RunDrawn[]} runs @param {number} chosen @param {number | null} t null while the stage shows another run */
    draw(runs, chosen, t) {
      el.hidden = runs.length === 0;
      select.hidden = runs.length < 2;
      const now = runs.map((run) => run.label).join("\n");
      if (now !== labels) select.replaceChildren(...runs.map((run, i) => new Option(run.label, String(i))));
      labels = now;
      select.value = String(chosen);
      const text = t === null ? "" : `${sentence(runs[chosen], t)} The wider an arrow, the more its pair weighs.`;
      if (words.textContent !== text) words.textContent = text;
    },
  };
}
