/** One chart of the losses' tile: its lines on a common scale, its title above them, the tags at their ends. */

import { AXIS, curve, cutAxis, endedLevel, roundChart, yAxis } from "../../draw/chart.js";
import { endTags, nameRoom, fitName, TAG, tagColumns } from "../../draw/end_tags.js";
import { textWidth } from "../../draw/fit.js";
import { tick, tickLog } from "../../draw/format.js";
import {
  fallingRange,
  legible,
  logTicks,
  rangeScale,
  rangeTicks,
  wholeRange,
  windowRange,
} from "../../draw/ranges.js";
import { svg } from "../../draw/svg.js";
import { setAttr } from "../../draw/dom.js";
import { flag, hasRoom } from "../../draw/flag.js";
import { symbolOf } from "../../run/run.js";
import { freezes } from "../search.js";
import { aboveBounds, bests, gap, level, marks } from "./loss_events.js";
import { namedLines, valuesOf } from "./loss_lines.js";
/** @import { Chart } from "../../control/view.js" */
/** @import { RoundChart } from "../../draw/chart.js" */
/** @import { Tag } from "../../draw/end_tags.js" */
/** @import { Scale } from "../../draw/svg.js" */
/** @import { Run } from "../../run/run.js" */
/** @import { Ctx } from "../panel.js" */
/** @import { Kind, Line } from "./loss_lines.js" */
/** @import { Wanted } from "./loss_panels.js" */

/** Height of a chart's title, px. */
const TITLE = 17;
/** Type: small in small tiles, px. */
const SIZE = { small: 12, large: 13, from: 420 };

/**
 * What the charts of one tile have in common.
 * @typedef {Object} Sheet
 * @property {Ctx} ctx
 * @property {number} width px
 * @property {number} size of type, px
 * @property {number} left margin, px
 * @property {ReturnType<typeof tagColumns>} columns of the tags
 * @property {Strip[]} strips
 */

/**
 * @typedef {Object} Strip
 * @property {Kind} kind
 * @property {string} of the loss that its values are
 * @property {Line[]} lines
 * @property {string[]} titles the longest first; the last is written whether it fits or not
 * @property {boolean} log
 * @property {number} top px
 * @property {number} height px, with the axis where it is the last
 * @property {boolean} last
 * @property {import("../../draw/ranges.js").Range} range
 * @property {(Line & {tag: Tag})[]} tags
 */

/** @param {number} width px */
export const typeSize = (width) => (width < SIZE.from ? SIZE.small : SIZE.large);

/** The part of the height that the losses take where the error stands below them, and the least of a chart without its title, px. */
const LOSSES = { one: 0.57, more: 0.66, least: 34 };

/**
 * Share the height among the charts: each has what its title and its values need, and of the rest the losses most. Losses without room,
 * the last first, are named in place of being drawn.
 * @param {Wanted[]} all @param {number} room px @returns {{shown: Wanted[], heights: number[], without: Wanted[]}}
 */
export function shareHeight(all, room) {
  const need = (/** @type {Wanted} */ w) =>
    TITLE + 3 + Math.max(LOSSES.least, Math.min(3, w.lines.filter((l) => l.named).length) * TAG);
  const sum = (/** @type {Wanted[]} */ list) => list.reduce((px, w) => px + need(w), 0);
  const shown = [...all];
  const without = [];
  while (sum(shown) > room && shown.filter((w) => w.kind === "loss").length > 1) {
    const last = shown.map((w) => w.kind).lastIndexOf("loss");
    without.unshift(...shown.splice(last, 1));
  }
  const losses = shown.filter((w) => w.kind === "loss").length;
  const part = losses === shown.length ? 1 : losses > 1 ? LOSSES.more : LOSSES.one;
  const rest = Math.max(0, room - sum(shown));
  const weights = shown.map((w) => (w.kind === "loss" ? part / losses : losses ? 1 - part : 1));
  const wanted = shown.map((w, i) => (sum(shown) > room ? room / shown.length : need(w) + rest * weights[i]));
  const heights = wanted.map(Math.round);
  heights[heights.length - 1] += room - heights.reduce((px, h) => px + h, 0);
  return { shown, heights, without };
}

/**
 * Share the height among the charts, and the width between lines and tags.
 * @param {Ctx} ctx @param {Wanted[]} wanted @param {number} width @param {number} height px @returns {Sheet}
 */
