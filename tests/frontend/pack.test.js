import assert from "node:assert/strict";
import { test } from "node:test";

import { openPack } from "#frontend/stage/run/pack.js";
import { kernelRun, pictureOf } from "#frontend/stage/run/pictures.js";
import { decode } from "#frontend/stage/run/decode.js";
import { boostedOnly, factorOf, itemName, outcomeOf, stateAt } from "#frontend/stage/run/run.js";
import { gives, sorted, sum } from "./cases.js";
import { boosted, bytes, engine, number, run } from "./packs.js";

/** @param {unknown} header @param {number[]} body @returns {ArrayBuffer} */
function pack(header, body = []) {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const size = 8 * Math.ceil(text.length / 8);
  const made = new Uint8Array(8 + size + body.length).fill(32);
  made.set(new TextEncoder().encode("RVZ1"));
  new DataView(made.buffer).setUint32(4, size, true);
  made.set(text, 8);
  made.set(body, 8 + size);
  return made.buffer;
}

test("openPack rejects what is not a pack", () => {
  for (const size of [0, 3, 7, 64])
    assert.throws(() => openPack(new ArrayBuffer(size)), /does not begin with RVZ1/);
  const page = new TextEncoder().encode("<!doctype html><p>404").buffer;
  assert.throws(() => decode(page), /does not begin with RVZ1/);
  assert.throws(() => decode(bytes("rounds").slice(0, 200)));
});

test("arrays are found by group and name", () => {
  const table = {
    "1.alpha": { dtype: "f8", shape: [2], offset: 0 },
    "1.weight": { dtype: "u1", shape: [0, 5], offset: 16 },
    "1.step_z": { dtype: "f8", shape: [2], offset: 0 },
    "margins.slack.1": { dtype: "f8", shape: [2], offset: 0 },
    query: { dtype: "u1", shape: [2], offset: 0 },
  };
  const body = [...new Uint8Array(Float64Array.of(1.5, NaN).buffer)];
  const { meta, arrays } = openPack(pack({ arrays: table, meta: { title: "ä€" } }, body));
  assert.deepEqual(meta, { title: "ä€" });
  const run = arrays.of("run", 1);
  assert.deepEqual(run.get("alpha"), Float64Array.of(1.5, NaN));
  assert.deepEqual(arrays.of("margins", 1).find("slack"), Float64Array.of(1.5, NaN));
  assert.equal(run.get("weight").length, 0);
  assert.deepEqual(run.shape("weight"), [0, 5]);
  assert.deepEqual(run.shape("own"), []);
  assert.equal(run.find("own"), null);
  assert.deepEqual([run.has("alpha"), arrays.of("run", 0).has("alpha")], [true, false]);
  assert.throws(() => run.get("pick"), /The run has no array 1\.pick/);
  assert.throws(() => run.all(), /The run has no array 1\.curves/);
  assert.throws(() => arrays.get("query"), /query has the type u1, not u2 or u4/);
  assert.throws(() => run.of("steps").find("z"), /1\.step_z has the type f8, not f4/);
  assert.equal(run.of("margins").find("slack")?.length, 2);
});

test("a group's arrays have camel-case names, and missing ones are null", () => {
  const opened = openPack(bytes("halts")).arrays;
  const steps = opened.of("steps", 0).all();
  assert.deepEqual(Object.keys(steps).sort(), [
    "alphas",
    "bound",
    "grid",
    "loss",
    "marks",
    "parts",
    "z",
    "z2",
  ]);
  const first = opened.of("run", 0).all();
  assert.deepEqual([first.cellCorrect, first.cellReversed], [null, null]);
  assert.equal(first.marginHist.length % (first.alpha.length + 1), 0);
});

for (const name of ["rounds", "infinite", "queries", "cells"])
  test(`the pack "${name}" holds what the engine computed`, () => {
    const [found, said] = [run(name), engine(name)];
    assert.deepEqual([found.n, found.labels], [said.n, said.labels]);
    assert.deepEqual([...found.query], said.query);
    assert.equal(found.rounds, Math.max(...said.runs.map((r) => r.rounds)));
    assert.ok(Object.isFrozen(found) && found.algos.every(Object.isFrozen));
    found.algos.forEach((algo, k) => {
      const r = said.runs[k];
      assert.deepEqual([algo.name, algo.rounds, algo.boosted], [r.algorithm, r.rounds, r.boosted]);
      assert.deepEqual([...algo.curves.r2], r.r2.map(number));
      assert.equal(algo.words.length, r.rounds + 1);
      r.scores.forEach((scores, t) =>
        scores.forEach((score, i) => {
          const [shown, made] = [algo.scores[t * found.n + i], Math.fround(score)];
          assert.ok(Object.is(shown, made) || shown === made, `${algo.id} ${t} ${i}`);
        }),
      );
    });
  });

