/** A run, round by round: Algorithm 1 of RankBoost+ as in rankviz/engine/algorithms/boosting/loop.py, which can continue from any round with another α. */

import { z27 } from "./equations.js";
import { PushWeights } from "./push_weights.js";
import { AllCandidates, GreedyThenFixed, SmoothSearch } from "./ranker_search.js";
import { PairDistribution } from "./pair_distribution.js";
/** @import { Eps } from "./equations.js" */
/** @import { Problem } from "./problem.js" */
/** @import { RunMethod } from "./ranker_search.js" */

/**
 * A finished round.
 * @typedef {Object} Step
 * @property {number} ranker
 * @property {number} alpha the weight added; NaN if infinite
 * @property {number} prior α', the ranker's previous weight
 * @property {Eps} eps
 * @property {number} z
 * @property {number} delta
 * @property {number} logTie ln of the tied pairs' factor
 * @property {number} logBound
 * @property {"finite" | "infinite" | "capped" | "forced" | "limit"} outcome
 * @property {number} sign
 */

/** @typedef {{ranker: number, eps: Eps, prior: number}} Refused */

export class Runner {
  /** @param {Problem} problem @param {RunMethod} how */
  constructor(problem, how) {
    const { algorithm, params } = how;
    this.problem = problem;
    this.weights =
      algorithm === "push" ? new PushWeights(problem, Number(params.p)) : new PairDistribution(problem);
    const Search =
      algorithm === "rb-plus"
        ? GreedyThenFixed
        : algorithm === "smooth-margin"
          ? SmoothSearch
          : AllCandidates;
    this.search = new Search(problem, how);
    this.undefined = String(params.undefined ?? "halt");
    this.cap = Number(params.cap ?? 1);
    /** @type {Step[]} */
    this.steps = [];
    /** Why there are no more rounds, a code of boosting/stop.py; "" while running. */
    this.stopped = "";
    /** The round that was refused. @type {Refused | null} */
    this.refused = null;
  }

  /** Run to the end. @param {number} rounds in total @param {number} [given] α of the next round @returns {this} */
  run(rounds, given) {
    for (let next = given; this.steps.length < rounds && this.next(next); next = undefined);
    this.stopped ||= "rounds";
    return this;
  }

  /** Run the next round. @param {number} [given] its α, instead of the equation's @returns {boolean} whether the run continues */
  next(given) {
    const { weights, search } = this;
    const move = search.choose(weights);
    if (!move) return this.stop("no-edge");
    const { ranker, rules, h } = move;
    const eps = weights.epsilons(h);
    const prior = search.prior(ranker);
    const line = weights instanceof PushWeights ? weights.line(h) : null;
    const exact = given ?? (line ? line.alpha() : rules.alpha(eps, prior));
    const undefined_ = !Number.isFinite(exact);
    if (undefined_ && this.undefined === "halt") {
      this.refused = { ranker, eps, prior };
      return this.stop("undefined");
    }
    const logTie = undefined_ ? 0 : rules.logTie(exact, prior);
    const z = line ? Math.exp(line.logZ(exact)) : undefined_ ? eps[1] : z27(eps, exact, logTie);
    const sign = exact >= 0 ? 1 : -1;
    const outcome = given !== undefined ? "forced" : undefined_ ? OUTCOMES[this.undefined] : "finite";
    const infinite = outcome === "infinite" || outcome === "limit";
    const alpha = undefined_ ? sign * this.cap : exact;
    // The theorems bound the effect of α from the equations only.
    const logBound = given === undefined ? rules.logBound(eps, prior) : NaN;
    const delta = rules.delta(eps, prior);
    this.steps.push({
      ranker,
      alpha: infinite ? NaN : alpha,
      prior,
      eps,
      z,
      delta,
      logTie,
      logBound,
      outcome,
      sign,
    });
    if (outcome === "infinite") {
      if (eps[1] > 0) weights.update(h, exact, logTie, z); // the limit of D, as it is shown
      return this.stop("undefined");
    }
    weights.update(h, exact, logTie, z);
    if (!(infinite && weights.empty)) search.accept(move, { alpha: infinite ? exact : alpha, z });
    return weights.empty ? this.stop("no-weight") : true;
  }

  /** @param {string} why @returns {false} */
  stop(why) {
    this.stopped = why;
    return false;
  }

  /** Return a copy of the state that later rounds cannot change. @returns {Runner} */
  copy() {
    return deepCopy(this);
  }
}

/** @type {Record<string, Step["outcome"]>} */
const OUTCOMES = { infinite: "infinite", cap: "capped", limit: "limit" };

/** @template T @param {T} value @returns {T} a deep copy, except that frozen objects are shared */
export function deepCopy(value) {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  if (ArrayBuffer.isView(value)) return /** @type {any} */ (value).slice();
  if (value instanceof Map) return /** @type {any} */ (new Map(value));
  if (Array.isArray(value)) return /** @type {any} */ (value.map(deepCopy));
  const made = Object.create(Object.getPrototypeOf(value));
  for (const [name, part] of Object.entries(value)) made[name] = deepCopy(part);
  return made;
}
