/** The picture of a round in a sentence: who says yes, and the effect on the pairs. */

import { percent } from "../../draw/format.js";
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
  return `${name}: yes for ${whole(yes)} of ${whole(n)}.${pairs ? ` ${effect(m, pairs)}` : ""}${upsideDown(a, t, pairs)}`;
}

/** Say that a ranker is used in reverse; if it orders more pairs than it reverses, also why. @param {Algo} a @param {number} t @param {[number, number, number] | null} pairs */
function upsideDown(a, t, pairs) {
  if (!a.boosted || !(a.alpha[t - 1] < 0)) return "";
  const [right, wrong] = [a.epsCorrect[t - 1], a.epsReversed[t - 1]];
  const surprising = pairs && pairs[0] >= pairs[2] && wrong > right;
  const why = surprising
    ? `But by weight it reverses more (${percent(wrong)} against ${percent(right)}), so its`
    : "Its";
  return ` ${why} weight is negative: yes counts against an item.`;
}

/** @param {number} m @param {[number, number, number]} pairs in order, tied, reversed */
const effect = (m, [correct, tied, reversed]) =>
  `Of ${counted(m, "pair")} it puts ${whole(correct)} in order, leaves ${whole(tied)} tied and reverses ${whole(reversed)}.`;
