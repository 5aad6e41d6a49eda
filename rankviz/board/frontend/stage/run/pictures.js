/** What the panels of a page draw beside the curves, scores and weights of every run: as rankviz.board.panels writes it. */

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
 * The margin game and, on two classes, both losses.
 * @typedef {Object} MarginsMeta
 * @property {number | null} rho the largest margin; null when it was not computed
 * @property {string} why it was not
 * @property {boolean | null} separable
 * @property {number} hardest how many pairs of the game are listed
 * @property {number | null} least F̃ there is
 * @property {number} pairs of the game with a weight
 * @property {number} weighed pairs whose weights d are drawn
 * @property {"d*" | "d"} weighed_by which are the heaviest by
 * @property {number} weighed_of how many there are of that kind
 * @property {string[]} share_of weak rankers whose shares are drawn
 * @property {number} share_total how many have a share
 * @property {[number, number]} share_reach least and greatest share on the scale
 */

/**
 * @typedef {Object} QbrankMeta
 * @property {number[]} percents K of precision at K %
 * @property {number} dots items drawn
 * @property {{searches: boolean, eta?: number, w: number | null, fits_bound?: boolean, pairs?: boolean, lists?: boolean, labels?: boolean}[]} runs
 */

/**
 * @typedef {Object} TreesMeta
 * @property {string[]} features
 * @property {boolean[]} missing which features have missing values
 * @property {number[]} listed features whose importance is listed
 * @property {{strict?: boolean, asks?: Record<string, string>}[]} runs a trained ranker's trees may send items left below a threshold, not on it, and ask for categories
 */

/** @typedef {{x: [number, number], y: [number, number], names: string[], held: number}} PlaneMeta both features' ends */
/** @typedef {{frames: number[], low: number[], high: number[]}} ClassesMeta */
/** @typedef {{frames: number[], reach: number[], spacing: number[], steps: boolean}} SurfaceMeta */
/** @typedef {{auc: number, auc_holdout: number | null, best: number, surface: SurfaceMeta | null}} LawMeta */

/**
 * What the run of the kernel method adds.
 * @typedef {Object} KernelParts
 * @property {{loss: string, kernel: string, kappa: number, longest: number, load: number, target: number | null, regularisation: number, gamma: number, theta: number,
 *   losses: {name: string, label: string, formula: string}[], reach: [number, number]}} constants
 * @property {{frames: number[], low: number, high: number, shown: number, items: number}} coefficients
 * @property {{frames: number[], counted: number, pairs: number}} margins
 * @property {{why: string}} side_by_side
 * @property {{stop: number | null}} held the round after which the held-out risk turns up
 */

/**
 * @typedef {Object} KernelMeta
 * @property {PlaneMeta | null} plane null unless there are two features
 * @property {({classes?: ClassesMeta, surface?: SurfaceMeta} & Partial<KernelParts>)[]} runs
 * @property {number | null} kernel which run is the kernel method's
 * @property {LawMeta | null} law the best score there is, where it is known, and its surface
 */

/** @typedef {{labels: Record<string, CurveLabel>}} PopulationMeta */
/** @typedef {{kernel?: Picture<KernelMeta, "kernel">, margins?: Picture<MarginsMeta, "game">, qbrank?: Picture<QbrankMeta, "dots">, trees?: Picture<TreesMeta, "fallen">}} Pictures by name */
/** @typedef {{kernel?: KernelMeta, margins?: MarginsMeta, qbrank?: QbrankMeta, trees?: TreesMeta, population?: PopulationMeta}} Metas */

/** The pictures of a pack. @param {Metas} metas @param {ArrayFinder<Group>} arrays @returns {Pictures} */
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
 * The picture that a panel of a page cannot do without.
 * @template {keyof Pictures} N
 * @param {{pictures: Pictures}} run @param {N} name @returns {NonNullable<Pictures[N]>}
 */
export function pictureOf(run, name) {
  const found = run.pictures[name];
  if (!found) throw new Error(`The run came without the picture ${name}.`);
  return /** @type {NonNullable<Pictures[N]>} */ (found);
}

/**
 * The run with curves that a picture brings beside those of the algorithms; those that are not there are left out.
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
 * The kernel method's run and what it alone has; null when it is not on the stage.
 * @param {Run} run
 */
export function kernelRun(run) {
  const { meta, arrays } = pictureOf(run, "kernel");
  const algo = run.algos[meta.kernel ?? -1];
  if (!algo) return null;
  const parts = /** @type {KernelParts} */ (meta.runs[algo.index]);
  return { algo, parts, arrays: arrays.of("learner", algo.index) };
}
