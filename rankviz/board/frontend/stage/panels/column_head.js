/** The head of an algorithm's column in a tile: its marker, and as much of its name as fits. */

import { html } from "../draw/dom.js";
import { measurer } from "../draw/fit_text.js";
import { shortNames } from "../draw/short_names.js";
import { markerIcon } from "../draw/svg.js";
/** @import { Algo } from "../run/run.js" */
/** @import { Ctx } from "./panel.js" */

const MARKER = 18;
/** Names have their short form in columns narrower than this. */
const NAMED = 104;

/** Height of each line of a head, px; ranking.css has the same. */
export const HEAD = 18;
/** Distance between the names of two columns, px. */
const EDGE = 4;

/**
 * @param {Ctx} ctx @param {number} width px @param {number} [lines] lines of a head (see `headLines`)
 * @returns {(algo: Algo, ...more: Node[]) => HTMLElement}
 */
export function columnHeads({ run, theme }, width, lines = 1) {
  const labels = run.algos.map((a) => a.label);
  const measure = measurer(`700 12px ${theme.font}`);
  if (lines > 1) return (algo) => stacked(algo, inLines(algo, width, measure));
  const names =
    width < NAMED
      ? run.algos.map((algo) => short(algo, width - MARKER, measure))
      : shortNames(labels, width - MARKER, measure);
  return (algo, ...more) =>
    html(
      "div",
      { class: "rv-tile-head", title: algo.label },
      html("span", { class: "rv-algo" }, markerIcon(algo), html("b", {}, names[labels.indexOf(algo.label)])),
      ...more,
    );
}

/** Return a short form that fits, or "": the legend above the board names the marker. @param {Algo} algo @param {number} width px @param {(text: string) => number} measure */
const short = (algo, width, measure) => [algo.label, algo.short].find((name) => measure(name) <= width) ?? "";

/**
 * Return the number of lines in which every marker has a name.
 * @param {Ctx} ctx @param {number} width px @returns {number}
 */
export function headLines({ run, theme }, width) {
  const measure = measurer(`700 12px ${theme.font}`);
  return width >= NAMED ? 1 : Math.max(...run.algos.map((a) => inLines(a, width, measure).length));
}

/**
 * Split a name into lines: the first has what fits beside the marker, or nothing.
 * @param {Algo} algo @param {number} width px @param {(text: string) => number} measure
 */
function inLines(algo, width, measure) {
  const whole = short(algo, width - MARKER, measure);
  if (whole) return [whole];
  const lines = [""];
  for (const word of algo.short.split(" ")) {
    const longer = `${lines[lines.length - 1]} ${word}`.trim();
    if (measure(longer) <= width - (lines.length === 1 ? MARKER : EDGE)) lines[lines.length - 1] = longer;
    else lines.push(shortNames([word], width - EDGE, measure)[0]);
  }
  return lines;
}

/** Return the marker and the lines of its name. @param {Algo} algo @param {string[]} lines */
const stacked = (algo, [first, ...rest]) =>
  html(
    "div",
    { class: "rv-tile-head rv-stacked-head", title: algo.label },
    html("span", { class: "rv-algo" }, markerIcon(algo), html("b", {}, first)),
    ...rest.map((line) => html("b", {}, line)),
  );
