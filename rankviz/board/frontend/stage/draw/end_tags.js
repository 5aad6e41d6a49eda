/** What stands at the ends of a chart's lines: marker, name and the value at the cursor, in columns of fixed width. */

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

/** Height of one, px. */
export const TAG = 14;
const MARKER = 14;
const SPACE = 5;
/** From the chart's edge to its tags: the marker at the cursor stands there in the last round. */
const LEADER = 11;

/**
 * @typedef {Object} Tag
 * @property {Algo} algo
 * @property {string} key of the curve whose value is shown
 * @property {string} name "" for none
 * @property {string} [symbol] what the value is
 * @property {string} [above] key of what stands above it: its bound, written after ≤
 * @property {boolean} [explained] the value opens its equation
 */

/** Curves of whole numbers. */
const COUNTS = new Set(["searched", "tested"]);

/** @param {Algo} a @param {string} key @param {number} t @returns {string} the value after round t, or after the algorithm's last */
export function valueText(a, key, t) {
  const s = stateAt(a, t);
  const v = a.curves[key]?.[s] ?? NaN;
  if (COUNTS.has(key) && Number.isFinite(v)) return String(v);
  if (Number.isFinite(v) && v !== 0) return num(v);
  const l = a.curves[`log10_${key}`]?.[s] ?? NaN;
  return Number.isFinite(l) ? fromLog10(l) : num(v);
}

/** @param {Algo} a @param {string} key @param {number} t @returns {string} the same with all digits */
export function fullText(a, key, t) {
  const v = a.curves[key]?.[stateAt(a, t)] ?? NaN;
  return Number.isFinite(v) ? inFull(v) : valueText(a, key, t);
}

/** Every text a value has in any round. @param {Tag} tag @param {string} key @returns {string[]} */
const texts = ({ algo }, key) => Array.from({ length: algo.rounds + 1 }, (_, t) => valueText(algo, key, t));

/** Longer names have a short form where there is little room, in letters. */
export const LONG = 12;

/** @typedef {{label: string, short: string}} Named */

/** A name, then shorter forms of it; of a run with parameters the last form is what distinguishes the run: "listwise". @param {Named} algo */
const forms = ({ label, short }) => [
  label,
  short,
  ...(label.endsWith(")") ? [short.split(" ").at(-1) ?? ""] : []),
];

/** A name for a column of little room. @param {Named} algo */
export const shortLabel = (algo) => forms(algo).find((form) => form.length <= LONG) ?? algo.short;

/**
 * Widths of the columns that the tags of all charts of a tile share, px.
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
    tags.flatMap((tag) => (tag.above ? texts(tag, tag.above).map((text) => `≤ ${text}`) : [])),
  );
  const columns = [name, symbol, value, above];
  const all = columns.reduce((sum, px) => sum + (px ? px + SPACE : 0), LEADER + MARKER);
  return { name, symbol, value, above, all: tags.length ? all : 12 };
}

/** @param {Named} algo @param {string} font @param {number} size @param {number} room px @returns {string} as much of a name as has room */
export function fitName(algo, font, size, room) {
  const bold = `700 ${size}px ${font}`;
  return forms(algo).find((form) => textWidth(bold, form) <= room) ?? fitter(bold, room)(algo.short);
}

/** The part of a tile's width that names may take where they are whole, and where they are short. */
const NAMES = { whole: 0.2, short: 0.34 };

/** Room for names beside values: whole ones where the lines keep most of the width, else so much that no short one is cut. @param {readonly Named[]} algos @param {string} font @param {number} size @param {number} width of the tile, px */
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
 * The tags of one chart, each at the height its line has in the round shown, with a leader from the line's head. They stand in HTML above
 * the drawing, so that a value can be chosen.
 * @param {RoundChart} c
 * @param {(Tag & {values: ArrayLike<number>, y: Scale})[]} tags the values of its line as drawn
 * @param {ReturnType<typeof tagColumns>} columns
 * @param {{top: number, bottom: number, above?: number}} room that they may take, px of the chart; `above`: what stands above the chart
 * @returns {{nodes: HTMLElement[], adopt: (tags: (Tag & {values: ArrayLike<number>, y: Scale})[]) => void, draw: (t: number) => void, describe: (t: number) => void}} `adopt`: the same tags of another run; nothing where there is no room for all
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
 * Where a line's head is: at its value in that round or the last one before it that is known; at the edge where the chart leaves it out.
 * @param {Pick<RoundChart, "x" | "top" | "bottom" | "left">} c
 * @param {{values: ArrayLike<number>, y: Scale}} tag @param {number} t @returns {{x: number, y: number} | null}
 */
export function lineHead(c, { values, y }, t) {
  let i = Math.min(t, values.length - 1);
  while (i >= 0 && !Number.isFinite(values[i])) i--;
  if (i < 0) return null;
  return { x: Math.max(c.left, c.x(i)), y: Math.max(c.top, Math.min(c.bottom, y(values[i]))) };
}

/** The line from a head to its tag. @param {RoundChart} c @param {Tag} tag @returns {(head: {x: number, y: number} | null, y: number) => void} */
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
        setText(over, Number.isFinite(boundAt(algo, above, t)) ? `≤ ${valueText(algo, above, t)}` : "");
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
