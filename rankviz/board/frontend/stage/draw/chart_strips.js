/** Charts over the rounds that stand one below the other with one cursor: each with its title, its lines, and the tags at their ends. */

import { AXIS, adoptableCurve, cutAxis, endedLevel, roundChart, yAxis } from "./chart.js";
import { endTags, fitName, nameRoom, tagColumns } from "./end_tags.js";
import { textWidth } from "./fit_text.js";
import { tick, tickLog } from "./format.js";
import { legibleTicks, rangeScale } from "./ranges.js";
import { svg } from "./svg.js";
/** @import { Cursor } from "../control/cursor.js" */
/** @import { View } from "../control/view.js" */
/** @import { Algo, Run } from "../run/run.js" */
/** @import { RoundChart } from "./chart.js" */
/** @import { Tag } from "./end_tags.js" */
/** @import { Range } from "./ranges.js" */
/** @import { Scale } from "./svg.js" */

/** Height of a title and the space below it, px. */
export const TITLE = 20;
/** Half of the lowest number at the axis, px. */
const LOWEST = 6;
/** Type: small in small tiles, px. */
const SIZE = { small: 12, large: 13, from: 420 };

/** @param {number} width px */
export const typeSize = (width) => (width < SIZE.from ? SIZE.small : SIZE.large);
/** @param {number} width px */
export const isLarge = (width) => width >= SIZE.from;

/**
 * One of the charts.
 * @typedef {Object} Strip
 * @property {string[]} titles the longest first; the last is written whether it fits or not
 * @property {boolean} log
 * @property {number[]} marks of the axis at the left
 * @property {Range} range
 * @property {boolean} cut it says so where its axis begins above 0
 * @property {number} top of the strip in the drawing, px
 * @property {number} height px, with the axis where it is the last
 * @property {boolean} last
 * @property {{algo: Algo, key: string, cls: string, values: ArrayLike<number>}[]} lines
 * @property {(Tag & {values: ArrayLike<number>})[]} tags
 */

/** @typedef {{run: Run, cursor: Cursor, view: Pick<View, "future" | "chart">, theme: {font: string}}} StripContext what is drawn, and how */

/**
 * What the charts of one drawing have in common.
 * @typedef {Object} Sheet
 * @property {StripContext} ground
 * @property {number} width px
 * @property {number} size of type, px
 * @property {number} left margin, px
 * @property {ReturnType<typeof tagColumns>} columns of the tags
 */

/**
 * The width between lines and tags is shared alike by all strips. @param {StripContext} ground @param {number} width px @param {readonly Pick<Strip, "tags" | "marks" | "log">[]} strips
 * @returns {Sheet}
 */
export function sheetOf(ground, width, strips) {
  const [size, font] = [typeSize(width), ground.theme.font];
  const tags = strips.flatMap((strip) => strip.tags);
  const texts = strips.flatMap((strip) => strip.marks.map(strip.log ? tickLog : tick));
  const left = 8 + Math.max(18, ...texts.map((text) => textWidth(`${size}px ${font}`, text)));
  return { ground, width, size, left, columns: tagColumns(tags, font, size) };
}

/** As much of each name as the algorithms have room for in a tile. @param {Pick<StripContext, "theme">} ground @param {readonly Algo[]} algos @param {number} width px @returns {(a: Algo) => string} */
export function algorithmNames({ theme }, algos, width) {
  const size = typeSize(width);
  const room = nameRoom(algos, theme.font, size, width);
  return (a) => fitName(a, theme.font, size, room);
}

/** The type of titles. @param {Sheet} sheet */
export const titleFont = ({ ground, size }) => `600 ${size}px ${ground.theme.font}`;

/**
 * @param {Sheet} sheet @param {Strip} strip
 * @returns {{chart: RoundChart, y: Scale, titled: number, tags: HTMLElement[], moves: ((t: number) => void)[], describe: (t: number) => void, adopt: (next: Strip) => Scale}}
 *   `titled`: where the title ends, px; `adopt`: the same lines of another run, on its scale
 */
export function drawStrip(sheet, strip) {
  const { ground, width, size, left, columns } = sheet;
  const { run, cursor, view } = ground;
  const chart = roundChart({
    width,
    height: strip.height,
    rounds: run.rounds,
    cursor,
    left,
    right: columns.all,
    top: TITLE,
    bottom: strip.last ? AXIS : LOWEST,
    future: view.future,
    cut: Boolean(view.chart?.window),
  });
  let y = rangeScale(strip.range, chart.bottom, chart.top);
  let scale = scaleOf(chart, strip, y, size);
  const titled = heading(chart, strip.titles, titleFont(sheet));
  const lines = strip.lines.map(({ algo, key, cls, values }) => ({
    ended: endedLevel(chart, algo, values, y),
    curve: adoptableCurve(chart, algo, values, y, cls, run.rounds, key),
  }));
  const tags = endTags(
    chart,
    strip.tags.map((tag) => ({ ...tag, y })),
    columns,
    { top: 0, bottom: chart.bottom + 4, above: strip.top },
  );
  return {
    chart,
    y,
    titled,
    tags: tags.nodes,
    moves: [...lines.map((l) => l.curve.move), chart.move, tags.draw],
    describe: tags.describe,
    adopt(next) {
      if (!sameRange(next.range, strip.range)) {
        for (const part of scale) part?.remove();
        y = rangeScale(next.range, chart.bottom, chart.top);
        scale = scaleOf(chart, next, y, size);
      }
      strip = next;
      strip.lines.forEach(({ algo, values }, i) => {
        lines[i].ended.adopt(values, y);
        lines[i].curve.adopt(algo, values, y);
      });
      tags.adopt(strip.tags.map((tag) => ({ ...tag, y })));
      return y;
    },
  };
}

/** @param {Range} a @param {Range} b */
const sameRange = (a, b) => a.low === b.low && a.high === b.high && a.bend === b.bend;

/** What says how high values stand: the axis, and where it is squeezed or cut. @param {RoundChart} chart @param {Strip} strip @param {Scale} y @param {number} size of type, px */
const scaleOf = (chart, { marks, range, log, cut }, y, size) => [
  yAxis(chart, legibleTicks(marks, y, size + 1), y, log ? tickLog : tick),
  ...bend(chart, range, y),
  cut ? cutAxis(chart, range.low) : null,
];

/** The mark of a squeezed start. @param {RoundChart} c @param {Range} range @param {Scale} y @returns {SVGElement[]} */
function bend(c, range, y) {
  if (range.bend === null) return [];
  const at = y(range.bend);
  const parts = [
    svg("line", { class: "rv-bend", x1: c.left, x2: c.right, y1: at, y2: at }),
    svg("path", { class: "rv-break", d: `M${c.left - 5} ${at + 1}l10 -4M${c.left - 5} ${at + 5}l10 -4` }),
  ];
  c.plot.append(...parts);
  return parts;
}

/** @param {RoundChart} c @param {string[]} titles @param {string} font @returns {number} where it ends, px */
function heading(c, titles, font) {
  const room = c.right - 2;
  const text = titles.find((title) => textWidth(font, title) <= room) ?? titles[titles.length - 1];
  c.svg.append(svg("text", { x: 0, y: 12, class: "rv-chart-title" }, text));
  return textWidth(font, text);
}
