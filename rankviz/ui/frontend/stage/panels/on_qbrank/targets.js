/** Targets and residuals: what each item's score should move by, and what this round's tree gives it. */

import { html, setAttr, setText } from "../../draw/dom.js";
import { num, tick } from "../../draw/format.js";
import { algoName, picture } from "../panel.js";
import { columnsPanel } from "../columns.js";
import { pictureOf } from "../../run/pictures.js";
import { stateAt } from "../../run/run.js";
import { linear, svg, canvasSvg, ticks } from "../../draw/svg.js";

const HEIGHT = 268;
const BOX = { left: 46, right: 12, top: 26, bottom: 38 };

export const targetsPanel = columnsPanel({
  id: "targets",
  title: "Targets and what the tree gives",
  how: (run) =>
    `each dot is an item, coloured by its grade: to the right how far its score should move (the target r), upwards what the tree adds. Dots on the line are met exactly; their distance from it, up or down, is the residual. One row of dots is one leaf.${drawn(run)}`,
  array: "target",
  none: "None of these algorithms fits targets.",
  least: 300,
  column: plot,
});

/** @param {import("../../run/run.js").Run} run */
function drawn(run) {
  const { dots } = pictureOf(run, "qbrank").meta;
  return dots < run.n ? ` ${dots} of ${run.n} items are drawn.` : "";
}

/** @param {import("../../run/pictures.js").Picture<import("../../run/pictures.js").QbrankMeta>} made @param {import("../../run/run.js").Algo} a @param {number} width @param {import("../panel.js").Ctx} ctx */
function plot(made, a, width, { run, theme, cursor }) {
  const count = made.meta.dots;
  const dots = made.arrays.get("dots", "u4");
  const arrays = made.arrays.within(`${a.index}.`);
  const [target, fitted] = [arrays.get("target", "f4"), arrays.get("fitted", "f4")];
  const note = html("div", { class: "rv-note" });
  const canvas = html("canvas", { style: "position:absolute;left:0;top:0" });
  const ratio = window.devicePixelRatio || 1;
  canvas.width = width * ratio;
  canvas.height = HEIGHT * ratio;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${HEIGHT}px`;
  const reach = extent(target, fitted);
  const x = linear(reach.low, reach.high, BOX.left, width - BOX.right);
  const y = linear(reach.low, reach.high, HEIGHT - BOX.bottom, BOX.top);
  const pic = picture(html("div", { style: "position:relative" }, axes(), canvas));
  const [lowest, highest] = gradeRange(run);

  return {
    el: html("div", {}, html("div", { class: "rv-column-head" }, algoName(a), note), pic),
    /** @param {number} t */
    draw(t) {
      const s = stateAt(a, t);
      setText(note, s === 0 ? "no targets before round 1" : s < t ? `stopped after ${a.rounds}` : "");
      const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      pen.clearRect(0, 0, width, HEIGHT);
      if (s === 0) return;
      pen.strokeStyle = theme.page;
      pen.lineWidth = 0.7;
      for (let i = 0; i < count; i++) {
        const [r, g] = [target[(s - 1) * count + i], fitted[(s - 1) * count + i]];
        if (!Number.isFinite(r)) continue;
        pen.fillStyle = colour(dots[i]);
        pen.beginPath();
        pen.arc(x(r), y(g), 3.4, 0, 2 * Math.PI);
        pen.fill();
        pen.stroke();
      }
    },
    /** @param {number} t */
    describe(t) {
      const s = stateAt(a, t);
      setAttr(
        pic,
        "aria-label",
        s === 0
          ? `${a.label}: no targets before the first round.`
          : `${a.label}, round ${s} of ${cursor.rounds}: targets and fitted values of ${count} items lie between ${num(reach.low)} and ${num(reach.high)} in all rounds.`,
      );
    },
  };

  /** @param {number} item */
  function colour(item) {
    const g = run.grades[item];
    return theme.grade(Number.isFinite(g) && highest > lowest ? (g - lowest) / (highest - lowest) : 0.5);
  }

  function axes() {
    const root = canvasSvg(width, HEIGHT);
    const axis = svg("g", { class: "rv-axis" });
    const [right, bottom] = [width - BOX.right, HEIGHT - BOX.bottom];
    for (const v of ticks(reach.low, reach.high, HEIGHT / 50))
      axis.append(
        svg("line", { class: "rv-grid", x1: BOX.left, x2: right, y1: y(v), y2: y(v) }),
        svg("text", { x: BOX.left - 6, y: y(v) + 4.5, "text-anchor": "end" }, tick(v)),
      );
    for (const v of ticks(reach.low, reach.high, width / 80))
      axis.append(svg("text", { x: x(v), y: bottom + 17, "text-anchor": "middle" }, tick(v)));
    axis.append(
      svg("line", { class: "rv-base", x1: BOX.left, x2: right, y1: bottom, y2: bottom }),
      svg("text", { x: (BOX.left + right) / 2, y: HEIGHT - 4, "text-anchor": "middle", class: "rv-axis-name" }, "target r = −∇R/W"),
    );
    root.append(
      axis,
      svg("text", { x: 2, y: 14, class: "rv-chart-title" }, "what the tree gives, g"),
      svg("line", { class: "rv-zero", x1: x(reach.low), y1: y(reach.low), x2: x(reach.high), y2: y(reach.high) }),
    );
    return root;
  }
}

/** The same scale for all rounds, so that one sees the targets shrink. @param {Float32Array[]} lists */
function extent(...lists) {
  let low = 0;
  let high = 0;
  for (const list of lists)
    for (const v of list) {
      if (v < low) low = v;
      if (v > high) high = v;
    }
  const pad = (high - low || 1) * 0.04;
  return { low: low - pad, high: high + pad };
}

/** @param {import("../../run/run.js").Run} run @returns {[number, number]} */
function gradeRange(run) {
  let [low, high] = [Infinity, -Infinity];
  for (const g of run.grades) if (Number.isFinite(g)) [low, high] = [Math.min(low, g), Math.max(high, g)];
  return [low, high];
}
