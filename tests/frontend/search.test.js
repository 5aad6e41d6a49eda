import assert from "node:assert/strict";
import { test } from "node:test";

import { copiesBy, fixedIn, keepsSet } from "../../rankviz/ui/frontend/stage/run/search.js";
import { boosted, run } from "./packs.js";

test("RankBoost+ keeps an independent set, and says what each round's search cost", () => {
  const found = run("held");
  const [d, plus] = [boosted(found, 0), boosted(found, 1)];
  assert.deepEqual([keepsSet(d), keepsSet(plus)], [false, true]);
  for (const a of [d, plus]) {
    assert.equal(a.curves.searched.length, a.rounds + 1);
    assert.ok(Number.isNaN(a.curves.searched[0]));
    assert.ok(a.curves.searched.slice(1).every((n) => Number.isInteger(n) && n > 0));
  }
});

test("a round in which a set is fixed stands once, and copies from the round that found them", () => {
  const plus = boosted(run("held"), 1);
  const fixed = (/** @type {number | null} */ round) => ({ ...plus, search: { ...plus.search, fixed: round === null ? null : { round, size: 3 } } });
  assert.deepEqual(fixedIn([fixed(null), fixed(4), fixed(4), fixed(2)]), [4, 2]);
  /** @type {[string, number][]} */
  const copies = [["f1 > 2", 3], ["f2 > 0", 5]];
  const some = { ...plus, search: { fixed: null, copies, copies_in_all: 2 } };
  assert.deepEqual([2, 3, 5].map((t) => copiesBy(some, t).length), [0, 1, 2]);
});
