/** The items: a box with its name each, and its grade at the corner. */

import { setAttr } from "../draw/dom.js";
import { svg } from "../draw/svg.js";
import { LABEL, shortName } from "./scene.js";
/** @import { Place } from "./round_geometry.js" */
/** @import { Box, Table } from "./scene.js" */

/**
 * @param {Table} table @param {Place} place @param {number} i @param {boolean} chosen
 * @param {{grade: (event: PointerEvent) => void, gradeKey: (event: KeyboardEvent) => void, blur: () => void, take: (event: PointerEvent) => void, pull: (event: PointerEvent) => void, put: () => void, drop: () => void, key: (event: KeyboardEvent) => void}} on
 */
export function itemNode(table, place, i, chosen, on) {
  const box = place.boxes[i];
  const movable = place.mode !== "rows";
  const grade = table.grades ? `, grade ${gradeText(table.grades[i])}` : "";
  const item = svg(
    "g",
    {
      class: `wb-item${chosen ? " wb-chosen" : ""}${movable ? " wb-movable" : ""}`,
      role: "button",
      tabindex: 0,
      "data-key": `item-${table.items[i]}`,
      "aria-label": `${table.items[i]}${grade}${movable ? ": arrow keys move it" : ""}`,
      "aria-keyshortcuts": table.grades ? "Delete + -" : "Delete",
      onpointerdown: on.take,
      onpointermove: on.pull,
      onpointerup: on.put,
      onpointercancel: on.drop,
      ontouchstart: (/** @type {TouchEvent} */ event) => {
        if (movable && event.cancelable) event.preventDefault(); // else the browser scrolls the page
      },
      onkeydown: on.key,
    },
    svg("title", {}, table.items[i] + grade),
    svg("rect", { x: box.x - box.w / 2, y: box.y - LABEL / 2 + 2, width: box.w, height: LABEL - 4, rx: 9 }),
    svg(
      "text",
      { x: box.x + (movable ? 5 : 0), y: box.y + 5, "text-anchor": "middle" },
      shortName(table.items[i]),
    ),
    ...(movable ? grip(box) : []),
  );
  return table.grades ? svg("g", { class: "wb-graded" }, item, badge(table, i, box, on)) : item;
}

/** Draw six dots at the left end of a box that can be dragged. @param {Box} box */
function grip({ x, y, w }) {
  const left = x - w / 2 + 5;
  return [0, 1, 2, 3, 4, 5].map((k) =>
    svg("rect", { class: "wb-grip", x: left + 4 * (k % 2), y: y - 6 + 5 * (k >> 1), width: 2, height: 2 }),
  );
}

/** Replace an item's grade in its node. @param {Element} there @param {Element} made a new node with the grade */
export function replaceGrade(there, made) {
  for (const part of [".wb-item", ".wb-badge"]) {
    const [old, other] = [there.querySelector(part), made.querySelector(part)];
    for (const { name, value } of other?.attributes ?? []) old?.setAttribute(name, value);
    if (part === ".wb-badge") old?.replaceChildren(...(other?.childNodes ?? []));
    else old?.firstElementChild?.replaceWith(other?.firstElementChild ?? "");
  }
}

/** Original places of a moving node's parts, px. @type {WeakMap<Element, [number, number]>} */
const first = new WeakMap();

/** Move an item to another place, by the coordinates of its parts, like `pathAt` of draw/svg.js. @param {Element} node @param {[number, number]} by px */
export function shiftNode(node, [dx, dy]) {
  for (const part of node.querySelectorAll("rect, text")) {
    const [x, y] = first.get(part) ?? [Number(part.getAttribute("x")), Number(part.getAttribute("y"))];
    first.set(part, [x, y]);
    setAttr(part, "x", x + dx);
    setAttr(part, "y", y + dy);
  }
}

/** @param {number} grade */
export const gradeText = (grade) => String(+grade.toFixed(2)).replace("-", "−");

/**
 * Draw the grade at an item's corner, which is dragged up and down.
 * @param {Table} table @param {number} i @param {Box} box @param {Parameters<typeof itemNode>[4]} on
 */
function badge(table, i, box, on) {
  const grade = table.grades?.[i] ?? 0;
  const text = gradeText(grade);
  const w = 8 * text.length + 10;
  const [x, y] = [box.x + box.w / 2, box.y - LABEL / 2 + 3];
  return svg(
    "g",
    {
      class: "wb-badge",
      role: "spinbutton",
      tabindex: 0,
      "data-key": `grade-${table.items[i]}`,
      "aria-label": `Grade of ${table.items[i]}`,
      "aria-valuenow": grade,
      "aria-valuetext": text,
      onpointerdown: on.grade,
      ontouchstart: (/** @type {TouchEvent} */ event) => {
        event.stopPropagation();
        if (event.cancelable) event.preventDefault();
      },
      onkeydown: on.gradeKey,
      onblur: on.blur,
    },
    svg("title", {}, `Grade ${text}: drag it up or down, and the tiles follow`),
    svg("rect", { class: "wb-grade", x: x - w / 2, y: y - 10, width: w, height: 20, rx: 10 }),
    svg("text", { class: "wb-grade-text", x, y: y + 5, "text-anchor": "middle" }, text),
    svg("text", { class: "wb-ways", x: x + w / 2 + 7, y: y + 5, "text-anchor": "middle" }, "↕"),
  );
}
