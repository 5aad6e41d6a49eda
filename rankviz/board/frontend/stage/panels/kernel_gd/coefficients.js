/** The coefficients c of f = Σ c_k K(x_k, ·): the weight of each item's kernel in the score, and in the exact minimiser. */

import { axis, axisName, baseLine, leftMarks } from "../../draw/axis.js";
import { html, setAttr, setClass } from "../../draw/dom.js";
import { textWidth, widest } from "../../draw/fit_text.js";
import { num, tick } from "../../draw/format.js";
import { storedRoundAt } from "../../run/stored_rounds.js";
import { algoName } from "../../draw/algo_name.js";
import { frame, tilePicture } from "../panel.js";
import { kernelRun, pictureOf } from "../../run/pictures.js";
import { stateAt } from "../../run/run.js";
import { canvasSvg, linear, svg, ticks } from "../../draw/svg.js";
/** @import { Ctx, Panel } from "../panel.js" */

const TOP = 6;
const AXIS = 18;
const LABELS = 16;
const RIGHT = 4;
const HEAD = 20;
/** From this height on tiles say whose coefficients, and how many, px. */
const TALL = 170;
const STEEPEST = 0.8;
/** Half the width of an arrow, px. */
const ARROW = 7;
const NAMES = ["items, by their final coefficient", "items by coefficient", "items"];
const WITH_TARGET = NAMES.map((name) => `${name}; dashes: at the lowest risk`);
/** What is said where some of the dashes are off the scale. */
const OFF = " (arrows: off the scale)";

/** @param {Ctx} ctx @returns {Panel} */
export function coefficientsPanel(ctx) {
  const { run, theme } = ctx;
  const kernel = kernelRun(run);
  const target = kernel?.arrays.find("target_coefficients");
  const { el, body } = frame(
    "coefficients",
    "Coefficients",
    `one bar per item: its coefficient, the weight that the score gives to similarity to it. Orange: positives, purple: negatives.${target ? " Dashes: the coefficients with which the risk is lowest; an arrow points to one off the scale. The scores get close to the lowest risk's long before the coefficients do." : ""}`,
  );
  const pic = tilePicture();
  /** @type {SVGPathElement[]} */
  let bars = [];

  if (!kernel) {
    body.append(html("p", { class: "rv-note" }, "Choose the kernel method to see its coefficients."));
    return { el, build() {}, draw() {} };
  }
  const { algo } = kernel;
  const meta = kernel.parts.coefficients;
  const values = kernel.arrays.get("coefficients");
  const items = kernel.arrays.get("coefficient_items");
  const positive = pictureOf(run, "kernel").arrays.get("positive");
  const pad = 0.3 * (meta.high - meta.low);
  const [low, high] = target ? [meta.low - pad, meta.high + pad] : [meta.low, meta.high];
  const some = meta.shown < meta.items ? `The ${meta.shown} largest of ${meta.items}.` : "";
  const head = html(
    "div",
    { class: "rv-tile-head" },
    algoName(algo),
    html("span", { class: "rv-head-texts" }, some),
  );
  let x = linear(0, 1, 0, 1);
  let y = linear(0, 1, 0, 1);

  return {
    el,
    build(width, height) {
      const tall = height >= TALL;
      body.replaceChildren(...(tall ? [head] : []), pic);
      setClass(pic, "rv-fine", width < 420);
      pic.replaceChildren(
        chart(width, Math.min(height - (tall ? HEAD : 0), Math.max(300, Math.round(width * STEEPEST)))),
      );
    },
    draw(t) {
      const at = storedRoundAt(meta.frames, stateAt(algo, t)) * items.length;
      bars.forEach((bar, k) => setAttr(bar, "d", columns(at, k === 0 ? 1 : 0)));
    },
    describe(t) {
      const at = storedRoundAt(meta.frames, stateAt(algo, t)) * items.length;
      setAttr(
        pic,
        "aria-label",
        `Bars of ${meta.shown} coefficients after ${stateAt(algo, t)} of ${run.rounds}: from ${num(values[at + items.length - 1])} to ${num(values[at])}.`,
      );
    },
    retheme() {
      ctx.redraw();
    },
  };

  /** @param {number} width @param {number} height px */
  function chart(width, height) {
    const font = `13px ${theme.font}`;
    const marks = ticks(low, high, Math.max(4, height / 28));
    const left = 6 + widest(font, marks.map(tick));
    const root = canvasSvg(width, height);
    x = linear(0, items.length, left, width - RIGHT);
    // All bars are named, or none: a name is as wide as its bar at most.
    const labels = Array.from(items, (item) => run.labels[item]);
    const named = widest(font, labels) <= x(1) - x(0) - 4;
    const bottom = height - AXIS - (named ? LABELS : 0);
    y = linear(low, high, bottom, TOP);
    const off = target?.some((value) => value < low || value > high)
      ? WITH_TARGET.map((name) => name + OFF)
      : [];
    const names = target ? [...off, ...WITH_TARGET, ...NAMES] : NAMES;
    const name = names.find((text) => textWidth(font, text) <= width - left - RIGHT) ?? "";
    bars = [1, 0].map((side) => svg("path", { fill: theme.weight(side ? 0.62 : -0.62) }));
    root.append(
      axis(leftMarks(marks, y, left, width - RIGHT), axisName(name, (left + width - RIGHT) / 2, height - 4)),
      ...bars,
      ...(named ? labels.map((label, i) => itemLabel(label, i, bottom)) : []),
      baseLine(left, width - RIGHT, y(0)),
    );
    if (target) {
      const inside = svg("rect", { x: left, y: TOP, width: width - left - RIGHT, height: bottom - TOP });
      root.append(
        svg("defs", {}, svg("clipPath", { id: "rv-clip-target" }, inside)),
        svg("path", { class: "rv-target", d: dashes(target), "clip-path": "url(#rv-clip-target)" }),
      );
    }
    return root;
  }

  /** @param {string} label @param {number} i @param {number} bottom px */
  function itemLabel(label, i, bottom) {
    return svg("text", { x: (x(i) + x(i + 1)) / 2, y: bottom + LABELS - 4, "text-anchor": "middle" }, label);
  }

  /** @param {number} at @param {number} side 1 for the positives' bars */
  function columns(at, side) {
    const w = Math.max(0.8, (x(1) - x(0)) * 0.86);
    let d = "";
    for (let i = 0; i < items.length; i++)
      if (positive[items[i]] === side)
        d += `M${x(i).toFixed(1)} ${y(0).toFixed(1)}V${y(values[at + i]).toFixed(1)}h${w.toFixed(1)}V${y(0).toFixed(1)}Z`;
    return d;
  }

  /** Draw a dash per item, and an arrow for one off the scale. @param {Float32Array} list */
  function dashes(list) {
    const size = Math.min(ARROW, (x(1) - x(0)) / 2);
    return Array.from(list, (value, i) => {
      const [from, to] = [x(i), x(i + 1)];
      if (value >= low && value <= high) return `M${from.toFixed(1)} ${y(value).toFixed(1)}H${to.toFixed(1)}`;
      const edge = value > high ? y(high) + 1 : y(low) - 1;
      const back = value > high ? size : -size;
      return `M${((from + to) / 2 - size).toFixed(1)} ${(edge + back).toFixed(1)}l${size.toFixed(1)} ${-back}l${size.toFixed(1)} ${back}`;
    }).join("");
  }
}
