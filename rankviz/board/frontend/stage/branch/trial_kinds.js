/** The kinds of trial: what can be changed in a run. */

/** @import { RankerAnswers } from "./ranker_answers.js" */
/** @import { FeatureValues } from "./moved_items.js" */

/**
 * @typedef {{index: number, round: number, alpha: number | null}} TryAlpha another α in a round of the run with that index
 * @typedef {{tie: number | null}} TryTie another tie value
 * @typedef {{answers: RankerAnswers[] | null}} TryAnswers other answers of rankers
 * @typedef {{grades: number[] | null}} TryGrades other grades of the items
 * @typedef {{places: FeatureValues[] | null}} TryPlaces other values of the items' features
 * @typedef {TryAlpha | TryTie | TryAnswers | TryGrades | TryPlaces} Try null: withdrawn
 */

/** @param {Try} asked @returns {unknown} the value tried; null if withdrawn */
export const trialValue = (asked) => ("alpha" in asked ? asked.alpha : Object.values(asked)[0]);

/** Return what is modified, regardless of the value. @param {Try} asked */
export const trialKind = (asked) =>
  "alpha" in asked ? `${asked.index}:${asked.round}` : Object.keys(asked)[0];

/** Return the same trial, withdrawn. @param {Try} asked @returns {Try} */
export const withdraw = (asked) =>
  "alpha" in asked ? { ...asked, alpha: null } : /** @type {Try} */ ({ [trialKind(asked)]: null });
