/** Charts over the rounds, one below the other with a shared cursor: each with its title, lines, and tags at their ends. */

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

/** Height of a title with the space below it, px. */
export const TITLE = 20;
/** Half the height of the lowest axis label, px. */
const LOWEST = 6;
/** Type sizes by tile width, px. */
const SIZE = { small: 12, large: 13, from: 420 };

/** @param {number} width px */
export const typeSize = (width) => (width < SIZE.from ? SIZE.small : SIZE.large);
/** @param {number} width px */
export const isLarge = (width) => width >= SIZE.from;

/**
 * One of the charts.
 * @typedef {Object} Strip
 * @property {string[]} titles longest first; the last is used whether it fits or not
 * @property {boolean} log
 * @property {number[]} marks ticks of the left axis
 * @property {Range} range
 * @property {boolean} cut whether to show a break if the axis does not begin at 0
 * @property {number} top y of the strip in the drawing, px
 * @property {number} height px; the last strip includes the axis
 * @property {boolean} last
 * @property {{algo: Algo, key: string, cls: string, values: ArrayLike<number>}[]} lines
 * @property {(Tag & {values: ArrayLike<number>})[]} tags
 */

/** @typedef {{run: Run, cursor: Cursor, view: Pick<View, "future" | "chart">, theme: {font: string}}} StripContext the run, and how to draw it */

/**
 * What the strips of one drawing share.
 * @typedef {Object} Sheet
 * @property {StripContext} ground
 * @property {number} width px
 * @property {number} size type size, px
 * @property {number} left margin, px
 * @property {ReturnType<typeof tagColumns>} columns of the tags
 */

/**
 * Divide the width between lines and tags, equally for all strips. @param {StripContext} ground @param {number} width px @param {readonly Pick<Strip, "tags" | "marks" | "log">[]} strips
 * @returns {Sheet}
 */
export function sheetOf(ground, width, strips) {
  const [size, font] = [typeSize(width), ground.theme.font];
  const tags = strips.flatMap((strip) => strip.tags);
  const texts = strips.flatMap((strip) => strip.marks.map(strip.log ? tickLog : tick));
  const left = 8 + Math.max(18, ...texts.map((text) => textWidth(`${size}px ${font}`, text)));
  return { ground, width, size, left, columns: tagColumns(tags, font, size) };
}

/** Return the form of each name that fits in a tile. @param {Pick<StripContext, "theme">} ground @param {readonly Algo[]} algos @param {number} width px @returns {(a: Algo) => string} */
export function algorithmNames({ theme }, algos, width) {
  const size = typeSize(width);
  const room = nameRoom(algos, theme.font, size, width);
  return (a) => fitName(a, theme.font, size, room);
}

/** Return the font of titles. @param {Sheet} sheet */
export const titleFont = ({ ground, size }) => `600 ${size}px ${ground.theme.font}`;

/**
 * @param {Sheet} sheet @param {Strip} strip
 * @returns {{chart: RoundChart, y: Scale, titled: number, tags: HTMLElement[], moves: ((t: number) => void)[], describe: (t: number) => void, adopt: (next: Strip) => Scale}}
 *   `titled`: end of the title, px; `adopt`: takes the lines of another run, on its scale
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

/** Draw the axis, and where it is compressed or cut. @param {RoundChart} chart @param {Strip} strip @param {Scale} y @param {number} size of type, px */
const scaleOf = (chart, { marks, range, log, cut }, y, size) => [
  yAxis(chart, legibleTicks(marks, y, size + 1), y, log ? tickLog : tick),
  ...bend(chart, range, y),
  cut ? cutAxis(chart, range.low) : null,
];

/** Draw the mark of a compressed start. @param {RoundChart} c @param {Range} range @param {Scale} y @returns {SVGElement[]} */
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

/** @param {RoundChart} c @param {string[]} titles @param {string} font @returns {number} end of the title, px */
function heading(c, titles, font) {
  const room = c.right - 2;
  const text = titles.find((title) => textWidth(font, title) <= room) ?? titles[titles.length - 1];
  c.svg.append(svg("text", { x: 0, y: 12, class: "rv-chart-title" }, text));
  return textWidth(font, text);
}
