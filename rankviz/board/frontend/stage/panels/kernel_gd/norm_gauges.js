/** The norm of f below the lemma's limit, and the step below the longest one allowed: two gauges, and a chart of the norm if there is room. */

import { hasValues } from "../../control/has_values.js";
import { axis, footMarks } from "../../draw/axis.js";
import { AXIS, curve, roundChart, yAxis } from "../../draw/chart.js";
import { html, setAttr, setText } from "../../draw/dom.js";
import { endTags, fitName, nameRoom, tagColumns } from "../../draw/end_tags.js";
import { textWidth, widest } from "../../draw/fit_text.js";
import { num, tick, tickLog } from "../../draw/format.js";
import { legibleTicks, logTicks, wholeRange } from "../../draw/ranges.js";
import { canvasSvg, linear, svg, ticks } from "../../draw/svg.js";
import { kernelRun } from "../../run/pictures.js";
import { stateAt } from "../../run/run.js";
import { labels } from "../losses/loss_events.js";
import { frame, tilePicture } from "../panel.js";
import { gaugeScale, ofLimit } from "./gauge_scale.js";
/** @import { Ctx, Panel } from "../panel.js" */

/** Height of a gauge: text, bar and numbers, px. */
const GAUGE = { text: 15, bar: 12, marks: 18, gap: 6, more: 16 };
const HIGH = GAUGE.text + GAUGE.bar + GAUGE.marks + GAUGE.gap;
/** From this height on the room below the gauges holds the chart, px. */
const MIN_CHART = 90;
/** A chart of this height has room enough, px. */
const AMPLE = 160;
const TITLE = 17;
const SIDE = 4;
/** From this width on the values beside the curves have their run's name, px. */
const NAMED = 520;
/** Curves of the chart: line style, and the word beside the value. */
const LINES = {
  norm: ["rv-solid", "‖f‖"],
  norm_bound: ["rv-dots", "limit"],
  distance: ["rv-dash", "distance"],
};
/** The gauges; `key` names the curve, `name` the line. */
const NORM = { key: "norm", symbol: "‖f‖", name: "its limit", short: "" };
const STEP = { key: "step", symbol: "step γ", name: "the longest allowed", short: "the longest" };

