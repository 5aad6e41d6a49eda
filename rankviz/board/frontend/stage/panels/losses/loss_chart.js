/** The charts of the losses tile: their share of its height, and the drawing over their lines. */

import { AXIS } from "../../draw/chart.js";
import { setAttr, setPresent } from "../../draw/dom.js";
import { TAG } from "../../draw/end_tags.js";
import { textWidth } from "../../draw/fit_text.js";
import { roundFlag, labelFits } from "../../draw/round_flag.js";
import { tick } from "../../draw/format.js";
import { fallingRange, logTicks, rangeTicks, wholeRange, windowRange } from "../../draw/ranges.js";
import { drawStrip, isLarge, algorithmNames, sheetOf, TITLE, titleFont } from "../../draw/chart_strips.js";
import { linePath, svg } from "../../draw/svg.js";
import { symbolOf } from "../../run/run.js";
import { fixedFlags } from "../search.js";
import { aboveBounds, bestRings, gapShading, levelLine, labels } from "./loss_events.js";
import { drawnFor, namedLines, valuesOf } from "./loss_lines.js";
/** @import { Chart } from "../../control/view.js" */
/** @import { RoundChart } from "../../draw/chart.js" */
/** @import { Tag } from "../../draw/end_tags.js" */
/** @import { Sheet, Strip } from "../../draw/chart_strips.js" */
/** @import { Scale } from "../../draw/svg.js" */
/** @import { Algo, Run } from "../../run/run.js" */
/** @import { Ctx } from "../panel.js" */
/** @import { Kind, Line } from "./loss_lines.js" */
/** @import { ChartPlan } from "./loss_panels.js" */

/** @typedef {Strip & {kind: Kind, lines: (Line & {values: ArrayLike<number>})[]}} LossStrip */

/** Share of the height for the losses when the error is below them; minimum height of a chart without its title, px. */
const LOSSES = { one: 0.57, more: 0.66, least: 34 };

/**
 * Divide the height: each chart has what its title and its labels need, and of the rest the losses get the most. Losses that do not
 * fit, the last ones first, are only named.
 * @param {ChartPlan[]} all @param {number} room px @returns {{shown: ChartPlan[], heights: number[], without: ChartPlan[]}}
 */
function shareHeight(all, room) {
  const need = (/** @type {ChartPlan} */ w) =>
    TITLE + Math.max(LOSSES.least, Math.min(3, w.lines.filter((l) => l.named).length) * TAG);
  const sum = (/** @type {ChartPlan[]} */ list) => list.reduce((px, w) => px + need(w), 0);
  const shown = [...all];
  const without = [];
  while (sum(shown) > room && shown.filter((w) => w.kind === "loss").length > 1) {
    const last = shown.map((w) => w.kind).lastIndexOf("loss");
    without.unshift(...shown.splice(last, 1));
  }
  const losses = shown.filter((w) => w.kind === "loss").length;
  const part = losses === shown.length ? 1 : losses > 1 ? LOSSES.more : LOSSES.one;
  const rest = Math.max(0, room - sum(shown));
  const weights = shown.map((w) =>
    w.kind === "loss" ? part / losses : losses ? 1 - part : 1 / shown.length,
  );
  const wanted = shown.map((w, i) => (sum(shown) > room ? room / shown.length : need(w) + rest * weights[i]));
  const heights = wanted.map(Math.round);
  heights[heights.length - 1] += room - heights.reduce((px, h) => px + h, 0);
  return { shown, heights, without };
}

/**
 * @param {Ctx} ctx @param {ChartPlan[]} wanted @param {number} width @param {number} height px
 * @returns {{sheet: Sheet, strips: LossStrip[]}}
 */
export function layOut(ctx, wanted, width, height) {
  const { shown } = shareHeight(wanted, height - AXIS);
  const algos = shown.flatMap((w) => w.lines.map((l) => l.algo));
  const strips = stripsOf(ctx, wanted, width, height, algorithmNames(ctx, algos, width));
  return { sheet: sheetOf(ctx, width, strips), strips };
}

