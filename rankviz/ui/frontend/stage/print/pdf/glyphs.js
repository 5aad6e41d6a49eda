/** Which of the fonts that every PDF reader has holds a letter: Helvetica (WinAnsi) or Symbol. PDF 1.7, annex D. */

/**
 * @typedef {Object} Glyph
 * @property {boolean} symbol in Symbol, else in Helvetica
 * @property {number} code in that font's encoding
 * @property {number} [size] share of the text's size, of a raised letter
 * @property {number} [rise] share of the text's size
 * @property {boolean} [accent] stands over the glyph before it
 */

/** WinAnsi from 128 on; what lies between 161 and 255 is where Unicode has it. */
const WIN = "€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ\u00a0";
const SYMBOL = pairs(
  "αaβbχcδdεeφfγgηhιiκkλlμmνnοoπpθqρrσsτtυuωwξxψyζzΑAΒBΧCΔDΕEΦFΓGΗHΙIΚKΛLΜMΝNΟOΠPΘQΡRΣSΤTΥUΩWΞXΨYΖZ∀\"∃$∋'∗*∼~≅@⊥^",
  [
    ["′", 162],
    ["≤", 163],
    ["∞", 165],
    ["↔", 171],
    ["←", 172],
    ["↑", 173],
    ["→", 174],
    ["↓", 175],
    ["″", 178],
    ["≥", 179],
    ["∝", 181],
    ["∂", 182],
    ["≠", 185],
    ["≡", 186],
    ["≈", 187],
    ["∅", 198],
    ["∩", 199],
    ["∪", 200],
    ["⊂", 204],
    ["∈", 206],
    ["∉", 207],
    ["∇", 209],
    ["∏", 213],
    ["√", 214],
    ["⋅", 215],
    ["∧", 217],
    ["∨", 218],
    ["⇔", 219],
    ["⇒", 222],
    ["∑", 229],
    ["∫", 242],
  ],
);
/** Helvetica's en dash stands for the minus sign: Symbol's is never bold. */
const DASH = 0x96;
const RAISED = { size: 0.65, rise: 0.36 };
const LOWERED = { size: 0.65, rise: -0.14 };
/** @type {Record<string, [string, {size: number, rise: number}]>} */
const SMALL = Object.fromEntries([
  ...marks("⁰⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ", "0456789+−=()ni", RAISED),
  ...marks("₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼ", "0123456789+−=()aeoxhklmnpstij", LOWERED),
]);
/** Accents that stand over a letter, with the accent Helvetica has by itself. @type {Record<string, number>} */
const ACCENTS = {
  "\u0300": 0x60,
  "\u0301": 0xb4,
  "\u0302": 0x88,
  "\u0303": 0x98,
  "\u0304": 0xaf,
  "\u0308": 0xa8,
};

/** @param {string} letter one code point @returns {Glyph | null} null when neither font has it */
export function glyph(letter) {
  const code = letter.codePointAt(0) ?? 0;
  if ((code >= 32 && code < 127) || (code >= 161 && code < 256)) return { symbol: false, code };
  if (letter === "−") return { symbol: false, code: DASH };
  const win = code > 127 ? WIN.indexOf(letter) : -1;
  if (win >= 0) return { symbol: false, code: letter === "\u00a0" ? 32 : 128 + win };
  const symbol = SYMBOL.get(letter);
  if (symbol !== undefined) return { symbol: true, code: symbol };
  if (letter in ACCENTS) return { symbol: false, code: ACCENTS[letter], accent: true };
  const small = SMALL[letter];
  const plain = small && glyph(small[0]);
  return plain ? { ...plain, ...small[1] } : null;
}

/** @param {string} text @returns {boolean} whether the standard fonts can write it */
export const writable = (text) => [...text].every((letter) => glyph(letter) !== null);

/** @param {string} list letter and ASCII twin in turn @param {[string, number][]} more @returns {Map<string, number>} */
function pairs(list, more) {
  const all = [...list];
  const found = new Map(more);
  for (let i = 0; i < all.length; i += 2) found.set(all[i], all[i + 1].charCodeAt(0));
  return found;
}

/** @param {string} letters @param {string} plain @param {{size: number, rise: number}} how @returns {[string, [string, {size: number, rise: number}]][]} */
function marks(letters, plain, how) {
  const twins = [...plain];
  return [...letters].map((letter, i) => [letter, [twins[i], how]]);
}
