/** A tile of curves over the rounds, made from a list: any series of a run, in one chart or in several with one cursor, and their values. */

import { numberLink } from "../draw/explained_number.js";
import { hasValues } from "../control/has_values.js";
import { AXIS } from "../draw/chart.js";
import { html, setAttr, setClass } from "../draw/dom.js";
import { TAG } from "../draw/end_tags.js";
import { roundFlag } from "../draw/round_flag.js";
import { num } from "../draw/format.js";
import { wholeRange } from "../draw/ranges.js";
import { drawStrip, algorithmNames, sheetOf, typeSize } from "../draw/chart_strips.js";
import { svg, ticks } from "../draw/svg.js";
import { CurveValues, tableHeight, valueTable } from "../draw/value_table.js";
import { stateAt, symbolOf } from "../run/run.js";
import { labels as events } from "./losses/loss_events.js";
import { frame, tilePicture } from "./panel.js";
/** @import { Range } from "../draw/ranges.js" */
/** @import { Strip } from "../draw/chart_strips.js" */
/** @import { Algo, Run } from "../run/run.js" */
/** @import { Ctx, Panel } from "./panel.js" */
/** @import { View } from "../control/view.js" */

/** Charts lower than this are omitted, the last first, px; in a figure of a few charts each is needed. */
const MIN_CHART = { usual: 74, asked: 56 };
/** From this height on a tile has the table of values below the charts, px. */
const TALL = 420;
const STEEPEST = 0.8;
/** Below this width values have no symbol beside their algorithm's name, px. */
const SYMBOLS = 300;

/**
 * A series: one curve per algorithm that has it.
 * @typedef {Object} Series
 * @property {string} key key of the curve
 * @property {string} [cls] line style: rv-solid, rv-dash or rv-dots
 * @property {string} [label] its name; its symbol by default
 * @property {string} [held] key of its twin on held-out data, drawn thin; the engine's twin by default
 * @property {(a: Algo) => boolean} [explained] whether an algorithm's values open their equation
 */

/**
 * @typedef {Object} Chart
 * @property {string} title
 * @property {string} [short] the title in narrow charts
 * @property {string} [name] its part of the tile's title, where a figure may show only some of the charts
 * @property {string} [how] what it adds to the tile's help, terms in {braces}
 * @property {Series[]} series
 * @property {boolean} [log] whether the scale is logarithmic; values that are not positive are omitted
 * @property {boolean} [zero] whether the scale always includes 0
 * @property {number} [share] of the panel's height; equal by default
 * @property {(run: Run) => {value: number, label: string}[]} [levels] horizontal lines
 * @property {(run: Run) => {round: number, label: string}[]} [flags] marked rounds
 */

/**
 * @typedef {Object} Spec
 * @property {string} id
 * @property {string | ((charts: Chart[]) => string)} title of the charts drawn
 * @property {string} how one line, terms in {braces}; charts add theirs
 * @property {Chart[]} charts
 * @property {(Node | null)[]} [tools] controls in the head
 */

/** @typedef {Strip["lines"][number] & {s: Series}} Line */
/** @typedef {Strip & {chart: Chart, levels: {value: number, label: string, asked?: boolean}[], lines: Line[]}} CurvesStrip */