export function layOut(ctx, wanted, width, height) {
  const size = typeSize(width);
  const { shown, heights, without } = shareHeight(wanted, height - AXIS);
  const names = nameRoom(
    shown.flatMap((w) => w.lines.map((l) => l.algo)),
    ctx.theme.font,
    size,
    width,
  );
  const rest = without.map((w) => symbolOf(ctx.run, w.of)).join(", ");
  const strips = shown.map((w, i) => {
    const last = i === shown.length - 1;
    const range = rangeOf(w, ctx.run.rounds, ctx.view.chart);
    const part = w.log ? null : ctx.view.chart?.window;
    const words = part
      ? w.titles.flatMap((text) => [
          `${text}; ${tick(part[0])} to ${tick(part[1])} magnified`,
          `${text}, magnified`,
        ])
      : w.titles;
    const titles =
      rest && shown[i + 1]?.kind !== "loss" && w.kind === "loss"
        ? [`${w.titles[w.titles.length - 1]}; enlarge for ${rest}`, ...w.titles.slice(-1)]
        : words;
    return {
      ...w,
      titles,
      top: heights.slice(0, i).reduce((px, h) => px + h, 0),
      height: heights[i] + (last ? AXIS : 0),
      last,
      range,
      tags: namedLines(w.lines, Math.floor(heights[i] / TAG)).map((l) => ({
        ...l,
        tag: tagOf(ctx, l, width, size, names),
      })),
    };
  });
  for (const strip of strips) withoutEqual(strip);
  const columns = tagColumns(
    strips.flatMap((s) => s.tags.map((l) => l.tag)),
    ctx.theme.font,
    size,
  );
  const labels = strips.flatMap((s) => ticksOf(s, plotHeight(s)).map(s.log ? tickLog : tick));
  const left = 8 + Math.max(18, ...labels.map((text) => textWidth(`${size}px ${ctx.theme.font}`, text)));
  return { ctx, width, size, left, columns, strips };
}

/** @param {Pick<Strip, "height" | "last">} strip @returns {number} height without the axis, px */
const plotHeight = ({ height, last }) => height - (last ? AXIS : 0);

/** @param {Wanted} wanted @param {number} rounds @param {Chart | null} chart */
function rangeOf({ kind, lines, log }, rounds, chart) {
  const lists = lines.map((l) => valuesOf(l, log));
  if (chart?.window && !log) return windowRange(chart.window, lists);
  return log || kind === "ndcg" ? wholeRange(lists) : fallingRange(lists, rounds, kind === "error" && !chart);
}

/** @param {Run} run */
const boosted = ({ algos }) => algos.flatMap((a) => (a.boosted ? [a] : []));

/** @param {Pick<Strip, "range" | "log">} strip @param {number} height px */
const ticksOf = ({ range, log }, height) =>
  log ? logTicks(range.low, range.high, height / 34) : rangeTicks(range, height / 34);

/**
 * @param {Ctx} ctx @param {Line} line @param {number} width @param {number} size @param {number} room of a name, px
 * @returns {Tag}
 */
function tagOf({ run, theme, view }, { algo, key }, width, size, room) {
  return {
    algo,
    key,
    name: fitName(algo, theme.font, size, room),
    symbol: symbolOf(run, key).replace(" held out", view.chart?.together ? ", held out" : ""),
    above: width >= SIZE.from && key === algo.loss && algo.boosted && !view.chart?.together ? "bound" : "",
    explained: algo.boosted && ["r1", "r2", "e1", "e2"].includes(key),
  };
}

/** Where all values are of one measure the title says which. @param {Strip} strip */
function withoutEqual({ tags }) {
  const symbols = new Set(tags.map((l) => l.tag.symbol));
  if (symbols.size === 1) for (const l of tags) l.tag.symbol = "";
}

/**
 * @param {Sheet} sheet @param {Strip} strip
 * @returns {{svg: SVGSVGElement, tags: HTMLElement[], draw: ((t: number) => void)[], describe: (t: number) => void}}
 */
