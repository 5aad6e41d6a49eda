/** Margins: the ensemble's confidence in each pair, with the smallest margin marked, and its curve if there is room. */

import { hasValues } from "../../control/has_values.js";
import { AXIS, curve, endedLevel, roundChart, yAxis } from "../../draw/chart.js";
import { endTags, fitName, nameRoom, tagColumns } from "../../draw/end_tags.js";
import { html, setAttr, setClass } from "../../draw/dom.js";
import { textWidth } from "../../draw/fit_text.js";
import { num, tick } from "../../draw/format.js";
import { valueExtent, legibleTicks } from "../../draw/ranges.js";
import { linear, svg, ticks } from "../../draw/svg.js";
import { stateAt } from "../../run/run.js";
import { SIDES, binsOf, marginGround, marginRow, marginSheet } from "./margin_rows.js";
import { frame, tilePicture } from "../panel.js";
/** @import { Ctx, Panel } from "../panel.js" */

/** From this height on the smallest margin's curve is below, px. */
const TALL = 420;
const TITLE = 17;
/** Maximum height of a row, px. */
const HIGHEST = 240;

/** @param {Ctx} ctx @returns {Panel} */
export function marginsPanel(ctx) {
  const { cursor, view, theme } = ctx;
  let { run } = ctx;
  const { el, body } = frame(
    "margins",
    "Margins",
    "a histogram of the pairs' {margin}s, one row per algorithm, all on one axis. Left of 0 (hatched) a pair is in the wrong order, at 0 (pale) it is tied; the marker and its number are the smallest margin. A bar that is cut off has its share written on it (↑). Enlarge the tile to see how the smallest margin changes.",
  );
  /** @type {ReturnType<typeof marginRow>[]} */
  let rows = [];
  /** @type {((t: number) => void)[]} */
  let moves = [];
  const [pic, course] = [tilePicture(), tilePicture()];
  const drawing = html("div", { class: "rv-drawing" });
  const below = html("div", { class: "rv-drawing" });
  const measured = run.algos.some((a) => hasValues(a.curves.margin));
  let bins = binsOf(ctx);
  let [wide, high] = [0, 0];

  return {
    el,
    build(width, height) {
      [wide, high] = [width, height];
      moves = [];
      const tall = height >= TALL && measured;
      const part = tall ? Math.min(Math.round(height * 0.62), HIGHEST * run.algos.length + 40) : height;
      histograms(width, part);
      body.replaceChildren(drawing, ...(tall ? [below] : []));
      if (tall) least(width, Math.min(height - part - 10, 260));
    },
    adopt(next) {
      const [from, to] = binsOf(next);
      // Axes that have changed for one α stay for the next.
      const needed = /** @type {[number, number]} */ (
        next.ghosts.length ? [Math.min(from, bins[0]), Math.max(to, bins[1])] : [from, to]
      );
      const same = needed.every((bin, i) => bin === bins[i]);
      [ctx, run, bins] = [next, next.run, needed];
      if (same && !moves.length) rows.forEach((r, i) => r.adopt(run.algos[i], run));
      else this.build(wide, high);
    },
    draw(t) {
      for (const r of rows) r.draw(t);
      for (const move of moves) move(t);
    },
    describe(t) {
      for (const r of rows) r.describe(t);
      setAttr(
        pic,
        "aria-label",
        `Histograms of pair margins; the smallest: ${rows.map((r) => r.spoken(t)).join(", ")}.`,
      );
      setAttr(
        course,
        "aria-label",
        `Line chart of the smallest margin. After ${t} of ${run.rounds}: ${run.algos.map((a) => `${a.label} ${num(a.curves.margin?.[stateAt(a, t)] ?? NaN)}`).join(", ")}.`,
      );
    },
    hover(h) {
      for (const r of rows) r.hover(h, ctx.shown());
    },
  };

  /** @param {number} width @param {number} height px */
  function histograms(width, height) {
    setClass(drawing, "rv-fine", width < 420);
    drawing.style.height = `${height}px`;
    const sheet = marginSheet(ctx, bins, width, height);
    const root = marginGround(sheet, height);
    rows = run.algos.map((a, i) => marginRow(sheet, a, i, root));
    pic.replaceChildren(root);
    const head = html("span", { class: "rv-margin-head", style: `left:${sheet.width}px` }, "smallest");
    drawing.replaceChildren(pic, ...(sheet.top === SIDES ? [head] : []), ...rows.map((r) => r.el));
  }

  /** Draw the smallest margin over the rounds. @param {number} width @param {number} height px */
  function least(width, height) {
    const size = width < 420 ? 12 : 13;
    setClass(below, "rv-fine", size < 13);
    below.style.height = `${height}px`;
    const algos = run.algos.filter((a) => hasValues(a.curves.margin));
    const room = nameRoom(algos, theme.font, size, width);
    const tags = algos.map((algo) => ({ algo, key: "margin", name: fitName(algo, theme.font, size, room) }));
    const columns = tagColumns(tags, theme.font, size);
    const [low, high] = valueExtent([...algos.map((a) => a.curves.margin), [0, 0.02]]);
    const marks = ticks(low, high, height / 40);
    const left = 8 + Math.max(18, ...marks.map((v) => textWidth(`${size}px ${theme.font}`, tick(v))));
    const c = roundChart({
      width,
      height,
      rounds: run.rounds,
      cursor,
      left,
      right: columns.all,
      top: TITLE + 6,
      bottom: AXIS,
      future: view.future,
    });
    const y = linear(low, high, c.bottom - 4, c.top + 4);
    yAxis(c, legibleTicks(marks, y, size + 1), y, tick);
    c.svg.append(svg("text", { x: 0, y: 12, class: "rv-chart-title" }, "Smallest margin over the rounds"));
    c.plot.append(svg("line", { class: "rv-zero", x1: c.left, x2: c.right, y1: y(0), y2: y(0) }));
    for (const a of algos) {
      moves.push(curve(c, a, a.curves.margin, y, "rv-solid", run.rounds));
      endedLevel(c, a, a.curves.margin, y);
    }
    const ends = tags.map((tag) => ({ ...tag, values: tag.algo.curves.margin, y }));
    const made = endTags(c, ends, columns, { top: TITLE, bottom: c.bottom + 4 });
    moves.push(c.move, made.draw);
    course.replaceChildren(c.svg);
    below.replaceChildren(course, ...made.nodes);
  }
}
