/** Smooth margin and margin in the rounds around the cursor, below the largest margin ρ; below them, all rounds in small. */

import { AXIS, curve, lastValue, roundChart, yAxis } from "../../draw/chart.js";
import { html, setAttr, setClass } from "../../draw/dom.js";
import { endTags, fitName, nameRoom, TAG, tagColumns } from "../../draw/end_tags.js";
import { textWidth } from "../../draw/fit_text.js";
import { inFull, num, tick } from "../../draw/format.js";
import { linear, svg, ticks } from "../../draw/svg.js";
import { CurveValues, hasTable, tableHeight, valueTable } from "../../draw/value_table.js";
import { stateAt } from "../../run/run.js";
import { frame, tilePicture } from "../panel.js";
import { runOverview, STRIP } from "./run_overview.js";
import { lowestOnScale, windowOf, windowed } from "./round_window.js";
/** @import { RoundChart } from "../../draw/chart.js" */
/** @import { Scale } from "../../draw/svg.js" */
/** @import { Algo } from "../../run/run.js" */
/** @import { Ctx, Panel } from "../panel.js" */

const CURVES = [
  { key: "margin", symbol: "μ", cls: "rv-solid" },
  { key: "smooth_margin", symbol: "G̃", cls: "rv-dash" },
];
const STEEPEST = 1.4;
/** Tiles wider than this have names beside the values, px. */
const NAMED = 440;
/** Minimum width of a round, px. */
const PITCH = 9;
/** Tiles lower than this have no table: its values are at the ends of the lines, px. */
const TABLED = 480;
/** The symbols in words: their height, and the tile size from which they are shown, px. */
const WORDS = { width: 440, height: 300, takes: 38, least: 280, lines: 56 };
/** Charts lower than this have no strip below them, px. */
const ROOMY = 220;

