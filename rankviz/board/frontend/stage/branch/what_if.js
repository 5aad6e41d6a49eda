/** The trials possible on a run: another α in a round, or another problem from the first round on. */

import { recompute, withRunName } from "./recompute.js";
import { withAnswers, haveSameAnswers } from "./ranker_answers.js";
import { trialKind, trialValue } from "./trial_kinds.js";
import { BranchBuilder } from "./branching.js";
import { canBranch } from "./branch_data.js";
import { withMovedItems, haveSameStumps } from "./moved_items.js";
import { withGrades, withTieValue } from "./modified_pairs.js";
/** @import { Algo, Boosted, Run } from "../run/run.js" */
/** @import { Try } from "./trial_kinds.js" */

/**
 * @typedef {{branch: Algo, is: (a: Algo, run: Run) => boolean}} Expected a run that was drawn; `is`: whether a run of the server is to be the same
 * @typedef {{run: Run, ghosts: readonly Algo[], expected: Expected[]}} TrialResult the run to draw, and the runs that it replaces
 *
 * @typedef {Object} WhatIf
 * @property {Run} run on the stage
 * @property {string} kind what is modified
 * @property {number} size number of pairs times rounds to compute
 * @property {(asked: Try, shown: (t: number) => boolean) => Generator<TrialResult | null, void>} made yields null while unfinished, then the result, in which only states shown are filled; nothing if there is no such run
 */

/** @param {Run} run @param {Try} asked @returns {WhatIf | null} null if it cannot be computed here */
export function whatIf(run, asked) {
  if ("alpha" in asked) {
    const a = run.algos[asked.index];
    return a?.boosted && canBranch(run, a) ? otherAlpha(run, a, asked.round) : null;
  }
  if (!otherProblem(run, asked)) return null;
  return {
    run,
    kind: trialKind(asked),
    size: run.m * (run.branch?.rounds ?? 0) * run.algos.length,
    *made(now, shown) {
      const found = otherProblem(run, now);
      if (!found) return;
      const { other, why, is } = found;
      for (const made of recompute(other, why, shown)) {
        const expected = made?.algos.map((branch) => ({
          branch,
          is: (/** @type {Algo} */ a, /** @type {Run} */ come) => a.id === branch.id && is(come),
        }));
        yield made && { run: made, ghosts: run.algos, expected: expected ?? [] };
      }
    },
  };
}

/** @param {Run} run @param {Boosted} a @param {number} round @returns {WhatIf} */
function otherAlpha(run, a, round) {
  /** @type {BranchBuilder | null} */
  let branching = null;
  return {
    run,
    kind: trialKind({ index: a.index, round, alpha: 0 }),
    size: run.m * (run.branch?.rounds ?? 0),
    *made(asked, shown) {
      const alpha = Number(trialValue(asked));
      branching ??= new BranchBuilder(run, a, round);
      for (const branch of branching.rounds(alpha, shown)) {
        const algos = branch && run.algos.map((b) => (b === a ? withRunName(branch, a) : b));
        yield (
          algos && {
            run: Object.freeze({ ...run, rounds: Math.max(run.rounds, branch.rounds), algos }),
            ghosts: [a],
            expected: [
              {
                branch,
                is: (b) => b.label === branch.label && b.rounds >= round && b.alpha[round - 1] === alpha,
              },
            ],
          }
        );
      }
    },
  };
}

/** @param {Run} run @param {Try} asked @returns {{other: Run, why: string, is: (run: Run) => boolean} | null} `is`: whether a run of the server has the same problem */
function otherProblem(run, asked) {
  if ("tie" in asked && asked.tie !== null) {
    const { tie } = asked;
    const other = withTieValue(run, tie);
    return other && { other, why: `a tie is worth ${tie}`, is: (come) => come.branch?.votes?.tie === tie };
  }
  if ("grades" in asked && asked.grades) {
    const other = withGrades(run, asked.grades);
    const text = String(other?.grades);
    return other && { other, why: "grades were changed", is: (come) => String(come.grades) === text };
  }
  if ("places" in asked && asked.places) {
    const other = withMovedItems(run, asked.places);
    const same = (/** @type {Run} */ come) => haveSameStumps(come.branch, other?.branch ?? null);
    return other && { other, why: "items were moved", is: same };
  }
  if (!("answers" in asked) || !asked.answers) return null;
  const other = withAnswers(run, asked.answers);
  const same = (/** @type {Run} */ come) => haveSameAnswers(come.branch, other?.branch ?? null);
  return other && { other, why: "answers were flipped", is: same };
}
