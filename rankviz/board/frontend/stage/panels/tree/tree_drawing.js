/** A tree as a drawing: its questions, the items as dots in their leaves, and a bar for what each leaf adds. */

import { html, setAttr } from "../../draw/dom.js";
import { measurer } from "../../draw/fit_text.js";
import { signed } from "../../draw/format.js";
import { canvasSvg, linear, svg } from "../../draw/svg.js";
import { gradeColour, pointAtItems } from "./item_dots.js";
import { dotsAcross, questionsWithRoom, nodePlaces, radiusFor, pathToRoot } from "./tree_layout.js";
/** @import { Hover } from "../../draw/hover.js" */
/** @import { Algo } from "../../run/run.js" */
/** @import { Box } from "../columns.js" */
/** @import { Ctx } from "../panel.js" */
/** @import { Place } from "./tree_layout.js" */
/** @import { Trees } from "./tree_lookup.js" */

/** Shares of the height: branches and dots; the rest is for the bars. */
const [BRANCHES, PILES] = [0.48, 0.26];
const TEXT = 12;
/** Leaves narrower than this have no number, px. */
const NUMBERED = 40;
/** Height above the bars for their title, px; lower drawings have none. */
const SAID = { height: 16, from: 190 };
const BARS = ["added to the scores of a leaf's items", "added to the scores"];

/**
 * @param {Trees} all @param {Algo} a @param {Box} size
 * @param {Ctx} ctx @param {{dots: Uint32Array, leaf: Uint16Array}} items items drawn, and their nodes by round
 * @returns {{el: HTMLElement, draw: (s: number) => void, hover: (h: Hover) => void}}
 */
