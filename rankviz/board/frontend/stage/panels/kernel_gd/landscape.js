/** A score over the plane of two features, a run's or the best possible one: colours, contour lines, and the items. */

import { axis, axisName, footMarks } from "../../draw/axis.js";
import { html, setAttr, setText } from "../../draw/dom.js";
import { fitter, textWidth, widest } from "../../draw/fit_text.js";
import { tick } from "../../draw/format.js";
import { canvasSvg, linear, svg, ticks } from "../../draw/svg.js";
import { storedRoundAt } from "../../run/stored_rounds.js";
import { pictureOf } from "../../run/pictures.js";
import { stateAt } from "../../run/run.js";
/** @import { Hover } from "../../draw/hover.js" */
/** @import { Theme } from "../../draw/theme.js" */
/** @import { PlaneMeta, SurfaceMeta } from "../../run/pictures.js" */
/** @import { Algo } from "../../run/run.js" */
/** @import { Ctx } from "../panel.js" */

/** Distance within which an item counts as pointed at, px. */
const NEAR = 14;
/** Maximum number of items with names beside them. */
const LABELLED = 12;
/** From this height on boxes name the features, px. */
const NAMED = 190;
/** The plane's sides differ at most by this factor. */
const HIGHEST = 1.3;
const WIDEST = 1.7;

/**
 * Draw one score's landscape: colours by code, contour lines from their pieces, items on top.
 * @param {Ctx} ctx @param {Algo | null} algo whose score it is; null for the best possible score, which is the same in every round
 * @param {PlaneMeta} plane @param {SurfaceMeta} meta @param {{width: number, height: number}} box px
 */
