/** Places of the maps of pair weights in their tile, and the size of their cells. Layout arithmetic only. */

export const HEAD = 18;
export const LINE = 15;
export const LEGEND = 20;
export const GAP = 8;
/** Width of the strips of grades along a map's edges, with a gap. */
const STRIP = 7;
/** Width of the names of groups of blocks there, px. */
const GROUPS = 17;
/** From this cell size on rows and columns are named, px. */
const NAMED = 13;
/** Height of horizontal column names, and the gap between them, px. */
const LEVEL = { height: 18, apart: 6 };
/** Maximum cell size. */
const LARGEST = 84;
/** Small cells may be stretched by this factor to fill the box; larger ones are squares. */
const STRETCH = 2;
const SQUARE = 6;
/** Movers: a head, two titles, and lines; only in tiles of this height, px. */
const TALL = 420;
const MOVER_WIDTH = 230;
const MOVER_LINE = 22;
const MAPS_SHARE = 0.45;
/** In lower or narrower maps the heaviest weight is in the head instead of the algorithm's name, and its pair in one line, px. */
const LOW = { width: 62, height: 135 };
/** Width between the names of a pair, px. */
const ABOVE = 44;
/** Maps narrower than this show neither, px. */
const BARE = 50;
/** Cells larger by this factor justify another row of maps, or one that is not full. */
const LARGER = 1.25;
const RAGGED = 2;
/** Minimum height of a second row of maps, px. */
const BAND = 90;

/**
 * @typedef {Object} MapPlan
 * @property {number} columns maps side by side
 * @property {number} width width of a map's block, px
 * @property {number} left width of row names beside the first map of a row; 0 without names
 * @property {number} top height above the cells, px
 * @property {number} side width at the left of the cells within the block, px
 * @property {number} cellWidth
 * @property {number} cellHeight
 * @property {boolean} named whether cells are large enough for row names
 * @property {boolean} titled whether they are large enough for column names
 * @property {boolean} level whether column names are horizontal, as short as their columns are wide
 * @property {boolean} grouped whether groups of blocks are named
 * @property {number} lines number of lines for the heaviest pair
 * @property {number} movers lines per list of movers, 0 for none
 * @property {boolean} low whether there is only one line, and the weight is in the head
 * @property {number} room height of all maps together, px
 * @property {number} moverColumns
 * @property {number} moverWidth
 */

/** @param {number} count algorithms @param {number} lines per list @param {number} columns @returns {number} px */
export const moversHeight = (count, lines, columns) =>
  lines === 0 ? 0 : Math.ceil(count / columns) * (HEAD + 2 * (20 + MOVER_LINE * lines) + GAP);

/**
 * Return the number of lines for naming a pair: short names fit beside each other even in narrow maps.
 * @param {number} width @param {boolean} low @param {{row: number, column: number}} names
 */
function slotLines(width, low, names) {
  if (width < BARE) return 0;
  if (low) return 1;
  const both = names.row === 0 ? Infinity : 2 * Math.max(names.row, names.column) + ABOVE;
  return width < 150 ? (both <= width ? 2 : 3) : width < 300 ? 2 : 1;
}

/** @typedef {{width: number, height: number, count: number, rows: number, columns: number, names: {row: number, column: number}, blocks: boolean}} Box `names`: the widest, px; 0 if nothing is named; `blocks`: of pairs, instead of pairs */

/** @param {Box} box @returns {MapPlan} */
export function mapPlan({ width, height, count, rows, columns, names, blocks }) {
  const moverColumns = Math.max(1, Math.min(count, Math.floor((width + GAP) / (MOVER_WIDTH + GAP))));
  const movers =
    height < TALL
      ? 0
      : ([3, 2, 1].find((n) => height - moversHeight(count, n, moverColumns) >= MAPS_SHARE * height) ?? 0);
  const room = height - LEGEND - moversHeight(count, movers, moverColumns);
  const box = { width, height: room, count, rows, columns, names, blocks };
  const sides = Array.from({ length: count }, (_, i) => Math.ceil(count / (i + 1)));
  const all = [...new Set(sides)]
    .map((side) => block(box, side))
    .filter((p) => p.columns === count || p.band >= BAND);
  // Maps too narrow for their text go below each other if there is room.
  const wide = all.filter((p) => p.width >= BARE);
  const plans = wide.length ? wide : all;
  const size = (/** @type {ReturnType<typeof block>} */ p) => Math.min(p.cellWidth, p.cellHeight);
  // Put maps side by side, unless cells are much larger below each other: twice as large if a row is left half empty.
  const worth = (/** @type {ReturnType<typeof block>} */ p) => (count % p.columns ? RAGGED : LARGER);
  const best = plans.reduce((a, b) => (size(b) > worth(b) * size(a) ? b : a));
  return {
    ...best,
    room,
    movers,
    moverColumns,
    moverWidth: Math.floor((width - GAP * (moverColumns - 1)) / moverColumns),
  };
}

