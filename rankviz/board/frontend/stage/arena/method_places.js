/** The data of the Arena: every method's places at each tie value, for look-up only. */

/**
 * @typedef {object} Change two neighbours that swap places
 * @property {number} at the tie value, 0 to 1 @property {number} place that `up` reaches
 * @property {number} up the item that rises @property {number} down
 *
 * @typedef {object} Method
 * @property {string} name @property {string} label @property {number} slot @property {string} marker
 * @property {string} says how it treats a tie
 * @property {string} why why it has no places at some tie values, or ""
 * @property {number[][]} places by tie value (one row if that changes nothing), then by item, from 1; 0 for none
 * @property {Change[]} changes by increasing tie value
 *
 * @typedef {object} ArenaBoard
 * @property {string[]} names @property {number} worths number of tie values, evenly from 0 to 1 @property {Method[]} methods
 */

/** The tie value that leaderboards usually take. */
export const USUAL = 0.5;

/** @param {ArenaBoard} board @param {number} tie @returns {number} the row nearest to that tie value */
export const rowAt = (board, tie) => Math.round(tie * (board.worths - 1));

/** @param {Method} method @param {number} row @returns {number[]} the places by item */
export const placesAt = (method, row) => method.places[method.places.length === 1 ? 0 : row];

/** @param {Method} method @returns {boolean} whether the tie value changes anything */
export const dependsOnTies = (method) => method.places.length > 1;

/**
 * Return how many places an item is higher than with half a win each; 0 without places.
 * @param {ArenaBoard} board @param {Method} method @param {number} row @param {number} item
 */
export function placesGained(board, method, row, item) {
  const now = placesAt(method, row)[item];
  const usual = placesAt(method, rowAt(board, USUAL))[item];
  return now && usual ? usual - now : 0;
}

/**
 * Return the changes among the first `top` places, those nearest to a tie value first.
 * @param {Method} method @param {number} top @param {number} tie @returns {Change[]}
 */
export const changesNear = (method, top, tie) =>
  method.changes
    .filter((change) => change.place < top)
    .sort((a, b) => Math.abs(a.at - tie) - Math.abs(b.at - tie) || a.place - b.place);

/** Format a tie value: .31, ½, 0, 1. @param {number} tie */
export function tieText(tie) {
  if (tie === 0.5) return "½";
  const text = tie.toFixed(2);
  return text === "0.00" ? "0" : text === "1.00" ? "1" : text.replace(/^0/, "");
}

/** Describe a tie value in words. @param {number} tie */
export function tieMeaning(tie) {
  if (tie === 0) return "ties are dropped";
  if (tie === 0.5) return "half a win for each side, as usual";
  if (tie === 1) return "a whole win for each side";
  return `${tieText(tie)} of a win for each side`;
}
