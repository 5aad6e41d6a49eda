import assert from "node:assert/strict";
import { test } from "node:test";

import {
  bestSlope,
  candidatesAt,
  copiesFoundBy,
  fixedRounds,
  keepsIndependentSet,
  shortList,
} from "#frontend/stage/run/search.js";
import { gives } from "./cases.js";
import { boosted, run } from "./packs.js";

test("RankBoost+ keeps an independent set, and reports each search's cost", () => {
  const found = run("held");
  const [d, plus] = [boosted(found, 0), boosted(found, 1)];
  assert.deepEqual([keepsIndependentSet(d), keepsIndependentSet(plus)], [false, true]);
  for (const a of [d, plus]) {
    assert.equal(a.curves.searched.length, a.rounds + 1);
    assert.ok(Number.isNaN(a.curves.searched[0]));
    assert.ok(a.curves.searched.slice(1).every((n) => Number.isInteger(n) && n > 0));
  }
});

test("fixedRounds lists each round once, and copiesFoundBy starts with the round that found them", () => {
  const plus = boosted(run("held"), 1);
  const fixed = (/** @type {number | null} */ round) => ({
    ...plus,
    search: { ...plus.search, fixed: round === null ? null : { round, size: 3 } },
  });
  assert.deepEqual(fixedRounds([fixed(null), fixed(4), fixed(4), fixed(2)]), [4, 2]);
  /** @type {[string, number][]} */
  const copies = [
    ["f1 > 2", 3],
    ["f2 > 0", 5],
  ];
  const some = { ...plus, search: { fixed: null, copies, copies_in_all: 2, candidates: [] } };
  gives([2, 3, 5], (t) => copiesFoundBy(some, t).length, [0, 1, 2]);
});

test("each round's candidates are listed, including the pick", () => {
  const found = run("held");
  const plus = boosted(found, 1);
  assert.equal(boosted(found, 0).candidates, null);
  for (let t = 1; t <= plus.rounds; t++) {
    const all = candidatesAt(plus, t);
    const picked = all.filter((c) => c.picked);
    gives(picked, (c) => c.name, [plus.rankers[plus.pick[t - 1]]]);
    assert.ok(all.every((c, i) => i === 0 || c.slope <= all[i - 1].slope + 1e-6));
    assert.ok(all[0].slope <= bestSlope([plus]));
    assert.ok(all.every((c) => !(c.inS && c.leftOut)));
  }
  const kinds = candidatesAt(plus, plus.rounds);
  assert.ok(kinds.some((c) => c.inS) && kinds.some((c) => c.leftOut));
  assert.deepEqual([candidatesAt(plus, 0), candidatesAt(plus, plus.rounds + 1)], [[], []]);
});

test("shortList keeps the pick, and at most a third are no longer searched", () => {
  const make = (/** @type {string} */ kinds) =>
    [...kinds].map((k, i) => ({
      name: `${i}${k}`,
      slope: 1 - i / 9,
      inS: k !== "o",
      leftOut: k === "o",
      picked: k === "p",
    }));
  const names = (/** @type {string} */ kinds, /** @type {number} */ rows) =>
    shortList(make(kinds), rows)
      .map((c) => c.name)
      .join(" ");
  assert.equal(names("oooossspss", 6), "0o 1o 4s 5s 6s 7p");
  assert.equal(names("oosssssp", 3), "0o 2s 7p");
  assert.equal(names("psss", 3), "0p 1s 2s");
  assert.equal(names("oooop", 1), "4p");
});
