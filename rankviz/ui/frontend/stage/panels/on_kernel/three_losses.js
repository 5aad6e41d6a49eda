/** The three losses: their shapes over the margins the pairs have now, and what three runs that differ in nothing else make of them. */

import { roundChart, yAxis } from "../../draw/chart.js";
import { html, setAttr } from "../../draw/dom.js";
import { num, tick } from "../../draw/format.js";
import { frameOf } from "../../run/frames.js";
import { frame, picture } from "../panel.js";
import { kernelRun } from "../../run/pictures.js";
import { stateAt } from "../../run/run.js";
import { canvasSvg, linear, linePath, svg, ticks } from "../../draw/svg.js";

const STYLES = ["rv-dash", "rv-solid", "rv-dots"];
const LEFT = 48;
const RIGHT = 14;

/** @param {import("../panel.js").Ctx} ctx @returns {import("../panel.js").Panel} */
export function threeLossesPanel(ctx) {
  const { run, cursor } = ctx;
  const kernel = kernelRun(run);
  const { el, body } = frame(
    "three-losses",
    "Three losses, one cursor",
    "above, what a pair costs at each margin z, with the pairs where they stand now (bars). Below, the AUC of three runs that differ in the loss only; thick: training, thin: {held-out}.",
  );
  if (!kernel) {
    body.append(html("p", { class: "rv-note" }, "Choose the kernel method to compare its losses."));
    return { el, build() {}, draw() {} };
  }
  const { algo, arrays } = kernel;
  const { constants, margins, side_by_side: beside } = kernel.parts;
  const shares = arrays.get("margins", "f4");
  const [, bins] = arrays.shape("margins");
  const shapes = arrays.get("shapes", "f4");
  const auc = arrays.find("losses_auc", "f8");
  const held = arrays.find("losses_auc_holdout", "f8");
  const pic = picture();
  const key = html(
    "div",
    { class: "rv-map-legend" },
    ...constants.losses.map((l, k) =>
      html("span", {}, sample(STYLES[k]), l.name === constants.loss ? html("b", {}, l.label) : l.label, html("small", {}, l.formula)),
    ),
  );
  const counted =
    margins.counted < margins.pairs ? `${margins.counted.toLocaleString("en")} of ${margins.pairs.toLocaleString("en")} pairs, drawn at random, make the bars. ` : "";
  body.append(key, pic);
  if (counted || beside.why) body.append(html("p", { class: "rv-note" }, counted + beside.why));
  const bars = svg("path", { class: "rv-bars" });
  /** @type {((t: number) => void)[]} */
  let moves = [];

  return {
    el,
    build(width) {
      moves = [];
      pic.replaceChildren(costs(width), ...(auc ? [course(width, auc)] : []));
    },
    draw(t) {
      for (const move of moves) move(t);
    },
    describe(t) {
      const s = stateAt(algo, t);
      const told = auc
        ? constants.losses.map((l, k) => `${l.label} ${num(auc[k * (algo.rounds + 1) + s])}`).join(", ")
        : "";
      setAttr(pic, "aria-label", `Shapes of three losses over the pairs' margins. After ${s} of ${run.rounds}, AUC: ${told}.`);
    },
  };

  /** @param {number} width */
  function costs(width) {
    const h = 236;
    const base = h - 34;
    const root = canvasSvg(width, h);
    const [from, to] = constants.reach;
    const x = linear(from, to, LEFT, width - RIGHT);
    const y = linear(0, 4, base, 30);
    const axis = svg("g", { class: "rv-axis" });
    for (const v of ticks(0, 4, 4))
      axis.append(
        svg("line", { class: "rv-grid", x1: LEFT, x2: width - RIGHT, y1: y(v), y2: y(v) }),
        svg("text", { x: LEFT - 6, y: y(v) + 4.5, "text-anchor": "end" }, tick(v)),
      );
    for (const v of ticks(from, to, 6))
      axis.append(svg("text", { x: x(v), y: base + 17, "text-anchor": "middle" }, tick(v)));
    axis.append(
      svg("text", { x: (LEFT + width - RIGHT) / 2, y: h - 2, "text-anchor": "middle", class: "rv-axis-name" }, "margin z of a pair"),
      svg("line", { class: "rv-zero", x1: x(0), x2: x(0), y1: 30, y2: base }),
    );
    root.append(
      svg("defs", {}, svg("clipPath", { id: "rv-clip-costs" }, svg("rect", { x: LEFT, y: 30, width: width - LEFT - RIGHT, height: base - 30 }))),
      axis,
      bars,
      svg("text", { x: 2, y: 14, class: "rv-chart-title" }, "What a pair costs, φ(z)"),
    );
    constants.losses.forEach((_, k) => {
      const values = shapes.subarray(k * (bins + 1), (k + 1) * (bins + 1));
      const line = svg("path", { class: "rv-stroke", d: linePath(values, linear(0, bins, LEFT, width - RIGHT), y) });
      root.append(svg("g", { class: `rv-curve rv-sample ${STYLES[k]}`, "clip-path": "url(#rv-clip-costs)" }, line));
    });
    moves.push((t) => {
      const at = frameOf(margins.frames, stateAt(algo, t)) * bins;
      let most = 0;
      for (let b = 0; b < bins; b++) most = Math.max(most, shares[at + b]);
      let d = `M${LEFT} ${base}`;
      for (let b = 0; b < bins; b++)
        d += `V${(base - ((base - 36) * shares[at + b]) / Math.max(most, 1e-9)).toFixed(1)}H${(LEFT + ((b + 1) * (width - LEFT - RIGHT)) / bins).toFixed(1)}`;
      setAttr(bars, "d", `${d}V${base}Z`);
    });
    setAttr(bars, "class", `rv-bars rv-k${algo.slot}`);
    return root;
  }

  /** @param {number} width @param {Float64Array} auc */
  function course(width, auc) {
    const c = roundChart({ width, height: 236, rounds: run.rounds, cursor, top: 26, bottom: 36, left: LEFT, right: RIGHT });
    const length = algo.rounds + 1;
    const seen = [...auc, ...(held ?? [])].filter((v, i) => Number.isFinite(v) && i % length > 0);
    const low = Math.max(0, Math.min(1, ...seen) - 0.01);
    const y = linear(low, 1, c.bottom, c.top);
    yAxis(c, ticks(low, 1, 4), y, tick);
    const clip = svg("clipPath", { id: "rv-clip-auc" }, svg("rect", { x: c.left, y: c.top - 4, width: c.right - c.left, height: c.bottom - c.top + 4 }));
    c.svg.append(svg("defs", {}, clip), svg("text", { x: 2, y: 14, class: "rv-chart-title" }, "AUC with each loss"));
    for (const { list, cls } of [{ list: auc, cls: "" }, { list: held, cls: "rv-held" }])
      if (list)
        STYLES.forEach((style, k) => {
          const values = list.subarray(k * length, (k + 1) * length);
          c.plot.append(
            svg(
              "g",
              { class: `rv-curve rv-sample ${style} ${cls}`, "clip-path": "url(#rv-clip-auc)" },
              svg("path", { class: "rv-stroke", d: linePath(values, c.x, y) }),
            ),
          );
        });
    moves.push(c.move);
    return c.svg;
  }
}

/** @param {string} style a line as a picture */
function sample(style) {
  const s = svg("svg", { width: 30, height: 12, "aria-hidden": "true" });
  s.append(svg("g", { class: `rv-curve rv-sample ${style}` }, svg("path", { class: "rv-stroke", d: "M1 6H29" })));
  return s;
}
