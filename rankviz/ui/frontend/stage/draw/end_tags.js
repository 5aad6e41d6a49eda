/** What stands at the ends of a chart's lines: marker, name and the value at the cursor, in columns of fixed width. */

import { number } from "../control/explain.js";
import { stateAt } from "../run/run.js";
import { html, setAttr, setText } from "./dom.js";
import { fitter, textWidth, widest } from "./fit.js";
import { fromLog10, full, num } from "./format.js";
import { spread } from "./ranges.js";
import { markerIcon, svg } from "./svg.js";

/** Height of one, px. */
export const TAG = 14;
const MARKER = 14;
const SPACE = 5;
/** From a line's end to its tag: the marker at the cursor stands there in the last round. */
const LEADER = 11;

/**
 * @typedef {Object} Tag
 * @property {import("../run/run.js").Algo} algo
 * @property {string} key of the curve whose value is shown
 * @property {string} name "" for none
 * @property {string} [symbol] what the value is
 * @property {string} [above] key of what stands above it: its bound, written after ≤
 * @property {boolean} [explained] the value opens its equation
 */

/** Curves of whole numbers. */
const COUNTS = new Set(["searched", "tested"]);

/** @param {import("../run/run.js").Algo} a @param {string} key @param {number} t @returns {string} the value after round t, or after the algorithm's last */
export function valueText(a, key, t) {
  const s = stateAt(a, t);
  const v = a.curves[key]?.[s] ?? NaN;
  if (COUNTS.has(key) && Number.isFinite(v)) return String(v);
  if (Number.isFinite(v) && v !== 0) return num(v);
  const l = a.curves[`log10_${key}`]?.[s] ?? NaN;
  return Number.isFinite(l) ? fromLog10(l) : num(v);
}

/** @param {import("../run/run.js").Algo} a @param {string} key @param {number} t @returns {string} the same with all digits */
export function fullText(a, key, t) {
  const v = a.curves[key]?.[stateAt(a, t)] ?? NaN;
  return Number.isFinite(v) ? full(v) : valueText(a, key, t);
}

/** Every text a value has in any round. @param {Tag} tag @param {string} key @returns {string[]} */
const texts = ({ algo }, key) => Array.from({ length: algo.rounds + 1 }, (_, t) => valueText(algo, key, t));

/** Longer names have a short form where there is little room, in letters. */
export const LONG = 12;

/** "RB+" for "RankBoost+", "Smooth" for "Smooth Margin", "RB-D cap" for "RB-D (undefined cap)". @param {string} label */
export const shortName = (label) =>
  label.replace("RankBoost", "RB").replace(" optimal", " opt").replace(/ (Margin|GD)/, "").replace(/ \([a-z_]+ ([^,)]+)\)/, " $1").replace(", what if", "′");

/** A name, then shorter forms of it; of a run with parameters the last form is what distinguishes the run: "listwise". @param {string} label */
const forms = (label) => [label, shortName(label), ...(label.endsWith(")") ? [shortName(label).split(" ").at(-1) ?? ""] : [])];

/** A name for a column of little room. @param {string} label */
export const brief = (label) => forms(label).find((form) => form.length <= LONG) ?? shortName(label);

/**
 * Widths of the columns that the tags of all charts of a tile share, px.
 * @param {Tag[]} tags @param {string} font family @param {number} size px
 */
export function tagColumns(tags, font, size) {
  const [plain, bold] = [`${size}px ${font}`, `700 ${size}px ${font}`];
  const name = widest(bold, tags.map((tag) => tag.name));
  const symbol = widest(plain, tags.map((tag) => tag.symbol ?? ""));
  const value = widest(bold, tags.flatMap((tag) => texts(tag, tag.key)));
  const above = widest(plain, tags.flatMap((tag) => (tag.above ? texts(tag, tag.above).map((text) => `≤ ${text}`) : [])));
  const columns = [name, symbol, value, above];
  const all = columns.reduce((sum, px) => sum + (px ? px + SPACE : 0), LEADER + MARKER);
  return { name, symbol, value, above, all: tags.length ? all : 12 };
}

/** @param {string} label @param {string} font @param {number} size @param {number} room px @returns {string} as much of a name as has room */
export function fitName(label, font, size, room) {
  const bold = `700 ${size}px ${font}`;
  return forms(label).find((form) => textWidth(bold, form) <= room) ?? fitter(bold, room)(shortName(label));
}

/**
 * The tags of one chart. They stand in HTML above the drawing, so that a value can be chosen.
 * @param {import("./chart.js").RoundChart} c @param {(Tag & {y: number})[]} tags `y` where its line ends, px @param {ReturnType<typeof tagColumns>} columns
 * @param {{top: number, bottom: number}} room that they may take, px of the chart
 * @returns {{nodes: HTMLElement[], draw: (t: number) => void, describe: (t: number) => void}} nothing where there is no room for all
 */
export function endTags(c, tags, columns, room) {
  const none = { nodes: [], draw: () => {}, describe: () => {} };
  if (tags.length * TAG > room.bottom - room.top) return none;
  const at = spread(tags.map((tag) => (Number.isFinite(tag.y) ? tag.y : room.bottom)), TAG, room.top + TAG / 2, room.bottom - TAG / 2);
  const made = tags.map((tag, i) => {
    leader(c, tag, at[i]);
    return tagNode(tag, columns, c.right + LEADER, at[i] - TAG / 2);
  });
  return {
    nodes: made.map((m) => m.node),
    draw(t) {
      for (const m of made) m.draw(t);
    },
    describe(t) {
      for (const m of made) m.describe(t);
    },
  };
}

/** @param {import("./chart.js").RoundChart} c @param {Tag & {y: number}} tag @param {number} y */
function leader(c, tag, y) {
  if (!Number.isFinite(tag.y)) return;
  const d = `M${c.right + 1} ${tag.y.toFixed(1)}L${c.right + LEADER - 1} ${y.toFixed(1)}`;
  c.over.append(svg("path", { class: `rv-leader rv-k${tag.algo.slot}`, d }));
}

/** @param {Tag} tag @param {ReturnType<typeof tagColumns>} columns @param {number} left @param {number} top */
function tagNode(tag, columns, left, top) {
  const { algo, key, above } = tag;
  const value = html("b");
  const slot = html("span", { class: "rv-tag-value", style: `width:${columns.value}px` }, tag.explained ? number(algo, key, value) : value);
  const over = columns.above ? html("span", { class: "rv-tag-above", style: `width:${columns.above}px` }) : null;
  const node = html(
    "div",
    { class: `rv-tag rv-k${algo.slot}`, style: `left:${left}px;top:${top.toFixed(1)}px` },
    markerIcon(algo.slot),
    columns.name ? html("b", { style: `width:${columns.name}px` }, tag.name) : null,
    columns.symbol ? html("span", { class: "rv-tag-symbol", style: `width:${columns.symbol}px` }, tag.symbol) : null,
    slot,
    over,
  );
  return {
    node,
    /** @param {number} t */
    draw(t) {
      setText(value, valueText(algo, key, t));
      if (over && above) setText(over, Number.isFinite(boundAt(algo, above, t)) ? `≤ ${valueText(algo, above, t)}` : "");
    },
    /** @param {number} t */
    describe(t) {
      setAttr(node, "title", `${algo.label}: ${tag.symbol || key} ${fullText(algo, key, t)}`);
    },
  };
}

/** @param {import("../run/run.js").Algo} a @param {string} key @param {number} t */
function boundAt(a, key, t) {
  const s = stateAt(a, t);
  return a.curves[`log10_${key}`]?.[s] ?? a.curves[key]?.[s] ?? NaN;
}
