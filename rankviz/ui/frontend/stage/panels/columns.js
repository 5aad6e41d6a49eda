/** A tile with a box an algorithm, all of one size, for what only some algorithms have. */

import { cells } from "../draw/cells.js";
import { html, setClass } from "../draw/dom.js";
import { pictureOf } from "../run/pictures.js";
import { columnHeads } from "./column_head.js";
import { frame } from "./panel.js";

/** Height of a box's head, px; ranking.css says the same. */
const HEAD = 18;
/** Narrower boxes have type of 12 px. */
const FINE = 420;

/**
 * One algorithm's picture, built for a size.
 * @typedef {Object} Column
 * @property {HTMLElement} el
 * @property {HTMLElement} [note] beside its name
 * @property {(t: number) => void} draw
 * @property {(t: number) => void} describe
 * @property {(hover: import("../draw/hover.js").Hover) => void} [hover]
 */

/** @typedef {{width: number, height: number}} Box px, exactly */
/** @typedef {import("../run/pictures.js").Picture<import("../run/pictures.js").QbrankMeta>} Made */

/**
 * @typedef {Object} Spec
 * @property {string} id
 * @property {string} title
 * @property {string | ((run: import("../run/run.js").Run) => string)} how one line, terms in {braces}
 * @property {string} array which array of the picture an algorithm must have to be drawn
 * @property {string} none the text when no algorithm has a value
 * @property {number} ratio wanted width ÷ height of a box
 * @property {(made: Made, a: import("../run/run.js").Algo, box: Box, ctx: import("./panel.js").Ctx) => Column} column
 */

/** @param {Spec} spec @returns {(ctx: import("./panel.js").Ctx) => import("./panel.js").Panel} */
export const columnsPanel = (spec) => (whole) => {
  const made = pictureOf(whole.run, "qbrank");
  const run = Object.freeze({
    ...whole.run,
    algos: whole.run.algos.filter((a) => made.arrays.has(`${a.index}.${spec.array}`)),
  });
  const ctx = { ...whole, run };
  const { el, body } = frame(spec.id, spec.title, typeof spec.how === "string" ? spec.how : spec.how(run));
  /** @type {Column[]} */
  let cols = [];
  /** @param {number} t */
  const draw = (t) => {
    for (const c of cols) c.draw(t);
  };

  return {
    el,
    build(width, height) {
      if (run.algos.length === 0) {
        body.replaceChildren(html("p", { class: "rv-note" }, spec.none));
        return;
      }
      const grid = cells(width, height, run.algos.length, spec.ratio);
      const head = columnHeads(ctx, grid.columns > 1 || grid.width < 300 ? grid.width : 160);
      cols = run.algos.map((a) => spec.column(made, a, { width: grid.width, height: grid.height - HEAD }, ctx));
      const boxes = cols.map((c, k) => html("div", {}, head(run.algos[k], ...(c.note ? [c.note] : [])), c.el));
      const all = html("div", { class: "rv-cells", style: grid.style }, ...boxes);
      setClass(all, "rv-fine", grid.width < FINE);
      body.replaceChildren(all);
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
