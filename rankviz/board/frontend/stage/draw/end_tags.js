/** Tags at the ends of a chart's lines: marker, name and value at the cursor, in columns of fixed width. */

import { numberLink } from "./explained_number.js";
import { stateAt } from "../run/run.js";
import { html, setAttr, setText } from "./dom.js";
import { fitter, textWidth, widest } from "./fit_text.js";
import { fromLog10, inFull, num } from "./format.js";
import { spreadLabels } from "./ranges.js";
import { markerIcon, svg } from "./svg.js";
/** @import { Algo } from "../run/run.js" */
/** @import { RoundChart } from "./chart.js" */
/** @import { Scale } from "./svg.js" */

/** Height of a tag, px. */
export const TAG = 14;
const MARKER = 14;
const SPACE = 5;
/** Distance from the chart's edge to its tags, where the marker is in the last round. */
const LEADER = 11;

/**
 * @typedef {Object} Tag
 * @property {Algo} algo
 * @property {string} key of the curve whose value is shown
 * @property {string} name "" for no name
 * @property {string} [symbol] symbol of the value
 * @property {string} [above] key of its bound
 * @property {boolean} [explained] whether the value opens its equation
 */

/** Curves of integers. */
const COUNTS = new Set(["searched", "tested"]);

/** @param {Algo} a @param {string} key @param {number} t @returns {string} the value after round t, or after the algorithm's last round */
export function valueText(a, key, t) {
  const s = stateAt(a, t);
  const v = a.curves[key]?.[s] ?? NaN;
  if (COUNTS.has(key) && Number.isFinite(v)) return String(v);
  if (Number.isFinite(v) && v !== 0) return num(v);
  const l = a.curves[`log10_${key}`]?.[s] ?? NaN;
  return Number.isFinite(l) ? fromLog10(l) : num(v);
}

/** @param {Algo} a @param {string} key @param {number} t @returns {string} the same value with all digits */
export function fullText(a, key, t) {
  const v = a.curves[key]?.[stateAt(a, t)] ?? NaN;
  return Number.isFinite(v) ? inFull(v) : valueText(a, key, t);
}

/** Return every text that a value has in any round. @param {Tag} tag @param {string} key @returns {string[]} */
const texts = ({ algo }, key) => Array.from({ length: algo.rounds + 1 }, (_, t) => valueText(algo, key, t));

/** @param {string} value of a bound, beside the value of what it bounds */
const boundText = (value) => `bound ${value}`;

/** Names longer than this have a short form in narrow columns, in characters. */
export const LONG = 12;

/** @typedef {{label: string, short: string}} Named */

/** Return a name and its shorter forms; for a run with parameters the last form is the one that distinguishes it: "listwise". @param {Named} algo */
const forms = ({ label, short }) => [
  label,
  short,
  ...(label.endsWith(")") ? [short.split(" ").at(-1) ?? ""] : label.split(", ").slice(1)),
];

/** Return a name for a narrow column. @param {Named} algo @param {number} [most] characters */
export const shortLabel = (algo, most = LONG) =>
  forms(algo).find((form) => form.length <= most) ?? algo.short;

/**
 * Return the widths of the columns shared by the tags of all charts of a tile, px.
 * @param {Tag[]} tags @param {string} font family @param {number} size px
 */
export function tagColumns(tags, font, size) {
  const [plain, bold] = [`${size}px ${font}`, `700 ${size}px ${font}`];
  const name = widest(
    bold,
    tags.map((tag) => tag.name),
  );
  const symbol = widest(
    plain,
    tags.map((tag) => tag.symbol ?? ""),
  );
  const value = widest(
    bold,
    tags.flatMap((tag) => texts(tag, tag.key)),
  );
  const above = widest(
    plain,
    tags.flatMap((tag) => (tag.above ? texts(tag, tag.above).map(boundText) : [])),
  );
  const columns = [name, symbol, value, above];
  const all = columns.reduce((sum, px) => sum + (px ? px + SPACE : 0), LEADER + MARKER);
  return { name, symbol, value, above, all: tags.length ? all : 12 };
}

/** @param {Named} algo @param {string} font @param {number} size @param {number} room px @returns {string} the longest form that fits */
export function fitName(algo, font, size, room) {
  const bold = `700 ${size}px ${font}`;
  return forms(algo).find((form) => textWidth(bold, form) <= room) ?? fitter(bold, room)(algo.short);
}

/** Shares of a tile's width that names may take, in long and in short form. */
const NAMES = { whole: 0.2, short: 0.34 };

/** Return the width for names beside values: long names if the lines keep most of the width, else enough for every short name. @param {readonly Named[]} algos @param {string} font @param {number} size @param {number} width of the tile, px */
export function nameRoom(algos, font, size, width) {
  const bold = `700 ${size}px ${font}`;
  return Math.min(
    NAMES.short * width,
    Math.max(
      NAMES.whole * width,
      widest(
        bold,
        algos.map((algo) => algo.short),
      ),
    ),
  );
}

