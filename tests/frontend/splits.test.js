/** The splits of the rounds, and the sentence below their picture. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { pickWords } from "#frontend/stage/panels/pick/pick.js";
import { answerOf, edgeAt, hasSmallPool, questionAt, questionOf } from "#frontend/stage/run/splits.js";
import { sum } from "./cases.js";
import { boosted, engine, run } from "./packs.js";

test("a pick's ordered, tied and reversed pairs are counted as in the engine", () => {
  for (const name of ["rounds", "queries", "held", "halts", "cells"]) {
    const [found, told] = [run(name), engine(name)];
    found.algos.forEach((a, k) => {
      if (!a.boosted) return;
      told.runs[k].outcomes.forEach((pairs, i) => {
        const counts = [1, 0, -1].map((sign) => pairs.filter((outcome) => outcome === sign).length);
        assert.deepEqual([...(questionAt(found, a, i + 1)?.pairs ?? [])], counts, `${name}, round ${i + 1}`);
      });
    });
  }
});

test("a stump's answers change at its threshold", () => {
  const found = run("held");
  const plus = boosted(found, 1);
  for (let t = 1; t <= plus.rounds; t++) {
    const asked = questionAt(found, plus, t);
    assert.ok(asked?.value && asked.yesNo && asked.feature.length > 0);
    for (let i = 0; i < found.n; i++) assert.equal(asked.answer(i), Number(asked.value(i) > asked.threshold));
  }
});

test("a small pool has answers and edges, and the pick has the largest edge", () => {
  const found = run("rounds");
  assert.ok(hasSmallPool(found) && !hasSmallPool(run("queries")));
  for (const a of found.algos.filter((each) => each.boosted && !each.id.includes("~"))) {
    for (let t = 1; t <= a.rounds; t++) {
      const asked = questionAt(found, a, t);
      const picked = found.asks.pool.indexOf(asked?.name ?? "");
      for (let i = 0; i < found.n; i++) assert.equal(asked?.answer(i), answerOf(found, picked, i));
      const edges = found.asks.pool.map((_, k) => Math.abs(edgeAt(found, a, t, k))).filter(Number.isFinite);
      assert.ok(Math.abs(edgeAt(found, a, t, picked)) >= Math.max(...edges) - 1e-6);
    }
  }
  assert.ok(Number.isNaN(edgeAt(found, found.algos[0], 0, 0)));
});

test("a ranker of a small pool is shown whether it is picked or not, and counted as a pick is", () => {
  const found = run("rounds");
  const a = boosted(found, 0);
  const picked = questionAt(found, a, 1);
  const ranker = found.asks.pool.indexOf(picked?.name ?? "");
  const same = questionOf(found, a, 1, ranker);
  assert.deepEqual([same.t, same.name, same.pairs], [1, picked?.name, [...(picked?.pairs ?? [])]]);
  for (let k = 0; k < found.asks.pool.length; k++) {
    const other = questionOf(found, a, 0, k);
    assert.equal(other.t, 1, "before the first round the pairs weigh as in it");
    assert.equal(sum(other.pairs ?? []), found.m);
    for (let i = 0; i < found.n; i++) assert.equal(other.answer(i), answerOf(found, k, i));
  }
});

test("a round without a weak ranker is shown by what it adds to the scores", () => {
  const found = run("rounds");
  const scored = found.algos.find((a) => !a.boosted);
  assert.ok(scored);
  const asked = questionAt(found, scored, 2);
  assert.ok(asked && !asked.yesNo && asked.value === null);
  assert.equal(asked.answer(1), scored.scores[2 * found.n + 1] - scored.scores[found.n + 1]);
  assert.equal(sum(asked.pairs ?? []), found.m);
  assert.match(pickWords(found, scored, asked), /^Round 2 adds /);
});

test("pickWords counts items and pairs, and says when a ranker is used in reverse", () => {
  const found = run("rounds");
  const a = found.algos[0];
  assert.equal(
    pickWords(found, a, null),
    `${found.n} items and ${found.m} pairs: in each pair one item belongs above the other.`,
  );
  const asked = questionAt(found, a, 1);
  const yes = sum(Array.from({ length: found.n }, (_, i) => asked?.answer(i) ?? 0));
  const [correct, tied, reversed] = asked?.pairs ?? [];
  assert.equal(
    pickWords(found, a, asked),
    `${asked?.name}: yes for ${yes} of ${found.n}. Of ${found.m} pairs it puts ${correct} in order, leaves ${tied} tied and reverses ${reversed}.`,
  );
  const upside = { ...a, alpha: Float64Array.from(a.alpha, (alpha) => -Math.abs(alpha)) };
  assert.match(pickWords(found, upside, asked), /negative: yes counts against an item\.$/);
});
