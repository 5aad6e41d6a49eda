/** Place a board's tiles: columns, rows and each tile's box in whole pixels, for a given width and height. */

/**
 * @typedef {Object} Plan a division of the board among a page's tiles
 * @property {readonly string[]} areas one line per row, one tile name per cell; a name in several cells spans them
 * @property {readonly number[]} columns shares of the width
 * @property {readonly number[]} rows shares of the height
 *
 * @typedef {Object} Forms alternative divisions
 * @property {Plan & {below: {width: number, height: number}}} [low] for boards narrower or lower than `below`, px; its missing tiles are in the menu
 * @property {Plan} [portrait] for boards higher than wide
 * @property {readonly string[]} [asked] tiles that are on the board only if chosen
 * @property {Readonly<Record<string, string>>} [instead] replacements for tiles that the run lacks; a replacement of the hero is the hero
 * @property {string} [hero] the tile that is large beside other chosen tiles
 *
 * @typedef {Object} Cell
 * @property {string} tile
 * @property {string} area in CSS notation: row / column / row end / column end
 * @property {number} width px
 * @property {number} height px
 *
 * @typedef {{columns: number[], rows: number[], cells: Cell[]}} Arrangement
 */

export const GAP = 10;
/** Narrower boards have two columns, and rows of at least this height, px. */
export const NARROW = 700;
const MIN_ROW = 250;
/** Up to this many chosen tiles are in one line; more are divided like a whole board. */
const MAX_IN_LINE = 3;
/** Number of tiles on a two-column board that does not scroll. */
const MAX_FIXED = 4;
/** Number of tiles, one below the other, on narrower boards that do not scroll, such as beside a question. */
const SLIM = 500;
const MAX_SLIM = 2;
/** Width of the large tile beside two columns of others, and beside one, as a multiple of a column. */
const HERO = 1.5;
const HERO_OF_TWO = 1.2;
/** A board higher than this share of its width is upright. */
const UPRIGHT = 1.2;

/**
 * @param {Plan & Forms} plan @param {readonly string[]} tiles available, in reading order @param {number} width px @param {number} height px
 * @param {{chosen?: readonly string[], phone?: boolean, fixed?: boolean, grows?: boolean}} [how] `chosen`: the only tiles to show, all if empty;
 *   `fixed`: the board does not scroll, as before an audience, and tiles that do not fit are in the menu;
 *   `grows`: tiles are added later and those that are there keep their places
 * @returns {Arrangement}
 */
export function placeTiles(
  plan,
  tiles,
  width,
  height,
  { chosen = [], phone = false, fixed = false, grows = false } = {},
) {
  const some = tiles.filter((name) => chosen.includes(name));
  const hero = some.length > 1 && some.includes(plan.hero ?? "") ? plan.hero : undefined;
  const names = some.length ? some : tiles.filter((name) => !plan.asked?.includes(name));
  if (phone)
    return place(
      [names],
      names.map(() => 1),
      [1],
      names,
      width * names.length + GAP * (names.length - 1),
      height,
    );
  if (hero && width >= NARROW)
    return beside(
      hero,
      some.filter((name) => name !== hero),
      width,
      height,
      grows,
    );
  if ((some.length && some.length <= MAX_IN_LINE) || names.length < 3) {
    const wide = width >= 1.1 * height || width >= 420 * names.length;
    return wide
      ? place(
          [names],
          names.map(() => 1),
          [1],
          names,
          width,
          height,
        )
      : place(
          names.map((name) => [name]),
          [1],
          names.map(() => 1),
          names,
          width,
          height,
        );
  }
  if (width < NARROW && fixed) {
    const slim = width < SLIM;
    const rows = slim ? names.slice(0, MAX_SLIM).map((name) => [name]) : pairs(names.slice(0, MAX_FIXED));
    return place(
      rows,
      rows[0].map(() => 1),
      rows.map(() => 1),
      rows.flat(),
      width,
      height,
    );
  }
  if (width < NARROW) {
    const rows = hero ? [[hero, hero], ...pairs(names.filter((name) => name !== hero))] : pairs(names);
    return place(
      rows,
      [1, 1],
      rows.map(() => 1),
      names,
      width,
      Math.max(height, rows.length * (MIN_ROW + GAP)),
    );
  }
  const form = formFor(plan, width, height);
  const areas = dropMissing(
    form.areas.map((row) => row.split(" ")),
    new Set(names),
  );
  if (some.length && !fills(areas, names))
    return hero
      ? beside(
          hero,
          some.filter((name) => name !== hero),
          width,
          height,
        )
      : inRows(names, width, height);
  return place(areas, form.columns, form.rows, names, width, height);
}

/** Divide tiles into two rows, the lower one with as many tiles or one more. @param {readonly string[]} names @param {number} width px @param {number} height px */
function inRows(names, width, height) {
  const upper = names.slice(0, Math.floor(names.length / 2));
  const lower = names.slice(upper.length);
  const both = upper.length * lower.length;
  // Use the smallest number of cells per row that both rows can share.
  const spread = (/** @type {readonly string[]} */ row) =>
    row.flatMap((name) => Array.from({ length: both / row.length }, () => name));
  return place(
    [spread(upper), spread(lower)],
    Array.from({ length: both }, () => 1),
    [1, 1],
    names,
    width,
    height,
  );
}

