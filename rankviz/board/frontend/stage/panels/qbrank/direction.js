/** The picture of the method: the risk along the function that a round adds, the quadratic above it, and the length of the step. */

import { acrossAt, axis, axisName, baseLine } from "../../draw/axis.js";
import { html, setAttr, setText } from "../../draw/dom.js";
import { textWidth, widest } from "../../draw/fit_text.js";
import { NONE, num } from "../../draw/format.js";
import { canvasSvg, linear, linePath, svg } from "../../draw/svg.js";
import { busyDuring } from "../../host/rest.js";
import { pictureOf } from "../../run/pictures.js";
import { stateAt } from "../../run/run.js";
import { numberLink } from "../../draw/explained_number.js";
import { columnsPanel } from "../columns.js";
import { tilePicture } from "../panel.js";
import { freeSpot, overlapsAny, spotsBeside } from "./free_spot.js";
/** @import { NameOf } from "../../run/pack.js" */
/** @import { Algo, Run } from "../../run/run.js" */
/** @import { Box, Column, Made } from "../columns.js" */
/** @import { Ctx } from "../panel.js" */
/** @import { Spot } from "./free_spot.js" */

const AXIS = 18;
/** Height of the risk before the round, as a share from the top, so that the curves may rise above it. */
const BEFORE = 0.3;
/** From this height and width on boxes have a line with the three weights, px. */
const TALL = 190;
const WIDE = 300;
/** From this width on boxes have all three, px. */
const ALL = 420;
const LINE = 20;
const NAMES = ["weight a of the new tree", "weight a", "a"];

export const directionPanel = columnsPanel({
  picture: "qbrank",
  id: "direction",
  title: "Risk along the new tree",
  how: meaning,
  array: "along_at",
  none: "None of these algorithms adds a function by descent.",
  key: [
    ["rv-solid", "risk R"],
    ["rv-dash", "Rₖ: a bound on it"],
  ],
  before: "Press Step to see how far the first tree is added.",
  ratio: 1.7,
  column: chart,
});

/** @param {Run} run */
function meaning(run) {
  const runs = run.algos.map((a) => pictureOf(run, "qbrank").meta.runs[a.index]);
  const dotted = runs.some((r) => !r.fits_bound);
  return [
    "the solid curve is the risk when the new tree is added with weight a; the dashed parabola is the quadratic upper bound Rₖ, which is never below it.",
    dotted
      ? "The tree was fitted so that the dotted parabola is lowest at a = 1; where there is none, the dashed one."
      : "The tree was fitted so that the parabola is lowest at a = 1.",
    "From the bound's lowest point (ring) a line drops to the risk.",
    runs.some((r) => r.searches)
      ? "The line search finds where the risk is lowest. The step (marker) goes the share η of the way there; η is among the options."
      : "The marker is the step taken.",
    "Each round has its own scale, from the lowest risk to the risk before the round.",
  ].join(" ");
}

/**
 * Return the data of a round's direction, by round 1 … T.
 * @param {Made} made @param {Algo} a
 */
function directions(made, a) {
  const arrays = made.arrays.of("qbrank", a.index);
  const count = arrays.shape("along_at")[1];
  /** @param {NameOf<"qbrank", "f8">} name @param {number} s */
  const row = (name, s) => arrays.get(name).subarray((s - 1) * count, s * count);
  /** @param {NameOf<"qbrank", "f8">} name @param {number} s */
  const one = (name, s) => arrays.get(name)[s - 1];
  return (/** @type {number} */ s) => {
    const [places, risk, bound, fitted] = [
      row("along_at", s),
      row("along_risk", s),
      row("along_bound", s),
      row("along_fitted", s),
    ];
    return {
      places,
      risk,
      bound,
      fitted,
      before: risk[0],
      least: Math.min(...risk, ...bound, ...fitted),
      end: places[count - 1],
      step: one("step_at", s),
      search: one("search_at", s),
      lowest: one("least_at", s),
      leastBound: one("least_bound", s),
      leastFitted: one("least_fitted", s),
      leastRisk: one("least_risk", s),
      after: a.curves.risk[s],
      promised: a.curves.risk_bound[s],
    };
  };
}

/**
 * @param {Made} made @param {Algo} a @param {Box} size
 * @param {Ctx} ctx @returns {Column}
 */
