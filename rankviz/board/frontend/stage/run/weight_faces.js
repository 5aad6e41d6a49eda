/** The faces that the tile of weights can show for a run. */

import { growsTrees } from "./importance.js";
import { boostedOnly } from "./run.js";
import { keepsIndependentSet } from "./search.js";
/** @import { Run } from "./run.js" */

/** @typedef {"weights" | "search" | "features"} Face */

/** Return the faces for a run; none if it neither picks weak rankers nor grows trees. @param {Run} run @returns {Face[]} */
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
