/** The arc of a critical pair between two items side by side, and its width by weight. */

const WIDEST = 14;
const EQUAL = 5; // px width of a pair with the equal share, unless the widest would be too wide
const NARROWEST = 0.6;
const LOWEST = 20; // px height of an arc of no span

/**
 * Return an arc from the higher item to the lower one. A pair and its reverse get different heights.
 * @param {number} from @param {number} to centres of the items, px @param {number} top y of both ends @param {number} [highest] px above `top`, at most
 * @param {number} [steep] height per pixel between the ends
 * @returns {{d: string, middle: [number, number], angle: number}} the path, its highest point, and its direction there in degrees
 */
export function pairArc(from, to, top, highest = top - 14, steep = 0.3) {
  const height = Math.min(highest, LOWEST + Math.abs(to - from) * steep + (to < from ? 14 : 0));
  const shift = to >= from ? 4 : -4;
  const [a, b] = [from + shift, to - shift];
  return {
    d: `M${a},${top}C${a},${top - height * 1.33} ${b},${top - height * 1.33} ${b},${top}`,
    middle: [(a + b) / 2, top - height],
    angle: to >= from ? 0 : 180,
  };
}

/** Return the width of one equal share, px, given the largest weight on the scale. @param {number} most in equal shares @param {number} [equal] px */
export const arcUnit = (most, equal = EQUAL) => Math.min(equal, WIDEST / most);

/** Return an arc's width, px. @param {number} weight in equal shares @param {number} unit px of one */
export const arcWidth = (weight, unit) => Math.max(NARROWEST, weight * unit);