function chart(made, a, size, { theme, cursor }) {
  const at = directions(made, a);
  const rounds = Array.from({ length: a.rounds }, (_, i) => at(i + 1));
  const { searches, fits_bound: fitsBound } = made.meta.runs[a.index];
  const font = `13px ${theme.font}`;
  const weights = legend(a, searches, font, rounds, size.width >= ALL);
  const below = size.height >= TALL && size.width >= WIDE ? LINE : 0;
  const height = size.height - below;
  const left =
    8 +
    widest(
      font,
      rounds.flatMap((r) => [num(r.before), num(r.least)]),
    );
  const box = { left, right: size.width - 8, top: 4, bottom: height - AXIS };
  const level = { before: box.top + BEFORE * (box.bottom - box.top), least: box.bottom - 6 };

  const root = canvasSvg(size.width, height);
  const clip = `rv-clip-direction-${a.slot}`;
  const texts = {
    before: svg("text", { x: left - 6, y: level.before + 4.5, "text-anchor": "end" }),
    least: svg("text", { x: left - 6, y: level.least + 2, "text-anchor": "end" }),
    end: svg("text", { x: box.right, y: height - 4, "text-anchor": "end" }),
  };
  const curves = ["rv-dots", "rv-dash", ""].map((cls) => ({
    cls,
    path: svg("path", { class: "rv-stroke" }),
  }));
  const drop = svg("line", { class: "rv-drop" });
  const rings = ["bound", "fitted"].map(() => svg("circle", { class: "rv-ring", r: 4.2 }));
  const landed = svg("circle", { class: "rv-fill", r: 3.2 });
  const dot = svg("path", { class: `rv-dot rv-k${a.slot}`, d: a.marker });
  let shown = -1;
  const marks = [mark("risk lowest"), mark("bound lowest")];
  const fall = svg("g", { class: `rv-k${a.slot}` }, drop, landed, ...rings);
  // Names are on the curves: without a free place, a halo separates a name from them.
  const live = svg("g", {}, ...marks.map((m) => m.line), clipped(), fall, dot, ...marks.map((m) => m.text));
  root.append(
    svg(
      "defs",
      {},
      svg(
        "clipPath",
        { id: clip },
        svg("rect", { x: left, y: 0, width: box.right - left, height: box.bottom }),
      ),
    ),
    axis(
      acrossAt(level.before, left, box.right),
      acrossAt(level.least, left, box.right),
      baseLine(left, box.right, box.bottom),
      svg("text", { x: left, y: height - 4, "text-anchor": "middle" }, "0"),
      axisName(called(), (left + box.right) / 2, height - 4),
      texts.before,
      texts.least,
      texts.end,
    ),
    live,
  );
  const pic = tilePicture(root);

  return {
    el: html("div", {}, pic, below ? weights.el : null),
    /** @param {number} t */
    draw(t) {
      const s = stateAt(a, t);
      setAttr(live, "visibility", s === 0 ? "hidden" : "visible");
      weights.draw(s ? rounds[s - 1] : null);
      if (s === 0) {
        setText(texts.end, "");
        setText(texts.least, "");
        setText(texts.before, "");
      } else draw(rounds[s - 1], s === shown + 1 && !cursor.playing);
      shown = s;
    },
    /** @param {number} t */
    describe(t) {
      const s = stateAt(a, t);
      const r = rounds[s - 1];
      const text = r
        ? `${a.label}, round ${s}: the risk starts at ${num(r.before)} and is ${num(r.after)} after the step a = ${num(r.step)}; the bound promised ${num(r.promised)}. The bound's lowest point is at a = ${num(r.lowest)}; the tree was fitted for a = 1.`
        : `${a.label}: no direction before the first round.`;
      setAttr(pic, "aria-label", text);
    },
  };

  /** @param {ReturnType<typeof at>} r @param {boolean} moves whether to animate the step */
  function draw(r, moves) {
    const x = linear(0, r.end, box.left, box.right);
    const y = linear(r.least, r.before === r.least ? r.least + 1 : r.before, level.least, level.before);
    setText(texts.before, num(r.before));
    setText(texts.least, num(r.least));
    setText(texts.end, num(r.end));
    [r.fitted, r.bound, r.risk].forEach((list, i) =>
      setAttr(
        curves[i].path,
        "d",
        linePath(list, (k) => x(r.places[k]), y),
      ),
    );
    const drawn = (fitsBound ? [r.bound, r.risk] : [r.fitted, r.bound, r.risk]).map((list) =>
      Array.from(r.places, (at, k) => [x(at), y(list[k])]),
    );
    const first = place(marks[0], searches ? x(r.search) : NaN, drawn, []);
    place(marks[1], searches && Math.abs(x(r.search) - x(r.lowest)) < 24 ? NaN : x(r.lowest), drawn, first);
    const points = {
      least: [x(r.lowest), y(r.leastBound)],
      under: [x(r.lowest), y(r.leastRisk)],
      step: [x(r.step), y(r.after)],
    };
    put(rings[0], points.least);
    put(rings[1], [x(1), y(r.leastFitted)]);
    put(landed, points.under);
    points.least.forEach((v, i) => setAttr(drop, i ? "y1" : "x1", v.toFixed(1)));
    points.under.forEach((v, i) => setAttr(drop, i ? "y2" : "x2", v.toFixed(1)));
    setAttr(dot, "transform", `translate(${points.step.map((v) => v.toFixed(1)).join(" ")})`);
    if (moves) falls(dot, Object.values(points));
  }

  /** @param {SVGCircleElement} circle @param {number[]} point px */
  function put(circle, [cx, cy]) {
    setAttr(circle, "cx", cx.toFixed(1));
    setAttr(circle, "cy", cy.toFixed(1));
  }

  /**
   * Draw a mark's line, and its name beside it where neither a curve nor another name is.
   * @param {ReturnType<typeof mark>} m @param {number} px @param {number[][][]} drawn points of the curves, px @param {Spot[]} taken
   * @returns {Spot[]} the name's spot, if it is drawn
   */
  function place(m, px, drawn, taken) {
    const there = px >= box.left && px <= box.right;
    for (const node of [m.line, m.text]) setAttr(node, "display", there ? "inline" : "none");
    if (!there) return [];
    setAttr(m.line, "transform", `translate(${px.toFixed(1)} 0)`);
    const spot = freeSpot(spotsBeside(px, m.width, box), drawn, taken);
    // If names would overlap, the second is omitted: its line is there, and its value below.
    const covers = overlapsAny(spot, taken);
    setAttr(m.text, "display", covers ? "none" : "inline");
    setAttr(m.text, "x", spot.left.toFixed(1));
    setAttr(m.text, "y", spot.bottom - 3);
    return covers ? [] : [spot];
  }

  /** @param {string} words */
  function mark(words) {
    return {
      width: textWidth(`600 ${font}`, words),
      line: svg("line", { class: "rv-part-line", x1: 0, x2: 0, y1: box.top, y2: box.bottom }),
      text: svg("text", { class: "rv-part-text" }, words),
    };
  }

  function clipped() {
    const drawn = curves.slice(fitsBound ? 1 : 0);
    setAttr(rings[1], "display", fitsBound ? "none" : "inline");
    return svg(
      "g",
      { class: `rv-k${a.slot}`, "clip-path": `url(#${clip})` },
      ...drawn.map((c) => svg("g", { class: c.cls }, c.path)),
    );
  }

  function called() {
    const room =
      box.right -
      left -
      2 *
        widest(
          font,
          rounds.map((r) => num(r.end)),
        ) -
      20;
    return NAMES.find((words) => textWidth(font, words) <= room) ?? "";
  }
}