export function landscape(ctx, algo, plane, meta, box) {
  const { run, theme, hover, dense: dpr } = ctx;
  const { arrays } = pictureOf(run, "kernel");
  const points = arrays.get("points");
  const positive = arrays.get("positive");
  const [heldPoints, heldPositive] = [arrays.find("held_points"), arrays.find("held_positive")];
  const own = algo ? arrays.of("surface", algo.index) : arrays.of("law");
  const codes = own.get("surface");
  const [, side] = own.shape("surface");
  const lines = own.find("lines");
  const starts = own.find("line_start");
  const named = box.height >= NAMED;
  const font = `13px ${theme.font}`;
  const LEFT = 6 + widest(font, ticks(plane.y[0], plane.y[1], box.height / 35).map(tick)) + (named ? 14 : 0);
  const BOTTOM = named ? 32 : 17;
  const h = Math.max(20, Math.min(box.height - BOTTOM, Math.round((box.width - LEFT - 1) * HIGHEST)));
  const w = Math.max(20, Math.min(box.width - LEFT - 1, Math.round(h * WIDEST)));
  const canvas = html("canvas", {
    width: Math.round(w * dpr),
    height: Math.round(h * dpr),
    style: `width:${w}px;height:${h}px`,
  });
  const paper = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const small = html("canvas", { width: side, height: side });
  const ink = /** @type {CanvasRenderingContext2D} */ (small.getContext("2d"));
  const image = ink.createImageData(side, side);
  const pixels = new Uint32Array(image.data.buffer);
  const overlay = canvasSvg(LEFT + w + 1, h + BOTTOM);
  const rings = [0, 1].map(() => svg("circle", { class: "rv-outline", r: 8, visibility: "hidden" }));
  overlay.append(axes(), ...rings);
  canvas.style.left = `${LEFT}px`;
  const el = html(
    "div",
    { class: "rv-landscape", style: `width:${box.width}px;height:${box.height}px` },
    canvas,
    overlay,
  );
  const note = html("span", {}, meta.steps ? "made of steps" : "");
  const table = scoreTable(theme);

  function axes() {
    const x = linear(plane.x[0], plane.x[1], LEFT, LEFT + w);
    const y = linear(plane.y[0], plane.y[1], h, 0);
    const across = ticks(plane.x[0], plane.x[1], w / 50).filter(
      (v) => x(v) + textWidth(font, tick(v)) / 2 <= LEFT + w,
    );
    const g = axis(footMarks(across, x, h));
    for (const v of ticks(plane.y[0], plane.y[1], h / 35))
      g.append(svg("text", { x: LEFT - 5, y: Math.max(12, y(v) + 4.5), "text-anchor": "end" }, tick(v)));
    g.append(svg("rect", { class: "rv-frame", x: LEFT - 0.5, y: 0.5, width: w + 1, height: h - 1 }));
    if (!named) return g;
    const [right, up] = plane.names;
    g.append(
      axisName(fitter(font, w)(right), LEFT + w / 2, h + 29),
      svg(
        "text",
        { transform: `translate(11 ${h / 2}) rotate(-90)`, "text-anchor": "middle", class: "rv-axis-name" },
        fitter(font, h)(up),
      ),
    );
    return g;
  }

  /** Return whether an item has its name beside it: each of few, and those that a figure names. @param {number} i */
  const isNamed = (i) => run.n <= LABELLED || Boolean(ctx.view.chart?.named?.includes(run.labels[i]));

  /** @param {Float32Array} points @param {Uint8Array} positive @param {boolean} held */
  function items(points, positive, held) {
    const r = Math.min(points.length > 800 ? 3 : 4.4, Math.max(2.6, w / 75)) * dpr;
    for (let i = 0; i < positive.length; i++) {
      const [x, y] = [points[2 * i] * canvas.width, (1 - points[2 * i + 1]) * canvas.height];
      const color = theme.weight(positive[i] ? 1 : -1);
      paper.beginPath();
      if (positive[i]) paper.arc(x, y, r, 0, 7);
      else paper.rect(x - 0.88 * r, y - 0.88 * r, 1.76 * r, 1.76 * r);
      paper.lineWidth = (held ? 1.8 : 1.3) * dpr;
      paper.fillStyle = held ? theme.page : color;
      paper.strokeStyle = held ? color : theme.page;
      paper.fill();
      paper.stroke();
    }
    if (held) return;
    for (let i = 0; i < positive.length; i++) if (isNamed(i)) name(i, r);
  }

  /** @param {number} i @param {number} r of its mark, device px */
  function name(i, r) {
    const [x, y] = [points[2 * i] * canvas.width, (1 - points[2 * i + 1]) * canvas.height];
    const label = run.labels[i];
    paper.font = `600 ${13 * dpr}px ${theme.font}`;
    const right = x + r + 4 * dpr + paper.measureText(label).width < canvas.width;
    paper.textAlign = right ? "left" : "right";
    paper.lineWidth = 3 * dpr;
    paper.strokeStyle = theme.page;
    paper.fillStyle = theme.text;
    const at = /** @type {const} */ ([label, x + (right ? 1 : -1) * (r + 4 * dpr), y + 4.5 * dpr]);
    paper.strokeText(...at);
    paper.fillText(...at);
  }

  /** @param {number} frame */
  function levels(frame) {
    if (!lines || !starts) return;
    paper.beginPath();
    const [sx, sy] = [canvas.width / 65535, canvas.height / 65535];
    for (let p = starts[frame]; p < starts[frame + 1]; p++) {
      paper.moveTo(lines[4 * p] * sx, canvas.height - lines[4 * p + 1] * sy);
      paper.lineTo(lines[4 * p + 2] * sx, canvas.height - lines[4 * p + 3] * sy);
    }
    paper.strokeStyle = theme.text;
    paper.globalAlpha = 0.55;
    paper.lineWidth = 1.4 * dpr;
    paper.lineCap = "round";
    paper.stroke();
    paper.globalAlpha = 1;
  }

  /** @param {number} item @param {SVGElement} ring */
  function mark(item, ring) {
    setAttr(ring, "cx", LEFT + points[2 * item] * w);
    setAttr(ring, "cy", (1 - points[2 * item + 1]) * h);
    setAttr(ring, "visibility", "visible");
  }

  const point = (/** @type {Event} */ event) => {
    const e = /** @type {PointerEvent} */ (event);
    const box = canvas.getBoundingClientRect();
    let best = -1;
    let least = NEAR * NEAR;
    for (let i = 0; i < run.n; i++) {
      const dx = points[2 * i] * box.width - (e.clientX - box.left);
      const dy = (1 - points[2 * i + 1]) * box.height - (e.clientY - box.top);
      if (dx * dx + dy * dy < least) [best, least] = [i, dx * dx + dy * dy];
    }
    hover.set(best < 0 ? null : { item: best, x: e.clientX, y: e.clientY });
  };
  for (const type of ["pointermove", "pointerdown"]) el.addEventListener(type, point);
  el.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "touch") hover.set(null);
  });

  return {
    el,
    note,
    /** @param {number} t */
    draw(t) {
      const frame = algo ? storedRoundAt(meta.frames, stateAt(algo, t)) : 0;
      const at = frame * side * side;
      for (let row = 0; row < side; row++)
        for (let col = 0; col < side; col++)
          pixels[(side - 1 - row) * side + col] = table[codes[at + row * side + col]];
      ink.putImageData(image, 0, 0);
      paper.clearRect(0, 0, canvas.width, canvas.height);
      paper.imageSmoothingEnabled = !meta.steps;
      paper.imageSmoothingQuality = "high";
      // Grid points are on the plane's edges, but pixel centres are not.
      const [px, py] = [canvas.width / (side - 1), canvas.height / (side - 1)];
      paper.drawImage(small, -px / 2, -py / 2, px * side, py * side);
      levels(frame);
      if (!meta.steps) setText(note, `lines ${tick(meta.spacing[frame])} apart`);
      if (heldPoints && heldPositive) items(heldPoints, heldPositive, true);
      items(points, positive, false);
    },
    /** @param {Hover} h */
    hover(h) {
      for (const r of rings) setAttr(r, "visibility", "hidden");
      if (h?.item !== undefined) mark(h.item, rings[0]);
      if (h?.pair) h.pair.forEach((item, k) => mark(item, rings[k]));
    },
  };
}

/** Return a pixel per code: paler than the items. @param {Theme} theme */
function scoreTable(theme) {
  return Uint32Array.from({ length: 256 }, (_, code) => {
    const [r, g, b] = theme.weightRgb(((code - 128) / 127) * 0.7);
    return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
  });
}
