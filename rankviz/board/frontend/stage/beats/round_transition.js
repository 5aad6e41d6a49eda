/**
 * Transitions between rounds: heads of curves travel to their places, and old bars fade out below the new ones. They use
 * transforms of separate boxes, and opacity: the browser then composites them without layout or paint. (A width or position
 * inside a drawing costs both in each frame, and so does a transform there.)
 */

import { svg } from "../draw/svg.js";
import { move } from "./motion.js";

/** Duration, ms. */
const DURATION = 320;
const BARS = ":not(clipPath) > rect:not(.rv-hit)";
const HEADS = ".rv-dot";
const SIDES = ["x", "y", "width", "height"];
const AT = /^translate\(([-\d.]+) ([-\d.]+)\)/;

/** What is moving, by tile: functions that end each motion. @type {WeakMap<Element, Set<() => void>>} */
const underWay = new WeakMap();

/** Position of each drawing in its tile: read once, because reading it forces a layout. @type {WeakMap<Element, string>} */
const stands = new WeakMap();

/** @param {Element} el */
const isSeen = (el) => el.getAttribute("visibility") !== "hidden";

/** @typedef {number[]} Box x, y, width and height */

/** @param {Element} bar @returns {Box} */
const boxOf = (bar) => SIDES.map((name) => Number(bar.getAttribute(name) ?? 0));

/** Return whether a box is within another: a bar that has grown covers its old box. @param {Box} was @param {Box} is */
const covers = (was, is) => [0, 1].every((i) => was[i] >= is[i] && was[i] + was[i + 2] <= is[i] + is[i + 2]);

/** @param {Element} head @returns {SVGSVGElement | null} */
const drawingOf = (head) => /** @type {SVGElement} */ (head).ownerSVGElement;

/** Read the positions of these heads' drawings, before anything is written. @param {Element} body @param {Element[]} heads */
function findStands(body, heads) {
  const fresh = [...new Set(heads.map(drawingOf))].filter((root) => root && !stands.has(root));
  if (!fresh.length) return;
  const holder = body.getBoundingClientRect();
  for (const root of /** @type {SVGSVGElement[]} */ (fresh)) {
    const at = root.getBoundingClientRect();
    const zoom = at.width / Number(root.getAttribute("width")) || 1;
    stands.set(root, `left:${(at.left - holder.left) / zoom}px;top:${(at.top - holder.top) / zoom}px`);
  }
}

/**
 * Show a temporary element while it moves.
 * @param {Set<() => void>} ends of its tile @param {Element} el @param {Keyframe[]} frames @param {() => void} [over] called at the end
 */
function showPassing(ends, el, frames, over) {
  const played = move(el, frames, { duration: DURATION });
  const end = () => {
    ends.delete(end);
    el.remove();
    over?.();
  };
  played.onfinish = end;
  ends.add(end);
}

/** Move a head from its old place. @param {Set<() => void>} ends @param {Element} body @param {SVGElement} head @param {string | null} before */
function travel(ends, body, head, before) {
  const [from, to] = [before, head.getAttribute("transform")].map((text) => AT.exec(text ?? ""));
  const place = stands.get(drawingOf(head) ?? head);
  if (!from || !to || place === undefined) return;
  const goes = svg("svg", { class: "rv-head-goes", width: 1, height: 1, style: place }, head.cloneNode());
  body.append(goes);
  head.style.visibility = "hidden";
  const [x, y] = [1, 2].map((i) => Number(from[i]) - Number(to[i]));
  const frames = [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }];
  showPassing(ends, goes, frames, () => show(head));
}

/** @param {SVGElement} head to show again */
function show(head) {
  head.style.visibility = "";
  if (!head.style.length) head.removeAttribute("style");
}

/** Fade out the old bars of a group. @param {Set<() => void>} ends @param {[Element, Box][]} bars and their boxes before */
function fadeOutBars(ends, bars) {
  const copies = bars.map(([bar, before]) => {
    const copy = /** @type {Element} */ (bar.cloneNode());
    SIDES.forEach((name, i) => copy.setAttribute(name, String(before[i])));
    return copy;
  });
  const were = svg("g", { class: "rv-bars-were" }, ...copies);
  bars[0][0].before(were);
  showPassing(ends, were, [{ opacity: 1 }, { opacity: 0 }]);
}

/**
 * Draw, with transitions from the previous drawing.
 * @param {Element} tile @param {boolean} moving false to draw without transitions @param {() => void} draw
 */
export function drawWithTransition(tile, moving, draw) {
  const ends = underWay.get(tile) ?? new Set();
  underWay.set(tile, ends);
  for (const end of ends) end();
  const body = moving ? tile.querySelector(".rv-body") : null;
  if (!body) return draw();
  const heads = /** @type {SVGElement[]} */ ([...body.querySelectorAll(HEADS)]).filter(isSeen);
  findStands(body, heads);
  const places = heads.map((head) => head.getAttribute("transform"));
  const bars = [...body.querySelectorAll(BARS)].filter(isSeen);
  const boxes = bars.map(boxOf);
  draw();
  heads.forEach((head, i) => {
    if (isSeen(head) && head.getAttribute("transform") !== places[i]) travel(ends, body, head, places[i]);
  });
  /** @type {Map<Node | null, [Element, Box][]>} */
  const groups = new Map();
  bars.forEach((bar, i) => {
    if (!bar.isConnected || !isSeen(bar) || covers(boxes[i], boxOf(bar))) return;
    groups.set(bar.parentNode, [...(groups.get(bar.parentNode) ?? []), [bar, boxes[i]]]);
  });
  for (const changed of groups.values()) fadeOutBars(ends, changed);
}
