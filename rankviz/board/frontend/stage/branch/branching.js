/** Build a branch of a run for the tiles: rounds before the change are copied; later ones are computed. */

import { computeDrawnStates } from "./drawn_states.js";
import { heldProblem, rankerLabel, searchOf } from "./branch_data.js";
import { Meter } from "./measures.js";
import { extraSeries } from "./extra_series.js";
import { featureOf, outputOf } from "./problem.js";
import { shareCrossings, countCrossings, marksOf } from "./tile_values.js";
import { Runner, deepCopy } from "./runner.js";
import { stepCurves } from "./step_curves.js";
/** @import { Boosted, Run } from "../run/run.js" */
/** @import { State } from "./measures.js" */
/** @import { Step } from "./runner.js" */

/** @typedef {State & {held: State | null}} Both */

const OUTCOMES = ["finite", "infinite", "capped", "forced", "limit"];

/** Why a run has no more rounds, in a few words. @type {Record<string, string>} */
const WHY = {
  rounds: "",
  "no-edge": "every δ is 0",
  undefined: "α is undefined",
  "no-weight": "no pair has any weight left",
};

/** Beginning of a round's text that no engine has written. */
export const HERE = "Computed in your browser";

/** Builds branches that leave a run in one round. */
export class BranchBuilder {
  /** @param {Run} run @param {Boosted} a @param {number} round that is modified @param {string} [why] what was modified, in words */
  constructor(run, a, round, why = `round ${round} was given another α`) {
    const { problem, how, asked, ground } = searchOf(run, a);
    this.run = run;
    this.a = a;
    this.problem = problem;
    this.how = how;
    this.round = round;
    this.why = why;
    /** Pairs ordered correctly, tied and reversed, by ranker. @type {Map<number, number[]>} */
    this.crossings = new Map();
    this.ground = ground;
    this.asked = asked;
    this.marks = marksOf(run, ground);
    this.runner = new Runner(problem, how);
    this.meter = new Meter(
      problem,
      { grades: run.grades, query: run.query },
      how.params.independent !== false,
    );
    const { held } = ground;
    /** @type {Meter | null} */
    this.held = held && new Meter(heldProblem(held, problem.offsets), held, false, false);
    /** Measurements before the round. @type {Both[]} */
    this.before = [this.measureStep(this.meter, this.held)];
    this.weights = [this.runner.weights.weight.slice()];
  }

  /** Advance to the round, once. @returns {Generator<null, void>} null after each round before it */
  *reach() {
    const { runner } = this;
    while (!runner.stopped && runner.steps.length < this.round - 1 && runner.next()) {
      this.before.push(this.measureStep(this.meter, this.held, runner.steps[runner.steps.length - 1]));
      this.weights.push(runner.weights.weight.slice());
      yield null;
    }
  }

  /**
   * Build the branch with another α. Arrays that are read one state at a time are filled only for the states shown.
   * @param {number | undefined} alpha of the round; undefined: from its equation @param {(t: number) => boolean} shown states to fill
   * @returns {Boosted}
   */
  build(alpha, shown = () => true) {
    for (const found of this.rounds(alpha, shown)) if (found) return found;
    throw new Error("A branch has an end.");
  }

  /** Build the branch in small steps, so that a frame can stop in between. @param {number | undefined} alpha @param {(t: number) => boolean} shown @returns {Generator<Boosted | null, void>} null while unfinished */
  *rounds(alpha, shown) {
    yield* this.reach();
    const runner = deepCopy(this.runner);
    const meter = deepCopy(this.meter);
    const held = deepCopy(this.held);
    const states = this.before.slice();
    /** @type {Map<number, Float64Array>} */
    const weights = new Map(this.weights.map((weight, t) => [t, weight]));
    let given = alpha;
    while (!runner.stopped && runner.steps.length < this.ground.rounds) {
      const done = runner.steps.length;
      runner.next(given);
      given = undefined;
      if (runner.steps.length === done) break;
      states.push(this.measureStep(meter, held, runner.steps[done]));
      if (shown(done + 1) || shown(done + 2)) weights.set(done + 1, runner.weights.weight.slice());
      yield null;
    }
    yield yield* this.drawn(runner, states, weights, shown);
  }

