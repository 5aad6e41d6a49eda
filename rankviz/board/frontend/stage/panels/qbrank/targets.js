/** Targets and residuals: by how much each item's score should change, the parts of that, and what this round's tree gives. */

import { axis, axisName, baseLine, footMarks, leftMarks } from "../../draw/axis.js";
import { html, setAttr, setText } from "../../draw/dom.js";
import { textWidth, widest } from "../../draw/fit_text.js";
import { num, signed, tick } from "../../draw/format.js";
import { canvasSvg, linear, svg, ticks } from "../../draw/svg.js";
import { pictureOf } from "../../run/pictures.js";
import { itemName, numbered, stateAt } from "../../run/run.js";
import { columnsPanel } from "../columns.js";
import { tilePicture } from "../panel.js";
import { gradeColour, pointAtItems } from "../tree/item_dots.js";
import { overlapsAny } from "./free_spot.js";
import { queryGrades } from "./query_grades.js";
/** @import { Hover } from "../../draw/hover.js" */
/** @import { Algo, Run } from "../../run/run.js" */
/** @import { Box, Column, Made } from "../columns.js" */
/** @import { Ctx } from "../panel.js" */
/** @import { Spot } from "./free_spot.js" */

const AXIS = 17;
/** Height from which boxes have axis names, and height from which they have a line about an item, px. */
const NAMED = 150;
const SPOKEN = 96;
const LINE = 18;

export const targetsPanel = columnsPanel({
  id: "targets",
  title: "Targets",
  how: (run) =>
    `each dot is an item, coloured by its grade. To the right: how far its score should move (the target r). Upwards: what the tree gives (g, of which the step adds a share). All items share one scale; each round has its own. A filled dot is moved by its ${by(run)}, a ring by its label; a filled dot with a tail has both, and the tail begins where its ${by(run)} alone would put it. Point at a dot to read both parts. For dots on the line, the tree meets the target exactly; a row of dots is one leaf.${drawn(run)}`,
  picture: "qbrank",
  array: "target",
  none: "None of these algorithms fits targets.",
  ratio: 1.15,
  column: plot,
});

/** Return what pushes: pairs, or whole lists. @param {Run} run */
function by(run) {
  const { runs } = pictureOf(run, "qbrank").meta;
  return (
    [runs.some((r) => r.pairs) && "pairs", runs.some((r) => r.lists) && "list"]
      .filter(Boolean)
      .join(" or ") || "pairs"
  );
}

/** @param {Run} run */
function drawn(run) {
  const { dots } = pictureOf(run, "qbrank").meta;
  return dots < run.n ? ` ${dots} of ${run.n} items are drawn.` : "";
}

/**
 * @param {Made} made @param {Algo} a @param {Box} size
 * @param {Ctx} ctx @returns {Column}
 */
