/** The ladders side by side: a column per method, a row per place, a line per item from column to column. */

import { html, setAttr, setClass, setText } from "../draw/dom.js";
import { shortNames } from "../draw/short_names.js";
import { svg } from "../draw/svg.js";
import { placesAt, placesGained } from "./method_places.js";
/** @import { ArenaBoard } from "./method_places.js" */

/** @typedef {{row: number, top: number, chosen: number[], focus: number}} LadderView `row`: of the tie value; `top`: number of places drawn; `chosen`: items; `focus`: the method whose changes are described */
/** @typedef {{choose: (item: number) => void, follow: (method: number) => void}} Asks */

/**
 * @typedef {object} Layout
 * @property {number} width @property {number} height @property {number} top number of places drawn
 * @property {number[]} left left edge of each column, px @property {number[]} names width of names in each column, 0 for none
 * @property {number} gap distance of two columns @property {number} head height above the first place, px
 */

export const ROW = 22;
const HEAD = 26;
/** Height of the heads where columns have no room for names, so that a method's is written upwards, px. */
const HIGH_HEAD = 110;
/** Width of the numbers of the places, px. */
const NUMBERS = 26;
/** Distance of two columns, where the lines are: between columns with names, and on a phone, px. */
const [GAP, NARROW] = [26, 18];
const DOT = 14;
/** Minimum useful width of names, px. */
const MIN_NAMES = 96;
/** Width behind a name for how far it has moved, px. */
const MOVED = 32;