test("two runs of one algorithm have two names, and named algorithms their colours", () => {
  const { algos } = run("rounds");
  assert.deepEqual(algos.map((a) => a.name).sort(), ["qbrank", "rb-d", "rb-d", "rb-plus"]);
  assert.deepEqual(algos.map((a) => a.id).sort(), ["qbrank", "rb-d", "rb-d~2", "rb-plus"]);
  assert.equal(new Set(algos.map((a) => a.slot)).size, 4);
  assert.equal(algos.find((a) => a.id === "rb-d")?.slot, 0);
  assert.equal(algos.find((a) => a.id === "rb-plus")?.slot, 2);
});

test("single pairs are on the map where their items are in the true order", () => {
  const [found, said] = [run("rounds"), engine("rounds")];
  assert.equal(found.map.kind, "pairs");
  assert.equal(found.cells, said.pairs.length);
  assert.deepEqual(sorted(found.axis), [...said.labels.keys()]);
  said.pairs.forEach(([higher, lower], p) => {
    assert.deepEqual([found.pairHigher?.[p], found.pairLower?.[p]], [higher, lower]);
    assert.deepEqual([found.axis[found.cellRow[p]], found.axis[found.cellCol[p]]], [higher, lower]);
  });
  assert.deepEqual([found.cellPairs, found.itemGroup], [null, null]);
});

test("the cells of an aggregated map count all pairs", () => {
  const [found, said] = [run("cells"), engine("cells")];
  assert.equal(found.map.kind, "cells");
  assert.deepEqual([found.pairHigher, found.pairLower], [null, null]);
  assert.equal(sum(found.cellPairs ?? []), said.pairs.length);
  assert.ok([...found.cellRow].every((row) => row < found.map.rows.length));
  assert.equal(found.algos[0].cellCorrect?.length, found.algos[0].rounds * found.cells);
  assert.deepEqual(found.queries.length, 2);
});

test("outcomeOf treats each pair as the round's ranker does", () => {
  const [found, said] = [run("rounds"), engine("rounds")];
  said.runs.forEach((r, k) =>
    r.outcomes.forEach((signs, t) =>
      said.pairs.forEach(([higher, lower], p) =>
        assert.equal(outcomeOf(found.algos[k], found.n, t + 1, higher, lower), signs[p]),
      ),
    ),
  );
});

test("without a ranker outcomeOf uses the scores after the round", () => {
  const [found, said] = [run("rounds"), engine("rounds")];
  const k = said.runs.findIndex((r) => !r.boosted);
  for (let t = 1; t <= found.algos[k].rounds; t++)
    for (const [higher, lower] of said.pairs) {
      const [a, b] = [higher, lower].map((i) => Math.fround(said.runs[k].scores[t][i]));
      assert.equal(outcomeOf(found.algos[k], found.n, t, higher, lower), Math.sign(a - b));
    }
});

test("boostedOnly keeps the runs that pick weak rankers", () => {
  const found = run("rounds");
  const some = boostedOnly(found);
  assert.equal(some.algos.length, 3);
  assert.ok(some.algos.every((a) => a.boosted && a.h.length === a.rounds * found.n));
  assert.ok(found.algos.some((a) => !a.boosted && !("h" in a)));
  assert.equal(found.algos.length, 4);
});

test("pictureOf finds a page's picture, and throws if it is missing", () => {
  const found = run("rounds");
  const { meta, arrays } = pictureOf(found, "qbrank");
  assert.equal(meta.dots, found.n);
  assert.equal(arrays.get("dots").length, found.n);
  assert.throws(() => pictureOf(found, "margins"), /without the picture margins/);
  const kernel = Object.freeze({ meta: { plane: null, runs: [], kernel: null }, arrays });
  assert.equal(kernelRun({ ...found, pictures: { kernel } }), null);
});

test("after its end an algorithm keeps its last state", () => {
  const algo = boosted(run("infinite"), 0);
  gives([0, 1, algo.rounds, algo.rounds + 5], (t) => stateAt(algo, t), [0, 1, algo.rounds, algo.rounds]);
});

test("factorOf reads a code as a power of two, and 0 as no weight", () => {
  assert.deepEqual([0, 128, 144, 112].map(factorOf), [0, 1, 2, 0.5]);
});

test("itemName includes the grade, if there is one, and says that a number is an item", () => {
  const [single, graded] = [run("infinite"), run("cells")];
  assert.match(itemName(graded, 0), /^.+ \(\d\)$/);
  const none = { ...graded, grades: Float64Array.from(graded.grades, () => NaN) };
  assert.equal(itemName(none, 0), `item ${graded.labels[0]}`);
  assert.ok(itemName(single, 0).startsWith("a1"));
});
