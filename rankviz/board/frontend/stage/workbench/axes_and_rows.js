/** The background of the items: a row of dots per weak ranker, or the axes of their features. */

import { svg } from "../draw/svg.js";
import { DOT } from "./scene.js";
/** @import { Place } from "./round_geometry.js" */
/** @import { Table } from "./scene.js" */

/**
 * Draw the dots: each ranker's value for each item.
 * @param {Table} table @param {Place} place @param {(edit: Record<string, unknown>) => void} send
 */
export function answerRows(table, place, send) {
  return table.rankers.flatMap((ranker, row) => [
    svg("text", { class: "wb-name", x: 4, y: place.dots(row) + 5 }, ranker.name),
    ...ranker.bits.map((bit, i) => {
      const toggle = () => send({ do: "toggle", ranker: ranker.name, item: table.items[i] });
      return svg(
        "g",
        {
          class: "wb-dot",
          role: "button",
          tabindex: 0,
          "data-key": `dot-${row}-${i}`,
          "aria-pressed": String(bit === 1),
          "aria-label": `${ranker.name} says ${bit ? "yes" : "no"} to ${table.items[i]}`,
          onclick: toggle,
          onkeydown: onPressKey(toggle),
        },
        svg("title", {}, `Click to switch ${ranker.name}'s answer to ${table.items[i]}`),
        svg("rect", { x: place.boxes[i].x - 18, y: place.dots(row) - DOT / 2, width: 36, height: DOT }),
        svg("circle", { cx: place.boxes[i].x, cy: place.dots(row), r: 9, class: bit ? "wb-yes" : "wb-no" }),
      );
    }),
  ]);
}

/** Return a handler for keys that press. @param {() => void} then */
function onPressKey(then) {
  return (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    then();
  };
}

/**
 * Draw the axes of one or two features.
 * @param {Table} table @param {Place} place @param {number} width px
 */
export function featureAxes(table, place, width) {
  const x = /** @type {NonNullable<typeof place.x>} */ (place.x);
  const middle = (/** @type {{low: number, high: number}} */ a) => [a.low, (a.low + a.high) / 2, a.high];
  const nodes = [
    svg("line", { class: "wb-axis", x1: 20, x2: width - 12, y1: place.base, y2: place.base }),
    svg(
      "text",
      { class: "wb-name", x: width - 12, y: place.base - 6, "text-anchor": "end" },
      table.features[0].name,
    ),
    ...middle(x).map((v) =>
      svg(
        "text",
        { class: "wb-tick", x: x.at(v), y: place.base + 17, "text-anchor": "middle" },
        String(+v.toFixed(2)),
      ),
    ),
  ];
  const y = place.y;
  if (!y) return nodes;
  return [
    ...nodes,
    svg("line", { class: "wb-axis", x1: 30, x2: 30, y1: 10, y2: place.base }),
    svg("text", { class: "wb-name", x: 36, y: 16 }, table.features[1].name),
    ...middle(y).map((v) =>
      svg("text", { class: "wb-tick", x: 26, y: y.at(v) + 4, "text-anchor": "end" }, String(+v.toFixed(2))),
    ),
  ];
}