/**
 * @param {Ctx} ctx @param {ChartPlan[]} wanted @param {number} width @param {number} height px @param {(a: Algo) => string} name
 * @returns {LossStrip[]}
 */
export function stripsOf(ctx, wanted, width, height, name) {
  const { shown, heights, without } = shareHeight(wanted, height - AXIS);
  const rest = without.map((w) => symbolOf(ctx.run, w.of)).join(", ");
  return shown.map((w, i) => {
    const stretched = w.log || w.kind === "ndcg" ? null : ctx.view.chart?.window;
    const words = stretched
      ? w.titles.flatMap((text) => [
          `${text}; axis stretched between ${tick(stretched[0])} and ${tick(stretched[1])}`,
          `${text}, axis stretched`,
        ])
      : w.titles;
    const range = rangeOf(w, ctx.run.rounds, ctx.view.chart, ctx.ghosts);
    const last = i === shown.length - 1;
    const tags = namedLines(w.lines, Math.floor(heights[i] / TAG)).map((l) => ({
      ...tagOf(ctx, l, width, name(l.algo)),
      values: valuesOf(l, w.log),
    }));
    withoutEqual(tags);
    return {
      kind: w.kind,
      log: w.log,
      titles:
        rest && shown[i + 1]?.kind !== "loss" && w.kind === "loss"
          ? [`${w.titles[w.titles.length - 1]} (${rest}: enlarge the tile)`, ...w.titles.slice(-1)]
          : words,
      top: heights.slice(0, i).reduce((px, h) => px + h, 0),
      height: heights[i] + (last ? AXIS : 0),
      last,
      range,
      marks: w.log ? logTicks(range.low, range.high, heights[i] / 34) : rangeTicks(range, heights[i] / 34),
      cut: w.kind !== "ndcg" && !w.log,
      lines: w.lines.map((l) => ({ ...l, values: valuesOf(l, w.log) })),
      tags,
    };
  });
}

/** @param {ChartPlan} wanted @param {number} rounds @param {Chart | null} chart @param {readonly Algo[]} ghosts which stay visible */
function rangeOf({ kind, lines, log }, rounds, chart, ghosts) {
  const lists = [...lines, ...ghostsOf(lines, ghosts)].map((l) => valuesOf(l, log));
  if (chart?.window && !log && kind !== "ndcg") return windowRange(chart.window, lists);
  return log || kind === "ndcg" ? wholeRange(lists) : fallingRange(lists, rounds, kind === "error" && !chart);
}

/** Return the lines of the replaced runs. @template {Line} L @param {L[]} lines @param {readonly Algo[]} ghosts @returns {L[]} */
const ghostsOf = (lines, ghosts) =>
  lines.flatMap((l) => ghosts.filter((a) => a.index === l.algo.index).map((algo) => ({ ...l, algo })));

/** @param {Run} run */
const boosted = ({ algos }) => algos.flatMap((a) => (a.boosted ? [a] : []));

/** @param {Ctx} ctx @param {Line} line @param {number} width px @param {string} name @returns {Tag} */
function tagOf({ run, view }, { algo, key }, width, name) {
  const bounded = key === algo.loss && algo.boosted && drawnFor(run, view, "bound") !== "none";
  return {
    algo,
    key,
    name,
    symbol: symbolOf(run, key).replace(" held out", view.chart?.together ? ", held out" : ""),
    above: bounded && isLarge(width) && !view.chart?.together ? "bound" : "",
    explained: algo.boosted && ["r1", "r2", "e1", "e2"].includes(key),
  };
}

/** If all values are of one measure, only the title names it. @param {Tag[]} tags */
function withoutEqual(tags) {
  if (new Set(tags.map((tag) => tag.symbol)).size === 1) for (const tag of tags) tag.symbol = "";
}

/**
 * @param {Ctx} ctx @param {Sheet} sheet @param {LossStrip} strip
 * @returns {{svg: SVGSVGElement, tags: HTMLElement[], draw: (t: number) => void, describe: (t: number) => void, adopt: (ctx: Ctx, strip: LossStrip) => void}}
 */