export function treeDrawing(all, a, { width, height }, ctx, { dots, leaf }) {
  const { run, theme, dense, hover } = ctx;
  const count = dots.length;
  const measure = measurer(`${TEXT}px ${theme.font}`);
  const said = height >= SAID.from ? (BARS.find((words) => measure(words) <= width) ?? "") : "";
  const [top, base, piled] = [TEXT + 2, BRANCHES * height, (BRANCHES + PILES) * height];
  const floor = piled + (said ? SAID.height : 0);
  const colour = gradeColour(run, theme);
  const byGrade = Uint32Array.from(dots.keys()).sort(
    (i, j) => (run.grades[dots[j]] || 0) - (run.grades[dots[i]] || 0) || i - j,
  );
  const mostLeaves = all.mostLeaves;
  const most = fullest(a, leaf, count);
  const radius = radiusFor(most, width / mostLeaves - 6, piled - base - 8);
  const spots = { x: new Float32Array(count), y: new Float32Array(count) };

  const branches = svg("path", { class: "rv-branch" });
  const way = svg("path", { class: "rv-way" });
  const [ups, downs] = ["rv-leaf-up", "rv-leaf-down"].map((cls) => svg("path", { class: cls }));
  const zero = svg("line", { class: "rv-zero", x1: 0, x2: width });
  const [texts, values] = [svg("g"), svg("g")];
  const title = svg("text", { class: "rv-axis-name", x: 0, y: piled + TEXT - 2 }, said);
  const answers = ["yes", "no"].map((word) =>
    svg("text", { class: "rv-answer", "text-anchor": word === "yes" ? "end" : "start" }, word),
  );
  const ring = svg("circle", { class: "rv-item-ring", r: radius + 2.5 });
  const root = canvasSvg(width, height);
  root.append(
    branches,
    way,
    svg("g", { class: `rv-k${a.slot}` }, ups, downs),
    zero,
    texts,
    values,
    svg("g", { class: "rv-axis" }, title, ...answers),
  );
  const over = canvasSvg(width, height);
  setAttr(over, "class", "rv-over");
  over.append(ring);
  const canvas = html("canvas", {
    class: "rv-pile",
    width: Math.round(width * dense),
    height: Math.round(height * dense),
    style: `top:0;width:${width}px;height:${height}px`,
  });
  const el = html("div", { style: `position:relative;height:${height}px` }, root, canvas, over);
  pointAtItems(el, width, spots, dots, hover);
  /** @type {Place[]} */
  let places = [];
  let [step, round] = [width, 0];

  return { el, draw, hover: find };

  /** @param {number} s */
  function draw(s) {
    round = s;
    const lines = s === 0 ? [] : all.lines(s);
    places = nodePlaces(lines, all.isLeaf);
    const leaves = places.filter((p) => p.leaf >= 0);
    step = width / Math.max(1, leaves.length);
    setAttr(branches, "d", places.map((p) => branch(p)).join(""));
    const asked = questionsWithRoom(places, step, width, (p) => measure(ask(p)) + 2, down);
    texts.replaceChildren(
      ...asked.flatMap(({ place, x }) => {
        const half = measure(ask(place)) / 2 + 2;
        const box = { x: x - half, y: down(place.depth) - TEXT / 2 - 1, width: 2 * half, height: TEXT + 2 };
        return [
          svg("rect", { class: "rv-asks-ground", ...box }), // hides the branches between its words
          svg(
            "text",
            { class: "rv-asks", x, y: down(place.depth) + 4, "text-anchor": "middle" },
            ask(place),
            svg("title", {}, `${ask(place)} (${all.items[place.node]} items): yes to the left`),
          ),
        ];
      }),
    );
    answer(asked.find(({ place }) => place === places[0])?.x);
    bars(leaves.map((p) => all.value[p.node]));
    pile();
    find(hover.now);
  }

  /** Label which way an answer goes, at the first question. @param {number} [middle] of that question, px; none if it does not fit */
  function answer(middle) {
    const below = places.filter((p) => p.above === 0);
    const sides = [below[0], below[below.length - 1]];
    const half = middle === undefined ? 0 : measure(ask(places[0])) / 2 + 4;
    answers.forEach((text, i) => {
      const out = i ? 1 : -1;
      const room =
        middle !== undefined &&
        out * (sides[i].x * step - middle) - half >= measure(text.textContent ?? "") + 6;
      // Hidden by display, so that it has no box that could exceed the tile.
      setAttr(text, "display", room ? "inline" : "none");
      if (!room) return;
      setAttr(text, "x", (middle + out * (half + 4)).toFixed(1));
      setAttr(text, "y", down(0) - 4);
    });
  }

  /** @param {Place} p */
  function ask(p) {
    return `${all.question(p.node)}?`;
  }

  /** @param {number} depth */
  function down(depth) {
    const deepest = Math.max(1, ...places.map((p) => p.depth));
    return top + (depth * (base - top)) / (deepest + 0.25);
  }

  /** Return the line from a node up to its question; a leaf's line goes down to its dots. @param {Place} p */
  function branch(p) {
    const x = (p.x * step).toFixed(1);
    const foot = p.leaf >= 0 ? base : down(p.depth);
    if (p.above < 0) return p.leaf >= 0 ? `M${x} ${down(0)}V${base}` : "";
    const q = places[p.above];
    return `M${x} ${foot.toFixed(1)}V${down(q.depth).toFixed(1)}H${(q.x * step).toFixed(1)}`;
  }

  /** @param {number[]} g of the leaves */
  function bars(g) {
    const [low, high] = [Math.min(0, ...g), Math.max(0, ...g)];
    const numbers = step >= NUMBERED ? TEXT + 2 : 0;
    const y = linear(
      low,
      high === low ? low + 1 : high,
      height - 2 - (low < 0 ? numbers : 0),
      floor + (high > 0 ? numbers : 0),
    );
    const bar = (/** @type {number} */ v, /** @type {number} */ k) => {
      const half = Math.min(0.36 * step, 28);
      return `M${((k + 0.5) * step - half).toFixed(1)} ${y(0).toFixed(1)}V${y(v).toFixed(1)}h${(2 * half).toFixed(1)}V${y(0).toFixed(1)}Z`;
    };
    setAttr(ups, "d", g.map((v, k) => (v >= 0 ? bar(v, k) : "")).join(""));
    setAttr(downs, "d", g.map((v, k) => (v < 0 ? bar(v, k) : "")).join(""));
    setAttr(zero, "y1", y(0));
    setAttr(zero, "y2", y(0));
    setAttr(zero, "visibility", g.length ? "visible" : "hidden");
    const texts = numbers
      ? g.map((v, k) =>
          svg(
            "text",
            { class: "rv-leaf-value", x: (k + 0.5) * step, y: v < 0 ? y(v) + TEXT - 1 : y(v) - 4 },
            signed(v),
          ),
        )
      : [];
    values.replaceChildren(...texts);
  }

  /** Draw the dots in their leaves, high grades first. */
  function pile() {
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    pen.setTransform(dense, 0, 0, dense, 0, 0);
    pen.clearRect(0, 0, width, height);
    spots.x.fill(NaN);
    if (round === 0) return;
    const at = leafOf();
    const row = dotsAcross(step - 6, radius);
    // Rows of dots of minimum size overlap if the pile does not fit.
    const pitch = Math.min(2 * radius, (piled - base - 8) / Math.ceil(most / row));
    const filled = new Map();
    for (const k of byGrade) {
      const place = at(k);
      if (!place) continue;
      const nth = filled.get(place.leaf) ?? 0;
      filled.set(place.leaf, nth + 1);
      const line = Math.floor(nth / row);
      const inLine = Math.min(row, all.items[place.node] - line * row);
      spots.x[k] = place.x * step + ((nth % row) - (Math.max(1, inLine) - 1) / 2) * 2 * radius;
      spots.y[k] = base + 4 + radius + line * pitch;
      pen.fillStyle = colour(dots[k]);
      pen.beginPath();
      pen.arc(spots.x[k], spots.y[k], Math.max(0.7, radius - 0.3), 0, 2 * Math.PI);
      pen.fill();
    }
  }

  function leafOf() {
    const start = all.root(round);
    const byNode = new Map(places.map((p) => [p.node - start, p]));
    return (/** @type {number} */ k) => byNode.get(leaf[(round - 1) * count + k]);
  }

  /** Highlight the item that is pointed at: its path through the questions, and its dot. @param {Hover} h */
  function find(h) {
    const k = h?.item === undefined || round === 0 ? -1 : dots.indexOf(h.item);
    const place = k < 0 ? undefined : leafOf()(k);
    setAttr(way, "d", place ? pathToRoot(places, places.indexOf(place)).map(branch).join("") : "");
    setAttr(ring, "visibility", place ? "visible" : "hidden");
    if (!place) return;
    setAttr(ring, "cx", spots.x[k].toFixed(1));
    setAttr(ring, "cy", spots.y[k].toFixed(1));
  }
}

/** Return the number of dots in the fullest leaf of all rounds. @param {Algo} a @param {Uint16Array} leaf @param {number} count */
function fullest(a, leaf, count) {
  let most = 1;
  for (let s = 0; s < a.rounds; s++) {
    const held = new Map();
    for (let k = 0; k < count; k++) {
      const now = (held.get(leaf[s * count + k]) ?? 0) + 1;
      held.set(leaf[s * count + k], now);
      most = Math.max(most, now);
    }
  }
  return most;
}
