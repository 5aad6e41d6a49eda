import assert from "node:assert/strict";
import { test } from "node:test";

import { asFactor } from "#frontend/stage/draw/format.js";
import { factorText } from "#frontend/stage/draw/mark_weight.js";
import { ensembleAt, ensembleNorm, marginNorm, picksOf, weightAfter } from "#frontend/stage/run/ensemble.js";
import { storedRoundAt } from "#frontend/stage/run/stored_rounds.js";
import { moversOf } from "#frontend/stage/run/movers.js";
import { fullestQuery, pairFinder, queryRange, trueHeights } from "#frontend/stage/run/pairs.js";
import { factorOf, heaviestOf } from "#frontend/stage/run/run.js";
import { gives, sorted, sum } from "./cases.js";
import { boosted, engine, number, run } from "./packs.js";

/** @param {number} a @param {number} b */
const close = (a, b) => a === b || Math.abs(a - b) <= 1e-12 * Math.max(1, Math.abs(b));

for (const name of ["rounds", "infinite", "queries", "cells"])
  test(`the ensemble after any round of "${name}" is the engine's`, () => {
    const [found, said] = [run(name), engine(name)];
    said.runs.forEach((r, k) => {
      if (!r.boosted) return;
      const algo = boosted(found, k);
      r.weights.forEach((weights, t) => {
        const members = ensembleAt(algo, t);
        const finite = members.every((m) => Number.isFinite(m.weight));
        // After an infinite weight the engine keeps only that ranker.
        const shown = members.filter((m) => finite || !Number.isFinite(m.weight));
        assert.deepEqual(shown.map((m) => algo.rankers[m.ranker]).sort(), Object.keys(weights).sort());
        for (const m of shown) {
          const weight = number(weights[algo.rankers[m.ranker]]);
          assert.ok(close(m.weight, weight), `${algo.id} after ${t}: ${m.weight} for ${weight}`);
        }
        assert.equal(members.filter((m) => m.newest).length, t > 0 ? 1 : 0);
        assert.equal(sum(members.map((m) => m.picks)), t);
        const norm = sum(members.map((m) => Math.abs(m.weight)));
        if (finite) assert.ok(close(ensembleNorm(algo, t), norm));
      });
    });
  });

test("an infinite weight keeps its sign, and margins have no divisor", () => {
  const algo = boosted(run("infinite"), 0);
  assert.equal(algo.outcome[algo.rounds - 1], 1);
  assert.equal(weightAfter(algo, algo.rounds), Infinity);
  assert.equal(ensembleNorm(algo, algo.rounds), 0);
  const upside = { ...algo, epsCorrect: algo.epsReversed, epsReversed: algo.epsCorrect };
  assert.equal(weightAfter(upside, algo.rounds), -Infinity);
});

test("in the limit one weight is infinite and the others stay", () => {
  const algo = boosted(run("rounds"), 0);
  const outcome = algo.outcome.map((o, i) => (i === 0 ? 4 : o));
  const limit = {
    ...algo,
    outcome,
    epsCorrect: algo.epsCorrect.map(() => 1),
    epsReversed: algo.epsReversed.map(() => 0),
  };
  assert.equal(weightAfter(limit, 1), Infinity);
  assert.equal(weightAfter(limit, 2), weightAfter(algo, 2));
  assert.equal(ensembleNorm(limit, 1), 0);
});

test("picks are cached per run, and every round is one", () => {
  const algo = boosted(run("rounds"), 0);
  assert.equal(picksOf(algo), picksOf(algo));
  const all = sorted(picksOf(algo).flatMap((rounds) => [...rounds]));
  gives(
    all,
    (t) => t,
    Array.from({ length: algo.rounds }, (_, t) => t + 1),
  );
});

test("without weak rankers margins are shares of the widest gap between scores", () => {
  const [found, said] = [run("rounds"), engine("rounds")];
  const k = said.runs.findIndex((r) => !r.boosted);
  said.runs[k].scores.forEach((scores, t) => {
    const gap = Math.max(...scores) - Math.min(...scores);
    assert.ok(Math.abs(marginNorm(found.algos[k], found.n, t) - gap) < 1e-6, `after ${t}`);
  });
  assert.equal(marginNorm(found.algos[k], found.n, 0), 0);
});

test("a boosted run's margins are divided by its norm", () => {
  const found = run("rounds");
  const algo = boosted(found, 0);
  assert.equal(marginNorm(algo, found.n, 3), ensembleNorm(algo, 3));
  assert.equal(marginNorm(algo, found.n, 0), 0);
});

test("pairFinder finds a pair by its items, in its own direction only", () => {
  const [found, said] = [run("rounds"), engine("rounds")];
  const find = pairFinder(found);
  said.pairs.forEach(([higher, lower], p) => assert.equal(find(higher, lower), p));
  const known = new Set(said.pairs.map(String));
  for (let i = 0; i < found.n; i++)
    for (let j = 0; j < found.n; j++) if (!known.has(String([i, j]))) assert.equal(find(i, j), -1);
  assert.equal(pairFinder(run("cells"))(0, 1), -1);
});

