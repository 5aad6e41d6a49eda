/** The choice of a round's ranker: among all candidates, or by RankBoost+'s Algorithm 2 (rankviz/engine/algorithms/rankboost/rb_plus.py). */

import { RB_C, RB_D, RB_PLUS, logCosh, smoothRules, z27 } from "./equations.js";
import { outputOf, computeEdges } from "./problem.js";
import { Span } from "./ranker_span.js";
/** @import { Rules } from "./equations.js" */
/** @import { Problem } from "./problem.js" */
/** @import { PairDistribution } from "./pair_distribution.js" */

/** Numbers within this distance are equal, so that rounding never breaks a tie. */
export const TIE = 1e-12;

/**
 * The algorithm of a run, and its parameters.
 * @typedef {{algorithm: string, params: Record<string, number | boolean | string>}} RunMethod
 */

/** @typedef {{ranker: number, rules: Rules, h: Uint8Array}} Move */

/** Return the largest edge above TIE, the first of those within TIE of it; −1 if there is none. @param {Float64Array} edge @param {boolean} negative whether to compare absolute values @param {Uint8Array | null} allowed null if all are */
function pick(edge, negative, allowed = null) {
  let best = TIE;
  for (let k = 0; k < edge.length; k++) {
    const value = negative && edge[k] < 0 ? -edge[k] : edge[k];
    if (value > best && (!allowed || allowed[k])) best = value;
  }
  if (!(best > TIE)) return -1;
  for (let k = 0; k < edge.length; k++)
    if ((negative && edge[k] < 0 ? -edge[k] : edge[k]) >= best - TIE && (!allowed || allowed[k])) return k;
  return -1;
}

/** Search all candidates: RB-D, RB-C and the push pick by the edge, or by Z after each candidate's own step. */
export class AllCandidates {
  /** @param {Problem} problem @param {RunMethod} how */
  constructor(problem, { algorithm, params }) {
    this.problem = problem;
    this.rules = algorithm === "rb-c" ? RB_C : RB_D;
    this.negative = Boolean(params.negative_alpha);
    this.byStep = params.choose === "step";
    /** @type {Map<number, number>} */
    this.weights = new Map();
    this.edge = new Float64Array(problem.offsets[problem.offsets.length - 1]);
    /** For a search with an independent set: candidates compared and tested in each round. @type {number[]} */
    this.searched = [];
    /** @type {number[]} */
    this.tested = [];
  }

  /** @param {PairDistribution} d @returns {Move | null} null if no candidate has an edge left */
  choose(d) {
    this.computeEdges(d);
    const ranker = this.byStep ? this.bestStep(d) : pick(this.edge, this.negative);
    return ranker < 0 ? null : this.moveTo(ranker);
  }

  /** Compute the edges ε⁺ − ε⁻ of all candidates. @param {PairDistribution} d */
  computeEdges(d) {
    const potential = d.asHigher.slice();
    for (let i = 0; i < potential.length; i++) potential[i] -= d.asLower[i];
    computeEdges(this.problem, potential, this.edge);
  }

  /** Return the quantity by which a candidate is picked. @param {number} k */
  score(k) {
    return this.negative ? Math.abs(this.edge[k]) : this.edge[k];
  }

  /** Pick the smallest Z after the step, the lowest index of those within TIE of it. @param {PairDistribution} d */
  bestStep(d) {
    const all = Array.from(this.edge, (_, k) => {
      const eps = d.epsilons(outputOf(this.problem, k));
      const edge = eps[0] - eps[2];
      if ((this.negative ? Math.abs(edge) : edge) <= TIE) return Infinity; // from the ε's only, as in the engine
      const alpha = this.rules.alpha(eps, 0);
      return Number.isFinite(alpha) ? z27(eps, alpha, 0) : eps[1];
    });
    const best = all.reduce((a, b) => Math.min(a, b), Infinity);
    return best === Infinity ? -1 : all.findIndex((z) => z <= best + TIE);
  }

  /** @param {number} ranker @returns {Move} */
  moveTo(ranker) {
    return { ranker, rules: this.rules, h: outputOf(this.problem, ranker) };
  }

  /** @param {number} ranker */
  prior(ranker) {
    return this.weights.get(ranker) ?? 0;
  }

