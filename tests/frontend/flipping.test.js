/** Flipping an answer in the picture of a round, and the resulting runs. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { recomputeAll } from "#frontend/stage/branch/recompute.js";
import { withAnswers, canChangeAnswers, haveSameAnswers } from "#frontend/stage/branch/ranker_answers.js";
import { listDifferences } from "#frontend/stage/branch/differences.js";
import { answersWithFlip } from "#frontend/stage/panels/pick/answer_flipper.js";
import { answerOf } from "#frontend/stage/run/splits.js";
import { run } from "./packs.js";

test("only tables of yes and no allow flips, and branches do not", () => {
  assert.ok(canChangeAnswers(run("halts")));
  for (const pack of ["rounds", "queries", "held", "votes"]) assert.ok(!canChangeAnswers(run(pack)), pack);
});

test("flipping an answer changes it, and flipping it back restores the runs", () => {
  const all = run("halts");
  for (let ranker = 0; ranker < all.asks.pool.length; ranker++)
    for (let item = 0; item < all.n; item++) {
      const other = withAnswers(all, answersWithFlip(all, { ranker, item }));
      assert.ok(other);
      assert.equal(answerOf(other, ranker, item), 1 - answerOf(all, ranker, item));
      assert.ok(!haveSameAnswers(other.branch, all.branch));
      const made = recomputeAll(other, "an answer is flipped");
      const back = withAnswers(made, answersWithFlip(made, { ranker, item }));
      assert.ok(back && haveSameAnswers(back.branch, all.branch));
      recomputeAll(back, "as before").algos.forEach((a, k) =>
        assert.deepEqual(listDifferences(a, all.algos[k], all.n), []),
      );
    }
});
