/** Highlight the numbers of the sentence above the board where tiles print them (CSS highlights). */

const NAME = "rv-said";
/** A highlight is painted below the halo of a picture's text, which would hide most of it: that text has none. */
const NO_HALO = "data-said";
/** @type {any[]} */
const haloless = [];
/** A number outside names such as h1, R̂1 or f2. */
const NUMBER = /(?<![\p{L}\p{M}\p{N}@.,])\d+(?:,\d{3})*(?:\.\d+)?(?![\p{L}\d])/gu;
/** Minimum length: shorter numbers are everywhere. */
const MIN_LENGTH = 2;
/** Excluded: the help of tiles, the ticks of axes, and what is hidden. */
const OUT = ".rv-how, .rv-tick, .rv-hidden, [hidden], title, style";

/** @param {string} text @returns {string[]} its numbers, as written */
export const numbersIn = (text) => [...text.matchAll(NUMBER)].map(([number]) => number);

/**
 * @param {HTMLElement | null} board null removes the highlights @param {string} sentence
 * @param {Element | null} [tile] that the sentence speaks of: a number that it shows is marked nowhere else
 */
export function markNumbers(board, sentence, tile = null) {
  const marks = globalThis.CSS?.highlights;
  if (!marks) return;
  const said = new Set(numbersIn(sentence).filter((number) => number.length >= MIN_LENGTH));
  const found = board && said.size ? [...findNumbers(board, said)] : [];
  const inTile = (/** @type {Range} */ range) => Boolean(tile?.contains(range.startContainer));
  const there = new Set(found.filter(inTile).map(String));
  const ranges = found.filter((range) => inTile(range) || !there.has(String(range)));
  for (const el of haloless.splice(0)) el.removeAttribute(NO_HALO);
  for (const { startContainer: text } of ranges) haloless.push(/** @type {Text} */ (text).parentElement);
  for (const el of haloless) el.setAttribute(NO_HALO, "");
  if (ranges.length) marks.set(NAME, new Highlight(...ranges));
  else marks.delete(NAME);
}

/** @param {HTMLElement} board @param {ReadonlySet<string>} said @returns {Generator<Range>} */
function* findNumbers(board, said) {
  const texts = document.createTreeWalker(board, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = /** @type {Text} */ (node);
    if (text.parentElement?.closest(OUT)) continue;
    for (const found of text.data.matchAll(NUMBER)) {
      if (!said.has(found[0])) continue;
      const range = document.createRange();
      range.setStart(text, found.index);
      range.setEnd(text, found.index + found[0].length);
      yield range;
    }
  }
}