/** @param {Spec} spec @returns {(ctx: Ctx) => Panel} */
export const curvesPanel = (spec) => (ctx) => {
  const { run, view } = ctx;
  const pic = tilePicture();
  const drawing = html("div", { class: "rv-drawing" }, pic);
  const charts = chartsOfFigure(
    spec.charts.filter((c) => linesOf(c).length > 0),
    view,
  );
  const title = typeof spec.title === "string" ? spec.title : spec.title(charts);
  const how = [spec.how, ...charts.map((c) => c.how)].filter(Boolean).join(" ");
  const { el, body } = frame(spec.id, title, how, spec.tools);
  /** @type {((t: number) => void)[]} */
  let moves = [];
  /** @type {((t: number) => void)[]} */
  let texts = [];
  const values = new CurveValues();
  const series = charts
    .flatMap((c) => c.series)
    .filter((s) => run.algos.some((a) => hasValues(a.curves[s.key])));
  const shown = run.algos.filter((a) => series.some((s) => hasValues(a.curves[s.key])));
  const held = series.some((s) => run.algos.some((a) => hasValues(a.curves[twin(s)])));
  const table = valueTable(
    "at the cursor",
    series.map((s) => ({ text: symbol(s), title: run.curveLabels[s.key]?.text ?? "" })),
    shown.map((algo) => ({ algo, cells: series.map((s) => valueCell(algo, s)) })),
  );
  body.append(drawing);

  /** @param {Chart} chart @returns {Line[]} */
  function linesOf(chart) {
    return chart.series.flatMap((s) =>
      run.algos.flatMap((algo) =>
        [
          { algo, s, key: s.key, cls: s.cls ?? "rv-solid" },
          { algo, s, key: twin(s), cls: `${s.cls ?? "rv-solid"} rv-held` },
        ]
          .filter((line) => hasValues(algo.curves[line.key]))
          .map((line) => ({ ...line, values: scaled(chart, algo.curves[line.key]) })),
      ),
    );
  }

  /** @param {Series} s @returns {string} key of its twin on held-out data */
  function twin(s) {
    return s.held ?? run.heldOf[s.key] ?? "";
  }

  /** @param {Series} s */
  function symbol(s) {
    return s.label ?? symbolOf(run, s.key);
  }

  /** Return the lines whose ends are named: every series of every algorithm if there is room, else the first series of each. @param {Line[]} lines @param {number} width @param {number} height px */
  function named(lines, width, height) {
    const training = lines.filter((l) => !l.cls.includes("rv-held"));
    const one = run.algos.flatMap((a) => training.find((l) => l.algo === a) ?? []);
    return training.length * TAG <= height && (width >= SYMBOLS || one.length < 2) ? training : one;
  }

  /** Return labels of the ends of lines: names if there are several algorithms, symbols if there are several series. @param {Line[]} lines of a chart @param {number} width @param {number} height px */
  function tagsOf(lines, width, height) {
    const algos = [...new Set(lines.map((l) => l.algo))];
    const name = algos.length > 1 ? algorithmNames(ctx, algos, width) : () => "";
    const symbols = new Set(lines.map((l) => l.s)).size > 1;
    return named(lines, width, height).map(({ algo, key, s, values }) => ({
      algo,
      key,
      values,
      name: name(algo),
      symbol: symbols ? symbol(s) : "",
      explained: s.explained?.(algo) ?? false,
    }));
  }

  /** Divide the height among the charts that fit. @param {number} width @param {number} height px @returns {CurvesStrip[]} */
  function strips(width, height) {
    const least = charts.length < spec.charts.length ? MIN_CHART.asked : MIN_CHART.usual;
    const some = charts.slice(0, Math.max(1, Math.floor((height - AXIS) / least)));
    const whole = some.reduce((sum, c) => sum + (c.share ?? 1 / charts.length), 0);
    let top = 0;
    return some.map((chart, i) => {
      const last = i === some.length - 1;
      const inner = last
        ? height - AXIS - top
        : Math.round(((height - AXIS) * (chart.share ?? 1 / charts.length)) / whole);
      const strip = stripOf(chart, width, { top, height: inner, last });
      top += inner;
      return strip;
    });
  }

  /** @param {Chart} chart @param {number} width @param {{top: number, height: number, last: boolean}} place its height without the axis, px @returns {CurvesStrip} */
  function stripOf(chart, width, { top, height, last }) {
    const [lines, levels, log] = [linesOf(chart), levelsOf(chart), Boolean(chart.log)];
    const range = reach(
      [...lines.map((l) => l.values), levels.map((l) => l.value)],
      Boolean(chart.zero) && !log,
    );
    const texts = chart.short ? [chart.title, chart.short] : [chart.title];
    return {
      chart,
      levels,
      titles: texts.flatMap((text) => (log ? [`${text} (log scale)`, `${text} (log)`, text] : [text])),
      log,
      range,
      marks: marks(range.low, range.high, (height + (last ? AXIS : 0)) / 36, log),
      cut: !log,
      top,
      height: height + (last ? AXIS : 0),
      last,
      lines,
      tags: tagsOf(lines, width, height),
    };
  }

  /** @param {number} width @param {number} height px */
  function draw(width, height) {
    setClass(drawing, "rv-fine", typeSize(width) < 13);
    drawing.style.height = `${height}px`;
    const all = strips(width, height);
    const sheet = sheetOf(ctx, width, all);
    const made = all.map((strip) => {
      const drawn = drawStrip(sheet, strip);
      return { ...drawn, moves: [...drawn.moves, ...over(strip, drawn)] };
    });
    moves = made.flatMap((m) => m.moves);
    texts = made.map((m) => m.describe);
    pic.replaceChildren(...made.map((m) => m.chart.svg));
    drawing.replaceChildren(pic, ...made.flatMap((m) => m.tags));
  }

  /** @param {Chart} chart @returns {{value: number, label: string, asked?: boolean}[]} the level of a figure */
  function asked(chart) {
    const level = view.chart?.level;
    const here = level && chart.series.some((s) => s.key === level.on);
    return here ? [{ value: level.at, label: level.label, asked: true }] : [];
  }

  /** @param {Chart} chart */
  const levelsOf = (chart) =>
    [...(chart.levels?.(run) ?? []), ...asked(chart)]
      .map((l) => ({ ...l, value: chart.log ? (l.value > 0 ? Math.log10(l.value) : NaN) : l.value }))
      .filter((l) => Number.isFinite(l.value));

  /** Draw levels, flags and the marks of a figure. @param {CurvesStrip} strip @param {ReturnType<typeof drawStrip>} drawn @returns {((t: number) => void)[]} */
  function over({ chart, levels, lines, log }, { chart: c, y }) {
    for (const l of levels) {
      c.plot.append(
        svg("line", { class: "rv-level", x1: c.left, x2: c.right, y1: y(l.value), y2: y(l.value) }),
      );
      const end = l.asked ? { x: c.right, "text-anchor": "end" } : { x: c.left + 4 };
      if (l.label) c.over.append(svg("text", { class: "rv-level-name", ...end, y: y(l.value) - 4 }, l.label));
    }
    const flags = (chart.flags?.(run) ?? []).map((f) => roundFlag(c, f, view.future));
    if (!view.chart) return flags;
    const drawn = lines.map((l) => ({ ...l, kind: /** @type {const} */ ("loss"), named: false }));
    const level = levels.find((l) => l.asked);
    const line = level ? [{ left: c.left, right: c.right, top: y(level.value), bottom: y(level.value) }] : [];
    const figure = { ...view.chart, level: level ? view.chart.level : null };
    return [...flags, events(c, run, { lines: drawn, log }, figure, y, ctx.theme.font, line)];
  }

  /** @param {Algo} a @param {Series} s */
  function valueCell(a, s) {
    const small = hasValues(a.curves[twin(s)])
      ? html("span", { class: "rv-heldout", title: "held-out" }, "(", values.cell(a, twin(s)), ")")
      : null;
    const value = values.cell(a, s.key);
    return html("td", {}, s.explained?.(a) ? numberLink(a, s.key, value) : value, small);
  }

  return {
    el,
    build(width, height) {
      const below = height >= TALL ? tableHeight(shown.length, held) : 0;
      if (below) body.append(table);
      else table.remove();
      draw(width, Math.min(height - below, Math.max(300, Math.round(width * STEEPEST * charts.length))));
    },
    draw(t) {
      for (const move of moves) move(t);
      values.draw(t);
    },
    describe(t) {
      values.describe(t);
      for (const text of texts) text(t);
      const spoken = run.algos.map((a) => {
        const each = charts
          .flatMap((c) => c.series)
          .filter((s) => hasValues(a.curves[s.key]))
          .map((s) => `${symbol(s)} ${num(a.curves[s.key][stateAt(a, t)])}`);
        return `${a.label}: ${each.join(", ")}`;
      });
      setAttr(pic, "aria-label", `${title}. After ${t} of ${run.rounds}: ${spoken.join("; ")}.`);
    },
  };
};

