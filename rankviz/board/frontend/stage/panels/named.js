/** The names that a lesson's figure speaks of: weak rankers to show in the pick's place, items to name on their dots. */

/** @import { Chart, View } from "../control/view.js" */

/** @param {View} view @returns {readonly string[]} */
export const namedIn = ({ chart }) => /** @type {(Chart & {named?: string[]}) | null} */ (chart)?.named ?? [];
