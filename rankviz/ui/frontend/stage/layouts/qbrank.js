/** The panels of the page on general boosting: the risk, the picture of the method, the tree, and what it is worth. */

import { curvesPanel } from "../panels/curves.js";
import { directionPanel } from "../panels/on_qbrank/direction.js";
import { ladderPanel } from "../panels/ladder.js";
import { precisionPanel } from "../panels/on_qbrank/precision.js";
import { targetsPanel } from "../panels/on_qbrank/targets.js";
import { treePanel } from "../panels/on_qbrank/tree.js";

const risk = curvesPanel({
  id: "risk",
  title: "The risk and its parts",
  how: "the risk is what each round lowers; the dashed curve is the upper bound Rₖ at the step that was taken. Below, what preferences (solid) and labels (dotted) add to the risk.",
  height: 420,
  charts: [
    {
      title: "risk",
      log: true,
      share: 0.54,
      series: [{ key: "risk" }, { key: "risk_bound", cls: "rv-dash" }],
    },
    {
      title: "its parts",
      log: true,
      share: 0.46,
      series: [
        { key: "risk_pairs", label: "pairs" },
        { key: "risk_labels", cls: "rv-dots", label: "labels" },
      ],
    },
  ],
});

const worth = curvesPanel({
  id: "worth",
  title: "What the top of the list is worth",
  how: "DCG@5 adds up the grades' gains 2^l − 1 in the first five places, the first counting most; NDCG@5 divides by the best order's, so 1 is perfect. Thin lines: {held-out} queries.",
  height: 360,
  charts: [
    { title: "DCG@5", series: [{ key: "dcg5", label: "DCG" }] },
    { title: "NDCG@5", series: [{ key: "ndcg5", held: "ndcg5_holdout", label: "NDCG" }] },
  ],
});

/** @type {readonly import("./layouts.js").Place[]} */
export const QBRANK = [
  { make: risk, spans: [12, 7, 9, 9] },
  { make: directionPanel, spans: [12, 12, 6, 6] },
  { make: targetsPanel, spans: [12, 12, 6, 6] },
  { make: treePanel, spans: [12, 12, 12, 12] },
  { make: precisionPanel, spans: [12, 6, 6, 6] },
  { make: worth, spans: [12, 6, 6, 6] },
  { make: ladderPanel, spans: [12, 12, 12, 12] },
];
