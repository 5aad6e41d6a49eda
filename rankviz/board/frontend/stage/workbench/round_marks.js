/** The marks of a round on the drawing: the picked ranker, the thresholds so far, and the scores afterwards. */

import { svg } from "../draw/svg.js";
import { scoreHeights, pickAt, thresholdsUpTo } from "./round_geometry.js";
import { DOT, shortName } from "./scene.js";
/** @import { Place, RunDrawn } from "./round_geometry.js" */
/** @import { Table } from "./scene.js" */

/**
 * Draw what is behind the items: the picked ranker's row, or where stumps separate yes from no.
 * @param {RunDrawn} run @param {number} t @param {Place} place @param {number} width px
 */
export function roundGround(run, t, place, width) {
  const pick = pickAt(run, t);
  if (place.mode === "rows")
    return pick && pick.column !== null
      ? [
          svg("rect", {
            class: "wb-picked",
            x: 0,
            y: place.dots(pick.column) - DOT / 2,
            width,
            height: DOT,
            rx: 8,
          }),
        ]
      : [];
  return thresholdsUpTo(run, t, place).flatMap(({ feature, at, now }) => {
    const how = { class: now ? "wb-split wb-now" : "wb-split" };
    const line =
      feature === 0
        ? svg("line", { ...how, x1: at, x2: at, y1: 10, y2: place.base })
        : svg("line", { ...how, x1: 30, x2: width - 12, y1: at, y2: at });
    if (!now) return [line];
    const yes =
      feature === 0 ? { x: at, y: 10, width: width - 12 - at } : { x: 30, y: 10, width: width - 42 };
    return [svg("rect", { class: "wb-side", ...yes, height: (feature === 0 ? place.base : at) - 10 }), line];
  });
}

/**
 * Draw the scores as heights, one item beside the other.
 * @param {Table} table @param {RunDrawn} run @param {number} t @param {Place} place @param {number} width px
 */
export function scoreBand(table, run, t, place, width) {
  const { zero, marks } = scoreHeights(run, t, place);
  const { top, height, at } = place.band;
  const step = at.length > 1 ? at[1] - at[0] : width;
  const name = (/** @type {string} */ text) =>
    step < 60 && text.length > 4 ? `${text.slice(0, 3)}…` : shortName(text);
  return [
    svg("text", { class: "wb-tick", x: 0, y: top + 10 }, "Score"),
    svg("line", { class: "wb-axis", x1: 4, x2: width - 6, y1: zero, y2: zero }),
    ...marks.flatMap((y, i) => [
      svg(
        "text",
        { class: "wb-tick", x: at[i], y: top + height + 17, "text-anchor": "middle" },
        name(table.items[i]),
      ),
      ...(y === null
        ? []
        : [
            svg("line", { class: "wb-score", x1: at[i], x2: at[i], y1: zero, y2: y }),
            svg("circle", { class: "wb-score-end", cx: at[i], cy: y, r: 5 }),
          ]),
    ]),
  ];
}
