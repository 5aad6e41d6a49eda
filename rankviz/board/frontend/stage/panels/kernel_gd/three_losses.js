/** The three losses: their shapes over the current margins of the pairs, and the results of three runs that differ only in the loss. */

import { axis, footMarks, leftMarks } from "../../draw/axis.js";
import { roundChart, yAxis } from "../../draw/chart.js";
import { html, setAttr, setClass } from "../../draw/dom.js";
import { textWidth, widest } from "../../draw/fit_text.js";
import { num, tick } from "../../draw/format.js";
import { storedRoundAt } from "../../run/stored_rounds.js";
import { frame, tilePicture } from "../panel.js";
import { kernelRun } from "../../run/pictures.js";
import { stateAt } from "../../run/run.js";
import { canvasSvg, linear, linePath, lineSample, svg, ticks } from "../../draw/svg.js";
/** @import { Ctx, Panel } from "../panel.js" */

const STYLES = ["rv-dash", "rv-solid", "rv-dots"];
const RIGHT = 10;
const TITLE = 18;
const AXIS = 18;
/** Height of the key with and without formulas, px. */
const KEY = { large: 22, small: 18 };
/** Charts lower than this omit the second one; tiles this wide have them side by side, px. */
const MIN_CHART = 88;
const WIDE = 620;
const STEEPEST = 0.75;
const NOTE = 40;
/** Width of the numbers 0 to 4, and of a line sample, px. */
const COSTS = 18;
const SAMPLE = 22;
const SHORT = 14;

