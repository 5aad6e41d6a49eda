/** The effect of a beat on one algorithm, in a few words and numbers. */

import { num, asFactor } from "../draw/format.js";
import { moverOf } from "../run/movers.js";
import { symbolOf } from "../run/run.js";
import { PARTS } from "../run/tie_parts.js";
/** @import { Boosted, Run } from "../run/run.js" */

/** @typedef {{text: string, part?: string, title?: string}} Piece `part`: class of the part of the weight that it mentions, for the same colour */

/**
 * @param {Run} run @param {Boosted} a @param {number} t a round of the run @param {number} beat
 * @returns {Piece[]}
 */
export function beatWords(run, a, t, beat) {
  const i = t - 1;
  if (beat === 1) return [{ text: "no pick yet" }];
  if (beat === 2) return [{ text: a.rankers[a.pick[i]], title: a.rankers[a.pick[i]] }];
  if (beat === 3)
    return PARTS.map((p) => ({
      part: p.cls,
      text: `${p.symbol} ${a[p.key][i].toFixed(2)}`,
      title: `weight of the pairs it ${p.text}: ${num(a[p.key][i])}`,
    }));
  if (beat === 4)
    return [{ part: "rv-tied", text: `tied ${asFactor(a.tieFactor[i])}` }, ...gained(run, a, t)];
  const [loss, bound] = [a.curves[a.loss], a.curves.bound];
  return [
    ...(loss ? [{ text: `${symbolOf(run, a.loss)} ${num(loss[i])} → ${num(loss[t])}` }] : []),
    ...(bound && Number.isFinite(bound[t])
      ? [{ text: `bound ${num(bound[t])}`, title: `bound ${num(bound[i])} → ${num(bound[t])}` }]
      : []),
  ];
}

/** Return the pair whose weight has grown most. @param {Run} run @param {Boosted} a @param {number} t @returns {Piece[]} */
function gained(run, a, t) {
  const most = moverOf(run, a, t, 0);
  if (!most || !(most.after > most.before)) return [];
  const [higher, lower] = most.pair.map((item) => run.labels[item]);
  return [
    {
      text: `${higher} › ${lower} ${asFactor(most.before)} → ${asFactor(most.after)}`,
      title: `Of all pairs ${higher} above ${lower} gained the most weight`,
    },
  ];
}
