/** What moves in a beat, once, by transform and opacity alone: it ends where the tile stands, and takes no part in it. */

import { html } from "../draw/dom.js";
import { busyDuring } from "../host/rest.js";

/** A beat's motion, ms. */
export const LASTS = 380;
const EASE = "cubic-bezier(0.2, 0.7, 0.3, 1)";

/** Whether the reader wants things to move. */
export const wantsMotion = () => !window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Animate an element laid over the page, and take it away again. @param {HTMLElement} el @param {Keyframe[]} frames */
function animateOverlay(el, frames) {
  el.setAttribute("aria-hidden", "true");
  const played = el.animate(frames, { duration: LASTS, easing: EASE, fill: "both" });
  void busyDuring(played.finished).catch(() => {}); // one that is cancelled
  played.onfinish = played.oncancel = () => el.remove();
  return played;
}

/**
 * What is laid over a canvas, made once: reading its place while a beat is being written is a layout of the page, and another
 * plate of pixels each time is much to collect. A tile that is built anew has other canvases.
 * @type {WeakMap<HTMLCanvasElement, {el: HTMLCanvasElement, played: Animation | null}>}
 */
const covers = new WeakMap();

/** @param {HTMLCanvasElement[]} canvases */
function coversOf(canvases) {
  const fresh = canvases.filter((canvas) => !covers.has(canvas));
  // All places are read before anything is written.
  const places = fresh.map(
    ({ offsetLeft, offsetTop, offsetWidth, offsetHeight }) =>
      `left:${offsetLeft}px;top:${offsetTop}px;width:${offsetWidth}px;height:${offsetHeight}px`,
  );
  fresh.forEach((canvas, i) => {
    const el = html("canvas", {
      class: "rv-beat-before",
      width: canvas.width,
      height: canvas.height,
      style: places[i],
    });
    covers.set(canvas, { el, played: null });
  });
  return canvases.map(
    (canvas) => /** @type {{el: HTMLCanvasElement, played: Animation | null}} */ (covers.get(canvas)),
  );
}

/**
 * What canvases show now, laid over them, goes out while what is drawn below comes in.
 * @param {HTMLCanvasElement[]} canvases @param {number} slide px to the left: how their lines go on
 */
export function crossfade(canvases, slide) {
  coversOf(canvases).forEach((cover, i) => {
    if (cover.played) cover.played.onfinish = cover.played.oncancel = null; // it would take away what comes now
    cover.played?.cancel();
    const paper = cover.el.getContext("2d");
    paper?.clearRect(0, 0, cover.el.width, cover.el.height);
    paper?.drawImage(canvases[i], 0, 0);
    canvases[i].after(cover.el);
    cover.played = animateOverlay(cover.el, [
      { opacity: 1, transform: "none" },
      { opacity: 0, transform: `translateX(${-slide}px)` },
    ]);
  });
}

/** A square swells, or shrinks, and settles. @param {HTMLElement} holder @param {{x: number, y: number, width: number, height: number}} box px in it @param {boolean} grows */
export function swell(holder, { x, y, width, height }, grows) {
  const el = html("div", {
    class: `rv-beat-square${grows ? "" : " rv-beat-shrinks"}`,
    style: `left:${x}px;top:${y}px;width:${width}px;height:${height}px`,
  });
  holder.append(el);
  animateOverlay(el, [
    { opacity: 0, transform: "scale(1)" },
    { opacity: 1, transform: `scale(${grows ? 2.2 : 0.5})`, offset: 0.45 },
    { opacity: 0, transform: "scale(1)" },
  ]);
}

/**
 * Copies of some words go from where they stand to their places in a tile.
 * @param {HTMLElement} root the stage @param {{from: Element, to: Element, cls: string}[]} ways
 */
export function animateWords(root, ways) {
  const stage = root.getBoundingClientRect();
  const zoom = stage.width / root.offsetWidth || 1;
  const at = (/** @type {DOMRect} */ box) =>
    `translate(${((box.left - stage.left) / zoom).toFixed(1)}px, ${((box.top - stage.top) / zoom).toFixed(1)}px)`;
  // All places are read before anything is written.
  const boxes = ways.map(({ from, to }) => [from.getBoundingClientRect(), to.getBoundingClientRect()]);
  ways.forEach(({ from, cls }, i) => {
    const [a, b] = boxes[i];
    if (!a.width || !b.width) return;
    const el = html("div", { class: `rv-beat-traveller ${cls}` }, from.textContent);
    root.append(el);
    animateOverlay(el, [
      { opacity: 1, transform: at(a) },
      { opacity: 1, transform: at(b), offset: 0.85 },
      { opacity: 0, transform: at(b) },
    ]);
  });
}

/** Do something when what has been written stands on the screen: until then asking for its place is a layout more. @param {() => void} then */
export const afterPaint = (then) =>
  void busyDuring(new Promise((resolve) => requestAnimationFrame(() => window.setTimeout(resolve, 0)))).then(
    then,
  );