/**
 * Draw the tags of one chart, each at its line's height in the shown round, with a leader from the line's head. They are HTML above
 * the drawing, so that a value can be clicked.
 * @param {RoundChart} c
 * @param {(Tag & {values: ArrayLike<number>, y: Scale})[]} tags the drawn values of its line
 * @param {ReturnType<typeof tagColumns>} columns
 * @param {{top: number, bottom: number, above?: number}} room for the tags, px of the chart; `above`: height of what is above the chart
 * @returns {{nodes: HTMLElement[], adopt: (tags: (Tag & {values: ArrayLike<number>, y: Scale})[]) => void, draw: (t: number) => void, describe: (t: number) => void}} `adopt` takes the tags of another run; nothing is drawn if they do not all fit
 */
export function endTags(c, tags, columns, room) {
  const none = { nodes: [], adopt: () => {}, draw: () => {}, describe: () => {} };
  if (tags.length * TAG > room.bottom - room.top) return none;
  const made = tags.map((tag) => ({ tag, ...tagNode(tag, columns, c.right + LEADER), lead: leader(c, tag) }));
  return {
    nodes: made.map((m) => m.node),
    adopt(next) {
      tags = next;
      made.forEach((m, i) => m.adopt(tags[i]));
    },
    draw(t) {
      const heads = tags.map((tag) => lineHead(c, tag, t));
      const at = spreadLabels(
        heads.map((head) => head?.y ?? room.bottom),
        TAG,
        room.top + TAG / 2,
        room.bottom - TAG / 2,
      );
      made.forEach((m, i) => {
        m.draw(t);
        m.lead(heads[i], at[i]);
        const top = `${(at[i] - TAG / 2 + (room.above ?? 0)).toFixed(1)}px`;
        if (m.node.style.top !== top) m.node.style.top = top;
      });
    },
    describe(t) {
      for (const m of made) m.describe(t);
    },
  };
}

/**
 * Return a line's head: its value in that round, or the last known one before it; at the chart's edge if it is clipped.
 * @param {Pick<RoundChart, "x" | "top" | "bottom" | "left">} c
 * @param {{values: ArrayLike<number>, y: Scale}} tag @param {number} t @returns {{x: number, y: number} | null}
 */
export function lineHead(c, { values, y }, t) {
  let i = Math.min(t, values.length - 1);
  while (i >= 0 && !Number.isFinite(values[i])) i--;
  if (i < 0) return null;
  return { x: Math.max(c.left, c.x(i)), y: Math.max(c.top, Math.min(c.bottom, y(values[i]))) };
}

/** Return a function that draws the leader from a head to its tag. @param {RoundChart} c @param {Tag} tag @returns {(head: {x: number, y: number} | null, y: number) => void} */
function leader(c, { algo }) {
  const path = svg("path", { class: `rv-leader rv-k${algo.slot}` });
  c.over.prepend(path);
  return (head, y) =>
    setAttr(
      path,
      "d",
      head
        ? `M${head.x.toFixed(1)} ${head.y.toFixed(1)}H${c.right}L${c.right + LEADER - 1} ${y.toFixed(1)}`
        : "",
    );
}

/** @param {Tag} tag @param {ReturnType<typeof tagColumns>} columns @param {number} left */
function tagNode(tag, columns, left) {
  const { key, above } = tag;
  let { algo } = tag;
  const value = html("b");
  const slot = html(
    "span",
    { class: "rv-tag-value", style: `width:${columns.value}px` },
    tag.explained ? numberLink(algo, key, value) : value,
  );
  const over = columns.above
    ? html("span", { class: "rv-tag-above", style: `width:${columns.above}px` })
    : null;
  const node = html(
    "div",
    { class: `rv-tag rv-k${algo.slot}`, style: `left:${left}px` },
    markerIcon(algo),
    columns.name ? html("b", { style: `width:${columns.name}px` }, tag.name) : null,
    columns.symbol
      ? html("span", { class: "rv-tag-symbol", style: `width:${columns.symbol}px` }, tag.symbol)
      : null,
    slot,
    over,
  );
  return {
    node,
    /** @param {Tag} next */
    adopt(next) {
      algo = next.algo;
    },
    /** @param {number} t */
    draw(t) {
      setText(value, valueText(algo, key, t));
      if (over && above)
        setText(over, Number.isFinite(boundAt(algo, above, t)) ? boundText(valueText(algo, above, t)) : "");
    },
    /** @param {number} t */
    describe(t) {
      setAttr(node, "title", `${algo.label}: ${tag.symbol || key} ${fullText(algo, key, t)}`);
    },
  };
}

/** @param {Algo} a @param {string} key @param {number} t */
function boundAt(a, key, t) {
  const s = stateAt(a, t);
  return a.curves[`log10_${key}`]?.[s] ?? a.curves[key]?.[s] ?? NaN;
}
