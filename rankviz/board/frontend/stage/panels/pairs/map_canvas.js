/** One algorithm's map: the canvas, its border of grades or names, and the outlines of what is pointed at. */

import { html, setAttr } from "../../draw/dom.js";
import { isLit } from "../../draw/hover.js";
import { swell } from "../../beats/motion.js";
import { columnEdge, rowEdge } from "./map_names.js";
import { paintMarks, stampOffsets } from "./map_pixels.js";
import { outcomeOf, stateAt } from "../../run/run.js";
import { canvasSvg, svg } from "../../draw/svg.js";
/** @import { Hover } from "../../draw/hover.js" */
/** @import { Algo } from "../../run/run.js" */
/** @import { Ctx } from "../panel.js" */
/** @import { MapPlan } from "./map_layout.js" */

/**
 * What all maps of a tile share.
 * @typedef {Object} Shared
 * @property {ReturnType<typeof import("./map_layout.js").usedAxes>} axes
 * @property {MapPlan} plan
 * @property {(higher: number, lower: number) => number} find returns the index of a pair, or −1
 * @property {(item: number) => number} standing 0–1
 * @property {string[]} rowNames
 * @property {string[]} columnNames
 */

/**
 * @param {Ctx} ctx @param {Algo} algo
 * @param {{fill: Uint32Array, mark: Uint32Array}} table @param {Shared} shared
 */
