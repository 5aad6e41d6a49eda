/** Boxes of a tile with a leading algorithm: its box has most of the room, the others share what is beside or below it. */

/** @typedef {{boxes: {width: number, height: number}[], style: string, first: string}} Hero `style` of the grid; `first`: style of its first box */

const GAP = 10;
/** The first box's share of the width if others are beside it, or of the height if they are below. */
const LEADING_SHARE = 0.6;
/** In tiles this much wider than high, the others are beside the first box. */
const WIDE = 1.15;

/** @param {number} width px @param {number} height px @param {number} count @returns {Hero} */
export function leadingBoxes(width, height, count) {
  const others = count - 1;
  if (others < 1) return { boxes: [{ width, height }], style: `grid-template-columns:${width}px`, first: "" };
  return width >= WIDE * height ? beside(width, height, others) : below(width, height, others);
}

/** @param {number} width @param {number} height @param {number} others @returns {Hero} */
function beside(width, height, others) {
  const lead = Math.round((width - GAP) * LEADING_SHARE);
  const rest = { width: width - GAP - lead, height: share(height, others) };
  return {
    boxes: [{ width: lead, height }, ...repeat(rest, others)],
    style: `gap:${GAP}px;grid-template-columns:${lead}px ${rest.width}px;grid-auto-rows:${rest.height}px`,
    first: `grid-row:span ${others}`,
  };
}

/** @param {number} width @param {number} height @param {number} others @returns {Hero} */
function below(width, height, others) {
  const lead = Math.round((height - GAP) * LEADING_SHARE);
  const rest = { width: share(width, others), height: height - GAP - lead };
  return {
    boxes: [{ width, height: lead }, ...repeat(rest, others)],
    style: `gap:${GAP}px;grid-template-columns:repeat(${others},${rest.width}px);grid-template-rows:${lead}px ${rest.height}px`,
    first: `grid-column:span ${others}`,
  };
}

/** @param {number} room @param {number} count */
const share = (room, count) => Math.floor((room - GAP * (count - 1)) / count);

/** @param {{width: number, height: number}} box @param {number} count */
const repeat = (box, count) => Array.from({ length: count }, () => box);