/** @param {ArenaBoard} board @param {Asks} asks */
export function ladder(board, asks) {
  const { methods, names } = board;
  const root = svg("svg", { class: "ar-ladder", role: "group", "aria-label": "The ladder of each method" });
  const numbers = svg("g", { class: "ar-numbers" });
  const lines = svg("g");
  const rows = svg("g");
  const heads = methods.map((method, k) =>
    svg(
      "g",
      {
        class: `ar-head rv-k${method.slot}`,
        role: "button",
        tabindex: 0,
        "aria-label": method.label,
        onclick: () => asks.follow(k),
        onkeydown: pressed(() => asks.follow(k)),
      },
      svg("title", {}, method.says),
      svg("rect", { x: -2, rx: 5 }),
      svg("path", { d: method.marker, class: "rv-fill", transform: `translate(7,${HEAD / 2 - 1})` }),
      svg("text", { x: 18, y: HEAD / 2 + 4 }, method.label),
    ),
  );
  const links = methods.slice(1).map(() => names.map(() => svg("line", { class: "ar-line" })));
  const cells = methods.map((method, k) => names.map((name, item) => cell(method.slot, name, k, item)));
  lines.append(...links.flat());
  rows.append(...cells.flat().map((each) => each.el));
  root.append(numbers, lines, rows, ...heads);
  /** @type {Layout} */
  let at = ladderLayout(methods.length, 0, 0);

  /** @param {number} slot @param {string} name @param {number} k @param {number} item */
  function cell(slot, name, k, item) {
    const label = svg("text", { x: 14, y: 4 });
    const moved = svg("text", { class: "ar-moved", y: 4, "text-anchor": "end" });
    const el = svg(
      "g",
      {
        class: `ar-item rv-k${slot}`,
        onclick: () => asks.choose(item),
        onkeydown: pressed(() => asks.choose(item)),
        ...(k === 0 ? { role: "button", tabindex: 0, "aria-label": name } : {}),
      },
      svg("title", {}, name),
      svg("rect", { class: "ar-hit", x: -2, y: -ROW / 2, height: ROW }),
      svg("circle", { class: "rv-fill", cx: 7, r: 3.2 }),
      label,
      moved,
    );
    return { el, label, moved };
  }

  /** Lay out the columns. @param {number} width @param {number} top */
  function lay(width, top) {
    at = ladderLayout(methods.length, width, top);
    setAttr(root, "width", width);
    setAttr(root, "height", at.height);
    numbers.replaceChildren(
      ...Array.from({ length: top }, (_, i) =>
        svg("text", { x: 18, y: placeY(at, i + 1) + 4 }, String(i + 1)),
      ),
    );
    const measure = measured();
    methods.forEach((_, k) => {
      const room = at.names[k];
      setAttr(heads[k], "transform", `translate(${at.left[k]},${at.head - HEAD})`);
      const [frame, label] = ["rect", "text"].map(
        (part) => /** @type {Element} */ (heads[k].querySelector(part)),
      );
      setAttr(label, "transform", room ? "" : "translate(-6,20) rotate(-90)");
      setAttr(frame, "width", room ? room + 14 : 18);
      setAttr(frame, "y", room ? 1 : HEAD + 1 - at.head);
      setAttr(frame, "height", (room ? HEAD : at.head) - 4);
      const short = room ? shortNames(names, room - MOVED, measure) : names.map(() => "");
      cells[k].forEach((each, item) => {
        setText(each.label, short[item]);
        setAttr(each.moved, "x", room + 10);
        setAttr(/** @type {Element} */ (each.el.querySelector("rect")), "width", room + 14);
      });
    });
  }

  /** @param {LadderView} look */
  function draw(look) {
    const places = methods.map((method) => placesAt(method, look.row));
    methods.forEach((method, k) => {
      setClass(heads[k], "ar-focus", look.focus === k);
      setAttr(heads[k], "aria-pressed", String(look.focus === k));
      cells[k].forEach((each, item) => {
        const place = places[k][item];
        const here = place > 0 && place <= at.top;
        setAttr(each.el, "display", here ? "inline" : "none");
        if (!here) return;
        setAttr(each.el, "transform", `translate(${at.left[k]},${placeY(at, place)})`);
        setClass(each.el, "ar-chosen", look.chosen.includes(item));
        const by = at.names[k] ? placesGained(board, method, look.row, item) : 0;
        setText(each.moved, by > 0 ? `▲${by}` : by < 0 ? `▼${-by}` : "");
        setClass(each.el, "ar-up", by > 0);
        setClass(each.el, "ar-down", by < 0);
      });
    });
    links.forEach((of, k) =>
      of.forEach((line, item) => {
        const [from, to] = [places[k][item], places[k + 1][item]];
        const here = from > 0 && to > 0 && Math.min(from, to) <= at.top;
        setAttr(line, "display", here ? "inline" : "none");
        if (!here) return;
        setAttr(line, "x1", at.left[k + 1] - at.gap + 1);
        setAttr(line, "x2", at.left[k + 1] - 1);
        setAttr(line, "y1", placeY(at, from));
        setAttr(line, "y2", placeY(at, to));
        setClass(line, "ar-chosen", look.chosen.includes(item));
        setClass(line, "ar-crossing", from !== to);
      }),
    );
  }

  return { el: root, lay, draw };
}

/** @param {() => void} act @returns {(event: KeyboardEvent) => void} a handler of Enter and the space bar */
const pressed = (act) => (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  act();
};

/** @returns {(text: string) => number} measures a text in the ladder's font */
function measured() {
  const context = html("canvas").getContext("2d");
  if (!context) return (text) => 7 * text.length;
  context.font = "13px sans-serif";
  return (text) => context.measureText(text).width;
}

/** Return the layout of the ladders at a width. @param {number} columns @param {number} width px @param {number} top places @returns {Layout} */
export function ladderLayout(columns, width, top) {
  const each = (width - NUMBERS - GAP * (columns - 1)) / columns - DOT;
  const all = each >= MIN_NAMES;
  const gap = all ? GAP : NARROW;
  const first = all ? each : width - NUMBERS - (columns - 1) * (DOT + gap) - DOT;
  const names = Array.from({ length: columns }, (_, k) => (all || k === 0 ? first : 0));
  const left = names.map(
    (_, k) => NUMBERS + names.slice(0, k).reduce((sum, room) => sum + room + DOT + gap, 0),
  );
  const head = all ? HEAD : HIGH_HEAD;
  return { width, height: head + ROW * top + 6, top, left, names, gap, head };
}

/** Return the centre of a place's row; places below the last row are just out of sight. @param {Layout} at @param {number} place */
export const placeY = (at, place) => at.head + ROW * (Math.min(place, at.top + 1) - 0.5);
