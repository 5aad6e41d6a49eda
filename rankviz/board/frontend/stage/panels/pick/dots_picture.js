/**
 * A round on many items: each is a dot, in a lane for its grade, placed by the picked ranker's feature; beyond the threshold the
 * ranker says yes. Without such a feature the axis is the answer: yes and no, or what the round adds to a score.
 */

import { acrossAt, axis, baseLine } from "../../draw/axis.js";
import { html, setAttr, setText } from "../../draw/dom.js";
import { fitter, measurer } from "../../draw/fit_text.js";
import { gradeText, num, tick } from "../../draw/format.js";
import { canvasSvg, linear, svg, ticks } from "../../draw/svg.js";
import { questionAt } from "../../run/splits.js";
import { trueHeights } from "../../run/pairs.js";
/** @import { Hover } from "../../draw/hover.js" */
/** @import { Question } from "../../run/splits.js" */
/** @import { Algo } from "../../run/run.js" */
/** @import { Ctx } from "../panel.js" */

const AXIS = 38;
const TOP = 20;
/** Maximum number of grades with their own lanes. */
const LANES = 6;
/** Below the dots before the first pick, by length. */
const UNPLACED = [
  "sideways position has no meaning until a feature is picked",
  "sideways position means nothing yet",
];
/** Distance within which a pointer points at a dot, px. */
const NEAR = 14;

/**
 * @param {Ctx} ctx @param {Algo} a @param {{width: number, height: number}} box
 */
