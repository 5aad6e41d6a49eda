/** Losses and bounds over the rounds: errors above, exponential losses with their bounds below, one cursor through both. */

import { isLog, some } from "../control/scale.js";
import { curve, endNames, roundChart, yAxis } from "../draw/chart.js";
import { html, setAttr } from "../draw/dom.js";
import { tick, tickLog } from "../draw/format.js";
import { lossTable, valueText } from "./loss_table.js";
import { frame, picture } from "./panel.js";
import { linear, svg, ticks } from "../draw/svg.js";

/** The measures, each with its line style; held-out twins where the engine has them. */
export const MEASURES = /** @type {const} */ ([
  { key: "r1", held: "r1_holdout", chart: "error", cls: "rv-dash" },
  { key: "r2", held: "r2_holdout", chart: "error", cls: "rv-solid" },
  { key: "e1", held: "", chart: "loss", cls: "rv-dash" },
  { key: "e2", held: "", chart: "loss", cls: "rv-solid" },
  { key: "bound", held: "", chart: "loss", cls: "rv-dots" },
  { key: "ndcg5", held: "ndcg5_holdout", chart: "ndcg", cls: "rv-solid" },
]);

/** @typedef {typeof MEASURES[number]} Measure */

const CHARTS = {
  error: { title: "Pairs in the wrong order", share: 0.42 },
  loss: { title: "Exponential loss and its bound", share: 0.58 },
  ndcg: { title: "NDCG@5: quality of the first five places", share: 1 },
};

/** @param {import("./panel.js").Ctx} ctx @returns {import("./panel.js").Panel} */
export function lossesPanel(ctx) {
  const { run, view, cursor } = ctx;
  const hasNdcg = run.algos.some((a) => some(a.curves.ndcg5));
  const held = run.algos.some((a) => some(a.curves.r2_holdout));
  const tab = hasNdcg && view.tab === "ndcg" ? "ndcg" : "loss";
  const tabs = hasNdcg
    ? html(
        "div",
        { class: "rv-tabs", role: "group" },
        ...[
          ["loss", "Errors and losses"],
          ["ndcg", "NDCG@5"],
        ].map(([key, text]) =>
          html(
            "button",
            {
              type: "button",
              "aria-pressed": String(tab === key),
              onclick: () => {
                view.tab = key === "ndcg" ? "ndcg" : "loss";
                ctx.redraw();
              },
            },
            text,
          ),
        ),
      )
    : null;
  const { el, body } = frame(
    "losses",
    tab === "ndcg" ? "Quality of the top places" : "Losses and bounds",
    tab === "ndcg"
      ? "{NDCG@5} after each round; 1 is perfect. Thick: training data, thin: {held-out} data. Click or drag to choose the round."
      : `lower is better. An error stays under its loss ({R̂1} under {Ê1}, {R̂2} under {Ê2}); the {bound} covers the loss the algorithm itself lowers.${held ? " Thick: training, thin: {held-out}." : ""} Click or drag to choose the round.`,
    [tabs],
  );
  /** @type {((t: number) => void)[]} */
  let moves = [];
  const pic = picture();
  const measures = MEASURES.filter(
    (m) =>
      (tab === "ndcg") === (m.chart === "ndcg") &&
      run.algos.some((a) => some(a.curves[m.key]) || some(a.curves[`log10_${m.key}`])),
  );
  const table = lossTable(ctx, measures, () => build(width));
  let width = 0;
  let spare = 0;

  /** @param {number} w @param {number} [more] height to spare */
  function build(w, more = spare) {
    width = w;
    spare = more;
    const height = (w < 500 ? 350 : 340) + spare;
    moves = [];
    pic.replaceChildren();
    const kinds = /** @type {const} */ (["error", "loss", "ndcg"]).filter((kind) =>
      measures.some((m) => m.chart === kind),
    );
    kinds.forEach((kind, i) => {
      const drawn = chart(kind, w, Math.round(kinds.length === 1 ? height : height * CHARTS[kind].share), i === kinds.length - 1, i === 0);
      pic.append(drawn);
    });
    if (!pic.parentNode) body.append(pic, table.el);
    table.build(w);
  }

  /** @param {"error" | "loss" | "ndcg"} kind @param {number} w @param {number} h @param {boolean} last @param {boolean} first */
  function chart(kind, w, h, last, first) {
    const shown = measures.filter((m) => m.chart === kind && (kind === "ndcg" || view.curves.has(m.key)));
    const log = kind === "loss" && isLog(ctx);
    const lines = shown.flatMap((m) =>
      run.algos.flatMap((a) => [
        { a, m, cls: m.cls, values: values(a, m.key, log) },
        ...(m.held && view.heldout && some(a.curves[m.held])
          ? [{ a, m, cls: `${m.cls} rv-held`, values: a.curves[m.held] }]
          : []),
      ]),
    );
    const c = roundChart({
      width: w,
      height: h,
      rounds: run.rounds,
      cursor,
      top: 24,
      bottom: last ? 36 : 8,
      right: 54,
    });
    const { low, high, above } = reach(
      lines.map((l) => l.values),
      kind,
      log,
      run.rounds,
    );
    const y = linear(low, high, c.bottom, c.top);
    yAxis(c, log ? logTicks(low, high, h / 42) : ticks(low, high, h / 42), y, log ? tickLog : tick);
    if (above) clipAt(c, `rv-clip-${kind}`, above);
    c.svg.append(
      svg("text", { x: 2, y: 14, class: "rv-chart-title" }, CHARTS[kind].title + (log ? " (log scale)" : "")),
    );
    const part = run.parting.round;
    if (part !== null && run.rounds > 0) {
      const px = c.x(part);
      const left = px > w * 0.6;
      c.plot.append(svg("line", { class: "rv-part-line", x1: px, x2: px, y1: c.top, y2: c.bottom }));
      if (first)
        c.over.append(
          svg(
            "text",
            {
              class: "rv-part-text",
              x: left ? px - 6 : px + 6,
              y: c.top + 12,
              "text-anchor": left ? "end" : "start",
            },
            `they part at round ${part}`,
          ),
        );
    }
    for (const l of lines) moves.push(curve(c, l.a, l.values, y, l.cls, run.rounds));
    const ends = lines
      .filter((l) => !l.cls.includes("rv-held") && l.a.rounds === l.values.length - 1)
      .map((l) => ({
        slot: l.a.slot,
        text: run.curveLabels[l.m.key]?.symbol ?? l.m.key,
        x: c.x(l.a.rounds),
        y: y(l.values[l.a.rounds]),
      }));
    endNames(c, ends);
    if (lines.length === 0)
      c.plot.append(
        svg(
          "text",
          { x: w / 2, y: h / 2, "text-anchor": "middle", class: "rv-axis-name" },
          "Tick a measure to see it",
        ),
      );
    moves.push(c.move);
    return c.svg;
  }

  return {
    el,
    build,
    draw(t) {
      for (const move of moves) move(t);
      table.draw(t);
    },
    describe(t) {
      table.describe(t);
      const part = (/** @type {import("../run/run.js").Algo} */ a) =>
        `${a.label}: ${measures.map((m) => `${run.curveLabels[m.key]?.symbol ?? m.key} ${valueText(a, m.key, t)}`).join(", ")}`;
      setAttr(
        pic,
        "aria-label",
        `Line chart. After ${t} of ${run.rounds}: ${run.algos.map(part).join("; ")}.`,
      );
    },
  };
}

