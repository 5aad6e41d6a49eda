/** The regression tree that a round added: its questions, and what each leaf adds to the scores. */

import { html, setAttr, setText } from "../../draw/dom.js";
import { cut, full, signed, tick } from "../../draw/format.js";
import { algoName, picture } from "../panel.js";
import { columnsPanel } from "../columns.js";
import { stateAt } from "../../run/run.js";
import { canvasSvg, linear, svg } from "../../draw/svg.js";

const ROW = 19;
const STEP = 16;

export const treePanel = columnsPanel({
  id: "tree",
  title: "The tree of this round",
  how: "read from the top, a deeper line stands further right. An item for which a line's question is true goes to the line below it, else to the line marked “else”. A bar is a leaf: to the right it raises its items' scores, to the left it lowers them; before it how many training items are in the leaf.",
  array: "node_start",
  none: "None of these algorithms grows trees.",
  least: 360,
  column: view,
});

/**
 * @typedef {{node: number, depth: number, other: boolean}} Line a node in reading order; `other`: where the question above is false
 * @param {import("../../run/pictures.js").Picture<import("../../run/pictures.js").QbrankMeta>} made @param {import("../../run/run.js").Algo} a @param {number} width
 */
function view(made, a, width) {
  const nodes = made.arrays.within(`${a.index}.node_`);
  const [left, right, feature] = [nodes.get("left", "i4"), nodes.get("right", "i4"), nodes.get("feature", "i4")];
  const [value, threshold] = [nodes.get("value", "f8"), nodes.get("threshold", "f8")];
  const [start, items, missingLeft] = [nodes.get("start", "u4"), nodes.get("items", "u4"), nodes.get("missing_left", "u1")];
  let most = 1;
  let widest = 1e-12;
  for (let s = 1; s <= a.rounds; s++) most = Math.max(most, start[s] - start[s - 1]);
  for (let i = 0; i < value.length; i++) if (left[i] < 0) widest = Math.max(widest, Math.abs(value[i]));
  const height = most * ROW + 6;
  const note = html("div", { class: "rv-note" });
  const pic = picture();

  return {
    el: html("div", {}, html("div", { class: "rv-column-head" }, algoName(a), note), pic),
    /** @param {number} t */
    draw(t) {
      const s = stateAt(a, t);
      setText(note, s === 0 ? "no tree before round 1" : s < t ? `stopped after ${a.rounds}` : a.rankers[a.pick[s - 1]]);
      pic.replaceChildren(s === 0 ? canvasSvg(width, height) : drawing(s));
    },
    /** @param {number} t */
    describe(t) {
      const s = stateAt(a, t);
      setAttr(
        pic,
        "aria-label",
        s === 0
          ? `${a.label}: no tree before the first round.`
          : `${a.label}, tree of round ${s}: first question ${left[start[s - 1]] < 0 ? "none" : question(start[s - 1])}; ${a.rankers[a.pick[s - 1]]}.`,
      );
    },
  };

  /** @param {number} s */
  function drawing(s) {
    const base = start[s - 1];
    const root = canvasSvg(width, height);
    const room = Math.min(170, width * 0.36);
    const x = linear(-widest, widest, width - room, width - 58);
    const zero = x(0);
    root.append(svg("line", { class: "rv-zero", x1: zero, x2: zero, y1: 0, y2: (start[s] - base) * ROW }));
    lines(base).forEach((line, i) => {
      const y = i * ROW;
      const i0 = base + line.node;
      const inset = line.depth * STEP + (line.other ? 30 : 0);
      if (line.other)
        root.append(svg("text", { class: "rv-axis-name", x: line.depth * STEP, y: y + 14 }, "else"));
      if (left[i0] >= 0) {
        const chars = Math.floor((width - inset - 4) / 7);
        root.append(
          svg("text", { x: inset, y: y + 14 }, cut(question(i0), chars), svg("title", {}, `${question(i0)} (${items[i0]} items)`)),
        );
        return;
      }
      const to = x(value[i0]);
      root.append(
        svg("text", { class: "rv-axis-name", x: inset, y: y + 14 }, `${items[i0]} ${items[i0] === 1 ? "item" : "items"}`),
        svg(
          "rect",
          { class: `rv-k${a.slot} ${value[i0] >= 0 ? "rv-correct" : "rv-reversed"}`, x: Math.min(zero, to), y: y + 3, width: Math.max(1, Math.abs(to - zero)), height: ROW - 6, rx: 2 },
          svg("title", {}, `g = ${full(value[i0])}, ${items[i0]} items`),
        ),
        svg("text", { class: "rv-value", x: width - 54, y: y + 14 }, signed(value[i0])),
      );
    });
    return root;
  }

  /** @param {number} base @returns {Line[]} */
  function lines(base) {
    /** @type {Line[]} */
    const found = [];
    /** @type {Line[]} */
    const todo = [{ node: 0, depth: 0, other: false }];
    while (todo.length) {
      const line = /** @type {Line} */ (todo.pop());
      found.push(line);
      const i = base + line.node;
      if (left[i] < 0) continue;
      todo.push({ node: right[i], depth: line.depth + 1, other: true });
      todo.push({ node: left[i], depth: line.depth + 1, other: false });
    }
    return found;
  }

  /** @param {number} i */
  function question(i) {
    const name = made.meta.features[feature[i]];
    if (threshold[i] === Infinity) return `${name} is known`;
    if (threshold[i] === -Infinity) return `${name} is missing`;
    return `${name} ≤ ${tick(Number(threshold[i].toPrecision(4)))}${missingLeft[i] && made.meta.missing[feature[i]] ? ", or missing" : ""}`;
  }
}