/** @param {Ctx} ctx @returns {Panel} */
export function smoothPanel(ctx) {
  const { run, cursor, view, theme } = ctx;
  const rho = run.pictures.margins?.meta.rho ?? NaN;
  const { el, body } = frame(
    "smooth",
    "Margin and smooth margin",
    `solid lines are μ, the smallest {margin} of all pairs; dashed lines are the {smooth margin} G̃, which is never above μ. Their values now are at their ends. The dash-dotted line is {ρ}, the largest margin that is possible with no α below 0. Above 0 every pair is in order. ${run.algos.some(secondPhase) ? "At the dotted vertical line G̃ is above 0 for the first time, and from the next round on Smooth Margin Ranking takes its own, shorter steps. " : ""}The chart shows the rounds that are framed in the strip below and moves on by half a frame when the round reaches the end. The axis starts higher once all lines are above that. Values far below 0, in the first rounds, are cut off.`,
  );
  const pic = tilePicture();
  const drawing = html("div", { class: "rv-drawing" }, pic);
  const values = new CurveValues();
  const rows = run.algos.map((algo) => ({
    algo,
    cells: [
      html("td", {}, values.cell(algo, "smooth_margin")),
      html("td", {}, values.cell(algo, "margin")),
      html("td", {}, html("b", { title: inFull(rho) }, num(rho))),
    ],
  }));
  const table = valueTable("at the cursor", [{ text: "G̃" }, { text: "μ" }, { text: "ρ" }], rows);
  const words = html(
    "p",
    { class: "rv-symbols" },
    ...[
      ["μ", "the smallest margin of all pairs; above 0 all are in order"],
      ["G̃", "a smooth curve below μ (dashed)"],
      ["ρ", "the largest possible μ"],
    ].map(([symbol, meaning]) => html("span", {}, html("b", {}, symbol), ` ${meaning}`)),
  );
  body.append(drawing);
  const lists = run.algos.flatMap((a) => CURVES.map((c) => a.curves[c.key]));
  const [least, high] = view.chart?.window ?? reach(run.algos, rho);
  /** @type {{size: number, width: number, height: number, left: number, columns: ReturnType<typeof tagColumns>, tags: ReturnType<typeof tagsFor>}} */
  let sheet;
  /** @type {ReturnType<typeof runOverview> | null} */
  let strip = null;
  /** The window drawn. @type {import("./round_window.js").Window | null} */
  let now = null;
  /** @type {((t: number) => void)[]} */
  let moves = [];
  /** @type {(t: number) => void} */
  let describe = () => {};

  /** @param {number} width @param {number} size @param {number} height px */
  function tagsFor(width, size, height) {
    const all = run.algos.flatMap((algo) => CURVES.map((c) => ({ algo, key: c.key, symbol: c.symbol })));
    const some = all.length * TAG <= height ? all : all.filter((tag) => tag.key === "margin");
    const room = nameRoom(run.algos, theme.font, size, width);
    return some.map((tag) => ({ ...tag, name: fitName(tag.algo, theme.font, size, room) }));
  }

  /** Draw what is the same in all windows; the axis has room for the widest label of any. @param {number} width @param {number} height px */
  function lay(width, height) {
    const size = width < NAMED ? 12 : 13;
    setClass(drawing, "rv-fine", size < 13);
    drawing.style.height = `${height}px`;
    const tags = tagsFor(width, size, height - AXIS);
    const columns = tagColumns(tags, theme.font, size);
    const left = 8 + textWidth(`${size}px ${theme.font}`, "−0.25");
    strip = null;
    const plot = width - left - columns.all;
    if (height >= ROOMY && windowOf(0, run.rounds, plot, PITCH).rounds < run.rounds)
      strip = runOverview(ctx, {
        width,
        left,
        right: width - columns.all,
        low: Math.max(least, 0),
        high,
        font: `${size}px ${theme.font}`,
      });
    sheet = { size, width, height: height - (strip ? STRIP + 6 : 0), left, columns, tags };
    now = null;
  }

  /** @param {import("./round_window.js").Window} w */
  function chart(w) {
    const { size, width, height, left, columns, tags } = sheet;
    const low = lowestOnScale(lists, w, rho, least);
    const c = roundChart({
      width,
      height,
      ...w,
      cursor,
      left,
      right: columns.all,
      top: 18,
      bottom: AXIS,
      future: view.future,
    });
    const y = linear(low - 0.03 * (high - low), high + 0.02 * (high - low), c.bottom, c.top);
    yAxis(c, ticks(low, high, height / 50), y, tick);
    if (low <= 0)
      c.plot.append(svg("line", { class: "rv-zero", x1: c.left, x2: c.right, y1: y(0), y2: y(0) }));
    moves = [];
    level(c, y, rho, `ρ ${num(rho)}${rho > 0 ? "" : ": not separable, G̃ stays below 0"}`);
    if (view.chart?.level) level(c, y, view.chart.level.at, view.chart.level.label, "start");
    const shown = (/** @type {Algo} */ a, /** @type {string} */ key) =>
      windowed(a.curves[key], w).map((v) => (v >= low ? v : NaN));
    for (const a of run.algos) {
      switchLine(c, a, w, size);
      for (const { key, cls } of CURVES) {
        moves.push(curve(c, a, shown(a, key), y, cls, w.rounds, key));
        ended(c, a, key, y);
      }
    }
    moves.push(c.move);
    const made = endTags(
      c,
      tags.map((tag) => ({ ...tag, values: tag.algo.curves[tag.key], y })),
      columns,
      { top: 0, bottom: c.bottom + 4 },
    );
    moves.push(made.draw);
    describe = made.describe;
    pic.replaceChildren(c.svg, ...(strip ? [strip.svg] : []));
    drawing.replaceChildren(pic, ...made.nodes);
    now = w;
  }

  /** @param {RoundChart} c @param {Scale} y @param {number} value @param {string} name @param {"start" | "end"} [anchor] of the name */
  function level(c, y, value, name, anchor = "end") {
    const at = y(value);
    if (!Number.isFinite(value) || at > c.bottom) return;
    c.plot.append(svg("line", { class: "rv-level", x1: c.left, x2: c.right, y1: at, y2: at }));
    const x = anchor === "end" ? c.right : c.left + 4;
    c.over.append(svg("text", { class: "rv-level-name", x, y: at - 5, "text-anchor": anchor }, name));
  }

  /** @param {RoundChart} c @param {Algo} a @param {import("./round_window.js").Window} w @param {number} size */
  function switchLine(c, a, w, size) {
    const first = secondPhase(a);
    if (first <= w.from || first > w.from + w.rounds) return;
    const x = c.x(first - 1);
    const whole = `G̃ > 0: from round ${first} Smooth Margin takes its own steps`;
    const room = Math.max(x - c.left, c.right - x) - 10;
    const text =
      textWidth(`600 ${size}px ${theme.font}`, whole) <= room ? whole : `own steps from round ${first}`;
    const before = x > (c.left + c.right) / 2;
    c.plot.append(svg("line", { class: `rv-switch rv-k${a.slot}`, x1: x, x2: x, y1: c.top, y2: c.bottom }));
    // Above the curves and the cursor, from which its halo separates it.
    c.over.append(
      svg(
        "text",
        {
          class: `rv-switch-name rv-k${a.slot}`,
          x: before ? x - 6 : x + 6,
          y: c.bottom - 8,
          "text-anchor": before ? "end" : "start",
        },
        text,
      ),
    );
  }

  return {
    el,
    build(width, height) {
      const detail = hasTable(width, height) && height >= TABLED;
      const under = detail ? tableHeight(run.algos.length, false) : 0;
      const told = width >= WORDS.least && height >= WORDS.height;
      const takes = width >= WORDS.width ? WORDS.takes : WORDS.lines;
      words.style.height = `${takes}px`;
      lay(width, Math.min(height - under - (told ? takes : 0), Math.max(300, Math.round(width * STEEPEST))));
      body.replaceChildren(...(told ? [words] : []), drawing, ...(detail ? [table] : []));
    },
    draw(t) {
      const w = windowOf(t, run.rounds, sheet.width - sheet.left - sheet.columns.all, PITCH);
      if (now?.from !== w.from) chart(w);
      for (const move of moves) move(t);
      strip?.move(t, w);
      values.draw(t);
    },
    describe(t) {
      values.describe(t);
      describe(t);
      const spoken = run.algos.map((a) => {
        const s = stateAt(a, t);
        return `${a.label} G̃ ${num(a.curves.smooth_margin[s])}, μ ${num(a.curves.margin[s])}`;
      });
      setAttr(
        pic,
        "aria-label",
        `Line chart of margins under ρ ${num(rho)}. After ${t} of ${run.rounds}: ${spoken.join("; ")}.`,
      );
    },
  };
}

