/** Rebuild the explanations of a number from their columns (written by board/offline/columns.py). */

/**
 * @typedef {[number, number, number, string]} Line
 * @typedef {[symbol: number, words: number, key: string, text?: string]} Input `text` is missing if it equals the text of the number that `key` names
 * @typedef {[string, Line[], [number, string][], Input[]]} Round
 * @typedef {[[number, number, number, number][], [number, number][], [number, number, string, number][]]} Form lines, notes and inputs; each ends with its count of numbers
 * @typedef {{texts: string, forms: Form[], form: number[], columns: string[]}} Columns
 */

/** @type {WeakMap<Columns, Round[]>} */
const known = new WeakMap();

/** @param {Columns} number @returns {Round[]} */
export function decodeRounds(number) {
  const found = known.get(number) ?? joinColumns(number);
  known.set(number, found);
  return found;
}

/** @param {Columns} number @returns {Round[]} */
function joinColumns({ texts, forms, form, columns }) {
  const values = columns.map((column) => column.split("\t"));
  return texts.split("\t").map((text, i) => {
    let at = 0;
    const next = () => values[at++][i];
    const some = (/** @type {number} */ count) => Array.from({ length: count }, next).join("\t");
    const [lines, notes, inputs] = forms[form[i]];
    return [
      text,
      lines.map(([equation, formula, made, count]) => [equation, formula, made, some(count)]),
      notes.map(([note, count]) => [note, some(count)]),
      inputs.map(([symbol, words, key, written]) => {
        const whole = key.endsWith("@") ? key + next() : key;
        return written ? [symbol, words, whole, next()] : [symbol, words, whole];
      }),
    ];
  });
}
