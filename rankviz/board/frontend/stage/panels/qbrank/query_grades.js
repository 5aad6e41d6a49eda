/** The grades in the queries of a few items: a row for each item, before there is a target. */

import { axis, axisName, baseLine, footMarks } from "../../draw/axis.js";
import { textWidth, widest } from "../../draw/fit_text.js";
import { tick } from "../../draw/format.js";
import { svg } from "../../draw/svg.js";
import { numbered } from "../../run/run.js";
/** @import { Run } from "../../run/run.js" */

const [TITLE, AXIS, GAP] = [20, 32, 10];
/** Radius of a dot at most, px. */
const LARGEST = 7;
const TITLES = ["the pages of each query, by their grades", "pages of its query"];

/**
 * Return the picture, empty if an item has no grade. The items themselves are ringed.
 * @param {Run} run @param {readonly number[]} items @param {{width: number, height: number}} size px
 * @param {string} font @param {(item: number) => string} colour @returns {SVGElement[]}
 */
export function queryGrades(run, items, { width, height }, font, colour) {
  if (!run.hasGrades || items.length === 0) return [];
  const all = Array.from(run.grades);
  const grades = [...new Set(all)].sort((a, b) => a - b);
  const names = items.map((item) => numbered(run.labels[item]));
  const left = widest(`700 ${font}`, names) + 2 * GAP;
  const rows = items.map((item) => {
    const page = all.flatMap((_, i) => (run.query[i] === run.query[item] ? [i] : []));
    return grades.map((grade) => page.filter((i) => run.grades[i] === grade));
  });
  const bottom = height - AXIS;
  const [cell, tall] = [(width - left) / grades.length, (bottom - TITLE) / items.length];
  const most = Math.max(...rows.flat().map((alike) => alike.length));
  const sizes = Array.from({ length: most }, (_, i) =>
    Math.min(LARGEST, cell / (2.6 * (i + 1)), (tall - GAP) / (2.4 * Math.ceil(most / (i + 1)))),
  );
  const radius = Math.max(...sizes);
  const side = sizes.indexOf(radius) + 1;
  const x = (/** @type {number} */ grade) => left + (grades.indexOf(grade) + 0.5) * cell;
  const title = TITLES.find((text) => textWidth(font, text) <= width) ?? "";
  return [
    axis(
      footMarks(grades, x, bottom, { text: tick }),
      axisName("grade", width, height - 2, "end"),
      axisName(title, 0, 12, "start"),
    ),
    ...items.flatMap((item, k) => {
      const base = TITLE + (k + 1) * tall - GAP / 2;
      return [
        baseLine(left, width, base),
        svg("text", { class: "rv-query-name", x: left - GAP, y: base - 2, "text-anchor": "end" }, names[k]),
        ...rows[k].flatMap((alike, g) =>
          alike.flatMap((i, at) => {
            const across = (at % side) - (Math.min(side, alike.length) - 1) / 2;
            const cx = x(grades[g]) + across * 2.4 * radius;
            const cy = base - 3 - radius - Math.floor(at / side) * 2.4 * radius;
            const dot = svg("circle", { cx, cy, r: radius, fill: colour(i) });
            return i === item
              ? [dot, svg("circle", { class: "rv-item-ring", cx, cy, r: radius + 2.5 })]
              : [dot];
          }),
        ),
      ];
    }),
  ];
}