export function drawLosses(ctx, sheet, strip) {
  const { chart: c, y, titled, tags, moves, describe, adopt } = drawStrip(sheet, strip);
  const { run } = ctx;
  const parts = divergence(c, run, strip, titled, titleFont(sheet));
  const left = ghostLines(c);
  const [chart, clear] = layered(c);
  let events = eventsOf(ctx, chart, strip, y);
  let tried = false;
  return {
    svg: c.svg,
    tags,
    draw(t) {
      for (const move of [...moves, ...events]) move(t);
      parts(t, !tried);
    },
    describe,
    adopt(next, its) {
      tried = next.ghosts.length > 0; // nobody has predicted where runs of a trial split
      const scale = adopt(its);
      left(ghostsOf(its.lines, next.ghosts), its.log, scale);
      clear();
      events = eventsOf(next, chart, its, scale);
    },
  };
}

/** Draw the lines of the original run behind a branch's. @param {RoundChart} c @returns {(lines: Line[], log: boolean, y: Scale) => void} */
function ghostLines(c) {
  const g = svg("g");
  c.plot.append(g);
  /** @type {SVGPathElement[]} */
  const paths = [];
  /** @type {Scale | null} */
  let drawn = null;
  return (lines, log, y) => {
    if (lines.length && y === drawn) return;
    drawn = lines.length ? y : null;
    lines.forEach((l, i) => {
      const path = (paths[i] ??= svg("path"));
      setAttr(path, "class", `rv-ghost rv-k${l.algo.slot} ${l.cls}`);
      setAttr(path, "d", linePath(valuesOf(l, log), c.x, y));
    });
    paths.forEach((path, i) => setPresent(g, path, i < lines.length));
  };
}

/** Return a chart to draw into, and a function that clears it. @param {RoundChart} c @returns {[RoundChart, () => void]} */
function layered(c) {
  const [plot, future, past, over] = Array.from({ length: 4 }, () => svg("g"));
  c.plot.append(plot);
  c.future.prepend(future);
  c.past.prepend(past);
  c.over.append(over);
  return [
    { ...c, plot, future, past, over },
    () => [plot, future, past, over].forEach((g) => g.replaceChildren()),
  ];
}

/** Draw what happens in some round over the lines. @param {Ctx} ctx @param {RoundChart} c @param {LossStrip} strip @param {Scale} y @returns {((t: number) => void)[]} */
function eventsOf({ run, cursor, view, theme }, c, strip, y) {
  const draw = [];
  // A figure of one sentence marks what it speaks of, and nothing else.
  if (strip.kind !== "ndcg" && !view.only)
    for (const f of fixedFlags(boosted(run)).filter((mark) => labelFits(c, mark) && !view.chart?.unseen))
      draw.push(roundFlag(c, strip.top === 0 ? f : { ...f, label: "" }, view.future));
  if (!view.open) draw.push(bestRings(c, strip, y, cursor, view.future === "faint"));
  // While a question is open the crossing may be its answer: only the figure itself may shade it.
  for (const over of view.chart?.gap ? [view.chart.gap] : view.open ? [] : aboveBounds(strip))
    gapShading(c, strip, over, y);
  if (view.chart) {
    const its = !view.chart.series || strip.kind === "ndcg";
    const written = its ? levelLine(c, strip, view.chart, y, theme.font) : [];
    draw.push(labels(c, run, strip, view.chart, y, theme.font, written));
  }
  return draw;
}

/**
 * Mark where the algorithms diverge, unless in the first round; the text is in the title's line, where there are no data.
 * @param {RoundChart} c @param {Run} run @param {LossStrip} strip @param {number} used width of that line, px @param {string} font
 * @returns {(t: number, told: boolean) => void} shows it if rounds to come are visible, or once it is reached
 */
function divergence(c, run, strip, used, font) {
  const part = run.parting.round;
  if (part === null || part <= 1) return () => {};
  const x = c.x(part);
  const text = `they first differ in round ${part}`;
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
  return (t, told) => {
    const seen = told && (t >= part || c.future.getAttribute("display") !== "none");
    setAttr(g, "visibility", seen ? "visible" : "hidden");
  };
}
