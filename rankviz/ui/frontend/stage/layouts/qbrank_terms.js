/** What the symbols of the page QBRank mean: some are others than RankBoost's. */

import { TERMS } from "../draw/glossary.js";

/** @type {Record<string, string>} */
export const QBRANK_TERMS = {
  "R(h)":
    "the risk of the scores h: w times what the pairs, or whole lists, cost and 1 − w times what the labels cost",
  Rₖ: "the quadratic upper bound of the risk in round k: it touches the risk at the scores before the round and lies nowhere below",
  r: "target of an item, −∇R/W: how far its score should move; an average of its pairs' (or its list's) pushes and its label's pull",
  W: "weight of an item in the tree's fit: its rows in pairs, lists and labels (average), the risk's second derivative (newton), or the bound's",
  g: "what the round's tree adds to an item's score, before the step: the weighted mean of the targets in its leaf",
  a: "weight with which the tree is added: the step",
  s: "the a at which the risk along the tree is least, found by a line search",
  η: "shrinkage: the share of the way to that least point which a round goes; 1 goes all of it",
  w: "weight of the preferences; the labels have 1 − w",
  τ: "margin: how far apart the scores of a pair should be, times the difference of their grades",
  "P2, L2": "P2 are the pairs made of queries with several grades, L2 the labels of the same items",
  L1: "labels of queries in which all items have one grade: no pair can be made of them",
  "DCG@5": "the gains 2^l − 1 of the first five places, each divided by log₂ of its place + 1",
  "NDCG@5": TERMS["NDCG@5"],
  R̂1: TERMS.R̂1,
  R̂2: TERMS.R̂2,
  "critical pair": TERMS["critical pair"],
  "held-out": TERMS["held-out"],
};
