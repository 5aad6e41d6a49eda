/** Places of a ranking's rows, and of the parts of its columns. Layout arithmetic only. */

/** Minimum and maximum height of a row with a name, px: type grows with it as far as the column's width allows. */
const MIN_ROW = 13.5;
const MAX_ROW = 72;
/** Type sizes, px: minimum, share of a row, and maximum in wide columns and in others. */
const TEXT = { least: 12, share: 0.4, most: 22, narrow: 14 };
const WIDE = 240;
/** Share of the height for the named places if not all can be named. */
const NAMED = 0.62;

/**
 * @typedef {Object} RankScale places 1, 2, … from top to bottom; the first `named` are high enough for a name
 * @property {number} named
 * @property {number} count
 * @property {(place: number) => number} y middle of a place, or of several tied ones (2.5), px
 * @property {(row: number) => number} top upper edge of a row, counted from 1, px; that of row count + 1 is the end
 * @property {(y: number) => number} rowAt
 */

/** @param {number} count items @param {number} height px @returns {RankScale} */
export function rankScale(count, height) {
  const every = height / Math.max(1, count);
  const named =
    every >= MIN_ROW ? count : Math.max(1, Math.min(count - 1, Math.floor((NAMED * height) / MIN_ROW)));
  const pitch = named === count ? Math.min(MAX_ROW, every) : MIN_ROW;
  const rest = named === count ? pitch : Math.max(0, height - named * pitch) / (count - named);
  /** @param {number} edge number of rows above the edge */
  const at = (edge) => (edge <= named ? edge * pitch : named * pitch + (edge - named) * rest);
  return {
    named,
    count,
    y: (place) => at(place - 0.5),
    top: (row) => at(row - 1),
    rowAt: (y) => {
      const row = y < named * pitch ? Math.floor(y / pitch) : named + Math.floor((y - named * pitch) / rest);
      return Math.max(1, Math.min(count, row + 1));
    },
  };
}

/** Return the type size of the rows, px. @param {RankScale} scale @param {number} width of a column, px */
export const textSize = (scale, width) =>
  scale.named < scale.count
    ? TEXT.least
    : Math.max(
        TEXT.least,
        Math.min(width >= WIDE ? TEXT.most : TEXT.narrow, Math.floor(TEXT.share * scale.top(2))),
      );

/**
 * @typedef {Object} Parts parts of a column, px from its left: history | place | bracket and chip | grade | name
 * @property {number} edge end of the lines
 * @property {number} place right end of the place's number; 0 if it does not fit
 * @property {number} bracket
 * @property {number} chip
 * @property {number} grade left end of the grade's number; 0 for none
 * @property {number} name left end of the name
 * @property {number} room width for the name; 0 for none
 */

export const CHIP = 7;
const TIE = 6;
/** Lines shorter than this, and names narrower than this, are useless, px. */
const HISTORY = 14;
const NAME = 24;
/** Places are numbered if the lines keep this width, px. */
const NUMBERED = 22;
/** Minimum share of the lines in the width they share with the names. */
const SHARE = 0.33;

/**
 * @param {number} width of the column @param {{place: number, grade: number, name: number}} widest widths of texts, px; grade 0: no grade is written
 * @returns {Parts}
 */
export function columnParts(width, widest) {
  const marks = TIE + CHIP + 4;
  const grade = widest.grade ? widest.grade + 6 : 0;
  const room = (/** @type {number} */ place) => width - marks - grade - place;
  const numbered = room(widest.place + 4) - NUMBERED >= Math.min(NAME, widest.name);
  const place = numbered ? widest.place + 4 : 0;
  const free = room(place);
  const nameless = free - HISTORY < Math.min(NAME, widest.name);
  const history = nameless ? free : Math.max(HISTORY, SHARE * free, free - Math.ceil(widest.name) - 1);
  const edge = Math.round(history);
  return {
    edge,
    place: place ? edge + place - 1 : 0,
    bracket: edge + place + 2,
    chip: edge + place + TIE,
    grade: grade ? edge + place + marks : 0,
    name: edge + place + marks + grade,
    room: nameless ? 0 : Math.floor(free - edge),
  };
}

/** Return the number of past rounds with lines. @param {number} history width of the history, px @param {number} rounds of the run */
export const roundsBack = (history, rounds) =>
  Math.max(1, Math.min(rounds, 30, Math.max(3, Math.floor(history / 7))));

/** Return which of many lines to draw: at most `most`, evenly over the true order. @param {number} count @param {number} most @returns {number[]} */
export function sampleLines(count, most) {
  const some = Math.min(count, most);
  return Array.from({ length: some }, (_, k) =>
    some === count ? k : Math.round((k * (count - 1)) / (some - 1)),
  );
}
