/**
 * How drawings go from one round to the next: heads of curves go to their places, and what bars were goes out below what they
 * are. By transform of a box of its own and by opacity: the browser then moves them beside the page, and nothing is laid out or
 * painted meanwhile. (A width or a place inside a drawing costs both in each frame, and so does a transform there.)
 */

import { svg } from "../draw/svg.js";
import { busyDuring } from "../host/rest.js";

/** How long it takes, ms. */
const LASTS = 320;
const HOW = {
  duration: LASTS,
  easing: "cubic-bezier(0.2, 0.7, 0.3, 1)",
  fill: /** @type {const} */ ("both"),
};
const BARS = ":not(clipPath) > rect:not(.rv-hit)";
const HEADS = ".rv-dot";
const SIDES = ["x", "y", "width", "height"];
const AT = /^translate\(([-\d.]+) ([-\d.]+)\)/;

/** What is on its way, by the tile it is in: what ends each. @type {WeakMap<Element, Set<() => void>>} */
const underWay = new WeakMap();

/** Where a drawing stands in its tile: asked once, as it is a layout of the page. @type {WeakMap<Element, string>} */
const stands = new WeakMap();

/** @param {Element} el */
const isSeen = (el) => el.getAttribute("visibility") !== "hidden";

/** @typedef {number[]} Box x, y, width and height */

/** @param {Element} bar @returns {Box} */
const boxOf = (bar) => SIDES.map((name) => Number(bar.getAttribute(name) ?? 0));

/** Whether all of a box is within another: what a bar was before it grew is not seen. @param {Box} was @param {Box} is */
const covers = (was, is) => [0, 1].every((i) => was[i] >= is[i] && was[i] + was[i + 2] <= is[i] + is[i + 2]);

/** @param {Element} head @returns {SVGSVGElement | null} */
const drawingOf = (head) => /** @type {SVGElement} */ (head).ownerSVGElement;

/** Where the drawings of these heads stand, before anything is written. @param {Element} body @param {Element[]} heads */
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
 * Show a passing element for as long as it moves.
 * @param {Set<() => void>} ends of its tile @param {Element} el @param {Keyframe[]} frames @param {() => void} [over] done then
 */
function showPassing(ends, el, frames, over) {
  const played = el.animate(frames, HOW);
  void busyDuring(played.finished).catch(() => {}); // one whose element has gone
  const end = () => {
    ends.delete(end);
    el.remove();
    over?.();
  };
  played.onfinish = end;
  ends.add(end);
}

/** A head goes from where it was. @param {Set<() => void>} ends @param {Element} body @param {SVGElement} head @param {string | null} before */
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

/** @param {SVGElement} head that was hidden */
function show(head) {
  head.style.visibility = "";
  if (!head.style.length) head.removeAttribute("style");
}

/** What the bars of one group were goes out. @param {Set<() => void>} ends @param {[Element, Box][]} bars and their boxes before */
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
 * Draw, and let what has changed be seen to change.
 * @param {Element} tile @param {boolean} moving false: all stands at once where it is drawn @param {() => void} draw
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
