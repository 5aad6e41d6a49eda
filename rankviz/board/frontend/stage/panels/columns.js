/** A tile with boxes of equal size, one per algorithm, for what only some algorithms have. */

import { html, setClass } from "../draw/dom.js";
import { lineSample } from "../draw/svg.js";
import { columnHeads, HEAD } from "./column_head.js";
import { frame } from "./panel.js";
/** @import { Hover } from "../draw/hover.js" */
/** @import { Name } from "../run/pack.js" */
/** @import { Picture, QbrankMeta, TreesMeta } from "../run/pictures.js" */
/** @import { Algo, Run } from "../run/run.js" */
/** @import { Ctx, Panel } from "./panel.js" */

/** Boxes narrower than this have type of 12 px. */
const FINE = 420;
const GAP = 10;
/** Minimum size of a tile with a key, and the key's height, px; a narrow tile has it in two lines. */
const KEYED = { width: 280, height: 300, takes: 24, narrow: 390, lines: 44 };

/**
 * One algorithm's picture, built for a size.
 * @typedef {Object} Column
 * @property {HTMLElement} el
 * @property {HTMLElement} [note] shown beside its name
 * @property {(t: number) => void} draw
 * @property {(t: number) => void} describe
 * @property {(hover: Hover) => void} [hover]
 */

/** @typedef {{width: number, height: number}} Box exact size, px */
/** @typedef {Picture<QbrankMeta, "dots">} Made */
/** @typedef {Picture<TreesMeta, "fallen">} MadeTrees */
/** @typedef {{qbrank: Made, trees: MadeTrees}} Of by the kind of picture that a tile draws */

/**
 * @template {keyof Of} P
 * @typedef {Object} Spec
 * @property {P} picture
 * @property {string} id
 * @property {string} title
 * @property {string | ((run: Run) => string)} how one line, terms in {braces}
 * @property {Name<P>} array the array of the picture that an algorithm must have to be drawn
 * @property {string} none text if no algorithm has a value
 * @property {readonly (readonly [string, string])[]} [key] names of the line styles, shown above the boxes if there is room
 * @property {string} [before] text in place of an empty picture before the first round
 * @property {number} ratio wanted width ÷ height of a box
 * @property {(made: Of[P], a: Algo, box: Box, ctx: Ctx) => Column} column
 */

/** @template {keyof Of} P @param {Spec<P>} spec @returns {(ctx: Ctx) => Panel} */
export const columnsPanel = (spec) => (whole) => {
  const made = /** @type {Of[P] | undefined} */ (whole.run.pictures[spec.picture]);
  const run = Object.freeze({
    ...whole.run,
    algos: whole.run.algos.filter((a) => made?.arrays.of(spec.picture, a.index).has(spec.array)),
  });
  const ctx = { ...whole, run };
  const { el, body } = frame(spec.id, spec.title, typeof spec.how === "string" ? spec.how : spec.how(run));
  /** @type {Column[]} */
  let cols = [];
  const key = spec.key
    ? html(
        "p",
        { class: "rv-symbols rv-line-key" },
        ...spec.key.map(([cls, words]) => html("span", {}, lineSample(cls), words)),
      )
    : null;
  const before = spec.before ? html("p", { class: "rv-note rv-before" }, spec.before) : null;
  /** @param {number} t */
  const draw = (t) => {
    for (const c of cols) c.draw(t);
    setClass(body, "rv-not-yet", before !== null && t === 0);
  };

  return {
    el,
    build(width, height) {
      if (!made || run.algos.length === 0) {
        body.replaceChildren(html("p", { class: "rv-note" }, spec.none));
        return;
      }
      const keyed = key !== null && width >= KEYED.width && height >= KEYED.height;
      const takes = width < KEYED.narrow ? KEYED.lines : KEYED.takes;
      if (key) key.style.height = `${takes}px`;
      const grid = equalBoxes(width, height - (keyed ? takes : 0), run.algos.length, spec.ratio);
      const head = columnHeads(ctx, grid.columns > 1 || grid.width < 300 ? grid.width : 160);
      cols = run.algos.map((a) =>
        spec.column(made, a, { width: grid.width, height: grid.height - HEAD }, ctx),
      );
      const boxes = cols.map((c, k) =>
        html("div", {}, head(run.algos[k], ...(c.note ? [c.note] : [])), c.el),
      );
      const all = html("div", { class: "rv-cells", style: grid.style }, ...boxes);
      setClass(all, "rv-fine", grid.width < FINE);
      body.replaceChildren(...(keyed ? [key] : []), all, ...(before ? [before] : []));
    },
    draw,
    describe(t) {
      for (const c of cols) c.describe(t);
    },
    hover(h) {
      for (const c of cols) c.hover?.(h);
    },
    retheme: () => draw(ctx.shown()),
  };
};

/**
 * @typedef {Object} Cells
 * @property {number} columns
 * @property {number} width of a box, px
 * @property {number} height of a box, px
 * @property {string} style of the grid around the boxes
 */

/** Return boxes in the number of columns that brings each closest to a wanted shape. @param {number} width px @param {number} height px @param {number} count @param {number} ratio wanted width ÷ height of a box @returns {Cells} */
export function equalBoxes(width, height, count, ratio) {
  const all = Array.from({ length: Math.max(1, count) }, (_, k) => boxes(width, height, count, k + 1));
  const strain = (/** @type {Cells} */ c) => Math.abs(Math.log(c.width / c.height / ratio));
  // Compare the largest box of the wanted shape that fits, then the shape itself.
  const fit = (/** @type {Cells} */ c) => Math.min(c.width, ratio * c.height);
  return all.reduce((best, now) =>
    fit(now) > fit(best) + 1 || (fit(now) > fit(best) - 1 && strain(now) < strain(best)) ? now : best,
  );
}

/** @param {number} width @param {number} height @param {number} count @param {number} columns @returns {Cells} */
function boxes(width, height, count, columns) {
  const rows = Math.ceil(count / columns);
  const w = Math.max(1, Math.floor((width - GAP * (columns - 1)) / columns));
  const h = Math.max(1, Math.floor((height - GAP * (rows - 1)) / rows));
  return {
    columns,
    width: w,
    height: h,
    style: `gap:${GAP}px;grid-template-columns:repeat(${columns},${w}px);grid-auto-rows:${h}px`,
  };
}
