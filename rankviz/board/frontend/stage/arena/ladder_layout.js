/** Where the ladders stand at a width. Arithmetic only. */

/**
 * @typedef {object} Layout
 * @property {number} width @property {number} height @property {number} top how many places are drawn
 * @property {number[]} left where each column begins, px @property {number[]} names the room for names in it, 0 for none
 * @property {number} gap between two columns
 */

export const ROW = 22;
export const HEAD = 26;
/** Room for the numbers of the places. */
const NUMBERS = 26;
/** Between two columns, where the lines run: with names in them, and on a phone. */
const [GAP, NARROW] = [26, 18];
const DOT = 14;
/** A column is no use for names below this. */
const LEAST = 96;

/** @param {number} columns @param {number} width px @param {number} top places @returns {Layout} */
export function ladderLayout(columns, width, top) {
  const each = (width - NUMBERS - GAP * (columns - 1)) / columns - DOT;
  const all = each >= LEAST;
  const gap = all ? GAP : NARROW;
  const first = all ? each : width - NUMBERS - (columns - 1) * (DOT + gap) - DOT;
  const names = Array.from({ length: columns }, (_, k) => (all || k === 0 ? first : 0));
  const left = names.map(
    (_, k) => NUMBERS + names.slice(0, k).reduce((sum, room) => sum + room + DOT + gap, 0),
  );
  return { width, height: HEAD + ROW * top + 6, top, left, names, gap };
}

/** The middle of a place's row, those below the last one just out of sight. @param {Layout} at @param {number} place */
export const placeY = (at, place) => HEAD + ROW * (Math.min(place, at.top + 1) - 0.5);
