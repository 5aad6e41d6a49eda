/** A place for a name beside a vertical line, clear of curves. */

/** @typedef {{left: number, right: number, top: number, bottom: number}} Spot px */

const GAP = 5;
const HEIGHT = 14;

/**
 * Return spots for a name on both sides of the line at `px`, from the top down; for each height the left one first.
 * @param {number} px @param {number} width width of the name @param {Spot} box @returns {Spot[]}
 */
export function spotsBeside(px, width, box) {
  const sides = [px - GAP - width, px + GAP].filter((left) => left >= box.left && left + width <= box.right);
  if (!sides.length) sides.push(Math.max(box.left, box.right - width));
  /** @type {Spot[]} */
  const spots = [];
  for (let top = box.top; top + HEIGHT <= box.bottom || !spots.length; top += HEIGHT) {
    spots.push(...sides.map((left) => ({ left, right: left + width, top, bottom: top + HEIGHT })));
  }
  return spots;
}

/**
 * Return the first spot that no curve crosses and no other name covers; else one that no name covers, or the first.
 * @param {Spot[]} spots @param {number[][][]} curves lists of points (x, y), sorted by x @param {Spot[]} taken @returns {Spot}
 */
export function freeSpot(spots, curves, taken) {
  const apart = spots.filter((spot) => !overlapsAny(spot, taken));
  return apart.find((spot) => !curves.some((points) => crosses(points, spot))) ?? apart[0] ?? spots[0];
}

/** Return whether a name would cover another. @param {Spot} spot @param {Spot[]} taken */
export const overlapsAny = (spot, taken) => taken.some((other) => overlap(spot, other));

/** @param {Spot} a @param {Spot} b */
const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Return whether a segment of a curve crosses the spot; segments are short, so their bounding boxes suffice. @param {number[][]} points @param {Spot} spot */
function crosses(points, spot) {
  return points.slice(1).some(([x, y], k) => {
    const [u, v] = points[k];
    return overlap(spot, {
      left: Math.min(x, u),
      right: Math.max(x, u),
      top: Math.min(y, v) - 2,
      bottom: Math.max(y, v) + 2,
    });
  });
}