/** @param {Ctx} ctx @returns {Panel} */
export function normPanel(ctx) {
  const { run, cursor, view, theme } = ctx;
  const { el, body } = frame(
    "norm",
    "Norm and step",
    "two gauges. ‖f‖ says how much the score bends; it provably stays below its limit 2κ|φ′(0)|/λ as long as every step γ is at most 1/(4κ²N + λ). Here φ is the loss of a pair, by the difference of its scores; N limits how fast its slope φ′ changes near 0; κ² is the largest similarity K(x, x); λ is the weight of the norm's penalty. Where the limit is far away, the scale is logarithmic. If there is room, both are also drawn over the rounds for every run of the method and, for least squares, so is the distance to the exact minimiser.",
  );
  const kernel = kernelRun(run);
  if (!kernel) {
    body.append(html("p", { class: "rv-note" }, "Choose the kernel method to see its norm."));
    return { el, build() {}, draw() {} };
  }
  const { algo, parts } = kernel;
  const { longest } = parts.constants;
  const line = algo.curves.norm_bound?.[0] ?? NaN;
  const several = run.algos.filter((a) => hasValues(a.curves.norm)).length > 1;
  const pic = tilePicture();
  const below = html("div", { class: "rv-drawing" });
  body.append(pic, below);
  const font = `13px ${theme.font}`;
  /** @type {((t: number) => void)[]} */
  let moves = [];

  return {
    el,
    build(width, height) {
      moves = [];
      // Of several runs a higher chart says more than the gauge of one's norm.
      const charted = several && height < 2 * HIGH + AMPLE;
      const shown = height < 2 * HIGH ? [NORM] : charted ? [STEP] : [NORM, STEP];
      const spare = height - shown.length * HIGH;
      // Room too low for the chart makes the bars thicker.
      const more = spare < MIN_CHART ? Math.floor(spare / shown.length) : 0;
      const bar = GAUGE.bar + Math.max(0, Math.min(GAUGE.more, more));
      const gauges = shown.map((of) => gauge(width, { ...of, bar, line: of === NORM ? line : longest }));
      pic.replaceChildren(...gauges);
      below.replaceChildren(
        ...(spare >= MIN_CHART ? course(width, Math.min(spare, Math.max(AMPLE, 0.7 * width))) : []),
      );
    },
    draw(t) {
      for (const move of moves) move(t);
    },
    describe(t) {
      const s = stateAt(algo, t);
      const [norm, step] = [algo.curves.norm[s], algo.curves.step[s]];
      const gamma = Number.isFinite(step)
        ? ` The step is ${num(step)}, the longest allowed ${num(longest)}.`
        : "";
      setAttr(
        pic,
        "aria-label",
        `After ${s} of ${run.rounds} the norm of f is ${num(norm)}, ${ofLimit(norm, line, "its limit")}.${gamma}`,
      );
    },
  };

  /** @param {number} width px @param {typeof NORM & {line: number, bar: number}} of */
  function gauge(width, { key, symbol, line, name, short, bar }) {
    const values = algo.curves[key];
    const root = canvasSvg(width, HIGH + bar - GAUGE.bar);
    const scale = gaugeScale(values, line, Math.max(2, width / 70));
    const x = linear(0, 1, SIDE, width - SIDE);
    const [top, base] = [GAUGE.text + 3, GAUGE.text + 3 + bar];
    const value = svg("text", {
      x: SIDE,
      y: 12,
      class: "rv-gauge-value",
      "data-explain": `${algo.id}:${key}`,
    });
    const share = svg("text", { x: width - SIDE, y: 12, "text-anchor": "end", class: "rv-gauge-share" });
    const fill = svg("rect", {
      x: x(0),
      y: top,
      height: bar,
      width: 0,
      class: `rv-gauge-fill rv-k${algo.slot}`,
    });
    const over = svg("rect", { x: x(scale.at(line)), y: top, height: bar, width: 0, class: "rv-gauge-over" });
    const marks = spaced(
      scale.marks.map((m) => ({ ...m, at: x(m.at) })),
      width,
    );
    const places = marks.map((mark) => mark.at);
    const text = (/** @type {number} */ px) => marks[places.indexOf(px)].text;
    const at = x(scale.at(line));
    root.append(
      axis(footMarks(places, (px) => px, base, { below: [3, 14], text })),
      svg("rect", { x: x(0), y: top, width: x(1) - x(0), height: bar, class: "rv-gauge-track" }),
      fill,
      over,
      svg("path", { d: `M${at.toFixed(1)} ${top - 3}V${base + 3}`, class: "rv-gauge-line" }),
      value,
      share,
    );
    moves.push((t) => {
      const v = values[stateAt(algo, t)];
      const to = Number.isFinite(v) ? x(scale.at(v)) : x(0);
      setAttr(fill, "width", Math.max(0, Math.min(to, at) - x(0)).toFixed(1));
      setAttr(over, "width", Math.max(0, to - at).toFixed(1));
      const whose = several ? `${algo.short}: ` : "";
      setText(value, whose + (Number.isFinite(v) ? `${symbol} ${num(v)}` : `${symbol}, no step yet`));
      const room = width - 2 * SIDE - textWidth(`700 ${font}`, value.textContent ?? "") - 10;
      const text = [name, short]
        .map((one) => ofLimit(v, line, one))
        .find((one) => textWidth(font, one) <= room);
      setText(share, text ?? "");
    });
    return root;
  }

  /** Return the marks whose numbers neither overlap nor leave the box. @param {{at: number, text: string}[]} marks @param {number} width */
  function spaced(marks, width) {
    let free = 0;
    return marks.filter(({ at, text }) => {
      const half = textWidth(font, text) / 2;
      if (at - half < free || at + half > width) return false;
      free = at + half + 8;
      return true;
    });
  }

  /** @param {number} width @param {number} height px */
  function course(width, height) {
    const asked = view.chart ? view.curves : null;
    const lines = run.algos.flatMap((of) =>
      Object.entries(LINES)
        .filter(([key]) => hasValues(of.curves[key]) && (asked?.has(key) ?? true))
        .map(([key, [cls, symbol]]) => ({ algo: of, key, values: of.curves[key], cls, symbol })),
    );
    const logs = lines.map((l) => ({
      ...l,
      values: Float64Array.from(l.values, (v) => (v > 0 ? Math.log10(v) : NaN)),
    }));
    const { low, high } = wholeRange(logs.map((l) => l.values));
    const at = logTicks(low, high, height / 36);
    const left = 8 + widest(font, at.map(tickLog));
    const room = width < NAMED ? 0 : nameRoom(run.algos, theme.font, 13, width);
    const ends = logs.map((l) => ({ ...l, name: room ? fitName(l.algo, theme.font, 13, room) : "" }));
    const columns = tagColumns(ends, theme.font, 13);
    const c = roundChart({
      width,
      height,
      rounds: run.rounds,
      cursor,
      left,
      right: columns.all,
      top: TITLE + 4,
      bottom: AXIS,
      future: view.future,
    });
    const y = linear(low, high, c.bottom, c.top);
    yAxis(
      c,
      legibleTicks(at.length > 1 ? at : ticks(low, high, 3), y, 14),
      y,
      at.length > 1 ? tickLog : (v) => tick(Number((10 ** v).toPrecision(2))),
    );
    const distance = lines.some((l) => l.key === "distance");
    const first = "log scale: ‖f‖, its limit (dots)";
    const spelt = `${first}, distance to the minimum (dashes)`;
    const brief = "‖f‖, limit (dots), distance (dashes)";
    c.svg.append(chartTitle(!distance ? first : textWidth(font, spelt) <= width ? spelt : brief));
    for (const l of logs) moves.push(curve(c, l.algo, l.values, y, l.cls, run.rounds, l.key));
    const drawn = lines.map((l) => ({ ...l, kind: /** @type {const} */ ("loss"), named: false }));
    // The limit's symbol is a formula; beside its value a word says more.
    const named = {
      ...run,
      curveLabels: { ...run.curveLabels, norm_bound: { ...run.curveLabels.norm_bound, symbol: "limit" } },
    };
    if (view.chart) moves.push(labels(c, named, { lines: drawn, log: true }, view.chart, y, theme.font));
    const made = endTags(
      c,
      ends.map((tag) => ({ ...tag, y })),
      columns,
      { top: TITLE, bottom: c.bottom + 4 },
    );
    moves.push(c.move, made.draw);
    return [c.svg, ...made.nodes];
  }
}

/** Draw the title of a chart. @param {string} text */
const chartTitle = (text) => svg("text", { x: 0, y: 13, class: "rv-chart-title" }, text);
