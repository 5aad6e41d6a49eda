/** The arc of a critical pair between two items that stand side by side, and how wide its weight makes it. */

const WIDEST = 14;
const EQUAL = 5; // px of an arc whose pair has the equal share, unless another would be too wide
const NARROWEST = 0.6;
const LOWEST = 20; // px that every arc is high before its span counts

/**
 * The arc over a row of items, from the item above to the item below it. A pair and its reverse get arcs of different height.
 * @param {number} from @param {number} to the items' middles, px @param {number} top where both ends stand @param {number} [highest] px above `top`, at most
 * @param {number} [steep] how much higher an arc is for each pixel between its ends
 * @returns {{d: string, middle: [number, number], angle: number}} the path, its highest point, and which way it runs there, degrees
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

/** Pixels that a weight of one equal share gets, where `most` is the largest weight on the scale. @param {number} most in equal shares @param {number} [equal] px */
export const arcUnit = (most, equal = EQUAL) => Math.min(equal, WIDEST / most);

/** How wide a weight's arc is, px. @param {number} weight in equal shares @param {number} unit px of one */
export const arcWidth = (weight, unit) => Math.max(NARROWEST, weight * unit);