  /** Return the run with a complete branch added, which is kept where no engine answers. @param {number} alpha @returns {Run} */
  addTo(alpha) {
    const { run, a, asked } = this;
    const { slot, marker } = asked;
    const id = `${a.name}~${run.algos.filter((b) => b.name === a.name).length + 1}`;
    const branch = Object.freeze({ ...this.build(alpha), index: run.algos.length, id, slot, marker });
    const rounds = Math.max(run.rounds, branch.rounds);
    const [first, last] = run.ends;
    const ends = /** @type {[number, number]} */ ([first, last === run.rounds ? rounds : last]);
    return Object.freeze({ ...run, rounds, ends, algos: [...run.algos, branch] });
  }

  /** Measure a step on the training and the held-out items. @param {Meter} meter @param {Meter | null} held @param {Step} [step] @returns {Both} */
  measureStep(meter, held, step) {
    return { ...meter.read(step), held: held?.read(step) ?? null };
  }

  /** @param {Runner} runner @param {Both[]} states @param {Map<number, Float64Array>} weights @param {(t: number) => boolean} shown @returns {Generator<null, Boosted>} */
  *drawn(runner, states, weights, shown) {
    const { a, run, problem, how, ground } = this;
    const { steps } = runner;
    const own = extraSeries(problem, how, steps);
    meterAgain(states, steps, how.algorithm);
    const rankers = [...new Set(steps.map((s) => s.ranker))];
    const places = new Map(rankers.map((ranker, k) => [ranker, k]));
    const h = new Uint8Array(steps.length * run.n);
    steps.forEach((s, k) => h.set(outputOf(problem, s.ranker), k * run.n));
    const why = runner.stopped || "rounds";
    yield null;
    const drawn = yield* computeDrawnStates(run, a.marginBins.length - 1, this, states, weights, shown);
    const crossed = yield* this.crossed(h, steps.length, shown);
    const curves = stepCurves(how.algorithm, a.steps, steps, runner.refused, states);
    yield null;
    return Object.freeze({
      ...a,
      label: `${a.label}, what if`,
      short: this.asked.short,
      rounds: steps.length,
      stopped: { code: why, text: WHY[why] ?? "" },
      rankers: rankers.map((ranker) => rankerLabel(ground, ranker)),
      words: states.map((_, t) => (t < this.round ? (a.words[t] ?? []) : [`${HERE}: ${this.why}.`])),
      curves: curvesOf(a, states, own, runner),
      best: bestOf(states),
      candidates: null,
      search: { ...a.search, fixed: null, copies: [], copies_in_all: 0, candidates: [] },
      asked: {
        places: rankers.map((ranker) => this.placeOf(ranker)),
        crossed: a.asked.crossed && Uint32Array.from(rankers.flatMap((ranker) => this.crossingsOf(ranker))),
        edge: null,
      },
      ...picksOf(steps, places, a),
      h,
      ...drawn,
      ...crossed,
      steps: curves,
    });
  }

  /** Return a ranker's column and threshold. @param {number} ranker @returns {[number | null, number | null]} column and threshold */
  placeOf(ranker) {
    const { names, thresholds } = this.ground;
    const column = this.run.asks.columns.indexOf(names[featureOf(this.problem, ranker)]);
    return column < 0 || Number.isNaN(thresholds[ranker]) ? [null, null] : [column, thresholds[ranker]];
  }

  /** @param {number} ranker */
  crossingsOf(ranker) {
    const known = this.crossings.get(ranker) ?? countCrossings(this.problem, outputOf(this.problem, ranker));
    this.crossings.set(ranker, known);
    return known;
  }

  /** Compute how each round's ranker crosses the map's cells. @param {Uint8Array} h @param {number} rounds @param {(t: number) => boolean} shown @returns {Generator<null, Pick<Boosted, "cellCorrect" | "cellReversed">>} */
  *crossed(h, rounds, shown) {
    const { run, problem, marks } = this;
    if (marks.query) return { cellCorrect: null, cellReversed: null };
    const [cellCorrect, cellReversed] = [0, 1].map(() => new Uint8Array(rounds * run.cells));
    for (let t = 1; t <= rounds; t++) {
      const row = /** @type {[number, number]} */ ([(t - 1) * run.cells, t * run.cells]);
      const of = h.subarray((t - 1) * run.n, t * run.n);
      if (!shown(t)) continue;
      shareCrossings(problem, marks, of, cellCorrect.subarray(...row), cellReversed.subarray(...row));
      yield null;
    }
    return { cellCorrect, cellReversed };
  }
}

/** Recompute Smooth Margin's shares of the bound, which are known only when all rounds are. @param {Both[]} states @param {readonly Step[]} steps @param {string} algorithm */
function meterAgain(states, steps, algorithm) {
  if (algorithm !== "smooth-margin") return;
  let sum = 0;
  steps.forEach((step, k) => {
    sum += step.logBound;
    states[k + 1] = { ...states[k + 1], log_bound: sum };
  });
}

