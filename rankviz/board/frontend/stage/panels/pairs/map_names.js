/** The edges of a map: names if cells are large, else strips of grades. */

import { canvasSvg, svg } from "../../draw/svg.js";
/** @import { Ctx } from "../panel.js" */
/** @import { Shared } from "./map_canvas.js" */

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
  if (run.map.kind !== "pairs") return [];
  return axes.columns.map((at, i) =>
    svg("rect", {
      x: side + i * cellWidth,
      y: 0,
      width: cellWidth + 0.3,
      height: 5,
      fill: theme.grade(standing(run.axis[at])),
    }),
  );
}
