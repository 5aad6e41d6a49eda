/** Ranking ladder: the places of the items over the last rounds, beside their true grades. Equal scores share a place. */

import { html } from "../draw/dom.js";
import { ladderCanvas } from "../draw/ladder_canvas.js";
import { standing } from "../run/pairs.js";
import { algoName, columns, frame, picture, queryChooser, shown } from "./panel.js";
import { setAttr, setText } from "../draw/dom.js";
import { stateAt } from "../run/run.js";

/** @param {import("./panel.js").Ctx} ctx @returns {import("./panel.js").Panel} */
export function ladderPanel(ctx) {
  const { run, view } = ctx;
  const several = run.queries.length > 1;
  const { el, body } = frame(
    "ladder",
    "Ranking ladder",
    `each line is an item, best place on top, coloured by its true ${run.hasGrades ? "grade" : "place"}; lines that run together share a place (a tie). The strip at the right edge is the perfect order.`,
    [queryChooser(ctx)],
  );
  const height = standing(run);
  /** @type {{algo: import("../run/run.js").Algo, canvas: ReturnType<typeof ladderCanvas>, pic: HTMLElement, note: HTMLElement}[]} */
  let cols = [];

  return {
    el,
    build(width) {
      const grid = columns(width, run.algos.length, 280);
      const query = several ? view.query : run.query[run.axis[0]];
      const items = run.axis.filter((i) => run.query[i] === query);
      const { algos, tabs } = shown(ctx, grid);
      cols = algos.map((algo) => {
        const canvas = ladderCanvas(ctx, algo, items, grid.width, height);
        return { algo, canvas, pic: picture(canvas.el), note: html("div", { class: "rv-note" }) };
      });
      body.replaceChildren(
        ...(tabs ? [tabs] : []),
        legend(),
        html(
          "div",
          { class: "rv-columns", style: grid.style },
          ...cols.map((c) =>
            html("div", {}, html("div", { class: "rv-column-head" }, algoName(c.algo), c.note), c.pic),
          ),
        ),
      );
    },
    draw(t) {
      for (const c of cols) {
        c.canvas.draw(t);
        setText(c.note, t > c.algo.rounds ? `stopped after ${c.algo.rounds}` : "");
      }
    },
    describe(t) {
      for (const c of cols)
        setAttr(
          c.pic,
          "aria-label",
          `Ranking by ${c.algo.label}, after ${stateAt(c.algo, t)} of ${run.rounds}. First places: ${c.canvas.first(t, 5)}.`,
        );
    },
    hover(h) {
      for (const c of cols) c.canvas.hover(h);
    },
    retheme() {
      for (const c of cols) c.canvas.retheme();
      el.querySelector(".rv-grade-legend")?.replaceWith(legend());
    },
  };

  function legend() {
    const known = run.hasGrades ? [...new Set(run.grades)].filter(Number.isFinite).sort((a, b) => b - a) : [];
    const low = known[known.length - 1];
    const few = known.length > 0 && known.length <= 8;
    /** @param {number} u @param {string} text */
    const chip = (u, text) =>
      html("span", {}, html("i", { class: "rv-chip", style: `background:${ctx.theme.grade(u)}` }), text);
    const chips = few
      ? known.map((g) =>
          chip(known[0] > low ? (g - low) / (known[0] - low) : 0.5, `grade ${Number(g.toPrecision(4))}`),
        )
      : [
          chip(1, run.hasGrades ? `highest grade ${Number(known[0]?.toPrecision(4))}` : "should be first"),
          chip(0.5, "middle"),
          chip(0, run.hasGrades ? `lowest grade ${Number(low?.toPrecision(4))}` : "should be last"),
        ];
    return html("div", { class: "rv-grade-legend" }, ...chips);
  }
}
