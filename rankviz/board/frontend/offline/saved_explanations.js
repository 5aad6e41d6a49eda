/** The equation behind a number, from what a page carries (written by board/offline/explanations.py). */

import { parseName } from "../stage/drawer/number_name.js";
import { lastUpTo } from "./saved_theorems.js";
/** @import { NoAnswer } from "../stage/drawer/answer_cache.js" */
/** @import { Explained, Input, Menu } from "../stage/drawer/explained.js" */
/** @import { Tree } from "../stage/drawer/mathml.js" */

/**
 * @typedef {{label: string, at: number[], numbers: Record<string, {symbol: string, name: string} & Columns>}} Run
 * @typedef {{every: number, at: number[], math: Tree[], texts: string[], runs: Record<string, Run>}} Explanations
 */

/** Shown in place of a missing number. */
const NONE = "—";
const NEEDS = "Its equation is not in this file; RankViz shows it.";

/** @param {Explanations} all @returns {Menu[]} */
export const listMenus = ({ runs }) =>
  Object.entries(runs).map(([name, { label, numbers }]) => ({
    name,
    label,
    first: "alpha" in numbers ? "alpha" : Object.keys(numbers)[0],
    numbers: Object.entries(numbers).map(([key, each]) => [key, `${each.symbol}, ${each.name}`]),
    whole: false,
  }));

/** @param {Explanations} all @param {string} of the run @param {string} wanted a number's key @param {number} now the round @returns {Explained | NoAnswer} */
export function explanationAt(all, of, wanted, now) {
  const [, key, round] = parseName(`:${wanted}`);
  const run = all.runs[of];
  const number = run?.numbers[key];
  if (!number) return { said: NEEDS };
  const t = Math.min(round ?? now, run.at[run.at.length - 1]);
  const i = lastUpTo(run.at, t);
  const { symbol, name } = number;
  const head = { symbol, short: symbol, name, label: run.label, t, table: null };
  if (run.at[i] !== t) {
    const some =
      all.every > 1
        ? `one round in ${all.every} and the last round`
        : `rounds ${run.at[0]}–${run.at[run.at.length - 1]}`;
    const notes = [`This file has the equations of ${some}.`];
    const inputs = run.at
      .slice(i, i + 2)
      .map((at) => `${key}@${at}`)
      .map((near) => /** @type {Input} */ ([symbol, name, near, textOf(run, near, i)]))
      .filter(([, , , text]) => text !== NONE);
    return { ...head, text: "", lines: [], notes, inputs };
  }
  const [text, lines, notes, inputs] = decodeRounds(number)[i];
  return {
    ...head,
    text,
    lines: lines.map(([equation, formula, values, numbers]) => [
      all.texts[equation],
      all.math[formula],
      values < 0 ? null : putNumbers(all.math[values], numbers.split("\t")),
    ]),
    notes: notes.map(([form, numbers]) => fillSentence(all.texts[form], numbers)),
    inputs: inputs.map(([of, words, other, value]) => {
      const lost = !run.numbers[parseName(`:${other}`)[1]];
      return /** @type {Input} */ ([
        all.texts[of],
        all.texts[words],
        other,
        value ?? textOf(run, other, i),
        lost,
      ]);
    }),
  };
}

/** Return the text of a number at index i of the run's rounds, or in the round that its name contains: "e1@2". @param {Run} run @param {string} name @param {number} i */
function textOf(run, name, i) {
  const [, key, round] = parseName(`:${name}`);
  return decodeRounds(run.numbers[key])[round === null ? i : run.at.indexOf(round)][0];
}

/** Replace the places in an equation by numbers. @param {Tree} tree @param {string[]} numbers @returns {Tree} */
export function putNumbers([tag, attributes, ...children], numbers) {
  return [
    tag,
    attributes,
    ...children.map((child) =>
      Array.isArray(child) ? putNumbers(child, numbers) : typeof child === "number" ? numbers[child] : child,
    ),
  ];
}

/** @param {string} form @param {string} numbers @returns {string} */
export function fillSentence(form, numbers) {
  const each = numbers.split("\t");
  return form.replace(/\f/g, () => each.shift() ?? "");
}

/**
 * A number over the rounds, by column.
 * @typedef {[number, number, number, string]} Line
 * @typedef {[symbol: number, words: number, key: string, text?: string]} StoredInput `text` is missing if it equals the text of the number that `key` names
 * @typedef {[string, Line[], [number, string][], StoredInput[]]} Round
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
