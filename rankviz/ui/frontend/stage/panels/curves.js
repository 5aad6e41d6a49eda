/** A panel of curves over the rounds, made from a list: any series a run has, in one chart or several with one cursor, and their values. */

import { number } from "../control/explain.js";
import { some } from "../control/scale.js";
import { AXIS, curve, cutAxis, endedLevel, roundChart, yAxis } from "../draw/chart.js";
import { flag } from "../draw/flag.js";
import { endTags, fitName, nameRoom, TAG, tagColumns } from "../draw/end_tags.js";
import { html, setAttr, setClass } from "../draw/dom.js";
import { textWidth } from "../draw/fit.js";
import { num, tick, tickLog } from "../draw/format.js";
import { legible, wholeRange } from "../draw/ranges.js";
import { linear, svg, ticks } from "../draw/svg.js";
import { CurveValues, tableHeight, valueTable } from "../draw/value_table.js";
import { stateAt, symbolOf } from "../run/run.js";
import { asked } from "./asked_charts.js";
import { marks as events } from "./losses/loss_events.js";
import { frame, picture } from "./panel.js";
/** @import { Tag } from "../draw/end_tags.js" */
/** @import { Algo, Run } from "../run/run.js" */
/** @import { Ctx, Panel } from "./panel.js" */

/** Lower than this a chart is left out, the last first, px; where a figure asks for a few of them each is needed. */
const LEAST = { usual: 74, asked: 56 };
/** The table of values stands below the charts in tiles at least this high, px. */
const TALL = 420;
/** Height of a chart's title, px. */
const TITLE = 17;
const STEEPEST = 0.8;
/** Narrower than this a value has no symbol beside its algorithm's name, px. */
const SYMBOLS = 300;

/**
 * One curve an algorithm that has it.
 * @typedef {Object} Series
 * @property {string} key name of the curve
 * @property {string} [cls] line style: rv-solid, rv-dash or rv-dots
 * @property {string} [label] what it is called, its symbol when left out
 * @property {string} [held] its twin on held-out data, drawn thin; the engine's when left out
 * @property {(a: Algo) => boolean} [explained] whose values open their equation
 */

/**
 * @typedef {Object} Chart
 * @property {string} title
 * @property {string} [short] the title where there is little room
 * @property {Series[]} series
 * @property {boolean} [log] a logarithmic scale; values that are not positive are left out
 * @property {boolean} [zero] the scale always reaches 0
 * @property {number} [share] of the panel's height, equal when left out
 * @property {(run: Run) => {value: number, label: string}[]} [levels] horizontal lines
 * @property {(run: Run) => {round: number, label: string}[]} [flags] rounds that are marked
 */

/**
 * @typedef {Object} Spec
 * @property {string} id
 * @property {string} title
 * @property {string} how one line, terms in {braces}
 * @property {Chart[]} charts
 * @property {(Node | null)[]} [tools] controls in the head
 */

/** @typedef {{a: Algo, s: Series, key: string, cls: string, values: ArrayLike<number>}} Line */
/** @typedef {{chart: Chart, height: number, last: boolean, lines: Line[], tags: (Tag & {line: Line})[]}} Part */

