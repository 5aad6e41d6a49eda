/** The edges of a map: names if cells or groups of blocks are large, else strips of grades. */

import { canvasSvg, svg } from "../../draw/svg.js";
/** @import { Ctx } from "../panel.js" */
/** @import { Shared } from "./map_canvas.js" */

/** The most that a letter of a name takes, px. */
const LETTER = 8;

/** Draw the names of the rows, once for all maps side by side. @param {Shared} shared @param {string[]} full */
export function rowNames({ plan, axes, rowNames: names }, full) {
  const el = canvasSvg(plan.left, plan.top + axes.rows.length * plan.cellHeight);
  axes.rows.forEach((at, i) =>
    el.append(
      svg(
        "text",
        {
          x: plan.left - 2,
          y: plan.top + (i + 0.5) * plan.cellHeight + 4.5,
          "text-anchor": "end",
          class: "rv-name",
        },
        names[i],
        svg("title", {}, full[at]),
      ),
    ),
  );
  return el;
}

/** @param {Ctx} ctx @param {Shared} shared @returns {SVGElement[]} */
export function columnEdge({ run, theme }, { plan, axes, standing, columnNames }) {
  const { side, top, cellWidth } = plan;
  if (plan.titled)
    return axes.columns.map((at, i) =>
      svg(
        "text",
        plan.level
          ? { x: side + (i + 0.5) * cellWidth, y: top - 5, "text-anchor": "middle", class: "rv-name" }
          : {
              transform: `translate(${side + (i + 0.5) * cellWidth + 4.5} ${top - 3}) rotate(-90)`,
              class: "rv-name",
            },
        columnNames[i],
        svg("title", {}, run.map.cols[at]),
      ),
    );
  if (plan.grouped)
    return groupNames(axes.columns, run.map.cols, cellWidth, (x) => ({ x: side + x, y: top - 4 }));
  if (run.map.kind !== "pairs") return [];
  const fill = (/** @type {number} */ at) => theme.grade(standing(run.axis[at]));
  const strip = { y: 0, width: cellWidth + 0.3, height: 5 };
  return axes.columns.map((at, i) => svg("rect", { ...strip, x: side + i * cellWidth, fill: fill(at) }));
}

/** @param {Ctx} ctx @param {Shared} shared @returns {SVGElement[]} */
export function rowEdge({ run, theme }, { plan, axes, standing }) {
  const { side, top, cellHeight } = plan;
  const turned = (/** @type {number} */ y) => ({
    transform: `translate(${side - 4} ${top + y}) rotate(-90)`,
  });
  if (plan.grouped) return groupNames(axes.rows, run.map.rows, cellHeight, turned);
  if (run.map.kind !== "pairs" || plan.named) return [];
  const fill = (/** @type {number} */ at) => theme.grade(standing(run.axis[at]));
  const strip = { x: 0, width: 5, height: cellHeight + 0.3 };
  return axes.rows.map((at, i) => svg("rect", { ...strip, y: top + i * cellHeight, fill: fill(at) }));
}

/** The group of a block: "grade 0" of "grade 0, part 13 of 30". @param {string} name */
export const groupName = (name) => name.replace(/, part .*$/, "");

/** Return the groups of blocks side by side, each with its first block and the one after its last. @param {string[]} names of the blocks */
export function groupsOf(names) {
  const all = names.map(groupName);
  return [...new Set(all)].map((name) => ({ name, from: all.indexOf(name), to: all.lastIndexOf(name) + 1 }));
}

/** Name each group of blocks once, at its middle. @param {number[]} places @param {string[]} labels @param {number} size of a cell, px @param {(middle: number) => Record<string, string | number>} put */
const groupNames = (places, labels, size, put) =>
  groupsOf(places.map((at) => labels[at])).map(({ name, from, to }) => {
    const fits = (/** @type {string} */ text) => LETTER * text.length <= (to - from) * size;
    const words = [name, name.replace(/^.* /, "")].find(fits) ?? "";
    const at = put(((from + to) / 2) * size);
    return svg("text", { ...at, "text-anchor": "middle", class: "rv-name" }, words);
  });
