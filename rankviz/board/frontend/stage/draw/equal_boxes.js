/** Equal boxes that share a tile, one per algorithm, in the number of columns that brings each closest to a wanted shape. */

/**
 * @typedef {Object} Cells
 * @property {number} columns
 * @property {number} width of a box, px
 * @property {number} height of a box, px
 * @property {string} style of the grid around the boxes
 */

const GAP = 10;

/** @param {number} width px @param {number} height px @param {number} count @param {number} ratio wanted width ÷ height of a box @returns {Cells} */
export function equalBoxes(width, height, count, ratio) {
  const all = Array.from({ length: Math.max(1, count) }, (_, k) => boxes(width, height, count, k + 1));
  const strain = (/** @type {Cells} */ c) => Math.abs(Math.log(c.width / c.height / ratio));
  // Compare the largest box of the wanted shape that fits, then the shape itself.
  const fit = (/** @type {Cells} */ c) => Math.min(c.width, ratio * c.height);
  return all.reduce((best, now) =>
    fit(now) > fit(best) + 1 || (fit(now) > fit(best) - 1 && strain(now) < strain(best)) ? now : best,
  );
}

/** @param {number} width @param {number} height @param {number} count @param {number} columns @returns {Cells} */
function boxes(width, height, count, columns) {
  const rows = Math.ceil(count / columns);
  const w = Math.max(1, Math.floor((width - GAP * (columns - 1)) / columns));
  const h = Math.max(1, Math.floor((height - GAP * (rows - 1)) / rows));
  return {
    columns,
    width: w,
    height: h,
    style: `gap:${GAP}px;grid-template-columns:repeat(${columns},${w}px);grid-auto-rows:${h}px`,
  };
}
