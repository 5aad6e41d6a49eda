/** What a hand asks to try, and what it has withdrawn. */

/** @import { RankerAnswers } from "./ranker_answers.js" */
/** @import { FeatureValues } from "./moved_items.js" */

/**
 * @typedef {{index: number, round: number, alpha: number | null}} TryAlpha another α of the run with that index
 * @typedef {{tie: number | null}} TryTie another worth of a tie
 * @typedef {{answers: RankerAnswers[] | null}} TryAnswers other answers of rankers
 * @typedef {{grades: number[] | null}} TryGrades other grades of the items
 * @typedef {{places: FeatureValues[] | null}} TryPlaces other values of the items' features
 * @typedef {TryAlpha | TryTie | TryAnswers | TryGrades | TryPlaces} Try null: nothing any more
 */

/** @param {Try} asked @returns {unknown} null where nothing is tried any more */
export const trialValue = (asked) => ("alpha" in asked ? asked.alpha : Object.values(asked)[0]);

/** What is tried otherwise, whatever its value. @param {Try} asked */
export const trialKind = (asked) =>
  "alpha" in asked ? `${asked.index}:${asked.round}` : Object.keys(asked)[0];

/** The same, withdrawn. @param {Try} asked @returns {Try} */
export const withdraw = (asked) =>
  "alpha" in asked ? { ...asked, alpha: null } : /** @type {Try} */ ({ [trialKind(asked)]: null });