  /** Record that a round gave the ranker (more) weight α and divided D by Z. @param {Move} move @param {{alpha: number, z: number}} step */
  accept({ ranker }, { alpha }) {
    this.weights.set(ranker, this.prior(ranker) + alpha);
  }
}

/** Smooth Margin's search: weights ≥ 0, and rules that depend on G̃. */
export class SmoothSearch extends AllCandidates {
  /** @param {Problem} problem @param {RunMethod} how */
  constructor(problem, how) {
    super(problem, how);
    this.negative = false;
    this.unbounded = Number(how.params.unbounded_weight);
    this.exact = how.params.margin_step === "exact";
    this.logF = Math.log(problem.lower.length);
    this.norm = 0;
    this.scale = 0;
  }

  /** Return G̃; 0 until it is positive. */
  get g() {
    const g = this.norm > TIE * this.scale && this.norm > 0 ? -this.logF / this.norm : -Infinity;
    return g > TIE ? g : 0;
  }

  /** @param {number} ranker @returns {Move} */
  moveTo(ranker) {
    const { g, norm } = this;
    return {
      ...super.moveTo(ranker),
      rules: smoothRules(g, this.unbounded, this.exact && g > 0 ? norm : null),
    };
  }

  /** @param {Move} move @param {{alpha: number, z: number}} step */
  accept(move, { alpha, z }) {
    const before = this.prior(move.ranker);
    super.accept(move, { alpha, z });
    this.scale += Math.abs(alpha);
    this.norm += Math.abs(before + alpha) - Math.abs(before);
    this.logF += Math.log(z);
  }
}

/** Steps or ln Z this large make the bounds on ε⁰ useless; room for one round's rounding. */
const LARGE_STEP = 30;
const SLACK = 1e-12;

/** @typedef {{rankers: number[], basis: Float64Array[], triangle: number[][], tests: number}} Filling the rankers that complete S */

/** The last completions of a problem, by the set before: another α often leads to the same one, and a span takes long. @type {WeakMap<Problem, Map<string, Filling>>} */
const fillings = new WeakMap();
const CACHED = 4;

/** Algorithm 2 of RankBoost+: all candidates and S while greedy, then S only. ε⁰ of S's members is summed only where it may decide. */
export class GreedyThenFixed extends AllCandidates {
  /** @param {Problem} problem @param {RunMethod} how */
  constructor(problem, how) {
    super(problem, how);
    this.rules = RB_PLUS;
    this.span = new Span(problem, how.params.independent !== false);
    /** S: its rankers, their outputs, weights η, and bounds on their ε⁰. @type {{ranker: number, h: Uint8Array, eta: number, low: number, high: number}[]} */
    this.set = [];
    this.unused = new Uint8Array(this.edge.length).fill(1);
    this.greedy = true;
  }

  /** @param {PairDistribution} d @returns {Move | null} */
  choose(d) {
    const { edge, unused, span, set } = this;
    this.computeEdges(d);
    let [inside, most] = this.best(d);
    this.searched.push(set.length + (this.greedy ? unused.reduce((sum, u) => sum + u, 0) : 0));
    let tested = 0;
    let found = -1;
    while (this.greedy) {
      const outside = pick(edge, this.negative, unused);
      // A member of S wins a tie with a new ranker (line 11).
      if (outside < 0 || this.score(outside) <= (inside < 0 ? 0 : most) + TIE) break;
      const h = outputOf(this.problem, outside);
      tested += Number(span.tests);
      if (!span.tests || !span.parts(h).inside) {
        found = outside;
        break;
      }
      unused[outside] = 0;
      if (set.some((member) => span.same(h, member.h))) continue;
      tested += this.freeze();
      [inside, most] = this.best(d);
    }
    this.tested.push(tested);
    if (found < 0 && inside >= 0) found = set[inside].ranker;
    return found < 0 ? null : this.moveTo(found);
  }

