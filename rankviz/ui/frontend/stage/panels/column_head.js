/** The head of an algorithm's column in a tile: its marker, and as much of its name as there is room for. */

import { html } from "../draw/dom.js";
import { measurer } from "../draw/fit.js";
import { shortNames } from "../draw/short_names.js";
import { markerIcon } from "../draw/svg.js";

const MARKER = 18;
/** In narrower columns a name has its short form. */
const NAMED = 104;

/** @param {import("./panel.js").Ctx} ctx @param {number} width px @returns {(algo: import("../run/run.js").Algo, ...more: Node[]) => HTMLElement} */
export function columnHeads({ run, theme }, width) {
  const labels = run.algos.map((a) => a.label);
  const measure = measurer(`700 12px ${theme.font}`);
  const names =
    width < NAMED ? run.algos.map((algo) => short(algo, width - MARKER, measure)) : shortNames(labels, width - MARKER, measure);
  return (algo, ...more) =>
    html(
      "div",
      { class: "rv-tile-head", title: algo.label },
      html("span", { class: "rv-algo" }, markerIcon(algo), html("b", {}, names[labels.indexOf(algo.label)])),
      ...more,
    );
}

/** A short form that is whole, or none: the legend above the board names the marker. @param {import("../run/run.js").Algo} algo @param {number} width px @param {(text: string) => number} measure */
const short = (algo, width, measure) => [algo.label, algo.short].find((name) => measure(name) <= width) ?? "";
