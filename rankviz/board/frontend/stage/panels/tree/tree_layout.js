/** Places of a tree's nodes, the questions that fit, and how a pile of dots fills its leaf. */

/** @import { Line } from "./tree_lookup.js" */

/**
 * @typedef {Object} Place
 * @property {number} node
 * @property {number} depth
 * @property {number} x x in units of a leaf: the first leaf is at 0.5
 * @property {number} above index of the question above it; −1 at the root
 * @property {number} leaf index of the leaf, from the left; −1 for a question
 */

/** @param {Line[]} lines in reading order @param {(node: number) => boolean} isLeaf @returns {Place[]} in the same order */
export function nodePlaces(lines, isLeaf) {
  /** @type {Place[]} */
  const places = [];
  let leaves = 0;
  /** @param {number} above @returns {number} x */
  const next = (above) => {
    const { node, depth } = lines[places.length];
    const place = { node, depth, x: 0, above, leaf: -1 };
    const mine = places.push(place) - 1;
    if (isLeaf(node)) {
      place.leaf = leaves++;
      place.x = place.leaf + 0.5;
    } else place.x = (next(mine) + next(mine)) / 2;
    return place.x;
  };
  if (lines.length) next(-1);
  return places;
}

/** Return a node's path up to the root, itself first. @param {Place[]} places @param {number} from @returns {Place[]} */
export function pathToRoot(places, from) {
  const way = [];
  for (let i = from; i >= 0; i = places[i].above) way.push(places[i]);
  return way;
}

/** Distance at which lines of text do not touch, px. */
const LINE = 13;

/**
 * Return the questions that fit without overlap, from the top down and from the left.
 * @param {Place[]} places @param {number} step px per leaf @param {number} width px @param {(place: Place) => number} widthOf px @param {(depth: number) => number} down px
 * @returns {{place: Place, x: number}[]} x of its middle, px
 */
export function questionsWithRoom(places, step, width, widthOf, down) {
  /** @type {{place: Place, x: number, half: number, y: number}[]} */
  const found = [];
  const order = places.filter((p) => p.leaf < 0).sort((a, b) => a.depth - b.depth || a.x - b.x);
  for (const place of order) {
    const [half, y] = [widthOf(place) / 2, down(place.depth)];
    const x = Math.min(width - half, Math.max(half, place.x * step));
    const free = found.every((o) => Math.abs(o.y - y) >= LINE || Math.abs(o.x - x) >= o.half + half + 4);
    if (2 * half <= width && free) found.push({ place, x, half, y });
  }
  return found.map(({ place, x }) => ({ place, x }));
}

/**
 * Return the radius at which the fullest pile of `most` dots fits a box, between 0.8 and 4 px.
 * @param {number} most @param {number} width px @param {number} height px
 */
export function radiusFor(most, width, height) {
  let r = 4;
  while (r > 0.8 && dotsAcross(width, r) * Math.floor(height / (2 * r)) < most) r -= 0.1;
  return r;
}

/** Return the number of dots in a row of a pile. @param {number} width px @param {number} r px */
export const dotsAcross = (width, r) => Math.max(1, Math.floor(width / (2 * r)));
