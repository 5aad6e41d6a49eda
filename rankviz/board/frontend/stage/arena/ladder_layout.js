/** The layout of the ladders at a width. Arithmetic only. */

/**
 * @typedef {object} Layout
 * @property {number} width @property {number} height @property {number} top number of places drawn
 * @property {number[]} left left edge of each column, px @property {number[]} names width of names in each column, 0 for none
 * @property {number} gap distance of two columns
 */

export const ROW = 22;
export const HEAD = 26;
/** Width of the numbers of the places, px. */
const NUMBERS = 26;
/** Distance of two columns, where the lines are: between columns with names, and on a phone, px. */
const [GAP, NARROW] = [26, 18];
const DOT = 14;
/** Minimum useful width of names, px. */
const MIN_NAMES = 96;

/** @param {number} columns @param {number} width px @param {number} top places @returns {Layout} */
export function ladderLayout(columns, width, top) {
  const each = (width - NUMBERS - GAP * (columns - 1)) / columns - DOT;
  const all = each >= MIN_NAMES;
  const gap = all ? GAP : NARROW;
  const first = all ? each : width - NUMBERS - (columns - 1) * (DOT + gap) - DOT;
  const names = Array.from({ length: columns }, (_, k) => (all || k === 0 ? first : 0));
  const left = names.map(
    (_, k) => NUMBERS + names.slice(0, k).reduce((sum, room) => sum + room + DOT + gap, 0),
  );
  return { width, height: HEAD + ROW * top + 6, top, left, names, gap };
}

/** Return the centre of a place's row; places below the last row are just out of sight. @param {Layout} at @param {number} place */
export const placeY = (at, place) => HEAD + ROW * (Math.min(place, at.top + 1) - 0.5);
