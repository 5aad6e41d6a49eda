/** One algorithm's map: the canvas, its frame of grades or names, and the outlines of what is pointed at. */

import { html, setAttr } from "./dom.js";
import { cut } from "./format.js";
import { lit } from "./hover.js";
import { paint, stamps } from "./pixels.js";
import { outcomeOf, stateAt } from "../run/run.js";
import { canvasSvg, svg } from "./svg.js";

/**
 * @param {import("../panels/panel.js").Ctx} ctx @param {import("../run/run.js").Algo} algo @param {number} width @param {[number, number]} range rows shown
 * @param {{fill: Uint32Array, mark: Uint32Array}} table
 * @param {{find: (hi: number, lo: number) => number, standing: (item: number) => number}} shared
 */
export function mapCanvas(ctx, algo, width, range, table, shared) {
  const { run, theme, hover, cursor } = ctx;
  const pairs = run.map.kind === "pairs";
  const rows = range[1] - range[0];
  const dpr = Math.min(2, window.devicePixelRatio || 1);
  const names = rows > 0 && (width - 110) / rows >= 13;
  const left = names ? 104 : 7;
  const top = names && rows <= 16 ? 62 : 7;
  const size = Math.max(
    1,
    Math.min(Math.floor(30 * dpr), Math.floor(((width - left) * dpr) / Math.max(1, rows))),
  );
  const gap = size >= 6 ? 1 : 0;
  const px = size * Math.max(1, rows);
  const side = px / dpr;
  const canvas = html("canvas", { width: px, height: px, style: `width:${side}px;height:${side}px` });
  const paper = /** @type {CanvasRenderingContext2D} */ (
    canvas.getContext("2d", { willReadFrequently: true })
  );
  const image = paper.createImageData(px, px);
  const plate = makePlate();
  const overlay = canvasSvg(left + side + 2, top + side + 2);
  const border = svg("g");
  const outlines = [0, 1, 2].map((i) =>
    svg("rect", { class: i === 2 ? "rv-outline" : "rv-outline rv-outline-soft", visibility: "hidden" }),
  );
  overlay.append(border, ...outlines);
  drawBorder();
  const el = html(
    "div",
    { class: "rv-map", tabindex: 0, style: `height:${top + side + 2}px` },
    canvas,
    overlay,
  );
  canvas.style.left = `${left}px`;
  canvas.style.top = `${top}px`;

  function makePlate() {
    const shown = [];
    for (let k = 0; k < run.cells; k++) {
      const r = run.cellRow[k] - range[0];
      const c = run.cellCol[k] - range[0];
      if (r >= 0 && r < rows && c >= 0 && c < rows) shown.push(k);
    }
    return {
      pixels: new Uint32Array(image.data.buffer),
      stride: px,
      size,
      inner: size - gap,
      index: Int32Array.from(shown),
      base: Int32Array.from(
        shown,
        (k) => (run.cellRow[k] - range[0]) * size * px + (run.cellCol[k] - range[0]) * size,
      ),
      stamps: stamps(size - gap, px),
    };
  }

  function drawBorder() {
    border.replaceChildren(
      svg("rect", { x: left - 0.5, y: top - 0.5, width: side + 1, height: side + 1, class: "rv-frame" }),
    );
    const cell = size / dpr;
    for (let i = 0; i < rows; i++) {
      const item = run.axis[i + range[0]];
      if (pairs && !names) {
        const fill = theme.grade(shared.standing(item));
        border.append(
          svg("rect", { x: left - 7, y: top + i * cell, width: 5, height: cell + 0.3, fill }),
          svg("rect", { x: left + i * cell, y: top - 7, width: cell + 0.3, height: 5, fill }),
        );
      }
      if (!names) continue;
      border.append(
        svg(
          "text",
          { x: left - 6, y: top + (i + 0.5) * cell + 4.5, "text-anchor": "end", class: "rv-name" },
          cut(run.map.rows[i + range[0]], 14),
          svg("title", {}, run.map.rows[i + range[0]]),
        ),
      );
      if (top > 20)
        border.append(
          svg(
            "text",
            {
              transform: `translate(${left + (i + 0.5) * cell + 4.5} ${top - 5}) rotate(-90)`,
              class: "rv-name",
            },
            cut(run.map.cols[i + range[0]], 8),
          ),
        );
    }
    if (!names && side > 150)
      border.append(
        svg("text", { x: left + 4, y: top + side - 24, class: "rv-axis-name" }, "↓ row stands above"),
        svg("text", { x: left + 4, y: top + side - 8, class: "rv-axis-name" }, "→ column"),
      );
  }

  /** @param {number} mark @returns {number} */
  let treat = (mark) => 1 + 0 * mark;

  /** @param {number} s */
  function treatAt(s) {
    if (s === 0) return () => 1;
    if (pairs && run.pairHigher && run.pairLower) {
      const { pairHigher, pairLower, n } = run;
      return (/** @type {number} */ k) => outcomeOf(algo, n, s, pairHigher[k], pairLower[k]);
    }
    const correct = algo.cellCorrect;
    const reversed = algo.cellReversed;
    if (!correct || !reversed) return () => 1;
    const at = (s - 1) * run.cells;
    return (/** @type {number} */ k) => {
      const c = correct[at + k];
      const r = reversed[at + k];
      const tied = 255 - c - r;
      return c >= tied && c >= r ? 1 : r > tied ? -1 : 0;
    };
  }

  /** @param {PointerEvent} e */
  function locate(e) {
    const box = canvas.getBoundingClientRect();
    const c = Math.floor(((e.clientX - box.left) / side) * rows);
    const r = Math.floor(((e.clientY - box.top) / side) * rows);
    if (r < 0 || c < 0 || r >= rows || c >= rows) return null;
    return { r: r + range[0], c: c + range[0] };
  }

  /** @param {Event} event */
  const point = (event) => {
    const e = /** @type {PointerEvent} */ (event);
    const at = locate(e);
    if (!at) return hover.set(null);
    const where = { x: e.clientX, y: e.clientY };
    if (!pairs) {
      const cell = plate.index.find((k) => run.cellRow[k] === at.r && run.cellCol[k] === at.c);
      return hover.set(cell === undefined ? null : { cell, ...where });
    }
    const hi = run.axis[at.r];
    const lo = run.axis[at.c];
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
    const item = hover.now?.item;
    const i =
      item === undefined ? range[0] : Math.max(range[0], Math.min(range[1] - 1, run.position[item] + move));
    const box = canvas.getBoundingClientRect();
    hover.set({ item: run.axis[i], x: box.left + side / 2, y: box.top + (i - range[0]) * (side / rows) });
  });

  /** @param {SVGRectElement} rect @param {number} r @param {number} c @param {number} w @param {number} h in rows and columns */
  function outline(rect, r, c, w, h) {
    const cell = size / dpr;
    setAttr(rect, "x", left + c * cell - 1);
    setAttr(rect, "y", top + r * cell - 1);
    setAttr(rect, "width", w * cell + 2);
    setAttr(rect, "height", h * cell + 2);
    setAttr(rect, "visibility", "visible");
  }

  return {
    el,
    /** @param {number} t */
    draw(t) {
      const s = stateAt(algo, t);
      treat = treatAt(s);
      paint(plate, algo.weight, s * run.cells, table, treat);
      paper.putImageData(image, 0, 0);
    },
    /** @param {import("./hover.js").Hover} h */
    hover(h) {
      for (const o of outlines) setAttr(o, "visibility", "hidden");
      if (!h) return;
      /** @param {number} item */
      const place = (item) => (pairs ? run.position[item] : (run.itemGroup?.[item] ?? -1)) - range[0];
      if (h.cell !== undefined)
        outline(outlines[2], run.cellRow[h.cell] - range[0], run.cellCol[h.cell] - range[0], 1, 1);
      else if (h.pair) {
        const [r, c] = [place(h.pair[0]), place(h.pair[1])];
        if (r >= 0 && c >= 0 && r < rows && c < rows) outline(outlines[2], r, c, 1, 1);
      } else if (h.item !== undefined && lit(h, h.item)) {
        const i = place(h.item);
        if (i < 0 || i >= rows) return;
        outline(outlines[0], i, 0, rows, 1);
        outline(outlines[1], 0, i, 1, rows);
      }
    },
    /** @param {{fill: Uint32Array, mark: Uint32Array}} next */
    retheme(next) {
      table = next;
      drawBorder();
      this.draw(cursor.t);
    },
  };
}
