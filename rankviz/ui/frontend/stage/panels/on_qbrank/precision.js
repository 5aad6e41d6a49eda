/** Precision at K %: of the pairs that the scores tell apart most clearly, how many are in the right order. */

import { html, setAttr, setText } from "../../draw/dom.js";
import { num, percent } from "../../draw/format.js";
import { frame, picture } from "../panel.js";
import { pictureOf } from "../../run/pictures.js";
import { stateAt } from "../../run/run.js";
import { canvasSvg, linear, linePath, MARKERS, svg, ticks } from "../../draw/svg.js";
import { valueTable } from "../../draw/value_table.js";

const HEIGHT = 340;
const LISTED = [10, 30, 50, 100];

/** @param {import("../panel.js").Ctx} ctx @returns {import("../panel.js").Panel} */
export function precisionPanel(ctx) {
  const { run } = ctx;
  const { meta, arrays } = pictureOf(run, "qbrank");
  const { percents } = meta;
  const held = run.algos.some((a) => arrays.has(`${a.index}.precision_held`));
  const { el, body } = frame(
    "precision",
    "Precision at K %",
    `take the K % of the pairs whose scores differ most: the curve tells how many of them are not contradicted.${held ? " Solid: {held-out} pairs; dashed: training pairs." : ""}`,
  );
  const pic = picture();
  const cells = run.algos.flatMap((algo) =>
    LISTED.map((k) => ({ algo, k: percents.indexOf(k), node: html("b") })),
  );
  body.append(
    pic,
    valueTable(
      held ? "held-out pairs" : "training pairs",
      LISTED.map((k) => ({ text: `${k} %` })),
      run.algos.map((algo) => ({
        algo,
        cells: cells.filter((c) => c.algo === algo).map((c) => html("td", {}, c.node)),
      })),
    ),
  );
  let width = 400;

  /** The rows that are known: after some rounds only, where there are many pairs. @param {import("../../run/run.js").Algo} a @param {number} t */
  function rowAt(a, t) {
    const rounds = arrays.get(`${a.index}.precision_round`, "u4");
    const s = stateAt(a, t);
    let best = 0;
    for (let i = 0; i < rounds.length; i++) if (rounds[i] <= s) best = i;
    return best;
  }

  /** @param {import("../../run/run.js").Algo} a @param {string} name @param {number} row @returns {Float64Array | null} */
  function values(a, name, row) {
    const all = arrays.find(`${a.index}.${name}`, "f8");
    return all ? all.subarray(row * percents.length, (row + 1) * percents.length) : null;
  }

  /** @param {import("../../run/run.js").Algo} a @param {number} t */
  const main = (a, t) => values(a, held ? "precision_held" : "precision", rowAt(a, t));

  let low = 1;
  for (const a of run.algos)
    for (const name of ["precision", "precision_held"])
      for (const v of arrays.find(`${a.index}.${name}`, "f8") ?? []) low = Math.min(low, v);

  /** @param {number} t */
  function chart(t) {
    const root = canvasSvg(width, HEIGHT);
    const box = { left: 52, right: width - 14, top: 26, bottom: HEIGHT - 38 };
    const x = linear(0, 100, box.left, box.right);
    const y = linear(Math.max(0, low - 0.03), 1.01, box.bottom, box.top);
    const axis = svg("g", { class: "rv-axis" });
    for (const v of ticks(Math.max(0, low - 0.03), 1, HEIGHT / 50))
      axis.append(
        svg("line", { class: "rv-grid", x1: box.left, x2: box.right, y1: y(v), y2: y(v) }),
        svg("text", { x: box.left - 6, y: y(v) + 4.5, "text-anchor": "end" }, percent(v).replace(".0", "")),
      );
    for (const v of [0, 20, 40, 60, 80, 100])
      axis.append(svg("text", { x: x(v), y: box.bottom + 17, "text-anchor": "middle" }, String(v)));
    axis.append(
      svg("line", { class: "rv-base", x1: box.left, x2: box.right, y1: box.bottom, y2: box.bottom }),
      svg("text", { x: (box.left + box.right) / 2, y: HEIGHT - 4, "text-anchor": "middle", class: "rv-axis-name" }, "K % of the pairs, widest apart first"),
    );
    root.append(axis, svg("text", { x: 2, y: 14, class: "rv-chart-title" }, "not contradicted"));
    for (const a of run.algos) {
      const row = rowAt(a, t);
      const lines = svg("g", { class: `rv-curve rv-k${a.slot}` });
      const training = values(a, "precision", row);
      const shown = main(a, t);
      if (held && training)
        lines.append(svg("g", { class: "rv-dash rv-curve rv-held" }, svg("path", { class: "rv-stroke", d: path(training) })));
      if (shown) {
        lines.append(svg("path", { class: "rv-stroke", d: path(shown) }));
        for (let i = 1 + a.slot; i < percents.length; i += 5)
          lines.append(
            svg("path", { class: "rv-mark", d: MARKERS[a.slot], transform: `translate(${x(percents[i])} ${y(shown[i])})` }),
          );
      }
      root.append(lines);
    }
    return root;

    /** @param {Float64Array} list */
    function path(list) {
      return linePath(list, (i) => x(percents[i]), y);
    }
  }

  return {
    el,
    build(w) {
      width = w;
    },
    draw(t) {
      pic.replaceChildren(chart(t));
      for (const { algo, k, node } of cells) setText(node, num(main(algo, t)?.[k] ?? NaN));
    },
    describe(t) {
      const told = run.algos.map(
        (a) => `${a.label}: ${LISTED.map((k) => `${percent(main(a, t)?.[percents.indexOf(k)] ?? NaN)} at ${k} %`).join(", ")}`,
      );
      setAttr(pic, "aria-label", `Precision after ${t} of ${run.rounds}. ${told.join("; ")}.`);
    },
  };
}
