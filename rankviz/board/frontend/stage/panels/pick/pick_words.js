/** The picture of a round in a sentence: who says yes, and the effect on the pairs. */

/** @import { Question } from "../../run/splits.js" */
/** @import { Algo, Run } from "../../run/run.js" */

const whole = (/** @type {number} */ n) => n.toLocaleString("en");

/** @param {number} n @param {string} one @param {string} [many] */
const counted = (n, one, many = `${one}s`) => `${whole(n)} ${n === 1 ? one : many}`;

/**
 * @param {Run} run @param {Algo} a @param {Question | null} question
 * @returns {string}
 */
export function pickWords(run, a, question) {
  const { n, m } = run;
  if (!question)
    return `${counted(n, "item")} and ${counted(m, "pair")}: in each pair one item belongs above the other.`;
  const { t, name, pairs, yesNo, answer } = question;
  if (!yesNo) return `Round ${t} adds ${name}.${pairs ? ` ${effect(m, pairs)}` : ""}`;
  let yes = 0;
  for (let i = 0; i < n; i++) yes += answer(i);
  const upside = a.alpha[t - 1] < 0 ? " Its weight is negative: yes counts against an item." : "";
  return `${name}: yes for ${whole(yes)} of ${whole(n)}.${pairs ? ` ${effect(m, pairs)}` : ""}${upside}`;
}

/** @param {number} m @param {[number, number, number]} pairs in order, tied, reversed */
const effect = (m, [correct, tied, reversed]) =>
  `Of ${counted(m, "pair")} it puts ${whole(correct)} in order, leaves ${whole(tied)} tied and reverses ${whole(reversed)}.`;
