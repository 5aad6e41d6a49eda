/** Branches computed in the browser, compared with those that Python packed. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { BranchBuilder } from "#frontend/stage/branch/branching.js";
import { listDifferences } from "#frontend/stage/branch/differences.js";
import { canBranch, formatG6, rankerLabel } from "#frontend/stage/branch/branch_data.js";
import { makeProblem } from "#frontend/stage/branch/problem.js";
import { shareCrossings } from "#frontend/stage/branch/tile_values.js";
import { Runner } from "#frontend/stage/branch/runner.js";
import { boosted, run } from "./packs.js";
/** @import { Problem } from "#frontend/stage/branch/problem.js" */
/** @import { GreedyThenFixed } from "#frontend/stage/branch/ranker_search.js" */
/** @import { Boosted } from "#frontend/stage/run/run.js" */

/** Branches in the packs: pack, run, and the run with the branch. */
const RECORDED = /** @type {const} */ ([
  ["rounds", 0, 3, 2, 0.5],
  ["branches", 2, 3, 2, -0.25],
  ["smooth", 1, 2, 3, 0.5],
  ["votes", 1, 2, 2, 0.25],
]);

const HELD = ["r1_holdout", "r2_holdout", "ndcg5_holdout"];

/** @param {ArrayLike<number> | null} found @param {ArrayLike<number> | null} expected @param {number} within @param {string} what */
function near(found, expected, within, what) {
  assert.equal(found === null, expected === null, what);
  if (!found || !expected) return;
  assert.equal(found.length, expected.length, what);
  for (let i = 0; i < found.length; i++)
    assert.ok(
      found[i] === expected[i] ||
        (Number.isNaN(found[i]) && Number.isNaN(expected[i])) ||
        Math.abs(found[i] - expected[i]) <= within * Math.max(1, Math.abs(expected[i])),
      `${what}[${i}]: ${found[i]}, not ${expected[i]}`,
    );
}

test("a branch equals the engine's in every number drawn", () => {
  for (const [pack, left, place, round, alpha] of RECORDED) {
    const all = run(pack);
    const [a, engine] = [boosted(all, left), boosted(all, place)];
    assert.ok(canBranch(all, a) && !canBranch(all, engine));
    const branch = new BranchBuilder(all, a, round).build(alpha);
    assert.deepEqual(listDifferences(branch, engine, all.n), [], pack);
    assert.deepEqual(branch.rankers, engine.rankers);
    assert.equal(branch.stopped.code, engine.stopped.code);
    assert.equal(branch.label, engine.label);
    assert.equal(branch.short, engine.short);
    for (const name of Object.keys(engine.curves))
      near(branch.curves[name], engine.curves[name], 1e-10, name);
    for (const name of /** @type {const} */ ([
      "tiedFor",
      "tiedAgainst",
      "moverBefore",
      "moverAfter",
      "top",
      "factor",
    ]))
      near(branch[name], engine[name], 1e-9, name);
    for (const name of /** @type {const} */ (["outcome", "h", "leastPair", "topMark", "topAlike", "weight"]))
      near(branch[name], engine[name], 0, name);
    for (const name of /** @type {const} */ (["moverHigher", "moverLower", "cellCorrect", "cellReversed"]))
      near(branch[name], engine[name], 0, name);
    near(branch.marginHist, engine.marginHist, 1e-7, "marginHist");
  }
});

test("a round with its own α reproduces the run", () => {
  for (const [pack, count] of /** @type {const} */ ([
    ["branches", 3],
    ["smooth", 2],
    ["halts", 1],
    ["held", 2],
    ["votes", 2],
  ])) {
    const all = run(pack);
    for (let k = 0; k < count; k++) {
      const a = boosted(all, k);
      for (let t = 1; t <= a.rounds; t++) {
        if (a.outcome[t - 1] !== 0) continue; // D does not follow a capped weight
        const branch = new BranchBuilder(all, a, t).build(a.alpha[t - 1]);
        for (const name of ["e1", "e2", "r1", "r2", "ndcg5", "margin", ...HELD])
          near(branch.curves[name], a.curves[name], 1e-10, `${a.label} ${name}`);
        assert.deepEqual(branch.best, a.best);
        if (branch.steps && a.steps) {
          near(branch.steps.z, a.steps.z, 1e-6, "curves of the steps");
          near(branch.steps.marks, a.steps.marks, 1e-6, "marks of the steps");
          near(branch.steps.bound, a.steps.bound, 1e-6, "bounds of the steps");
        }
      }
    }
  }
});