/** Move the marker from the parabola's minimum down to the risk, and on to the step. @param {SVGElement} dot @param {number[][]} points px */
function falls(dot, points) {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const played = dot.animate(
    points.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` })),
    { duration: 300, easing: "ease-in" },
  );
  void busyDuring(played.finished).catch(() => {}); // cancelled when its tile is rebuilt
}

/** Return the three weights in words; step and search open their equations. @param {Algo} a @param {boolean} searches @param {string} font @param {{step: number, search: number, lowest: number}[]} rounds @param {boolean} wide whether all of them fit */
function legend(a, searches, font, rounds, wide) {
  const kinds = /** @type {const} */ (["step", "search", "lowest"]).filter(
    (k) => (searches || k !== "search") && (k === "step" || wide),
  );
  const words = { step: "step a =", search: "risk lowest at", lowest: "bound lowest at" };
  const values = kinds.map((kind) => {
    const width =
      widest(
        `700 ${font}`,
        rounds.map((r) => num(r[kind])),
      ) + 2;
    return { kind, node: html("b", { style: `display:inline-block;width:${width}px` }) };
  });
  return {
    el: html(
      "div",
      { class: "rv-cell-foot" },
      ...values.map((v) =>
        html("span", {}, `${words[v.kind]} `, v.kind === "lowest" ? v.node : numberLink(a, v.kind, v.node)),
      ),
    ),
    /** @param {{step: number, search: number, lowest: number} | null} r */
    draw(r) {
      for (const v of values) setText(v.node, r ? num(r[v.kind]) : NONE);
    },
  };
}
