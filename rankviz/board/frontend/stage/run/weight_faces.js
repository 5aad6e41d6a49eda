/** What the tile of weights can show of a run. */

import { growsTrees } from "./importance.js";
import { boostedOnly } from "./run.js";
import { keepsIndependentSet } from "./search.js";
/** @import { Run } from "./run.js" */

/** @typedef {"weights" | "search" | "features"} Face */

/** What the tile can show of a run: none where it picks no weak rankers and grows no trees. @param {Run} run @returns {Face[]} */
export function facesOf(run) {
  const { algos } = boostedOnly(run);
  /** @type {[Face, boolean][]} */
  const all = [
    ["weights", algos.length > 0],
    ["search", algos.some(keepsIndependentSet)],
    ["features", growsTrees(run)],
  ];
  return all.flatMap(([face, there]) => (there ? [face] : []));
}
