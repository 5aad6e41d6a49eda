/** A panel of curves over the rounds, told by a list: any series a run has, in one chart or several with one cursor, and their values. */

import { some } from "../control/scale.js";
import { curve, endNames, roundChart, yAxis } from "../draw/chart.js";
import { html, setAttr } from "../draw/dom.js";
import { num, tick, tickLog } from "../draw/format.js";
import { frame, picture } from "./panel.js";
import { stateAt } from "../run/run.js";
import { linear, svg, ticks } from "../draw/svg.js";
import { CurveValues, valueTable } from "../draw/value_table.js";

/**
 * One curve an algorithm that has it.
 * @typedef {Object} Series
 * @property {string} key name of the curve
 * @property {string} [cls] line style: rv-solid, rv-dash or rv-dots
 * @property {string} [label] what it is called, its symbol when left out
 * @property {string} [held] its twin on held-out data, drawn thin; the engine's own when left out
 */

/**
 * @typedef {Object} Chart
 * @property {string} title
 * @property {Series[]} series
 * @property {boolean} [log] a logarithmic scale; values that are not positive are left out
 * @property {boolean} [zero] the scale always reaches 0
 * @property {number} [share] of the panel's height, equal when left out
 * @property {(run: import("../run/run.js").Run) => {value: number, label: string}[]} [levels] horizontal lines
 */

/**
 * @typedef {Object} Spec
 * @property {string} id
 * @property {string} title
 * @property {string} how one line, terms in {braces}
 * @property {Chart[]} charts
 * @property {number} [height] of all charts together, px
 */