/** @param {Box} box @param {number} side number of maps side by side */
function block(box, side) {
  const bands = Math.ceil(box.count / side);
  const band = Math.floor((box.height - GAP * (bands - 1)) / bands);
  const wide = blockWidth(box.width, side, 0);
  const low = wide >= BARE && (band + LEGEND < LOW.height || wide < LOW.width);
  const found = withNames({ ...box, low }, side, band) ?? {
    columns: side,
    named: false,
    titled: false,
    level: false,
    left: 0,
    ...plain({ ...box, low }, side, band),
  };
  return { ...found, low, band };
}

/** @param {number} width @param {number} side @param {number} left */
const blockWidth = (width, side, left) => Math.floor((width - left - GAP * (side - (left ? 0 : 1))) / side);

/** @param {Box & {low: boolean}} box @param {number} side @param {number} height */
function withNames({ width, rows, columns, names, low }, side, height) {
  if (names.row === 0) return null;
  const left = Math.ceil(Math.min(names.row, 0.26 * width));
  const wide = blockWidth(width, side, left);
  const lines = slotLines(wide, low, names);
  const cells = height - HEAD - lines * LINE - 2;
  const size = (/** @type {number} */ top) =>
    Math.floor(Math.min(LARGEST, wide / columns, (cells - top) / rows));
  const level = size(LEVEL.height) >= Math.max(NAMED, names.column + LEVEL.apart);
  const title = level ? LEVEL.height : Math.ceil(Math.min(names.column, 0.3 * cells)) + 4;
  const titled = size(title) >= NAMED;
  const top = titled ? title : STRIP;
  const cell = size(top);
  if (cell < NAMED) return null;
  return {
    columns: side,
    width: wide,
    left,
    top,
    side: 0,
    cellWidth: cell,
    cellHeight: cell,
    named: true,
    titled,
    level,
    grouped: false,
    lines,
  };
}

/** @param {Box & {low: boolean}} box @param {number} side @param {number} height */
function plain({ width, rows, columns, names, blocks, low }, side, height) {
  const wide = blockWidth(width, side, 0);
  const grouped = blocks && !low;
  const strip = grouped ? GROUPS : STRIP;
  const lines = slotLines(wide, low, names);
  const across = (wide - strip - 2) / Math.max(1, columns);
  const down = (height - HEAD - lines * LINE - strip - 2) / Math.max(1, rows);
  const least = Math.max(0.2, Math.min(across, down, LARGEST));
  const square = least >= SQUARE;
  return {
    width: wide,
    lines,
    grouped,
    top: strip,
    side: strip,
    cellWidth: square ? Math.floor(least) : Math.min(across, STRETCH * least),
    cellHeight: square ? Math.floor(least) : Math.min(down, STRETCH * least),
  };
}

/**
 * Return which places of the true order have a pair, within a range.
 * @param {{cells: number, cellRow: ArrayLike<number>, cellCol: ArrayLike<number>}} run @param {[number, number]} range
 */
export function usedAxes({ cells, cellRow, cellCol }, [from, to]) {
  const inside = (/** @type {number} */ at) => at >= from && at < to;
  /** @type {number[]} */
  const index = [];
  for (let k = 0; k < cells; k++) if (inside(cellRow[k]) && inside(cellCol[k])) index.push(k);
  const ordered = (/** @type {ArrayLike<number>} */ at) =>
    [...new Set(index.map((k) => at[k]))].sort((a, b) => a - b);
  const [rows, columns] = [ordered(cellRow), ordered(cellCol)];
  return { index, rows, columns, rowOf: inverse(rows), columnOf: inverse(columns) };
}

/** @param {number[]} places @returns {Map<number, number>} */
const inverse = (places) => new Map(places.map((place, i) => [place, i]));
