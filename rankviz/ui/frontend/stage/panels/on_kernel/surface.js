/** The score itself: over two features a landscape with its level lines and the items on it; below, both classes' scores. */

import { html, setAttr, setText } from "../../draw/dom.js";
import { num, tick } from "../../draw/format.js";
import { frameOf } from "../../run/frames.js";
import { classesStrip } from "./classes.js";
import { algoName, columns, frame, picture, shown } from "../panel.js";
import { pictureOf } from "../../run/pictures.js";
import { stateAt } from "../../run/run.js";
import { canvasSvg, linear, svg, ticks } from "../../draw/svg.js";

const LEFT = 40;
const BOTTOM = 34;
const NEAR = 14;

/** @param {import("../panel.js").Ctx} ctx @returns {import("../panel.js").Panel} */
export function surfacePanel(ctx) {
  const { run, theme } = ctx;
  const { meta } = pictureOf(run, "kernel");
  const plane = meta.plane;
  const { el, body } = frame(
    "surface",
    plane ? "The score, a landscape" : "The scores of both classes",
    plane
      ? "each place in the plane has a score. Orange lies above the middle between the two classes' mean scores, purple below; along a line the score is the same. Below: how many positives (up) and negatives (down) have which score."
      : "how many positives (orange, up) and negatives (purple, down) have which score. The further the two lie apart, the better the order.",
  );
  /** @type {{algo: import("../../run/run.js").Algo, pic: HTMLElement, map: ReturnType<typeof landscape> | null, strip: ReturnType<typeof classesStrip>}[]} */
  let cols = [];
  const drawable = run.algos.filter((a) => meta.runs[a.index]?.classes);

  return {
    el,
    build(width) {
      const grid = columns(width, drawable.length, 250);
      const { algos, tabs } = shown(ctx, grid);
      cols = algos.flatMap((algo) => {
        const { classes, surface } = meta.runs[algo.index] ?? {};
        if (!classes) return [];
        const map = plane && surface ? landscape(ctx, algo, plane, surface, grid.width) : null;
        const strip = classesStrip(ctx, algo, classes, grid.width);
        return [{ algo, map, strip, pic: picture(...(map ? [map.el] : []), strip.el) }];
      });
      body.replaceChildren(
        ...(drawable.length ? [] : [html("p", { class: "rv-note" }, "These data are not bipartite: there are no two classes to draw.")]),
        ...(tabs ? [tabs] : []),
        legend(),
        html(
          "div",
          { class: "rv-columns", style: grid.style },
          ...cols.map((c) =>
            html("div", {}, html("div", { class: "rv-column-head" }, algoName(c.algo), c.map?.note), c.pic, c.strip.values),
          ),
        ),
      );
    },
    draw(t) {
      for (const c of cols) {
        c.map?.draw(t);
        c.strip.draw(t);
      }
    },
    describe(t) {
      for (const c of cols) {
        const s = stateAt(c.algo, t);
        setAttr(
          c.pic,
          "aria-label",
          `${c.map ? "Landscape of the score and d" : "D"}istributions of both classes' scores, ${c.algo.label}, after ${s} of ${run.rounds}: AUC ${num(1 - c.algo.curves.r2[s])}.`,
        );
      }
    },
    hover(h) {
      for (const c of cols) c.map?.hover(h);
    },
    retheme() {
      ctx.redraw();
    },
  };

  function legend() {
    /** @param {boolean} positive @param {boolean} hollow */
    const mark = (positive, hollow) => {
      const s = svg("svg", { width: 14, height: 14, viewBox: "-7 -7 14 14", "aria-hidden": "true" });
      const color = theme.weight(positive ? 1 : -1);
      s.append(
        svg("path", {
          d: positive ? "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z" : "M-4 -4H4V4H-4Z",
          fill: hollow ? "none" : color,
          stroke: hollow ? color : theme.page,
          "stroke-width": hollow ? 1.8 : 1,
        }),
      );
      return s;
    };
    return html(
      "div",
      { class: "rv-map-legend" },
      html("span", {}, mark(true, false), "positive"),
      html("span", {}, mark(false, false), "negative"),
      plane?.held
        ? html("span", {}, mark(true, true), mark(false, true), "held out")
        : null,
      !plane && run.algos.some((a) => Number.isFinite(a.curves.r2_holdout?.[0]))
        ? html("small", {}, "outline: held-out items")
        : null,
    );
  }
}

/**
 * One run's landscape: colours from the codes, lines from the pieces, items on top.
 * @param {import("../panel.js").Ctx} ctx @param {import("../../run/run.js").Algo} algo
 * @param {import("../../run/pictures.js").PlaneMeta} plane @param {import("../../run/pictures.js").SurfaceMeta} meta @param {number} width
 */
