/** A tree as a list of questions, one line per node, in as many columns as fit. */

import { truncate, inFull, signed } from "../../draw/format.js";
import { canvasSvg, linear, svg } from "../../draw/svg.js";
/** @import { Algo } from "../../run/run.js" */
/** @import { Box } from "../columns.js" */
/** @import { Line, Trees } from "./tree_lookup.js" */

const ROW = 19;
const STEP = 16;
/** Minimum width of a legible column, px. */
const MIN_WIDTH = 225;
const GAP = 16;

/**
 * @param {Trees} all @param {Algo} a @param {Box} size
 * @returns {{el: SVGSVGElement, draw: (s: number) => void, hover?: (h: Hover) => void} | null} null if the largest tree does not fit
 */
export function treeList(all, a, { width, height }) {
  const fit = Math.floor((height - 4) / ROW);
  const columns = Math.ceil(all.most / Math.max(1, fit));
  const rows = Math.ceil(all.most / columns);
  const each = Math.floor((width - GAP * (columns - 1)) / columns);
  if (fit < 3 || each < MIN_WIDTH) return null;
  const root = canvasSvg(width, height);
  const room = Math.min(170, each * 0.36);
  const widest = Math.max(-all.low, all.high);
  const x = linear(-widest, widest, each - room, each - 58);

  return {
    el: root,
    draw(s) {
      const lines = s === 0 ? [] : all.lines(s);
      root.replaceChildren(
        ...zeros(lines.length),
        ...lines.map((line, i) => svg("g", { transform: place(i) }, ...parts(line))),
      );
    },
  };

  /** @param {number} i */
  function place(i) {
    return `translate(${Math.floor(i / rows) * (each + GAP)} ${(i % rows) * ROW})`;
  }

  /** @param {number} count number of lines */
  function zeros(count) {
    return Array.from({ length: Math.ceil(count / rows) }, (_, c) => {
      const px = c * (each + GAP) + x(0);
      return svg("line", {
        class: "rv-zero",
        x1: px,
        x2: px,
        y1: 0,
        y2: Math.min(rows, count - c * rows) * ROW,
      });
    });
  }

  /** @param {Line} line */
  function parts({ node, depth, other }) {
    const inset = Math.min(depth * STEP, each - room - 100) + (other ? 30 : 0);
    const before = other ? [svg("text", { class: "rv-axis-name", x: inset - 30, y: 14 }, "else")] : [];
    return [...before, ...(all.isLeaf(node) ? leaf(node, inset) : [ask(node, inset)])];
  }

  /** @param {number} node @param {number} inset */
  function ask(node, inset) {
    const text = all.question(node);
    return svg(
      "text",
      { x: inset, y: 14 },
      truncate(text, Math.floor((each - inset - 4) / 7)),
      svg("title", {}, `${text} (${all.items[node]} items)`),
    );
  }

  /** @param {number} node @param {number} inset */
  function leaf(node, inset) {
    const [value, count] = [all.value[node], all.items[node]];
    const to = x(value);
    return [
      svg("text", { class: "rv-axis-name", x: inset, y: 14 }, `${count} ${count === 1 ? "item" : "items"}`),
      svg(
        "rect",
        {
          class: `rv-k${a.slot} ${value >= 0 ? "rv-leaf-up" : "rv-leaf-down"}`,
          x: Math.min(x(0), to),
          y: 3,
          width: Math.max(1, Math.abs(to - x(0))),
          height: ROW - 6,
          rx: 2,
        },
        svg("title", {}, `adds ${inFull(value)} to the scores of ${count} ${count === 1 ? "item" : "items"}`),
      ),
      svg("text", { class: "rv-value", x: each - 54, y: 14 }, signed(value)),
    ];
  }
}
