/** What moves in a beat, once, by transform and opacity alone: it ends where the tile stands, and takes no part in it. */

import { html } from "../draw/dom.js";

/** A beat's motion, ms. */
export const LASTS = 380;
const EASE = "cubic-bezier(0.2, 0.7, 0.3, 1)";

/** Whether the reader wants things to move. */
export const moves = () => !window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Animate what is in the way of nothing, and take it away again. @param {HTMLElement} el @param {Keyframe[]} frames */
function once(el, frames) {
  el.setAttribute("aria-hidden", "true");
  const played = el.animate(frames, { duration: LASTS, easing: EASE, fill: "both" });
  played.onfinish = played.oncancel = () => el.remove();
}

/**
 * What canvases show now, laid over them, goes out while what is drawn below comes in.
 * @param {HTMLCanvasElement[]} canvases @param {number} slide px to the left: how their lines go on
 */
export function fadeFrom(canvases, slide) {
  // All places are read before anything is written: otherwise each of them is a layout of the page.
  const places = canvases.map(({ offsetLeft, offsetTop, offsetWidth, offsetHeight }) => `left:${offsetLeft}px;top:${offsetTop}px;width:${offsetWidth}px;height:${offsetHeight}px`);
  canvases.forEach((canvas, i) => {
    const before = html("canvas", { class: "rv-beat-before", width: canvas.width, height: canvas.height, style: places[i] });
    before.getContext("2d")?.drawImage(canvas, 0, 0);
    canvas.after(before);
    once(before, [{ opacity: 1, transform: "none" }, { opacity: 0, transform: `translateX(${-slide}px)` }]);
  });
}

/** A square swells, or shrinks, and settles. @param {HTMLElement} holder @param {{x: number, y: number, width: number, height: number}} box px in it @param {boolean} grows */
export function swell(holder, { x, y, width, height }, grows) {
  const el = html("div", { class: `rv-beat-square${grows ? "" : " rv-beat-shrinks"}`, style: `left:${x}px;top:${y}px;width:${width}px;height:${height}px` });
  holder.append(el);
  once(el, [
    { opacity: 0, transform: "scale(1)" },
    { opacity: 1, transform: `scale(${grows ? 2.2 : 0.5})`, offset: 0.45 },
    { opacity: 0, transform: "scale(1)" },
  ]);
}

/** A copy of some words goes from where they stand to their place in a tile. @param {HTMLElement} root the stage @param {Element} from @param {Element} to @param {string} cls */
export function travel(root, from, to, cls) {
  const [stage, a, b] = [root, from, to].map((el) => el.getBoundingClientRect());
  if (!a.width || !b.width) return;
  const zoom = stage.width / root.offsetWidth || 1;
  const at = (/** @type {DOMRect} */ box) => `translate(${((box.left - stage.left) / zoom).toFixed(1)}px, ${((box.top - stage.top) / zoom).toFixed(1)}px)`;
  const el = html("div", { class: `rv-beat-traveller ${cls}` }, from.textContent);
  root.append(el);
  once(el, [{ opacity: 1, transform: at(a) }, { opacity: 1, transform: at(b), offset: 0.85 }, { opacity: 0, transform: at(b) }]);
}