test("fullestQuery returns the query with most pairs or cells", () => {
  for (const name of ["rounds", "queries", "cells"]) {
    const said = engine(name);
    const counts = [0, 0];
    for (const [higher] of said.pairs) counts[said.query[higher]]++;
    assert.equal(fullestQuery(run(name)), counts.indexOf(Math.max(...counts)), name);
  }
});

test("a query's items are consecutive in the true order", () => {
  const found = run("queries");
  const [first, second] = [0, 1].map((q) => queryRange(found, q));
  assert.deepEqual([first[0], first[1], second[1]], [0, second[0], found.n]);
  for (const [q, [from, to]] of [first, second].entries()) {
    const there = [...found.axis.slice(from, to)];
    assert.ok(there.length > 0 && there.every((i) => found.query[i] === q));
    assert.equal(there.length, [...found.query].filter((v) => v === q).length);
  }
  assert.deepEqual(queryRange(found, 9), [found.n, found.n]);
});

test("trueHeights is 1 for the best grade, 0 for the worst, ½ if all grades are equal", () => {
  const found = run("cells");
  const at = trueHeights(found);
  const [low, high] = [Math.min(...found.grades), Math.max(...found.grades)];
  found.grades.forEach((g, i) => assert.equal(at(i), (g - low) / (high - low)));
  assert.equal(trueHeights({ ...found, grades: new Float64Array(found.n).fill(2) })(0), 0.5);
  const bare = trueHeights({ ...found, hasGrades: false });
  assert.equal(bare(found.axis[0]), 1);
  assert.equal(bare(found.axis[found.n - 1]), 0);
});

test("storedRoundAt returns the latest stored round", () => {
  const kept = [0, 1, 2, 5, 9, 20];
  for (let s = 0; s <= 25; s++) {
    const frame = storedRoundAt(kept, s);
    const latest = frame === kept.length - 1 || kept[frame + 1] > s;
    assert.ok(kept[frame] <= s && latest, `round ${s}: frame ${frame}`);
  }
  assert.equal(storedRoundAt([0], 7), 0);
  assert.equal(storedRoundAt([0, 1, 2, 3], 2), 2);
});

test("heaviestOf finds the mark with the engine's largest weight, per query and overall", () => {
  for (const name of ["queries", "rounds"]) {
    const found = run(name);
    for (const a of found.algos)
      for (let t = 0; t <= a.rounds; t++) {
        const codes = a.weight.subarray(t * found.cells, (t + 1) * found.cells);
        const all = heaviestOf(a, t, -1);
        assert.equal(codes[all.mark], Math.max(...codes), "its colour is the strongest");
        if (all.factor > 0 && all.factor < 100)
          assert.ok(Math.abs(Math.log2(factorOf(codes[all.mark]) / all.factor)) <= 1 / 32 + 1e-9);
        const each = (found.queries.length ? found.queries : [""]).map((_, q) => heaviestOf(a, t, q));
        assert.equal(Math.max(...each.map((q) => q.factor)), all.factor);
        if (t === 0) assert.equal(all.alike, found.cells, "all weigh the same at first");
      }
  }
});

test("a tooltip prints a pair's weight exactly, or with as many digits as its colour has", () => {
  const found = run("rounds");
  const a = boosted(found, 0);
  const [heaviest, weights] = [heaviestOf(a, 1, -1), a.factor?.subarray(found.cells, 2 * found.cells) ?? []];
  assert.ok(Math.abs(weights[heaviest.mark] - heaviest.factor) < 1e-12);
  const exact = Array.from(weights, (_, mark) => factorText(found, a, 1, mark));
  assert.deepEqual(
    exact.map((text) => asFactor(Number(text.slice(1)))),
    Array.from(weights, asFactor),
    "rounded further, they are what a tile prints",
  );
  const large = { ...a, factor: null };
  assert.equal(
    factorText(found, large, 1, heaviest.mark),
    asFactor(heaviest.factor),
    "a tile prints it, too",
  );
  const listed = new Set(moversOf(found, a, 1).map(({ pair }) => String(pair)));
  const other = Array.from(weights).findIndex(
    (_, p) => p !== heaviest.mark && !listed.has(String([found.pairHigher?.[p], found.pairLower?.[p]])),
  );
  assert.match(factorText(found, large, 1, other), /^about ×\d\.\d+$/);
  const extreme = { ...large, weight: a.weight.map(() => 255) };
  assert.equal(factorText(found, extreme, 1, other), "above ×245");
});

test("movers have their weights from before and after the round", () => {
  const [found, said] = [run("rounds"), engine("rounds")];
  let seen = 0;
  said.runs.forEach((r, k) => {
    if (!r.boosted) return;
    const a = boosted(found, k);
    for (let t = 1; t <= a.rounds; t++)
      for (const { pair, before, after } of moversOf(found, a, t)) {
        const i = said.pairs.findIndex(([high, low]) => high === pair[0] && low === pair[1]);
        const outcome = r.outcomes[t - 1][i];
        const factor = outcome ? Math.exp(-outcome * a.alpha[t - 1]) : a.tieFactor[t - 1];
        const expected = (before * factor) / a.z[t - 1];
        if (!Number.isFinite(expected)) continue;
        assert.ok(Math.abs(after - expected) <= 1e-5 * (after + expected), `${a.label}, round ${t}`);
        seen++;
      }
  });
  assert.ok(seen > 20);
});