/** Return whether every chosen tile has a rectangular box, and no cell is empty. @param {readonly (readonly string[])[]} areas @param {readonly string[]} names */
function fills(areas, names) {
  const box = (/** @type {string} */ name) => {
    const rows = areas.flatMap((row, r) => (row.includes(name) ? [r] : []));
    const columns = areas.flatMap((row) => row.flatMap((other, c) => (other === name ? [c] : [])));
    return (
      (Math.max(...rows) - Math.min(...rows) + 1) * (Math.max(...columns) - Math.min(...columns) + 1) ===
      columns.length
    );
  };
  return (
    areas.every((row) => row.every((name) => names.includes(name))) &&
    names.every((name) => areas.some((row) => row.includes(name)) && box(name))
  );
}

/**
 * Put a large tile at the left over the full height and the others beside it in two rows; if their number is odd, the first has both.
 * @param {string} hero @param {readonly string[]} others @param {number} width px @param {number} height px @param {boolean} [grows] up to two others then have the columns in which they stay
 */
function beside(hero, others, width, height, grows = false) {
  if (others.length === 1 || (grows && others.length === 2)) {
    const large = grows ? HERO + 2 - others.length : HERO_OF_TWO;
    return place([[hero, ...others]], [large, ...others.map(() => 1)], [1], [hero, ...others], width, height);
  }
  if (others.length === 2)
    return place(
      [
        [hero, others[0]],
        [hero, others[1]],
      ],
      [HERO_OF_TWO, 1],
      [1, 1],
      [hero, ...others],
      width,
      height,
    );
  const tall = others.length % 2 ? [others[0]] : [];
  const rest = others.slice(tall.length);
  const half = rest.length / 2;
  const areas = [
    [hero, ...tall, ...rest.slice(0, half)],
    [hero, ...tall, ...rest.slice(half)],
  ];
  return place(
    areas,
    areas[0].map((name) => (name === hero ? HERO : 1)),
    [1, 1],
    [hero, ...others],
    width,
    height,
  );
}

/**
 * Replace tiles that the run lacks.
 * @template {Plan & Forms} P
 * @param {P} plan @param {readonly string[]} names of the available tiles @returns {P}
 */
export function replaceMissing(plan, names) {
  const moves = Object.entries(plan.instead ?? {}).filter(
    ([gone, other]) => !names.includes(gone) && names.includes(other),
  );
  if (!moves.length) return plan;
  const place = new Map(moves);
  const moved = (/** @type {readonly string[]} */ areas) =>
    areas.map((row) =>
      row
        .split(" ")
        .map((name) => place.get(name) ?? name)
        .join(" "),
    );
  const { low, portrait } = plan;
  return {
    ...plan,
    areas: moved(plan.areas),
    low: low && { ...low, areas: moved(low.areas) },
    portrait: portrait && { ...portrait, areas: moved(portrait.areas) },
    hero: moves[0][1],
    asked: plan.asked?.filter((name) => ![...place.values()].includes(name)),
  };
}

/** @param {Plan & Forms} plan @param {number} width px @param {number} height px @returns {Plan} */
function formFor({ low, portrait, ...plan }, width, height) {
  if (portrait && height > UPRIGHT * width) return portrait;
  return low && (width < low.below.width || height < low.below.height) ? low : plan;
}

/** Put two tiles in a row; an odd last one fills its row. @param {readonly string[]} names @returns {string[][]} */
function pairs(names) {
  const rows = [];
  for (let i = 0; i < names.length; i += 2) rows.push([names[i], names[i + 1] ?? names[i]]);
  return rows;
}

/**
 * Remove missing tiles: a neighbour in the row takes their cells, preferably the left one.
 * @param {string[][]} areas @param {Set<string>} there @returns {string[][]}
 */
function dropMissing(areas, there) {
  const tall = (/** @type {string} */ name) => areas.filter((row) => row.includes(name)).length;
  return areas.map((row) =>
    row.map((name, i) => {
      if (there.has(name)) return name;
      const left = row
        .slice(0, i)
        .reverse()
        .find((other) => there.has(other) && tall(other) === tall(name));
      const right = row.slice(i + 1).find((other) => there.has(other) && tall(other) === tall(name));
      return left ?? right ?? name;
    }),
  );
}

/**
 * @param {string[][]} areas @param {readonly number[]} columns shares @param {readonly number[]} rows shares
 * @param {readonly string[]} names @param {number} width @param {number} height @returns {Arrangement}
 */
function place(areas, columns, rows, names, width, height) {
  const [wide, tall] = [share(columns, width), share(rows, height)];
  const cells = names.flatMap((tile) => {
    const at = areas.flatMap((row, r) => row.flatMap((name, c) => (name === tile ? [[r, c]] : [])));
    if (at.length === 0) return [];
    const [top, left] = at[0];
    const [bottom, right] = at[at.length - 1];
    return [
      {
        tile,
        area: `${top + 1} / ${left + 1} / ${bottom + 2} / ${right + 2}`,
        width: span(wide, left, right),
        height: span(tall, top, bottom),
      },
    ];
  });
  return { columns: wide, rows: tall, cells };
}

/** @param {readonly number[]} shares @param {number} whole @returns {number[]} whole pixels; with the gaps they add up to at most `whole` */
function share(shares, whole) {
  const sum = shares.reduce((a, b) => a + b, 0);
  const room = whole - GAP * (shares.length - 1);
  return shares.map((s) => Math.max(1, Math.floor((room * s) / sum)));
}

/** @param {number[]} sizes @param {number} from @param {number} to */
const span = (sizes, from, to) => sizes.slice(from, to + 1).reduce((a, b) => a + b, 0) + GAP * (to - from);