function landscape(ctx, algo, plane, meta, width) {
  const { run, theme, hover } = ctx;
  const { arrays } = pictureOf(run, "kernel");
  const points = arrays.get("points", "f4");
  const positive = arrays.get("positive", "u1");
  const [heldPoints, heldPositive] = [arrays.find("held_points", "f4"), arrays.find("held_positive", "u1")];
  const codes = arrays.get(`${algo.index}.surface`, "u1");
  const [, side] = arrays.shape(`${algo.index}.surface`);
  const lines = arrays.find(`${algo.index}.lines`, "u2");
  const starts = arrays.find(`${algo.index}.line_start`, "u4");
  const w = Math.max(120, Math.floor(width - LEFT));
  const ratio = (plane.y[1] - plane.y[0]) / (plane.x[1] - plane.x[0]);
  const h = Math.round(w * Math.min(1, Math.max(0.8, ratio)));
  const dpr = Math.min(2, window.devicePixelRatio || 1);
  const canvas = html("canvas", { width: Math.round(w * dpr), height: Math.round(h * dpr), style: `width:${w}px;height:${h}px` });
  const paper = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const small = html("canvas", { width: side, height: side });
  const ink = /** @type {CanvasRenderingContext2D} */ (small.getContext("2d"));
  const image = ink.createImageData(side, side);
  const pixels = new Uint32Array(image.data.buffer);
  const overlay = canvasSvg(LEFT + w + 2, h + BOTTOM);
  const rings = [0, 1].map(() => svg("circle", { class: "rv-outline", r: 8, visibility: "hidden" }));
  overlay.append(axes(), ...rings);
  canvas.style.left = `${LEFT}px`;
  const el = html("div", { class: "rv-landscape", style: `height:${h + BOTTOM}px` }, canvas, overlay);
  const note = html("small", {}, meta.steps ? "made of steps" : "");
  const table = scoreTable(theme);

  function axes() {
    const g = svg("g", { class: "rv-axis" });
    const x = linear(plane.x[0], plane.x[1], LEFT, LEFT + w);
    const y = linear(plane.y[0], plane.y[1], h, 0);
    for (const v of ticks(plane.x[0], plane.x[1], w / 80))
      g.append(svg("text", { x: x(v), y: h + 15, "text-anchor": "middle" }, tick(v)));
    for (const v of ticks(plane.y[0], plane.y[1], h / 60))
      g.append(svg("text", { x: LEFT - 5, y: Math.max(12, y(v) + 4.5), "text-anchor": "end" }, tick(v)));
    g.append(
      svg("text", { x: LEFT + w / 2, y: h + 31, "text-anchor": "middle", class: "rv-axis-name" }, plane.names[0]),
      svg("text", { transform: `translate(11 ${h / 2}) rotate(-90)`, "text-anchor": "middle", class: "rv-axis-name" }, plane.names[1]),
      svg("rect", { class: "rv-frame", x: LEFT - 0.5, y: 0.5, width: w + 1, height: h - 1 }),
    );
    return g;
  }

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
      const frame = frameOf(meta.frames, stateAt(algo, t));
      const at = frame * side * side;
      for (let row = 0; row < side; row++)
        for (let col = 0; col < side; col++)
          pixels[(side - 1 - row) * side + col] = table[codes[at + row * side + col]];
      ink.putImageData(image, 0, 0);
      paper.clearRect(0, 0, canvas.width, canvas.height);
      paper.imageSmoothingEnabled = !meta.steps;
      paper.imageSmoothingQuality = "high";
      // The grid's points lie on the edges of the plane, a pixel's middle does not.
      const [px, py] = [canvas.width / (side - 1), canvas.height / (side - 1)];
      paper.drawImage(small, -px / 2, -py / 2, px * side, py * side);
      levels(frame);
      if (!meta.steps) setText(note, `a line every ${tick(meta.spacing[frame])} of score`);
      if (heldPoints && heldPositive) items(heldPoints, heldPositive, true);
      items(points, positive, false);
    },
    /** @param {import("../../draw/hover.js").Hover} h */
    hover(h) {
      for (const r of rings) setAttr(r, "visibility", "hidden");
      if (h?.item !== undefined) mark(h.item, rings[0]);
      if (h?.pair) h.pair.forEach((item, k) => mark(item, rings[k]));
    },
  };
}

/** A pixel for each code: softer than the items on it. @param {import("../../draw/theme.js").Theme} theme */
function scoreTable(theme) {
  return Uint32Array.from({ length: 256 }, (_, code) => {
    const [r, g, b] = theme.weightRgb(((code - 128) / 127) * 0.7);
    return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
  });
}