test("states that are not shown have only what every chart needs", () => {
  const all = run("branches");
  const a = boosted(all, 0);
  const branching = new BranchBuilder(all, a, 2);
  const [whole, part] = [branching.build(0.3), branching.build(0.3, (t) => t === 3)];
  near(part.curves.e1, whole.curves.e1, 0, "e1");
  near(part.scores, whole.scores, 0, "scores");
  const row = (/** @type {ArrayLike<number>} */ list, /** @type {number} */ t) =>
    Array.from(list).slice(t * all.cells, (t + 1) * all.cells);
  assert.deepEqual(row(part.weight, 3), row(whole.weight, 3));
  assert.ok(row(part.weight, 5).every((code) => code === 0));
});

test("completing S again from the cache gives the same as from scratch", () => {
  let seed = 1;
  const random = (/** @type {number} */ most) => {
    seed = (seed * 16807) % 2147483647;
    return Math.floor((seed / 2147483647) * most);
  };
  const [n, grades, offsets] = [7, [3, 2, 2, 1, 1, 0, 0], Int32Array.of(0, 3, 6, 9)];
  const pairs = grades.flatMap((g, x) => grades.flatMap((other, y) => (g > other ? [[x, y]] : [])));
  const [higher, lower] = [0, 1].map((k) => pairs.map((pair) => pair[k]));
  let more = 0;
  for (let trial = 0; trial < 40; trial++) {
    const codes = Uint8Array.from({ length: 3 * n }, () => random(4));
    const problem = () => makeProblem(n, codes, offsets, higher, lower);
    const ran = (/** @type {Problem} */ its) => {
      const runner = new Runner(its, { algorithm: "rb-plus", params: {} }).run(30);
      const search = /** @type {GreedyThenFixed} */ (runner.search);
      const { set, span, tested, greedy } = search;
      const { basis, triangle } = span;
      more += Number(!greedy && runner.steps.length > 0 && set.some((s) => s.eta === 0));
      return { steps: runner.steps, set, basis, triangle, tested };
    };
    const one = problem();
    ran(one);
    assert.deepEqual(ran(one), ran(problem()));
  }
  assert.ok(more > 0, "members that no round has picked");
});

test("listDifferences names what differs", () => {
  const all = run("branches");
  const a = boosted(all, 0);
  const branch = new BranchBuilder(all, a, 2).build(0.3);
  /** @param {Partial<Boosted>} other */
  const say = (other) => listDifferences(branch, Object.freeze({ ...branch, ...other }), all.n);
  assert.deepEqual(say({}), []);
  assert.deepEqual(say({ rounds: 1 }), [`${branch.rounds} rounds, not 1`]);
  assert.deepEqual(say({ z: branch.z.map((z, k) => (k === 3 ? z + 2e-9 : z)) }), ["z at 3"]);
  assert.deepEqual(say({ z: branch.z.map((z) => z + 1e-11) }), []);
  assert.deepEqual(say({ rankers: branch.rankers.map((name) => `${name}?`) }), ["the pick of round 1"]);
});

test("a threshold is formatted as in Python", () => {
  for (const [x, text] of /** @type {const} */ ([
    [0.25, "0.25"],
    [1, "1"],
    [-3.5, "-3.5"],
    [123456.7, "123457"],
    [1234567, "1.23457e+06"],
    [0.00001234, "1.234e-05"],
    [0.0001234, "0.0001234"],
    [1 / 3, "0.333333"],
    [999999.5, "1e+06"],
    [-0, "-0"],
    [0, "0"],
  ]))
    assert.equal(formatG6(x), text);
});

test("a mirrored ranker is named by the threshold of its stump, counted from the other end", () => {
  const pool = /** @type {BranchGround} */ ({
    names: ["f1", "f2", "f1", "f2"],
    offsets: Int32Array.of(0, 2, 3, 5, 6),
    thresholds: Float64Array.of(1, 2, 5, NaN, NaN, NaN),
    mirrored: 2,
  });
  const labels = ["f1 > 1", "f1 > 2", "f2 > 5", "f1 ≤ 2", "f1 ≤ 1", "f2 ≤ 5"];
  assert.deepEqual(
    labels.map((_, ranker) => rankerLabel(pool, ranker)),
    labels,
  );
  assert.equal(rankerLabel({ ...pool, thresholds: new Float64Array(6).fill(NaN) }, 5), "not f2");
});

test("a share halfway between two codes is rounded to the even one, as in NumPy", () => {
  const problem = /** @type {Problem} */ ({ n: 3, start: [0, 2, 2, 2], lower: [1, 2] });
  const codes = [2, 6, 10, 34].map((pairs) => {
    const [correct, reversed] = [new Uint8Array(1), new Uint8Array(1)];
    const marks = { of: new Int32Array(2), pairs: Float64Array.of(pairs), query: null, queries: 1 };
    shareCrossings(problem, marks, Uint8Array.of(1, 0, 1), correct, reversed);
    return correct[0];
  });
  assert.deepEqual(codes, [128, 42, 26, 8]); // of 127.5, 42.5, 25.5 and 7.5
});
