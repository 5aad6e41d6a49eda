/** One-off motion in a beat, by transform and opacity only: it ends at the tile's drawing and is not part of it. */

import { html } from "../draw/dom.js";
import { busyDuring } from "../host/rest.js";

/** Duration of a beat's motion, ms. */
export const DURATION = 380;
const EASE = "cubic-bezier(0.2, 0.7, 0.3, 1)";

/** Return whether the reader allows motion. */
export const wantsMotion = () => !window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** What moves now. @type {Set<Animation>} */
const underWay = new Set();

/** Move an element. @param {Element} el @param {Keyframe[]} frames @param {KeyframeAnimationOptions} [how] @returns {Animation} */
export function move(el, frames, how) {
  const played = el.animate(frames, { duration: DURATION, easing: EASE, fill: "both", ...how });
  underWay.add(played);
  const over = () => void underWay.delete(played);
  void busyDuring(played.finished).then(over, over); // also one that is cancelled, or whose element has gone
  return played;
}

/** End at once what moves. */
export function endMotions() {
  for (const played of underWay) played.finish();
}

/** Animate an element above the page, then remove it. @param {HTMLElement} el @param {Keyframe[]} frames */
function animateOverlay(el, frames) {
  el.setAttribute("aria-hidden", "true");
  const played = move(el, frames);
  played.onfinish = played.oncancel = () => el.remove();
  return played;
}

/**
 * Overlays of canvases, created once: reading a canvas's place while a beat is written forces a layout, and new pixel
 * buffers each time cost garbage collection. A rebuilt tile has other canvases.
 * @type {WeakMap<HTMLCanvasElement, {el: HTMLCanvasElement, played: Animation | null}>}
 */
const covers = new WeakMap();

/** @param {HTMLCanvasElement[]} canvases */
function coversOf(canvases) {
  const fresh = canvases.filter((canvas) => !covers.has(canvas));
  // Read all places before anything is written.
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
 * Fade out what canvases show now, while the new drawing below fades in.
 * @param {HTMLCanvasElement[]} canvases @param {number} slide px to the left, in which direction their lines continue
 */
export function crossfade(canvases, slide) {
  coversOf(canvases).forEach((cover, i) => {
    if (cover.played) cover.played.onfinish = cover.played.oncancel = null; // it would remove the new overlay
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

/** Move a new tile in from the side. @param {HTMLElement} el */
export function moveIn(el) {
  const frames = [
    { opacity: 0, transform: "translateX(32px)" },
    { opacity: 1, transform: "none" },
  ];
  move(el, frames, { fill: "none" });
}

/** Let a square grow or shrink and settle. @param {HTMLElement} holder @param {{x: number, y: number, width: number, height: number}} box px in it @param {boolean} grows */
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
 * Move copies of some words from their places into a tile.
 * @param {HTMLElement} root the stage @param {{from: Element, to: Element, cls: string}[]} ways
 */
export function animateWords(root, ways) {
  const stage = root.getBoundingClientRect();
  const zoom = stage.width / root.offsetWidth || 1;
  const at = (/** @type {DOMRect} */ box) =>
    `translate(${((box.left - stage.left) / zoom).toFixed(1)}px, ${((box.top - stage.top) / zoom).toFixed(1)}px)`;
  // Read all places before anything is written.
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

/** Call a function after the next paint, because asking for places earlier forces another layout. @param {() => void} then */
export const afterPaint = (then) =>
  void busyDuring(new Promise((resolve) => requestAnimationFrame(() => window.setTimeout(resolve, 0)))).then(
    then,
  );
