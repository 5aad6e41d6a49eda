/** Losses and bounds over the rounds: each algorithm's own loss below its bound, then the test error, with one cursor through both. */

import { hasValues } from "../../control/has_values.js";
import { drawnCurves } from "../../control/view.js";
import { valueText } from "../../draw/end_tags.js";
import { html, setAttr, setClass } from "../../draw/dom.js";
import { typeSize } from "../../draw/chart_strips.js";
import { symbolOf } from "../../run/run.js";
import { drawLosses, layOut, stripsOf } from "./loss_chart.js";
import { measuresOf } from "./loss_lines.js";
import { panelsOf } from "./loss_panels.js";
import { lossTable } from "./loss_table.js";
import { frame, tilePicture } from "../panel.js";
/** @import { Algo, Run } from "../../run/run.js" */
/** @import { Ctx, Panel } from "../panel.js" */
/** @import { View } from "../../control/view.js" */
/** @import { ChartPlan } from "./loss_panels.js" */

/** From this height on the table is below the charts, px. */
const TALL = 420;
/** Below this width the head has no room for the switch, px. */
const TIGHT = 260;
/** Maximum height of a chart relative to its width. */
const STEEPEST = 1.3;
/** Below this width the table takes more room than the chart, px. */
const ACROSS = 520;

/** @param {Ctx} ctx @returns {Panel} */
export function lossesPanel(ctx) {
  const { view } = ctx;
  let { run } = ctx;
  const hasNdcg = run.algos.some((a) => hasValues(a.curves.ndcg5));
  const tab = hasNdcg && view.tab === "ndcg" ? "ndcg" : "loss";
  const bounded = drawnCurves(view)?.has("bound") ?? true;
  const measures = measuresOf(run, tab).filter((m) => !view.only || view.only.includes(m.key));
  const alone = measures.length ? null : view.chart?.series?.titles[1];
  const { el, body } = frame(
    "losses",
    tab === "ndcg"
      ? "Top five places"
      : (alone ?? (bounded ? "Loss and bound" : view.chart?.unseen ? "Test error" : "Loss and error")),
    how(run, view, tab),
    [hasNdcg ? tabs(ctx, tab) : null],
  );
  /** The charts, their lines, and the names beside them. @type {ReturnType<typeof drawLosses>[]} */
  let made = [];
  let lines = "";
  /** @type {(a: Algo) => string} */
  let name = (a) => a.short;
  let box = { width: 0, height: 0 };
  let room = { width: 0, height: 0 };
  const pic = tilePicture();
  const drawing = html("div", { class: "rv-drawing" }, pic);
  const table = lossTable(ctx, measures);
  body.append(drawing);

  /** @param {number} width @param {number} height */
  function build(width, height) {
    box = { width, height };
    setClass(el, "rv-tight", width < TIGHT && tab === "loss");
    // A figure of two tiles labels its numbers in place, and the chart takes the room.
    const tall = height >= TALL && measures.length > 0 && !view.growing && !(view.chart && width < ACROSS);
    const below = tall ? table.build(width) : 0;
    if (tall) body.append(table.el);
    else table.el.remove();
    charts(width, Math.min(height - below, Math.max(300, Math.round(width * STEEPEST))), tall);
  }

  /** @param {number} width @param {number} height @param {boolean} tall */
  function charts(width, height, tall) {
    setClass(drawing, "rv-fine", typeSize(width) < 13);
    drawing.style.height = `${height}px`;
    room = { width, height };
    const wanted = panelsOf(run, view, tab);
    lines = linesIn(run, wanted);
    if (wanted.length === 0) return empty(tall);
    const { sheet, strips } = layOut(ctx, wanted, width, height);
    const names = new Map(strips.flatMap((strip) => strip.tags.map((tag) => [tag.algo.index, tag.name])));
    name = (a) => names.get(a.index) ?? "";
    made = strips.map((strip) => drawLosses(ctx, sheet, strip));
    pic.replaceChildren(...made.map((m) => m.svg));
    drawing.replaceChildren(pic, ...made.flatMap((m) => m.tags));
  }

  /** @param {boolean} tall */
  function empty(tall) {
    made = [];
    pic.replaceChildren(
      html(
        "p",
        { class: "rv-note rv-hint" },
        tall ? "Tick a measure to see it." : "No curve is chosen. Enlarge this tile to choose some.",
      ),
    );
    drawing.replaceChildren(pic);
  }

  return {
    el,
    build,
    adopt(next) {
      [ctx, run] = [next, next.run];
      table.adopt(run);
      const wanted = panelsOf(run, view, tab);
      if (linesIn(run, wanted) !== lines) build(box.width, box.height);
      if (!made.length) return;
      stripsOf(ctx, wanted, room.width, room.height, name).forEach((strip, i) => made[i].adopt(ctx, strip));
    },
    draw(t) {
      for (const chart of made) chart.draw(t);
      table.draw(t);
    },
    describe(t) {
      table.describe(t);
      for (const chart of made) chart.describe(t);
      const part = (/** @type {Algo} */ a) =>
        `${a.label}: ${measures.map((m) => `${symbolOf(run, m.key)} ${valueText(a, m.key, t)}`).join(", ")}`;
      setAttr(
        pic,
        "aria-label",
        `Line chart. After ${t} of ${run.rounds}: ${run.algos.map(part).join("; ")}.`,
      );
    },
  };
}