export function mapCanvas(ctx, algo, table, shared) {
  const { hover, shown, dense } = ctx;
  const { plan } = shared;
  let { run } = ctx;
  let { axes } = shared;
  const pairs = run.map.kind === "pairs";
  const [rows, columns] = [axes.rows.length, axes.columns.length];
  const { top, side: left, cellWidth, cellHeight } = plan;
  // Squares are whole device pixels; a picture with smaller ones is scaled to its box.
  const size = Math.max(1, Math.ceil(Math.max(cellWidth, cellHeight) * dense));
  const gap = size >= 6 ? 1 : 0;
  const [wide, tall] = [columns * size, rows * size];
  const [width, height] = [columns * cellWidth, rows * cellHeight];
  const canvas = html("canvas", {
    width: wide,
    height: tall,
    style: `left:${left}px;top:${top}px;width:${width}px;height:${height}px`,
  });
  const paper = /** @type {CanvasRenderingContext2D} */ (
    canvas.getContext("2d", { willReadFrequently: true })
  );
  const image = paper.createImageData(wide, tall);
  const plate = {
    pixels: new Uint32Array(image.data.buffer),
    stride: wide,
    size,
    inner: size - gap,
    ...squares(),
    stamps: stampOffsets(size - gap, wide),
  };
  const overlay = canvasSvg(left + width + 2, top + height + 2);
  const border = svg("g");
  const outlines = [0, 1, 2].map((i) =>
    svg("rect", { class: i === 2 ? "rv-outline" : "rv-outline rv-outline-soft", visibility: "hidden" }),
  );
  overlay.append(border, ...outlines);
  drawBorder();
  const el = html(
    "div",
    { class: "rv-map", tabindex: -1, style: `width:${left + width + 2}px;height:${top + height + 2}px` },
    canvas,
    overlay,
  );

  /** The marks shown, and their places. */
  function squares() {
    return {
      index: Int32Array.from(axes.index),
      base: Int32Array.from(axes.index, (k) => (rowOf(k) * wide + columnOf(k)) * size),
    };
  }
  /** @param {number} k mark */
  function rowOf(k) {
    return axes.rowOf.get(run.cellRow[k]) ?? 0;
  }
  /** @param {number} k mark */
  function columnOf(k) {
    return axes.columnOf.get(run.cellCol[k]) ?? 0;
  }

  function drawBorder() {
    border.replaceChildren(
      svg("rect", { x: left - 0.5, y: top - 0.5, width: width + 1, height: height + 1, class: "rv-frame" }),
      ...columnEdge(ctx, shared),
      ...rowEdge(ctx, shared),
    );
  }

  /** Return how the round treats each mark. @param {number} s @returns {(mark: number) => number} */
  function treatAt(s) {
    if (s === 0) return () => 1;
    if (pairs && run.pairHigher && run.pairLower) {
      const { pairHigher, pairLower, n } = run;
      return (k) => outcomeOf(algo, n, s, pairHigher[k], pairLower[k]);
    }
    const { cellCorrect, cellReversed } = algo;
    if (!cellCorrect || !cellReversed) return () => 1;
    const at = (s - 1) * run.cells;
    return (k) => {
      const [c, r] = [cellCorrect[at + k], cellReversed[at + k]];
      const tied = 255 - c - r;
      return c >= tied && c >= r ? 1 : r > tied ? -1 : 0;
    };
  }

  /** @param {PointerEvent} e @returns {{r: number, c: number} | null} */
  function locate(e) {
    const box = canvas.getBoundingClientRect();
    const c = Math.floor(((e.clientX - box.left) / box.width) * columns);
    const r = Math.floor(((e.clientY - box.top) / box.height) * rows);
    return r < 0 || c < 0 || r >= rows || c >= columns ? null : { r, c };
  }

  /** @param {Event} event */
  const point = (event) => {
    const e = /** @type {PointerEvent} */ (event);
    const at = locate(e);
    if (!at) return hover.set(null);
    const where = { x: e.clientX, y: e.clientY };
    const [row, column] = [axes.rows[at.r], axes.columns[at.c]];
    if (!pairs) {
      const cell = plate.index.find((k) => run.cellRow[k] === row && run.cellCol[k] === column);
      return hover.set(cell === undefined ? null : { cell, ...where });
    }
    const [hi, lo] = [run.axis[row], run.axis[column]];
    hover.set(shared.find(hi, lo) >= 0 ? { pair: [hi, lo], ...where } : null);
  };
  // a finger points by touching, and what it touched stays lit
  for (const type of ["pointermove", "pointerdown"]) el.addEventListener(type, point);
  el.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "touch") hover.set(null);
  });
  el.addEventListener("blur", () => hover.set(null));
  el.addEventListener("keydown", (event) => {
    const e = /** @type {KeyboardEvent} */ (event);
    const move = e.key === "ArrowDown" ? 1 : e.key === "ArrowUp" ? -1 : 0;
    if (!move || !pairs || rows === 0) return;
    e.preventDefault();
    const now = hover.now?.item === undefined ? -1 : (axes.rowOf.get(run.position[hover.now.item]) ?? -1);
    const i = Math.max(0, Math.min(rows - 1, now + move));
    const box = canvas.getBoundingClientRect();
    hover.set({
      item: run.axis[axes.rows[i]],
      x: box.left + box.width / 2,
      y: box.top + ((i + 0.5) * box.height) / rows,
    });
  });

  /** @param {SVGRectElement} rect @param {number} r @param {number} c @param {number} w @param {number} h in rows and columns */
  function outline(rect, r, c, w, h) {
    setAttr(rect, "x", left + c * cellWidth - 1);
    setAttr(rect, "y", top + r * cellHeight - 1);
    setAttr(rect, "width", w * cellWidth + 2);
    setAttr(rect, "height", h * cellHeight + 2);
    setAttr(rect, "visibility", "visible");
  }

  /** Return row and column of an item on the map. @param {number} item */
  function placeOf(item) {
    const at = pairs ? run.position[item] : (run.itemGroup?.[item] ?? -1);
    return { r: axes.rowOf.get(at), c: axes.columnOf.get(at) };
  }

  return {
    el,
    /** @param {Algo} next whose weights are drawn from now on @param {{ctx: Ctx, shared: Shared}} [other] other pairs, if they have changed, on as many rows and columns */
    adopt(next, other) {
      algo = next;
      if (!other) return;
      ({ ctx, shared } = other);
      ({ run } = ctx);
      ({ axes } = shared);
      Object.assign(plate, squares());
      plate.pixels.fill(0);
      drawBorder();
    },
    /** @param {number} t */
    draw(t) {
      const s = stateAt(algo, t);
      paintMarks(plate, algo.weight, s * run.cells, table, treatAt(s));
      paper.putImageData(image, 0, 0);
    },
    /** Fade out the map while the next drawing appears. */
    canvas,
    /** Let the square of a pair grow or shrink and settle. @param {[number, number]} pair @param {boolean} grows */
    swell([higher, lower], grows) {
      const [{ r }, { c }] = [placeOf(higher), placeOf(lower)];
      if (r === undefined || c === undefined) return;
      swell(
        el,
        { x: left + c * cellWidth, y: top + r * cellHeight, width: cellWidth, height: cellHeight },
        grows,
      );
    },
    /** @param {Hover} h */
    hover(h) {
      for (const o of outlines) setAttr(o, "visibility", "hidden");
      if (!h) return;
      if (h.cell !== undefined) {
        if (axes.index.includes(h.cell)) outline(outlines[2], rowOf(h.cell), columnOf(h.cell), 1, 1);
      } else if (h.pair) {
        const [{ r }, { c }] = [placeOf(h.pair[0]), placeOf(h.pair[1])];
        if (r !== undefined && c !== undefined) outline(outlines[2], r, c, 1, 1);
      } else if (h.item !== undefined && isLit(h, h.item)) {
        const { r, c } = placeOf(h.item);
        if (r !== undefined) outline(outlines[0], r, 0, columns, 1);
        if (c !== undefined) outline(outlines[1], 0, c, 1, rows);
      }
    },
    /** @param {{fill: Uint32Array, mark: Uint32Array}} next */
    retheme(next) {
      table = next;
      drawBorder();
      this.draw(shown());
    },
  };
}