/** @param {Spec} spec @returns {(ctx: Ctx) => Panel} */
export const curvesPanel = (spec) => (ctx) => {
  const { run, cursor, view } = ctx;
  const { el, body } = frame(spec.id, spec.title, spec.how, spec.tools);
  const pic = picture();
  const drawing = html("div", { class: "rv-drawing" }, pic);
  const charts = asked(
    spec.charts.filter((c) => linesOf(c).length > 0),
    view,
  );
  /** @type {((t: number) => void)[]} */
  let moves = [];
  /** @type {((t: number) => void)[]} */
  let texts = [];
  const values = new CurveValues();
  const series = charts.flatMap((c) => c.series).filter((s) => run.algos.some((a) => some(a.curves[s.key])));
  const shown = run.algos.filter((a) => series.some((s) => some(a.curves[s.key])));
  const held = series.some((s) => run.algos.some((a) => some(a.curves[twin(s)])));
  const table = valueTable(
    "at the cursor",
    series.map((s) => ({ text: symbol(s), title: run.curveLabels[s.key]?.text ?? "" })),
    shown.map((algo) => ({ algo, cells: series.map((s) => valueCell(algo, s)) })),
  );
  body.append(drawing);

  /** @param {Chart} chart @returns {Line[]} */
  function linesOf(chart) {
    return chart.series.flatMap((s) =>
      run.algos.flatMap((a) =>
        [
          { a, s, key: s.key, cls: s.cls ?? "rv-solid" },
          { a, s, key: twin(s), cls: `${s.cls ?? "rv-solid"} rv-held` },
        ]
          .filter((line) => some(a.curves[line.key]))
          .map((line) => ({ ...line, values: scaled(chart, a.curves[line.key]) })),
      ),
    );
  }

  /** @param {Series} s @returns {string} the key of its twin on held-out data */
  function twin(s) {
    return s.held ?? run.heldOf[s.key] ?? "";
  }

  /** @param {Series} s */
  function symbol(s) {
    return s.label ?? symbolOf(run, s.key);
  }

  /** The ends that are named: every series of every algorithm where there is room, else the first series of each. @param {Line[]} lines @param {number} width @param {number} height px */
  function named(lines, width, height) {
    const training = lines.filter((l) => !l.cls.includes("rv-held"));
    const one = run.algos.flatMap((a) => training.find((l) => l.a === a) ?? []);
    return training.length * TAG <= height && (width >= SYMBOLS || one.length < 2) ? training : one;
  }

  /** @param {Line} line @param {Line[]} lines of its chart @param {number} width @param {number} size */
  function tagOf(line, lines, width, size) {
    const several = new Set(lines.map((l) => l.a)).size > 1;
    const room = several
      ? nameRoom(
          lines.map((l) => l.a),
          ctx.theme.font,
          size,
          width,
        )
      : 0;
    const symbols = new Set(lines.map((l) => l.s)).size > 1;
    return {
      algo: line.a,
      key: line.key,
      name: room ? fitName(line.a, ctx.theme.font, size, room) : "",
      symbol: symbols ? symbol(line.s) : "",
      explained: line.s.explained?.(line.a) ?? false,
      line,
    };
  }

  /** Share the height among the charts that have room. @param {number} width @param {number} height @param {number} size @returns {Part[]} */
  function parts(width, height, size) {
    const least = charts.length < spec.charts.length ? LEAST.asked : LEAST.usual;
    const some = charts.slice(0, Math.max(1, Math.floor((height - AXIS) / least)));
    const whole = some.reduce((sum, c) => sum + (c.share ?? 1 / charts.length), 0);
    let left = height - AXIS;
    return some.map((chart, i) => {
      const last = i === some.length - 1;
      const inner = last ? left : Math.round(((height - AXIS) * (chart.share ?? 1 / charts.length)) / whole);
      left -= inner;
      const lines = linesOf(chart);
      const tags = named(lines, width, inner).map((line) => tagOf(line, lines, width, size));
      return { chart, height: inner + (last ? AXIS : 0), last, lines, tags };
    });
  }

  /** @param {number} width @param {number} height px */
  function draw(width, height) {
    const size = width < 420 ? 12 : 13;
    setClass(drawing, "rv-fine", size < 13);
    drawing.style.height = `${height}px`;
    const all = parts(width, height, size);
    const columns = tagColumns(
      all.flatMap((p) => p.tags),
      ctx.theme.font,
      size,
    );
    const scales = all.map((p) => scaleOf(p));
    const labels = all.flatMap((p, i) => scales[i].marks.map(p.chart.log ? tickLog : tick));
    const left = 8 + Math.max(18, ...labels.map((text) => textWidth(`${size}px ${ctx.theme.font}`, text)));
    /** @type {HTMLElement[]} */
    const nodes = [];
    moves = [];
    texts = [];
    let top = 0;
    pic.replaceChildren(
      ...all.map((part, i) => {
        const c = chartOf(part, scales[i], { width, left, right: columns.all, size });
        const tags = endTags(
          c.chart,
          part.tags.map((tag) => ({ ...tag, values: tag.line.values, y: c.y })),
          columns,
          {
            top: 0,
            bottom: c.chart.bottom + 4,
            above: top,
          },
        );
        top += part.height;
        nodes.push(...tags.nodes);
        moves.push(tags.draw);
        texts.push(tags.describe);
        return c.chart.svg;
      }),
    );
    drawing.replaceChildren(pic, ...nodes);
  }

  /** @param {Chart} chart */
  const levelsOf = (chart) =>
    (chart.levels?.(run) ?? [])
      .map((l) => ({ ...l, value: chart.log ? (l.value > 0 ? Math.log10(l.value) : NaN) : l.value }))
      .filter((l) => Number.isFinite(l.value));

  /** @param {Part} part */
  function scaleOf({ chart, lines, height }) {
    const levels = levelsOf(chart).map((l) => l.value);
    const range = reach([...lines.map((l) => l.values), levels], Boolean(chart.zero) && !chart.log);
    return {
      ...range,
      levels: levelsOf(chart),
      marks: marks(range.low, range.high, height / 36, Boolean(chart.log)),
    };
  }

  /** @param {Part} part @param {ReturnType<typeof scaleOf>} scale @param {{width: number, left: number, right: number, size: number}} sheet */
  function chartOf({ chart, height, last, lines }, scale, { width, left, right, size }) {
    const c = roundChart({
      width,
      height,
      rounds: run.rounds,
      cursor,
      left,
      right,
      top: TITLE + 4,
      bottom: last ? AXIS : 4,
      future: view.future,
    });
    const y = linear(scale.low, scale.high, c.bottom, c.top);
    yAxis(c, legible(scale.marks, y, size + 1), y, chart.log ? tickLog : tick);
    if (!chart.log) cutAxis(c, scale.low);
    const texts = chart.short ? [chart.title, chart.short] : [chart.title];
    const title = texts
      .flatMap((text) => (chart.log ? [`${text} (log scale)`, `${text} (log)`, text] : [text]))
      .find((text) => textWidth(`600 ${size}px ${ctx.theme.font}`, text) <= width);
    c.svg.append(svg("text", { x: 0, y: 12, class: "rv-chart-title" }, title ?? ""));
    for (const l of scale.levels) {
      c.plot.append(
        svg("line", { class: "rv-level", x1: c.left, x2: c.right, y1: y(l.value), y2: y(l.value) }),
      );
      if (l.label)
        c.over.append(svg("text", { class: "rv-level-name", x: c.left + 4, y: y(l.value) - 4 }, l.label));
    }
    for (const f of chart.flags?.(run) ?? []) moves.push(flag(c, f));
    for (const l of lines) {
      moves.push(curve(c, l.a, l.values, y, l.cls, run.rounds, l.key));
      endedLevel(c, l.a, l.values, y);
    }
    if (view.chart)
      moves.push(
        events(
          c,
          run,
          { lines: lines.map(asLossLine), log: Boolean(chart.log) },
          view.chart,
          y,
          ctx.theme.font,
        ),
      );
    moves.push(c.move);
    return { chart: c, y };
  }

  /** @param {Algo} a @param {Series} s */
  function valueCell(a, s) {
    const small = some(a.curves[twin(s)])
      ? html("span", { class: "rv-heldout", title: "held-out" }, "(", values.cell(a, twin(s)), ")")
      : null;
    const value = values.cell(a, s.key);
    return html("td", {}, s.explained?.(a) ? number(a, s.key, value) : value, small);
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
          .filter((s) => some(a.curves[s.key]))
          .map((s) => `${symbol(s)} ${num(a.curves[s.key][stateAt(a, t)])}`);
        return `${a.label}: ${each.join(", ")}`;
      });
      setAttr(pic, "aria-label", `${spec.title}. After ${t} of ${run.rounds}: ${spoken.join("; ")}.`);
    },
  };
};

/** @param {Line} line */
const asLossLine = ({ a, key, cls }) => ({
  algo: a,
  key,
  kind: /** @type {const} */ ("loss"),
  cls,
  named: false,
});

/** On a log scale whole powers of ten, as long as there are two. @param {number} low @param {number} high @param {number} count @param {boolean} log */
function marks(low, high, count, log) {
  const all = ticks(low, high, count);
  const whole = all.filter(Number.isInteger);
  return log && whole.length > 1 ? whole : all;
}

/** @param {Chart} chart @param {ArrayLike<number>} values */
const scaled = (chart, values) =>
  chart.log ? Float64Array.from(values, (v) => (v > 0 ? Math.log10(v) : NaN)) : values;

/** @param {ArrayLike<number>[]} lists @param {boolean} zero the range reaches down to 0 */
function reach(lists, zero) {
  const { low, high } = wholeRange(zero ? [...lists, [0]] : lists);
  return { low: zero && low > -0.06 * (high - low) ? 0 : low, high };
}
