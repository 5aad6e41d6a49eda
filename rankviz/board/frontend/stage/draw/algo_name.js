/** Names of algorithms, with their markers. */

import { html, setText } from "./dom.js";
import { markerIcon } from "./svg.js";
/** @import { Algo } from "../run/run.js" */

/** Return whether a run is a branch of another. @param {{short: string}} algo */
export const isBranch = ({ short }) => short.endsWith("′");

/** Return the short name of a run; there is one branch at a time. @param {{short: string}} algo */
export const shortName = (algo) => (isBranch(algo) ? "what if" : algo.short);

/** @param {Algo} algo @returns {HTMLElement} the marker and the name */
export function algoName(algo) {
  return iconName(algo, algo.label);
}

/** @param {Algo} algo @param {string} name @returns {HTMLElement} the marker and this name */
export function iconName(algo, name) {
  return html("span", { class: "rv-algo" }, markerIcon(algo), html("b", {}, name));
}

/** Build a line of one value per algorithm, each behind its marker. @param {readonly Algo[]} algos */
export function markedValues(algos) {
  const values = algos.map(() => html("span"));
  return {
    els: algos.map((a, k) =>
      html("span", { class: `rv-marked rv-k${a.slot}`, title: a.label }, markerIcon(a), " ", values[k]),
    ),
    /** @param {readonly string[]} texts */
    write: (texts) => texts.forEach((text, k) => setText(values[k], text)),
  };
}

/** Return both forms of a name; the style sheet shows one. @param {Algo} algo @param {string} short @returns {HTMLElement} */
export function bothNames(algo, short) {
  const el = algoName(algo);
  if (short !== algo.label) {
    el.lastElementChild?.classList.add("rv-long");
    el.append(html("b", { class: "rv-short" }, short));
  }
  return el;
}