export function drawStrip({ ctx, width, size, left, columns }, strip) {
  const { run, cursor, view } = ctx;
  const c = roundChart({
    width,
    height: strip.height,
    rounds: run.rounds,
    cursor,
    left,
    right: columns.all,
    top: TITLE + 3,
    bottom: strip.last ? AXIS : 4,
    future: view.future,
    cut: Boolean(view.chart?.window),
  });
  const y = rangeScale(strip.range, c.bottom, c.top);
  yAxis(c, legible(ticksOf(strip, plotHeight(strip)), y, size + 1), y, strip.log ? tickLog : tick);
  broken(c, strip.range, y);
  if (strip.kind !== "ndcg" && !strip.log) cutAxis(c, strip.range.low);
  const used = heading(c, strip, `600 ${size}px ${ctx.theme.font}`);
  const parting = divergence(c, run, strip, used, `600 ${size}px ${ctx.theme.font}`);
  const draw = strip.lines.map((l) => {
    const values = valuesOf(l, strip.log);
    endedLevel(c, l.algo, values, y);
    return curve(c, l.algo, values, y, l.cls, run.rounds, l.key);
  });
  if (strip.kind !== "ndcg")
    for (const f of freezes(boosted(run)).filter((mark) => hasRoom(c, mark) && !view.chart?.unseen))
      draw.push(flag(c, strip.top === 0 ? f : { ...f, label: "" }));
  if (!view.open) draw.push(bests(c, strip, y, cursor, view.future === "faint"));
  // While a question is open the crossing may be its answer: only the figure itself may shade it.
  for (const over of view.chart?.gap ? [view.chart.gap] : view.open ? [] : aboveBounds(strip))
    gap(c, strip, over, y);
  if (view.chart) {
    level(c, strip, view.chart, y);
    draw.push(marks(c, run, strip, view.chart, y, ctx.theme.font));
    // By then pressing and dragging have chosen the round.
    if (view.chart.asks)
      c.svg.addEventListener("click", () =>
        c.svg.dispatchEvent(new CustomEvent("rv-mark", { bubbles: true, detail: cursor.t })),
      );
  }
  const tags = endTags(
    c,
    strip.tags.map((l) => ({ ...l.tag, values: valuesOf(l, strip.log), y })),
    columns,
    { top: 0, bottom: c.bottom + 4, above: strip.top },
  );
  return {
    svg: c.svg,
    tags: tags.nodes,
    draw: [...draw, parting, c.move, tags.draw],
    describe: tags.describe,
  };
}

/** The mark of a squeezed start. @param {RoundChart} c @param {import("../../draw/ranges.js").Range} range @param {Scale} y */
function broken(c, { bend }, y) {
  if (bend === null) return;
  const at = y(bend);
  c.plot.append(
    svg("line", { class: "rv-bend", x1: c.left, x2: c.right, y1: at, y2: at }),
    svg("path", { class: "rv-break", d: `M${c.left - 5} ${at + 1}l10 -4M${c.left - 5} ${at + 5}l10 -4` }),
  );
}

/** @param {RoundChart} c @param {Strip} strip @param {string} font @returns {number} where it ends, px */
function heading(c, { titles }, font) {
  const room = c.right - 2;
  const text = titles.find((title) => textWidth(font, title) <= room) ?? titles[titles.length - 1];
  c.svg.append(svg("text", { x: 0, y: 12, class: "rv-chart-title" }, text));
  return textWidth(font, text);
}

/**
 * Where the algorithms diverge, unless they do at once; the words stand in the line of the title, where there is no data.
 * @param {RoundChart} c @param {Run} run @param {Strip} strip @param {number} used of that line, px @param {string} font
 * @returns {(t: number) => void} show it where the rounds to come are seen, else once it has been reached
 */
function divergence(c, run, strip, used, font) {
  const part = run.parting.round;
  if (part === null || part <= 1) return () => {};
  const x = c.x(part);
  const text = `they split at round ${part}`;
  const g = svg(
    "g",
    {},
    svg("line", { class: "rv-part-line", x1: x, x2: x, y1: c.top, y2: c.bottom }, svg("title", {}, text)),
  );
  const long = textWidth(font, text);
  const from = Math.max(used + 14, Math.min(x - long / 2, c.right - long));
  if (strip.top === 0 && from + long <= c.right)
    g.append(svg("text", { class: "rv-part-text", x: from, y: 12 }, text));
  c.plot.append(g);
  return (t) =>
    setAttr(g, "visibility", t >= part || c.future.getAttribute("display") !== "none" ? "visible" : "hidden");
}
