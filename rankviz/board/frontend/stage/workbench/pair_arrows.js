/** The pairs as arrows: each can be selected, flipped and removed, unless grades imply it. */

import { setAttr } from "../draw/dom.js";
import { svg } from "../draw/svg.js";
import { arrowPath } from "./scene.js";
/** @import { Place } from "./round_geometry.js" */
/** @import { Table } from "./scene.js" */

/**
 * Build the nodes of a pair; `layArrows` places them.
 * @param {Table} table @param {number} i @param {boolean} chosen
 * @param {{choose: () => void, send: (edit: Record<string, unknown>) => void}} on
 */
export function pairNode(table, i, chosen, on) {
  const [a, b] = table.pairs[i];
  const words = `${table.items[a]} over ${table.items[b]}`;
  const line = svg("path", { class: "wb-line" });
  const head = svg("path", { class: "wb-head" });
  if (table.graded) return svg("g", { class: "wb-pair wb-implied" }, line, head);
  const edit = (/** @type {string} */ what) =>
    on.send({ do: what, higher: table.items[a], lower: table.items[b] });
  return svg(
    "g",
    {
      class: `wb-pair${chosen ? " wb-chosen" : ""}`,
      role: "button",
      tabindex: 0,
      "data-key": `pair-${table.items[a]}-${table.items[b]}`,
      "aria-label": `${words}: Enter flips it, Delete removes it`,
      onclick: on.choose,
      ondblclick: () => edit("flip"),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Enter" || event.key === " ") edit("flip");
        else if (event.key === "Delete" || event.key === "Backspace") edit("unpair");
        else return;
        event.preventDefault();
      },
    },
    svg("title", {}, words),
    svg("path", { class: "wb-hit" }),
    line,
    head,
  );
}

/**
 * Place the arrows of a drawing between its boxes.
 * @param {Element} drawing @param {Table} table @param {Place} place @param {(number | null)[]} wide widths by pair, px
 */
export function layArrows(drawing, table, place, wide) {
  const drawn = drawing.querySelectorAll(".wb-pair");
  table.pairs.forEach(([a, b], i) => {
    const { d, middle, angle } = arrowPath(place.boxes[a], place.boxes[b], place.mode === "plane");
    const at = wide[i] ?? null;
    for (const line of drawn[i].querySelectorAll(".wb-line, .wb-hit")) setAttr(line, "d", d);
    const line = /** @type {SVGElement} */ (drawn[i].querySelector(".wb-line"));
    line.style.strokeWidth = at === null ? "" : `${at}px`;
    const head = /** @type {Element} */ (drawn[i].querySelector(".wb-head"));
    const scale = at === null ? 1 : 0.75 + at / 8; // the head fits its line's width
    setAttr(head, "d", headAt(middle, angle, scale));
  });
}

/** Return the head of an arrow. @param {[number, number]} middle px @param {number} angle degrees @param {number} scale */
function headAt([x, y], angle, scale) {
  const [cos, sin] = [Math.cos, Math.sin].map((of) => scale * of((angle * Math.PI) / 180));
  const corner = (/** @type {number} */ a, /** @type {number} */ b) =>
    `${(x + a * cos - b * sin).toFixed(2)},${(y + a * sin + b * cos).toFixed(2)}`;
  return `M${corner(-6, -5)}L${corner(6, 0)}L${corner(-6, 5)}Z`;
}