export function dotsPicture({ run, theme, hover, dense }, a, { width, height }) {
  const high = trueHeights(run);
  const known = run.hasGrades ? [...new Set(run.grades)].filter(Number.isFinite).sort((p, q) => q - p) : [];
  const laned = known.length > 0 && known.length <= LANES;
  const measure = measurer(`13px ${theme.font}`);
  const names = laned
    ? known.map((g) => gradeText(g))
    : known.length
      ? [gradeText(known[0]), gradeText(known[known.length - 1])]
      : ["first", "last"];
  const left = Math.ceil(Math.max(...names.map(measure), measure("grade"))) + 12;
  const [top, bottom] = [TOP, height - AXIS];
  const lane = (bottom - top) / Math.max(1, known.length);
  const radius = Math.max(
    2,
    Math.min(
      6,
      (laned ? lane : bottom - top) / 9,
      Math.sqrt(((width - left) * (bottom - top)) / Math.max(1, run.n)) / 5,
    ),
  );
  const inset = radius + 6;
  const y = laned
    ? (/** @type {number} */ item) =>
        top + lane * (known.indexOf(run.grades[item]) + 0.5 + 0.72 * (scatter(item) - 0.5))
    : (/** @type {number} */ item) => top + inset + (bottom - top - 2 * inset) * (1 - high(item));

  const canvas = html("canvas", {
    width: Math.round(width * dense),
    height: Math.round(height * dense),
    style: `position:absolute;left:0;top:0;width:${width}px;height:${height}px`,
    "aria-hidden": "true",
  });
  const root = canvasSvg(width, height);
  const side = svg("rect", { class: `rv-pick-side rv-k${a.slot}`, y: top, height: bottom - top });
  const line = svg("line", { class: `rv-pick-threshold rv-k${a.slot}`, y1: top - 4, y2: bottom + 4 });
  const no = svg("text", { y: top - 6, "text-anchor": "end", class: "rv-pick-no-word" }, "no");
  const yes = svg("text", { y: top - 6, class: "rv-pick-yes-word" }, "yes");
  const scale = axis();
  const label = svg("text", {
    x: (left + width) / 2,
    y: height - 3,
    "text-anchor": "middle",
    class: "rv-pick-feature",
  });
  const lanes = laned
    ? known.flatMap((_, i) => [
        svg("text", { x: left - 8, y: top + lane * (i + 0.5) + 4.5, "text-anchor": "end" }, names[i]),
        i > 0 ? acrossAt(top + lane * i, left, width) : svg("g"),
      ])
    : [
        svg("text", { x: left - 8, y: top + inset + 4, "text-anchor": "end" }, names[0]),
        svg("text", { x: left - 8, y: bottom - inset + 4, "text-anchor": "end" }, names[1]),
      ];
  root.append(
    side,
    axis(lanes),
    svg(
      "text",
      { x: left - 8, y: top - 6, "text-anchor": "end", class: "rv-pick-grades" },
      run.hasGrades ? "grade" : "",
    ),
    scale,
    baseLine(left, width, bottom),
    line,
    no,
    yes,
    label,
  );
  const el = html(
    "div",
    { class: "rv-pick-dots", style: `width:${width}px;height:${height}px` },
    root,
    canvas,
  );
  const wide = measurer(`600 13px ${theme.font}`);
  const fit = fitter(`600 13px ${theme.font}`, width - left - 8);
  /** The places of the dots, px. */
  const at = new Float32Array(2 * run.n);
  /** @type {Question | null} */
  let question = null;
  let pointed = -1;

  /** Return the items' horizontal places, and the axis below them. @param {Question | null} q */
  function across(q) {
    const [from, to] = [left + inset, width - inset - 4];
    const values = Float64Array.from({ length: run.n }, (_, i) => (q ? (q.value ?? q.answer)(i) : NaN));
    const some = values.filter(Number.isFinite);
    const [low, top] = some.length
      ? [some.reduce((p, v) => Math.min(p, v), Infinity), some.reduce((p, v) => Math.max(p, v), -Infinity)]
      : [0, 1];
    const bare = q !== null && q.yesNo && !q.value;
    const missing = some.length < run.n && q !== null;
    const begin = missing ? from + 46 : from;
    const x = bare ? linear(-0.5, 1.5, from, to) : linear(low, top > low ? top : low + 1, begin, to);
    for (let i = 0; i < run.n; i++) {
      const v = values[i];
      const spread = bare ? 0.7 * (sideways(i) - 0.5) : 0;
      at[2 * i] = !q
        ? from + (to - from) * sideways(i)
        : Number.isFinite(v)
          ? x(v + spread)
          : from + 14 * sideways(i);
    }
    const marks = !q
      ? []
      : bare
        ? [
            [x(0), "no"],
            [x(1), "yes"],
          ]
        : ticks(low, top, (to - begin) / 76).map((v) => /** @type {[number, string]} */ ([x(v), tick(v)]));
    scale.replaceChildren(
      ...marks.map(([px, words]) =>
        svg("text", { x: Number(px).toFixed(1), y: bottom + 16, "text-anchor": "middle" }, String(words)),
      ),
      missing ? svg("text", { x: from + 7, y: bottom + 16, "text-anchor": "middle" }, "none") : svg("g"),
    );
    return q?.yesNo ? (bare ? x(0.5) : Math.max(begin - 4, Math.min(to + 4, x(q.threshold)))) : NaN;
  }

  function paint() {
    const paper = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    paper.setTransform(dense, 0, 0, dense, 0, 0);
    paper.clearRect(0, 0, width, height);
    paper.lineWidth = 1.5;
    for (let i = 0; i < run.n; i++) {
      const colour = theme.grade(high(i));
      const filled = !question || !question.yesNo || question.answer(i) === 1;
      paper.beginPath();
      paper.arc(at[2 * i], at[2 * i + 1], radius, 0, 7);
      if (filled) {
        paper.fillStyle = colour;
        paper.fill();
      } else {
        paper.strokeStyle = colour;
        paper.stroke();
      }
      if (i !== pointed) continue;
      paper.beginPath();
      paper.arc(at[2 * i], at[2 * i + 1], radius + 4, 0, 7);
      paper.strokeStyle = theme.text;
      paper.stroke();
    }
  }

  for (let i = 0; i < run.n; i++) at[2 * i + 1] = y(i);
  el.addEventListener("pointermove", (event) => {
    const box = el.getBoundingClientRect();
    const [px, py] = [
      ((event.clientX - box.left) * width) / box.width,
      ((event.clientY - box.top) * height) / box.height,
    ];
    let [best, near] = [-1, NEAR * NEAR];
    for (let i = 0; i < run.n; i++) {
      const d = (at[2 * i] - px) ** 2 + (at[2 * i + 1] - py) ** 2;
      if (d < near) [best, near] = [i, d];
    }
    hover.set(best < 0 ? null : { item: best, x: event.clientX, y: event.clientY });
  });
  el.addEventListener("pointerleave", () => hover.set(null));

  return {
    el,
    /** @param {Algo} next */
    adopt(next) {
      a = next;
    },
    /** @param {number} t @param {boolean} [picked] whether its ranker has been picked */
    draw(t, picked = true) {
      question = picked ? questionAt(run, a, t) : questionAt(run, a, t - 1);
      const parts = across(question);
      const asks = Number.isFinite(parts);
      for (const node of [side, line, no, yes]) setAttr(node, "visibility", asks ? "inherit" : "hidden");
      if (asks) {
        setAttr(side, "x", parts.toFixed(1));
        setAttr(side, "width", Math.max(0, width - parts).toFixed(1));
        setAttr(line, "x1", parts.toFixed(1));
        setAttr(line, "x2", parts.toFixed(1));
        setAttr(no, "x", (parts - 6).toFixed(1));
        setAttr(yes, "x", (parts + 6).toFixed(1));
      }
      setText(
        label,
        !question
          ? fit(UNPLACED.find((text) => wide(text) <= width - left - 8) ?? "")
          : fit(question.yesNo ? question.feature || question.name : "added to the score in this round"),
      );
      paint();
    },
    /** @param {number} t */
    spoken(t) {
      const q = questionAt(run, a, t);
      return q?.feature ? `Yes where ${q.feature} is above ${num(q.threshold)}.` : "";
    },
    /** @param {Hover} h */
    hover(h) {
      const next = h?.item ?? -1;
      if (next === pointed) return;
      pointed = next;
      paint();
    },
    retheme: paint,
  };
}

/** Return a fixed number from 0 to 1 for an item, by which dots of a lane are spread so that they neither overlap nor jump. @param {number} i */
const scatter = (i) => (((i * 0.6180339887498949) % 1) + 1) % 1;

/** The same across the lane; unrelated to `scatter`, because related places would form stripes. @param {number} i */
const sideways = (i) => (i * 0.7548776662466927) % 1;
