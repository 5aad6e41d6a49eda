/** The equation behind a number, from what a page carries (written by board/offline/explanations.py). */

import { parseName } from "../stage/drawer/number_name.js";
import { decodeRounds } from "./explanation_columns.js";
import { lastUpTo } from "./saved_theorems.js";
/** @import { NoAnswer } from "../stage/drawer/answer_cache.js" */
/** @import { Explained, Input, Menu } from "../stage/drawer/explained.js" */
/** @import { Tree } from "../stage/drawer/mathml.js" */
/** @import { Columns } from "./explanation_columns.js" */

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