/** @param {Spec} spec @returns {(ctx: import("./panel.js").Ctx) => import("./panel.js").Panel} */
export const curvesPanel = (spec) => (ctx) => {
  const { run, cursor } = ctx;
  const { el, body } = frame(spec.id, spec.title, spec.how);
  const pic = picture();
  const charts = spec.charts.filter((c) => linesOf(c).length > 0);
  /** @type {((t: number) => void)[]} */
  let moves = [];
  const values = new CurveValues();
  const series = charts.flatMap((c) => c.series).filter((s) => run.algos.some((a) => some(a.curves[s.key])));
  body.append(
    pic,
    valueTable(
      "at the cursor",
      series.map((s) => ({ text: symbol(s), title: run.curveLabels[s.key]?.text ?? "" })),
      run.algos
        .filter((a) => series.some((s) => some(a.curves[s.key])))
        .map((algo) => ({ algo, cells: series.map((s) => valueCell(algo, s)) })),
    ),
  );

  /** @param {Chart} chart */
  function linesOf(chart) {
    return chart.series.flatMap((s) =>
      run.algos.flatMap((a) => {
        const held = s.held ?? run.heldOf[s.key] ?? "";
        const own = some(a.curves[s.key])
          ? [{ a, s, key: s.key, cls: s.cls ?? "rv-solid", values: scaled(chart, a.curves[s.key]) }]
          : [];
        const twin = some(a.curves[held])
          ? [{ a, s, key: held, cls: `${s.cls ?? "rv-solid"} rv-held`, values: scaled(chart, a.curves[held]) }]
          : [];
        return [...own, ...twin];
      }),
    );
  }

  /** @param {Series} s */
  function symbol(s) {
    return s.label ?? run.curveLabels[s.key]?.symbol ?? s.key;
  }

  /** @param {Chart} chart @param {number} w @param {number} h @param {boolean} last */
  function draw(chart, w, h, last) {
    const lines = linesOf(chart);
    const levels = (chart.levels?.(run) ?? []).map((l) => ({
      ...l,
      value: chart.log ? (l.value > 0 ? Math.log10(l.value) : NaN) : l.value,
    }));
    const c = roundChart({
      width: w,
      height: h,
      rounds: run.rounds,
      cursor,
      top: 24,
      bottom: last ? 36 : 10,
      right: 58,
    });
    const { low, high } = reach(
      [...lines.map((l) => l.values), levels.map((l) => l.value)],
      Boolean(chart.zero) && !chart.log,
    );
    const y = linear(low, high, c.bottom, c.top);
    yAxis(c, marks(low, high, h / 46, Boolean(chart.log)), y, chart.log ? tickLog : tick);
    c.svg.append(
      svg("text", { x: 2, y: 14, class: "rv-chart-title" }, chart.title + (chart.log ? " (log scale)" : "")),
    );
    for (const l of levels) {
      if (!Number.isFinite(l.value)) continue;
      c.plot.append(svg("line", { class: "rv-level", x1: c.left, x2: c.right, y1: y(l.value), y2: y(l.value) }));
      c.over.append(
        svg("text", { class: "rv-level-name", x: c.right + 4, y: y(l.value) + 4.5 }, l.label),
      );
    }
    for (const l of lines) {
      moves.push(curve(c, l.a, l.values, y, l.cls, run.rounds));
      const v = l.values[l.values.length - 1];
      // What has ended stays where it is: a level line to the last round.
      if (l.a.rounds < run.rounds && Number.isFinite(v))
        c.plot.append(
          svg(
            "g",
            { class: `rv-curve rv-k${l.a.slot} rv-held` },
            svg("path", { class: "rv-stroke rv-ended-level", d: `M${c.x(l.a.rounds)} ${y(v)}H${c.right}` }),
          ),
        );
    }
    const ends = lines
      .filter((l) => !l.cls.includes("rv-held"))
      .map((l) => ({ slot: l.a.slot, text: symbol(l.s), x: c.right, y: y(lastOf(l.values)) }));
    endNames(c, ends, 8);
    moves.push(c.move);
    return c.svg;
  }

  /** @param {import("../run/run.js").Algo} a @param {Series} s */
  function valueCell(a, s) {
    const held = s.held ?? run.heldOf[s.key] ?? "";
    const small = some(a.curves[held])
      ? html("span", { class: "rv-heldout", title: "held-out" }, "(", values.cell(a, held), ")")
      : null;
    return html("td", {}, values.cell(a, s.key), small);
  }

  return {
    el,
    build(width) {
      const height = spec.height ?? 150 + 130 * charts.length;
      moves = [];
      pic.replaceChildren(
        ...charts.map((chart, i) =>
          draw(chart, width, Math.round(height * (chart.share ?? 1 / charts.length)), i === charts.length - 1),
        ),
      );
    },
    draw(t) {
      for (const move of moves) move(t);
      values.draw(t);
    },
    describe(t) {
      values.describe(t);
      const told = run.algos.map((a) => {
        const parts = charts
          .flatMap((c) => c.series)
          .filter((s) => some(a.curves[s.key]))
          .map((s) => `${symbol(s)} ${num(a.curves[s.key][stateAt(a, t)])}`);
        return `${a.label}: ${parts.join(", ")}`;
      });
      setAttr(pic, "aria-label", `${spec.title}. After ${t} of ${run.rounds}: ${told.join("; ")}.`);
    },
  };
};

/** On a log scale whole powers of ten, as long as there are two. @param {number} low @param {number} high @param {number} count @param {boolean} log */
function marks(low, high, count, log) {
  const all = ticks(low, high, count);
  const whole = all.filter(Number.isInteger);
  return log && whole.length > 1 ? whole : all;
}

/** @param {Chart} chart @param {ArrayLike<number>} values */
const scaled = (chart, values) =>
  chart.log ? Float64Array.from(values, (v) => (v > 0 ? Math.log10(v) : NaN)) : values;

/** @param {ArrayLike<number>} values */
function lastOf(values) {
  for (let i = values.length - 1; i >= 0; i--) if (Number.isFinite(values[i])) return values[i];
  return NaN;
}

/** @param {ArrayLike<number>[]} lists @param {boolean} zero */
function reach(lists, zero) {
  let low = zero ? 0 : Infinity;
  let high = zero ? 0 : -Infinity;
  for (const list of lists)
    for (let i = 0; i < list.length; i++) {
      if (!Number.isFinite(list[i])) continue;
      low = Math.min(low, list[i]);
      high = Math.max(high, list[i]);
    }
  if (!(high >= low)) return { low: 0, high: 1 };
  const pad = high > low ? (high - low) * 0.05 : 0.5;
  return { low: zero && low === 0 ? 0 : low - pad, high: high + pad };
}
