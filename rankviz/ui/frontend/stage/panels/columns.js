/** A panel with a column an algorithm, as many side by side as are readable, for what only some algorithms have. */

import { html } from "../draw/dom.js";
import { pictureOf } from "../run/pictures.js";
import { columns, frame, shown } from "./panel.js";

/**
 * One algorithm's part, built for a width.
 * @typedef {Object} Column
 * @property {HTMLElement} el
 * @property {(t: number) => void} draw
 * @property {(t: number) => void} describe
 */

/**
 * @typedef {Object} Spec
 * @property {string} id
 * @property {string} title
 * @property {string | ((run: import("../run/run.js").Run) => string)} how one line, terms in {braces}
 * @property {string} array which array of the picture an algorithm must have to be drawn
 * @property {string} none what is said when no algorithm has it
 * @property {number} least narrowest column, px
 * @property {(made: import("../run/pictures.js").Picture<import("../run/pictures.js").QbrankMeta>, a: import("../run/run.js").Algo, width: number, ctx: import("./panel.js").Ctx) => Column} column
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
    build(width) {
      if (run.algos.length === 0) {
        body.replaceChildren(html("p", { class: "rv-note" }, spec.none));
        return;
      }
      const grid = columns(width, run.algos.length, spec.least);
      const { algos, tabs } = shown(ctx, grid);
      cols = algos.map((a) => spec.column(made, a, grid.width, ctx));
      body.replaceChildren(
        ...(tabs ? [tabs] : []),
        html("div", { class: "rv-columns", style: grid.style }, ...cols.map((c) => c.el)),
      );
    },
    draw,
    describe(t) {
      for (const c of cols) c.describe(t);
    },
    retheme: () => draw(ctx.cursor.t),
  };
};