function plot(made, a, { width, height: whole }, ctx) {
  const { run, theme, cursor, dense, hover } = ctx;
  const spoken = whole >= SPOKEN;
  const height = whole - (spoken ? LINE : 0);
  const count = made.meta.dots;
  const dots = made.arrays.get("dots");
  const arrays = made.arrays.of("qbrank", a.index);
  const [target, fitted, pushed, pulled] = /** @type {const} */ ([
    "target",
    "fitted",
    "pushed",
    "pulled",
  ]).map((name) => arrays.get(name));
  const pushes = made.meta.runs[a.index].lists ? "list" : "pairs";
  const canvas = html("canvas", {
    width: Math.round(width * dense),
    height: Math.round(height * dense),
    style: `position:absolute;left:0;top:0;width:${width}px;height:${height}px`,
  });
  const reaches = common(made, run);
  const named = height >= NAMED;
  const font = `13px ${theme.font}`;
  const up = (/** @type {{low: number, high: number}} */ r) => ticks(r.low, r.high, height / 28);
  const box = {
    left:
      7 +
      widest(
        font,
        reaches.flatMap((r) => up(r).map(tick)),
      ),
    right: width - 6,
    top: named ? 18 : 4,
    bottom: height - AXIS - (named ? 14 : 0),
  };
  let x = linear(0, 1, box.left, box.right);
  let y = linear(0, 1, box.bottom, box.top);
  const radius = Math.max(1.7, Math.min(3.6, width / 75));
  const spots = { x: new Float32Array(count), y: new Float32Array(count) };
  const found = svg(
    "g",
    { visibility: "hidden" },
    svg("path", { class: "rv-push" }),
    svg("circle", { class: "rv-item-ring", r: radius + 2.5 }),
  );
  const over = canvasSvg(width, height);
  setAttr(over, "class", "rv-over");
  const names = svg("g");
  over.append(names, found);
  const line = html("div", { class: "rv-item-line" });
  const ground = canvasSvg(width, height);
  const area = html("div", { style: `position:relative;height:${height}px` }, ground, canvas, over);
  const pic = tilePicture(area, ...(spoken ? [line] : []));
  const colour = gradeColour(run, theme);
  pointAtItems(area, width, spots, dots, hover);

  return {
    el: pic,
    /** @param {number} t */
    draw(t) {
      const s = stateAt(a, t);
      const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
      pen.setTransform(dense, 0, 0, dense, 0, 0);
      pen.clearRect(0, 0, width, height);
      spots.x.fill(NaN);
      const reach = reaches[Math.max(0, Math.min(t, reaches.length) - 1)];
      x = linear(reach.low, reach.high, box.left, box.right);
      y = linear(reach.low, reach.high, box.bottom, box.top);
      const grades = s === 0 ? queryGrades(run, namedItems(), { width, height }, font, colour) : [];
      ground.replaceChildren(...(grades.length ? grades : axes(reach)));
      for (let k = 0; s > 0 && k < count; k++) dot(pen, (s - 1) * count + k, k);
      names.replaceChildren(...nameDots());
      find(hover.now);
    },
    hover: find,
    /** @param {number} t */
    describe(t) {
      const s = stateAt(a, t);
      const text =
        s === 0
          ? `${a.label}: no targets before the first round.`
          : `${a.label}, round ${s} of ${cursor.rounds}: targets and fitted values of ${count} items lie between ${num(reaches[s - 1].low)} and ${num(reaches[s - 1].high)}.`;
      setAttr(pic, "aria-label", text);
    },
  };

  /** Draw a full dot where pairs push, a ring where only a label pulls, a tail where both do. @param {CanvasRenderingContext2D} pen @param {number} at index in the arrays @param {number} k */
  function dot(pen, at, k) {
    if (!Number.isFinite(target[at])) return;
    [spots.x[k], spots.y[k]] = [x(target[at]), y(fitted[at])];
    const ring = !Number.isFinite(pushed[at]);
    pen.beginPath();
    if (!ring && Number.isFinite(pulled[at])) {
      pen.moveTo(x(pushed[at]), spots.y[k]);
      pen.lineTo(spots.x[k], spots.y[k]);
      pen.strokeStyle = colour(dots[k]);
      pen.lineWidth = 1;
      pen.stroke();
      pen.beginPath();
    }
    pen.arc(spots.x[k], spots.y[k], radius, 0, 2 * Math.PI);
    pen.fillStyle = ring ? theme.page : colour(dots[k]);
    pen.strokeStyle = ring ? colour(dots[k]) : theme.page;
    pen.lineWidth = ring ? 1.4 : 0.7;
    pen.fill();
    pen.stroke();
  }

  /** Return the items that the page names. */
  function namedItems() {
    return (ctx.view.chart?.named ?? []).map((name) => run.labels.indexOf(name)).filter((item) => item >= 0);
  }

  /** Ring the dots that the page names, and write their names beside them. */
  function nameDots() {
    const found = (ctx.view.chart?.named ?? [])
      .map((name) => dots.findIndex((item) => run.labels[item] === name))
      .filter((k) => Number.isFinite(spots.x[k]));
    const taken = found.map((k) => spotOf(spots.x[k] - 6, spots.y[k], 12));
    return found.flatMap((k) => {
      const [px, py] = [spots.x[k], spots.y[k]];
      const text = numbered(run.labels[dots[k]]);
      const long = textWidth(`700 ${font}`, text);
      const places = [-18, 18, -34, 34].flatMap((dy) =>
        [-long / 2, 0, -long].map((dx) => spotOf(px + dx, py + dy, long)),
      );
      const inside = places.filter((spot) => spot.left >= box.left && spot.right <= box.right);
      const spot = inside.find((each) => !overlapsAny(each, taken)) ?? places[0];
      taken.push(spot);
      return [
        svg("circle", { class: "rv-item-ring", cx: px.toFixed(1), cy: py.toFixed(1), r: radius + 2.5 }),
        svg("text", { class: "rv-dot-name", x: spot.left, y: spot.bottom - 4 }, text),
      ];
    });
  }

  /** Show the item that is pointed at: its parts as arrows from 0, and in words. @param {Hover} h */
  function find(h) {
    const k = h?.item === undefined ? -1 : dots.indexOf(h.item);
    const s = stateAt(a, ctx.shown());
    const at = (s - 1) * count + k;
    const there = k >= 0 && s > 0 && Number.isFinite(target[at]);
    setAttr(found, "visibility", there ? "visible" : "hidden");
    if (!there) return setText(line, s === 0 ? "" : key());
    const [px, py] = [x(target[at]), y(fitted[at])];
    setAttr(found.children[0], "d", arrows([pushed[at], pulled[at]].filter(Number.isFinite), py));
    setAttr(found.children[1], "cx", px.toFixed(1));
    setAttr(found.children[1], "cy", py.toFixed(1));
    const parts = [
      Number.isFinite(pushed[at]) ? `${pushes} ${signed(pushed[at])}` : "",
      Number.isFinite(pulled[at]) ? `label ${signed(pulled[at])}` : "",
    ];
    setText(
      line,
      `${itemName(run, dots[k])}: ${parts.filter(Boolean).join(", ")} → r ${signed(target[at])}, tree ${signed(fitted[at])}`,
    );
  }

  /** Draw one arrow after another from 0, each a part of the target. @param {number[]} parts @param {number} py px */
  function arrows(parts, py) {
    let from = 0;
    return parts
      .map((part, i) => {
        const [start, end, lane] = [x(from), x((from += part)), py - 4 * (parts.length - 1 - i)];
        const back = Math.sign(start - end) * Math.min(4, Math.abs(start - end));
        return `M${start.toFixed(1)} ${lane.toFixed(1)}H${end.toFixed(1)}m${back.toFixed(1)} -3L${end.toFixed(1)} ${lane.toFixed(1)}l${back.toFixed(1)} 3`;
      })
      .join("");
  }

  function key() {
    const { pairs, lists, labels } = made.meta.runs[a.index];
    const push = lists ? "moved by its list" : "moved by its pairs";
    const words =
      (pairs || lists) && labels
        ? [`● ${push}  ○ moved by its label`, `● ${pushes}  ○ label`]
        : [pairs || lists ? `● an item, ${push}` : "○ an item, moved by its label"];
    return fits(...words);
  }

  /** @param {{low: number, high: number}} reach */
  function axes(reach) {
    const across = ticks(reach.low, reach.high, width / 55).filter(
      (v) => x(v) + textWidth(font, tick(v)) / 2 <= width,
    );
    const names = [
      axisName(fits("target r of the item", "target r"), box.right, height - 2, "end"),
      axisName(fits("value g that the tree gives it", "tree gives g"), 0, 12, "start"),
    ];
    return [
      axis(
        leftMarks(up(reach), y, box.left, box.right),
        footMarks(across, x, box.bottom),
        baseLine(box.left, box.right, box.bottom),
        named ? names : [],
      ),
      svg("line", {
        class: "rv-zero",
        x1: x(reach.low),
        y1: y(reach.low),
        x2: x(reach.high),
        y2: y(reach.high),
      }),
    ];
  }

  /** @param {string[]} texts */
  function fits(...texts) {
    return texts.find((text) => textWidth(font, text) <= width) ?? "";
  }
}

/** @param {number} left px @param {number} middle px @param {number} width px @returns {Spot} */
const spotOf = (left, middle, width) => ({ left, right: left + width, top: middle - 9, bottom: middle + 9 });

/** Return the scale of each round, common to all algorithms; a run that has ended keeps its last scale. @param {Made} made @param {Run} run */
function common(made, run) {
  const { dots } = made.meta;
  const most = Math.max(1, ...run.algos.map((a) => a.rounds));
  const values = run.algos.flatMap((a) =>
    /** @type {const} */ (["target", "fitted", "pushed"]).map((name) => ({
      a,
      list: made.arrays.of("qbrank", a.index).get(name),
    })),
  );
  return Array.from({ length: most }, (_, t) => {
    let [low, high] = [0, 0];
    for (const { a, list } of values) {
      const s = stateAt(a, t + 1);
      for (const v of s ? list.subarray((s - 1) * dots, s * dots) : []) {
        if (v < low) low = v;
        if (v > high) high = v;
      }
    }
    const pad = (high - low || 1) * 0.04;
    return { low: low - pad, high: high + pad };
  });
}