/** On a log scale return powers of ten, if there are at least two. @param {number} low @param {number} high @param {number} count @param {boolean} log */
function marks(low, high, count, log) {
  const all = ticks(low, high, count);
  const whole = all.filter(Number.isInteger);
  return log && whole.length > 1 ? whole : all;
}

/** @param {Chart} chart @param {ArrayLike<number>} values */
const scaled = (chart, values) =>
  chart.log ? Float64Array.from(values, (v) => (v > 0 ? Math.log10(v) : NaN)) : values;

/** @param {ArrayLike<number>[]} lists @param {boolean} zero whether the range includes 0 @returns {Range} */
function reach(lists, zero) {
  const range = wholeRange(zero ? [...lists, [0]] : lists);
  return zero && range.low > -0.06 * (range.high - range.low) ? { ...range, low: 0 } : range;
}

/**
 * Return the charts with the figure's curves; all charts if it names none of theirs, or there is no such figure.
 * @param {Chart[]} charts @param {Pick<View, "chart" | "curves">} view
 */
export function chartsOfFigure(charts, { chart, curves }) {
  const some = chart ? charts.filter((c) => c.series.some((s) => curves?.has(s.key))) : [];
  return some.length ? some : charts;
}

/** Return the names of the charts in one line: "F̃, F-skew and AUC". @param {Chart[]} charts */
export const namesOf = (charts) =>
  new Intl.ListFormat("en-GB").format([...new Set(charts.flatMap((c) => c.name ?? []))]);
