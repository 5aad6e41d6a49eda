/** What the symbols of the kernel method's page mean. */

import { TERMS } from "../../draw/glossary.js";

/** @type {Record<string, string>} */
export const KERNEL_TERMS = {
  f: "the score: a weighted sum of similarities to the training items, f = Σ c_k K(x_k, ·)",
  c: "the coefficients: how much of each training item's kernel the score holds",
  K: "the kernel: how alike two items are",
  σ: "the width of the Gaussian and the Laplacian kernel, as a multiple of the median distance between items",
  κ: "the root of the largest K(x, x); 1 for the Gaussian and the Laplacian",
  z: "the margin of a pair: score of the positive minus score of the negative",
  φ: "the loss: what a pair costs at its margin; hinge, least squares or logistic",
  Eₛ: "the risk: the mean cost of all (positive, negative) pairs",
  λ: "the norm penalty: the larger, the flatter the score stays",
  J: "what the method lowers: Eₛ plus λ/2 times the squared norm",
  "‖f‖": "the norm of f in the kernel's space: how much the score bends",
  γ: "the length of a step; the lemma allows 1/(4κ²N + λ) at most",
  θ: "how fast the steps become shorter: step t has length γ / t^θ",
  N: "how steep φ′ is: 1 for the hinge, 2 for least squares, ¼ for the logistic loss",
  "its limit": "2κ|φ′(0)|/λ: while no step is too long, the norm of f is proved to stay under it",
  "exact minimiser": "the f with the least J, solved for where the items are few",
  AUC: "the share of (positive, negative) pairs in the right order, a tie counting half",
  "best possible score":
    "where synthetic data come from a law that is known: the score that no ranking beats in the long run",
  "held-out": TERMS["held-out"],
  α: TERMS.α,
  "weak ranker": TERMS["weak ranker"],
};