/** @param {import("../run/run.js").Algo} a @param {string} key @param {boolean} log */
function values(a, key, log) {
  return (log ? a.curves[`log10_${key}`] : a.curves[key]) ?? new Float64Array(0);
}

/**
 * The y range. Errors begin at ½ or 1, where everything is tied: when that alone would flatten the rest of the run,
 * the chart shows the rest and says where the curves come from.
 * @param {ArrayLike<number>[]} lists @param {"error" | "loss" | "ndcg"} kind @param {boolean} log @param {number} rounds
 */
function reach(lists, kind, log, rounds) {
  const [low, high] = extent(lists, 0);
  if (log || kind === "ndcg")
    return { low: low - (high - low) * 0.05, high: high + (high - low) * 0.05, above: 0 };
  if (kind === "loss") return { low: 0, high: high * 1.04, above: 0 };
  const [lowLater, highLater] = extent(lists, Math.ceil(rounds * 0.04));
  const cutTop = rounds >= 10 && highLater > 0 && high > 1.7 * highLater;
  const top = cutTop ? highLater : high;
  const base = lowLater > 0.45 * top ? lowLater - (top - lowLater) * 0.15 : 0;
  return { low: Math.max(0, base), high: top + (top - base) * 0.06, above: cutTop ? high : 0 };
}

/** @param {ArrayLike<number>[]} lists @param {number} from first index that counts @returns {[number, number]} */
function extent(lists, from) {
  let low = Infinity;
  let high = -Infinity;
  for (const list of lists) {
    for (let i = Math.min(from, list.length - 1); i < list.length; i++) {
      if (!Number.isFinite(list[i])) continue;
      if (list[i] < low) low = list[i];
      if (list[i] > high) high = list[i];
    }
  }
  if (high === low) return [low - 0.5, high + 0.5];
  return high > low ? [low, high] : [0, 1];
}

/** Keep the curves inside the chart, and say that they come from above. @param {import("../draw/chart.js").RoundChart} c @param {string} id @param {number} above */
function clipAt(c, id, above) {
  c.svg.append(
    svg(
      "defs",
      {},
      svg(
        "clipPath",
        { id },
        svg("rect", { x: c.left - 6, y: c.top, width: c.right - c.left + 12, height: c.bottom - c.top + 6 }),
      ),
    ),
  );
  c.plot.setAttribute("clip-path", `url(#${id})`);
  c.svg.append(
    svg(
      "text",
      { x: c.right, y: 14, class: "rv-axis-name", "text-anchor": "end" },
      `starts above, at ${tick(above)}`,
    ),
  );
}

/** Decades where they suffice, else 2 and 5 between. @param {number} low @param {number} high @param {number} count */
function logTicks(low, high, count) {
  if (high - low > 2.2) return ticks(low, high, count).filter(Number.isInteger);
  const steps = high - low > 0.7 ? [1, 2, 5] : [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9];
  const out = [];
  for (let e = Math.floor(low); e <= high; e++) for (const s of steps) out.push(e + Math.log10(s));
  return out.filter((v) => v >= low && v <= high);
}