/**
 * Draw a level line for a run that has ended. @param {RoundChart} c @param {Algo} a @param {string} key
 * @param {Scale} y
 */
function ended(c, a, key, y) {
  const v = lastValue(a.curves[key]);
  const from = Math.max(c.left, c.x(a.rounds));
  if (!Number.isFinite(v) || y(v) > c.bottom || from >= c.right) return;
  const d = `M${from.toFixed(1)} ${y(v).toFixed(1)}H${c.right}`;
  for (const layer of [c.future, c.past])
    layer.append(
      svg(
        "g",
        { class: `rv-curve rv-k${a.slot} rv-held` },
        svg("path", { class: "rv-stroke rv-ended-level", d }),
      ),
    );
}

/**
 * The first rounds may be far below; if no value is above 0, the later ones set the scale.
 * @param {readonly Algo[]} algos @param {number} rho @returns {[number, number]} range of values drawn
 */
function reach(algos, rho) {
  const finite = (/** @type {(a: Algo) => number} */ from) =>
    algos.flatMap((a) => CURVES.flatMap((c) => [...a.curves[c.key].slice(from(a))].filter(Number.isFinite)));
  const all = finite(() => 0);
  const high = Math.max(0.05, Number.isFinite(rho) ? rho : 0, ...all);
  const low =
    rho > 0
      ? Math.max(Math.min(0, ...all), -0.25 * high)
      : Math.min(0, ...finite((a) => Math.ceil(a.rounds / 5)));
  return [low, high];
}

/** Return the first round of the second phase; 0 if there is none. @param {Algo} a */
function secondPhase(a) {
  const phase = a.curves.phase;
  return phase ? Math.max(0, Array.prototype.indexOf.call(phase, 2)) : 0;
}
