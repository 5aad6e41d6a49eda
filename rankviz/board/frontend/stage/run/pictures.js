/** What a page's panels draw besides curves, scores and weights; written by rankviz.board.panels. */

/** @import { ArrayFinder, Group } from "./pack.js" */
/** @import { CurveLabel, Run } from "./run.js" */

/**
 * Plain values, and arrays by name.
 * @template Meta
 * @template {Group} G
 * @typedef {Object} Picture
 * @property {Meta} meta
 * @property {ArrayFinder<G>} arrays
 */

/**
 * The margin game, and both losses on two classes.
 * @typedef {Object} MarginsMeta
 * @property {number | null} rho the largest margin; null if not computed
 * @property {string} why it was not computed
 * @property {boolean | null} separable
 * @property {number} hardest number of pairs listed
 * @property {number | null} least the minimum of F̃
 * @property {number} pairs number of pairs with a weight in the game
 * @property {number} weighed number of pairs whose weights d are drawn
 * @property {"d*" | "d"} weighed_by the weight by which they are the heaviest
 * @property {number} weighed_of number of such pairs
 * @property {string[]} share_of names of weak rankers whose shares are drawn
 * @property {number} share_total number of rankers with a share
 * @property {[number, number]} share_reach smallest and largest share on the scale
 */

/**
 * @typedef {Object} QbrankMeta
 * @property {number[]} percents K of precision at K %
 * @property {number} dots number of items drawn
 * @property {{searches: boolean, eta?: number, w: number | null, fits_bound?: boolean, pairs?: boolean, lists?: boolean, labels?: boolean}[]} runs
 */

/**
 * @typedef {Object} TreesMeta
 * @property {string[]} features
 * @property {boolean[]} missing whether each feature has missing values
 * @property {number[]} listed numbers of features whose importance is listed
 * @property {{strict?: boolean, asks?: Record<string, string>}[]} runs `strict`: whether items go left only below a threshold; `asks`: questions about categories
 */

/** @typedef {{x: [number, number], y: [number, number], names: string[], held: number}} PlaneMeta the ranges of both features */
/** @typedef {{frames: number[], low: number[], high: number[]}} ClassesMeta */
/** @typedef {{frames: number[], reach: number[], spacing: number[], steps: boolean}} SurfaceMeta */
/** @typedef {{auc: number, auc_holdout: number | null, best: number, surface: SurfaceMeta | null}} LawMeta */

/**
 * The run of the kernel method.
 * @typedef {Object} KernelParts
 * @property {{loss: string, kernel: string, kappa: number, longest: number, load: number, target: number | null, regularisation: number, gamma: number, theta: number,
 *   losses: {name: string, label: string, formula: string}[], reach: [number, number]}} constants
 * @property {{frames: number[], low: number, high: number, shown: number, items: number}} coefficients
 * @property {{frames: number[], counted: number, pairs: number}} margins
 * @property {{why: string}} side_by_side
 * @property {{stop: number | null}} held the round after which the held-out risk rises
 */

/**
 * @typedef {Object} KernelMeta
 * @property {PlaneMeta | null} plane null unless there are exactly two features
 * @property {({classes?: ClassesMeta, surface?: SurfaceMeta} & Partial<KernelParts>)[]} runs
 * @property {number | null} kernel index of the kernel method's run
 * @property {LawMeta | null} law the best possible score and its surface, if known
 */

/** @typedef {{labels: Record<string, CurveLabel>}} PopulationMeta */
/** @typedef {{kernel?: Picture<KernelMeta, "kernel">, margins?: Picture<MarginsMeta, "game">, qbrank?: Picture<QbrankMeta, "dots">, trees?: Picture<TreesMeta, "fallen">}} Pictures by panel */
/** @typedef {{kernel?: KernelMeta, margins?: MarginsMeta, qbrank?: QbrankMeta, trees?: TreesMeta, population?: PopulationMeta}} Metas */

/** Read the pictures of a pack. @param {Metas} metas @param {ArrayFinder<Group>} arrays @returns {Pictures} */
export function readPictures(metas, arrays) {
  const { kernel, margins, qbrank, trees } = metas;
  return Object.freeze({
    ...(kernel && { kernel: Object.freeze({ meta: kernel, arrays: arrays.of("kernel") }) }),
    ...(margins && { margins: Object.freeze({ meta: margins, arrays: arrays.of("game") }) }),
    ...(qbrank && { qbrank: Object.freeze({ meta: qbrank, arrays: arrays.of("dots") }) }),
    ...(trees && { trees: Object.freeze({ meta: trees, arrays: arrays.of("fallen") }) }),
  });
}

/**
 * Return the picture that a panel requires.
 * @template {keyof Pictures} N
 * @param {{pictures: Pictures}} run @param {N} name @returns {NonNullable<Pictures[N]>}
 */
export function pictureOf(run, name) {
  const found = run.pictures[name];
  if (!found) throw new Error(`The run came without the picture ${name}.`);
  return /** @type {NonNullable<Pictures[N]>} */ (found);
}

/**
 * Return the run with a picture's curves added; missing ones are left out.
 * @template {Run} R
 * @param {R} run @param {(a: R["algos"][number], k: number) => Record<string, Float64Array | null | undefined>} curves
 * @returns {R}
 */
export function withCurves(run, curves) {
  const algos = run.algos.map((a, k) => {
    const found = Object.entries(curves(a, k)).filter(([, values]) => values);
    return Object.freeze({ ...a, curves: { ...a.curves, ...Object.fromEntries(found) } });
  });
  return Object.freeze({ ...run, algos });
}

/**
 * Return the kernel method's run and its picture; null if the run is not on the stage.
 * @param {Run} run
 */
export function kernelRun(run) {
  const { meta, arrays } = pictureOf(run, "kernel");
  const algo = run.algos[meta.kernel ?? -1];
  if (!algo) return null;
  const parts = /** @type {KernelParts} */ (meta.runs[algo.index]);
  return { algo, parts, arrays: arrays.of("learner", algo.index) };
}