  /** Return the member of S with the largest slope, of those within TIE the lowest ranker, and the slope. @param {PairDistribution} d @returns {[number, number]} −1 if no member has a slope */
  best(d) {
    const slopes = this.slopes(d);
    const most = slopes.reduce((a, b) => Math.max(a, b), -Infinity);
    if (!(most > TIE)) return [-1, 0];
    let place = -1;
    slopes.forEach((slope, s) => {
      if (slope >= most - TIE && (place < 0 || this.set[s].ranker < this.set[place].ranker)) place = s;
    });
    return [place, slopes[place]];
  }

  /** Return |δ| (33) of each member, or −δ; exact wherever it may be the largest. @param {PairDistribution} d @returns {number[]} */
  slopes(d) {
    for (;;) {
      const ends = this.set.map((s) => {
        const [tanh, edge] = [Math.tanh(s.eta), this.edge[s.ranker]];
        const [a, b] = [s.low * tanh - edge, s.high * tanh - edge];
        if (!this.negative) return [Math.min(-a, -b), Math.max(-a, -b)];
        return [a * b <= 0 ? 0 : Math.min(Math.abs(a), Math.abs(b)), Math.max(Math.abs(a), Math.abs(b))];
      });
      const least = ends.reduce((top, [low]) => Math.max(top, low), -Infinity);
      const rivals = this.set.filter((s, k) => ends[k][1] >= least - 2 * TIE && s.low < s.high);
      if (!rivals.length) return ends.map(([, high]) => high);
      for (const s of rivals) s.low = s.high = d.epsilons(s.h)[1];
    }
  }

  /** Complete S to a maximal independent set, and search only S from now on. @returns {number} number of independence tests */
  freeze() {
    this.greedy = false;
    const { problem, set, span } = this;
    const known = fillings.get(problem) ?? new Map();
    fillings.set(problem, known);
    const key = `${span.tests} ${set.map((s) => s.ranker)} ${this.unused}`;
    const found = known.get(key);
    if (found) {
      for (const ranker of found.rankers) this.take(ranker, outputOf(problem, ranker));
      span.basis.push(...found.basis);
      span.triangle.push(...found.triangle);
      return found.tests;
    }
    const [members, vectors, rank] = [set.length, span.basis.length, span.rank];
    const tests = this.fill();
    if (known.size >= CACHED) known.delete(known.keys().next().value);
    known.set(key, {
      rankers: set.slice(members).map((s) => s.ranker),
      basis: span.basis.slice(vectors),
      triangle: span.triangle.slice(rank),
      tests,
    });
    return tests;
  }

  /** Add every ranker that is independent of those before it. @returns {number} number of independence tests */
  fill() {
    let tests = 0;
    for (let k = 0; k < this.unused.length && this.span.rank < this.span.capacity; k++)
      if (this.unused[k]) {
        tests++;
        this.join(k);
      }
    return tests;
  }

  /** Add an independent ranker to S. @param {number} ranker @returns {boolean} whether it was independent */
  join(ranker) {
    const h = outputOf(this.problem, ranker);
    if (!this.span.add(h)) return false;
    this.take(ranker, h);
    return true;
  }

  /** @param {number} ranker that joins S @param {Uint8Array} h */
  take(ranker, h) {
    this.set.push({ ranker, h, eta: 0, low: 0, high: 1 });
    this.unused[ranker] = 0;
  }

  /** @param {number} ranker */
  prior(ranker) {
    return this.set.find((s) => s.ranker === ranker)?.eta ?? 0;
  }

  /** @param {Move} move @param {{alpha: number, z: number}} step */
  accept({ ranker }, { alpha, z }) {
    let member = this.set.find((s) => s.ranker === ranker);
    if (!member && this.join(ranker)) member = this.set[this.set.length - 1];
    if (!member) return;
    const factors = [-alpha, alpha, logCosh(alpha + member.eta) - logCosh(member.eta)];
    const logZ = z > 0 ? Math.log(z) : -Infinity;
    const far = Math.abs(alpha) + Math.abs(logZ) > LARGE_STEP;
    const [down, up] = [Math.min(...factors), Math.max(...factors)].map((log) => Math.exp(log - logZ));
    for (const s of this.set) {
      s.low = far ? 0 : s.low * down * (1 - SLACK) - SLACK;
      s.high = far ? 1 : Math.min(s.high * up * (1 + SLACK) + SLACK, 1);
    }
    member.eta += alpha;
  }
}
