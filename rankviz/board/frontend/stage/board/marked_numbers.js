/** The numbers of the sentence above the board, marked where a tile prints them. The marks are the browser's: they change no node. */

const NAME = "rv-said";
/** A number that is no part of a name such as h1, R̂1 or f2. */
const NUMBER = /(?<![\p{L}\p{M}\p{N}@.,])\d+(?:,\d{3})*(?:\.\d+)?(?![\p{L}\d])/gu;
/** Shorter ones stand everywhere. */
const LEAST = 2;
/** The help of a tile, and what is not seen. */
const OUT = ".rv-how, .rv-hidden, [hidden], title, style";

/** @param {string} text @returns {string[]} its numbers, as they are written */
export const numbersIn = (text) => [...text.matchAll(NUMBER)].map(([number]) => number);

/** @param {HTMLElement | null} board null takes the marks away @param {string} sentence */
export function markNumbers(board, sentence) {
  const marks = globalThis.CSS?.highlights;
  if (!marks) return;
  const said = new Set(numbersIn(sentence).filter((number) => number.length >= LEAST));
  const ranges = board && said.size ? [...findNumbers(board, said)] : [];
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