/** @param {Ctx} ctx @returns {Panel} */
export function threeLossesPanel(ctx) {
  const { run, cursor, view, theme } = ctx;
  const kernel = kernelRun(run);
  const { el, body } = frame(
    "three-losses",
    "Three losses",
    "first, what a pair costs at each margin z; the bars show the margins that pairs have now. Then, if there is room, the AUC of three runs that differ only in the loss. Thick lines: training, thin lines: {held-out}.",
  );
  if (!kernel) {
    body.append(html("p", { class: "rv-note" }, "Choose the kernel method to compare its losses."));
    return { el, build() {}, draw() {} };
  }
  const { algo, arrays } = kernel;
  const { constants, margins, side_by_side: beside } = kernel.parts;
  const shares = arrays.get("margins");
  const [, bins] = arrays.shape("margins");
  const shapes = arrays.get("shapes");
  const auc = arrays.find("losses_auc");
  const held = arrays.find("losses_auc_holdout");
  const pic = tilePicture();
  const counted =
    margins.counted < margins.pairs
      ? `The bars show ${margins.counted.toLocaleString("en")} of ${margins.pairs.toLocaleString("en")} pairs, drawn at random. `
      : "";
  const why = counted || beside.why ? html("p", { class: "rv-note" }, counted + beside.why) : null;
  const bars = svg("path", { class: "rv-bars" });
  /** @type {((t: number) => void)[]} */
  let moves = [];

  return {
    el,
    build(width, height) {
      moves = [];
      setClass(body, "rv-fine", width < 420);
      const formulas = width >= 460;
      const under = why && height >= 300 ? NOTE : 0;
      const room = height - under - (formulas ? KEY.large : KEY.small);
      const side = auc !== null && width >= WIDE;
      const two = side || (auc !== null && room >= 2 * MIN_CHART + AXIS);
      const wide = side ? Math.floor((width - 20) / 2) : width;
      const high = Math.min(
        side || !two ? room : Math.floor(room / 2),
        Math.max(200, Math.round(wide * STEEPEST)),
      );
      pic.replaceChildren(costs(wide, high), ...(two && auc ? [course(wide, high, auc)] : []));
      setClass(pic, "rv-beside", side);
      body.replaceChildren(key(width, formulas), pic, ...(under && why ? [why] : []));
    },
    draw(t) {
      for (const move of moves) move(t);
    },
    describe(t) {
      const s = stateAt(algo, t);
      const values = auc
        ? constants.losses.map((l, k) => `${l.label} ${num(auc[k * (algo.rounds + 1) + s])}`).join(", ")
        : "";
      setAttr(
        pic,
        "aria-label",
        `Shapes of three losses over the pairs' margins. After ${s} of ${run.rounds}, AUC: ${values}.`,
      );
    },
  };

  /** @param {number} width @param {boolean} formulas */
  function key(width, formulas) {
    const font = `600 12px ${theme.font}`;
    const wide =
      width >= 3 * (SAMPLE + 8) + constants.losses.reduce((sum, l) => sum + textWidth(font, l.label), 0);
    return html(
      "div",
      { class: `rv-key${formulas ? " rv-key-large" : ""}${wide ? "" : " rv-key-tight"}` },
      ...constants.losses.map((l, k) => {
        const text = wide ? l.label : (l.label.split(" ").pop() ?? l.label);
        return html(
          "span",
          {},
          lineSample(STYLES[k], wide ? SAMPLE : SHORT),
          l.name === constants.loss ? html("b", {}, text) : text,
          formulas ? html("span", { class: "rv-key-formula" }, l.formula) : null,
        );
      }),
    );
  }

  /** @param {number} width @param {number} h px */
  function costs(width, h) {
    const base = h - AXIS;
    const LEFT = COSTS;
    const top = TITLE + 4;
    const root = canvasSvg(width, h);
    const [from, to] = constants.reach;
    const x = linear(from, to, LEFT, width - RIGHT);
    const y = linear(0, 4, base, top);
    root.append(
      svg(
        "defs",
        {},
        svg(
          "clipPath",
          { id: "rv-clip-costs" },
          svg("rect", { x: LEFT, y: top, width: width - LEFT - RIGHT, height: base - top }),
        ),
      ),
      axis(
        leftMarks(ticks(0, 4, Math.min(4, h / 40)), y, LEFT, width - RIGHT, tick, 6),
        footMarks(ticks(from, to, Math.min(6, width / 60)), x, base),
        svg("line", { class: "rv-zero", x1: x(0), x2: x(0), y1: top, y2: base }),
      ),
      bars,
      svg(
        "text",
        { x: 0, y: 13, class: "rv-chart-title" },
        fits(width, "What a pair costs at its margin z", "Cost of a pair at margin z", "Cost at margin z"),
      ),
    );
    constants.losses.forEach((_, k) => {
      const values = shapes.subarray(k * (bins + 1), (k + 1) * (bins + 1));
      const line = svg("path", {
        class: "rv-stroke",
        d: linePath(values, linear(0, bins, LEFT, width - RIGHT), y),
      });
      root.append(
        svg("g", { class: `rv-curve rv-sample ${STYLES[k]}`, "clip-path": "url(#rv-clip-costs)" }, line),
      );
    });
    moves.push((t) => {
      const at = storedRoundAt(margins.frames, stateAt(algo, t)) * bins;
      let most = 0;
      for (let b = 0; b < bins; b++) most = Math.max(most, shares[at + b]);
      let d = `M${LEFT} ${base}`;
      for (let b = 0; b < bins; b++)
        d += `V${(base - ((base - top - 4) * shares[at + b]) / Math.max(most, 1e-9)).toFixed(1)}H${(LEFT + ((b + 1) * (width - LEFT - RIGHT)) / bins).toFixed(1)}`;
      setAttr(bars, "d", `${d}V${base}Z`);
    });
    setAttr(bars, "class", `rv-bars rv-k${algo.slot}`);
    return root;
  }

  /** @param {number} width @param {number} height px @param {Float64Array} auc */
  function course(width, height, auc) {
    const length = algo.rounds + 1;
    const seen = [...auc, ...(held ?? [])].filter((v, i) => Number.isFinite(v) && i % length > 0);
    const low = Math.max(0, Math.min(1, ...seen) - 0.01);
    const marks = ticks(low, 1, Math.min(4, height / 40));
    const left = 6 + widest(`13px ${theme.font}`, marks.map(tick));
    const c = roundChart({
      width,
      height,
      rounds: run.rounds,
      cursor,
      top: TITLE + 4,
      bottom: AXIS,
      left,
      right: RIGHT,
      label: false,
      future: view.future,
    });
    const y = linear(low, 1, c.bottom, c.top);
    yAxis(c, marks, y, tick);
    const clip = svg(
      "clipPath",
      { id: "rv-clip-auc" },
      svg("rect", { x: c.left, y: c.top - 4, width: c.right - c.left, height: c.bottom - c.top + 4 }),
    );
    c.svg.append(
      svg("defs", {}, clip),
      svg(
        "text",
        { x: 0, y: 13, class: "rv-chart-title" },
        fits(width, "AUC of a run with each loss", "AUC with each loss"),
      ),
    );
    for (const { list, cls } of [
      { list: auc, cls: "" },
      { list: held, cls: "rv-held" },
    ])
      if (list)
        STYLES.forEach((style, k) => {
          const d = linePath(list.subarray(k * length, (k + 1) * length), c.x, y);
          for (const part of [c.past, c.future])
            part.append(
              svg(
                "g",
                { class: `rv-curve rv-sample ${style} ${cls}`, "clip-path": "url(#rv-clip-auc)" },
                svg("path", { class: "rv-stroke", d }),
              ),
            );
        });
    moves.push(c.move);
    return c.svg;
  }

  /** @param {number} width @param {string[]} texts */
  function fits(width, ...texts) {
    return texts.find((text) => textWidth(`600 14px ${theme.font}`, text) <= width) ?? "";
  }
}