/** Return which charts have which lines over how many rounds: if it is unchanged, the charts can stay. @param {Run} run @param {ChartPlan[]} wanted */
const linesIn = (run, wanted) =>
  JSON.stringify([
    run.rounds,
    wanted.map((w) => [w.kind, w.of, w.log, w.titles, w.lines.map((l) => [l.algo.index, l.key, l.cls])]),
  ]);

/** The errors by key, in the help's words. @type {[string, string][]} */
const ERRORS = [
  ["r1", "{R̂1}, the share of pairs that are not in order"],
  ["r2", "{R̂2}, the share of pairs in the wrong order plus half the tied ones"],
];

/** Return the help, which speaks only of what is drawn. @param {Run} run @param {View} view @param {"loss" | "ndcg"} tab */
function how(run, view, tab) {
  const charts = panelsOf(run, view, tab);
  const keys = charts.flatMap((chart) => chart.lines.map((line) => line.key));
  const held = keys.some((key) => key.endsWith("_holdout"));
  const series = view.chart?.series;
  if (tab === "ndcg")
    return `{NDCG@5} after each round; 1 is perfect.${held ? " Thick lines: training, thin lines: {held-out}. The numbers are held-out values." : ""} Click or drag to choose the round.`;
  const losses = charts
    .filter((chart) => chart.kind === "loss")
    .map((chart) => `{${symbolOf(run, chart.of)}}`);
  const errors = ERRORS.filter(([error]) => keys.some((key) => key.startsWith(error))).map(
    ([, words]) => words,
  );
  const parts = [
    losses.length > 1
      ? `the losses ${losses.join(" and ")}, each in its own chart and on its own scale, so do not compare them.`
      : losses.length
        ? `the loss ${losses[0]}.`
        : "",
    keys.includes("bound") ? "The dotted line is its {bound}." : "",
    errors.length
      ? `${losses.length ? "Below: " : ""}${errors.join("; ")}${held ? ", on {held-out} pairs" : ""}.`
      : "",
    keys.some((key) => key.endsWith("_population"))
      ? "Thin lines: R2 of the population, from fresh pairs."
      : "",
    held && !drawnCurves(view) && !view.open
      ? "A ring marks the best round on held-out pairs (H goes there)."
      : "",
    series ? `${series.titles[0]}: higher is better.` : "",
    charts.every((chart) => chart.kind === "ndcg") ? "" : "Lower is better.",
    "The numbers are this round's values, each joined to its line by a thin leader. Where the axis is broken (//), the values above the break are drawn closer together. Enlarge the tile to choose more curves. Click or drag to choose the round.",
  ];
  return parts.filter(Boolean).join(" ");
}

/** @param {Ctx} ctx @param {"loss" | "ndcg"} tab */
function tabs({ view, redraw }, tab) {
  return html(
    "button",
    {
      type: "button",
      class: "rv-switch-tab",
      tabindex: -1,
      "aria-label": "NDCG@5",
      "aria-pressed": String(tab === "ndcg"),
      title: tab === "ndcg" ? "Back to losses and bounds" : "Quality of the top places instead of losses",
      onclick: () => {
        view.tab = tab === "ndcg" ? "loss" : "ndcg";
        redraw();
      },
    },
    "NDCG@5",
  );
}