/** Return every curve that the run has; NaN where the runner knows no value. @param {Boosted} a @param {Both[]} states @param {Record<string, Float64Array>} own @param {Runner} runner */
function curvesOf(a, states, own, runner) {
  const log10 = (/** @type {number} */ log) => finite(log / Math.LN10);
  const plain = (/** @type {number} */ log) => (log < 709 ? Math.exp(log) : NaN);
  /** @type {Record<string, (s: Both) => number>} */
  const known = {
    r1: (s) => s.r1,
    r2: (s) => s.r2,
    ties: (s) => 2 * (s.r1 - s.r2),
    e1: (s) => plain(s.log_e1),
    e2: (s) => plain(s.log_e2),
    bound: (s) => plain(s.log_bound),
    log10_e1: (s) => log10(s.log_e1),
    log10_e2: (s) => log10(s.log_e2),
    log10_bound: (s) => log10(s.log_bound),
    ndcg5: (s) => s.ndcg5,
    r1_holdout: (s) => s.held?.r1 ?? NaN,
    r2_holdout: (s) => s.held?.r2 ?? NaN,
    ndcg5_holdout: (s) => s.held?.ndcg5 ?? NaN,
    margin: (s) => finite(s.margin),
    smooth_margin: (s) => finite(s.smooth_margin),
  };
  const { searched, tested } = runner.search;
  const costs = {
    searched: searched.length ? searched : states.slice(1).map(() => runner.search.edge.length),
    tested,
  };
  return Object.fromEntries(
    Object.keys(a.curves).map((name) => {
      const found = new Float64Array(states.length).fill(NaN);
      if (known[name]) states.forEach((s, t) => (found[t] = known[name](s)));
      else if (own[name]) found.set(own[name].map(finite));
      else if (name === "searched" || name === "tested")
        found.set(costs[name].slice(0, states.length - 1), 1);
      return [name, found];
    }),
  );
}

/** Return the rounds with the best held-out values, the earliest of several. @param {Both[]} states @returns {Record<string, number>} */
function bestOf(states) {
  /** @type {Record<string, number>} */
  const found = {};
  for (const [name, value] of /** @type {[string, (s: State) => number][]} */ ([
    ["r1_holdout", (s) => s.r1],
    ["r2_holdout", (s) => s.r2],
    ["ndcg5_holdout", (s) => -s.ndcg5],
  ])) {
    const values = states.map((s) => (s.held ? value(s.held) : NaN));
    const least = values.reduce((a, b) => (b < a ? b : a), Infinity);
    if (least < Infinity) found[name] = values.indexOf(least);
  }
  return found;
}

/** @param {number} x */
const finite = (x) => (Number.isFinite(x) ? x : NaN);

/** Return the data of each round. @param {readonly Step[]} steps @param {Map<number, number>} places of the rankers @param {Boosted} a */
function picksOf(steps, places, a) {
  const numbers = (/** @type {(s: Step) => number} */ of) => Float64Array.from(steps, of);
  /** @type {Map<number, number>} */
  const sums = new Map();
  const before = numbers(({ ranker, alpha, outcome, sign }) => {
    const sum = sums.get(ranker) ?? 0;
    sums.set(ranker, sum + (outcome === "limit" ? sign * Infinity : alpha));
    return sum;
  });
  const against = (/** @type {Step} */ s) =>
    a.name === "rb-d" ? 0 : a.name === "rb-c" ? 0.5 : 1 / (1 + Math.exp(-2 * s.prior));
  const ties = a.tieRule !== null;
  return {
    pick: Uint16Array.from(steps, (s) => places.get(s.ranker) ?? 0),
    alpha: numbers((s) => s.alpha),
    outcome: Uint8Array.from(steps, (s) => OUTCOMES.indexOf(s.outcome)),
    alphaPrior: before,
    tiedFor: ties ? numbers((s) => (a.name === "rb-d" ? 0 : 1 - against(s)) * s.eps[1]) : null,
    tiedAgainst: ties ? numbers((s) => against(s) * s.eps[1]) : null,
    epsCorrect: numbers((s) => s.eps[0]),
    epsTied: numbers((s) => s.eps[1]),
    epsReversed: numbers((s) => s.eps[2]),
    z: numbers((s) => s.z),
    delta: numbers((s) => s.delta),
    tieFactor: numbers((s) => Math.exp(s.logTie)),
  };
}
