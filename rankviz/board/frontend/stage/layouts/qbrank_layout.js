/** The tiles of the QBRank page: risk, picture of the method, tree, and quality. */

import { curvesPanel } from "../panels/curves.js";
import { directionPanel } from "../panels/qbrank/direction.js";
import { bumpChartPanel } from "../panels/ranking/bump_chart.js";
import { precisionPanel } from "../panels/qbrank/precision.js";
import { boundedRiskPanel } from "../panels/qbrank/bounded_risk.js";
import { targetsPanel } from "../panels/qbrank/targets.js";
import { treePanel } from "../panels/tree/tree.js";
/** @import { Layout } from "./layouts.js" */

const worth = curvesPanel({
  id: "worth",
  title: "DCG and NDCG",
  how: "DCG@5 adds up the grades' gains 2^l − 1 in the first five places, where the first place counts the most; NDCG@5 divides it by the DCG@5 of the best order, so 1 is perfect. Thin lines: {held-out} queries.",
  charts: [
    { title: "DCG@5", series: [{ key: "dcg5", label: "DCG" }] },
    { title: "NDCG@5", series: [{ key: "ndcg5", held: "ndcg5_holdout", label: "NDCG" }] },
  ],
});

/** @type {Layout} */
export const QBRANK = {
  glance: ["tree", "direction", "ranking"],
  areas: [
    "direction risk worth",
    "direction targets precision",
    "tree targets precision",
    "tree ranking ranking",
  ],
  columns: [1.7, 1, 1],
  rows: [1.4, 0.7, 0.6, 1.3],
  low: {
    below: { width: 1200, height: 600 },
    areas: ["direction risk", "direction targets", "tree targets", "tree ranking"],
    columns: [1.7, 1],
    rows: [1, 0.35, 0.8, 1],
  },
  portrait: {
    areas: ["direction direction", "tree tree", "risk worth", "targets precision", "ranking ranking"],
    columns: [1, 1],
    rows: [1.2, 1.2, 1, 1, 1],
  },
  tiles: {
    direction: { make: directionPanel },
    tree: { make: treePanel },
    risk: { make: boundedRiskPanel },
    targets: { make: targetsPanel },
    worth: { make: worth },
    precision: { make: precisionPanel },
    ranking: { make: bumpChartPanel },
  },
};
