/** The tiles that each beat is about on the Watch page: candidates are scored by the pair weights, a pick enters the ensemble. */

/** @import { Plan } from "../beats/beats.js" */

/** @type {Plan} */
export const WATCH_BEATS = {
  lit: {
    1: ["pick", "code", "pairs"],
    2: ["pick", "code", "weights"],
    3: ["ties", "code", "weights"],
    4: ["pick", "code", "pairs"],
    5: ["losses", "code", "margins", "ranking"],
  },
  draws: { pick: [1, 2, 3, 4, 5], code: [1, 2, 3, 4, 5], weights: [1, 2], ties: [3, 4] }, // candidates and the pick; α, and what the ensemble tied before
  since: { pick: 1, code: 1, weights: 3, ties: 3, pairs: 4 },
};
