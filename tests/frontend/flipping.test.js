/** An answer flipped in the picture of a round, and the runs that follow. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { whole } from "../../rankviz/board/frontend/stage/branch/recompute.js";
import { answered, canAnswer, saySame } from "../../rankviz/board/frontend/stage/branch/ranker_answers.js";
import { differences } from "../../rankviz/board/frontend/stage/branch/differences.js";
import { flippedAnswers } from "../../rankviz/board/frontend/stage/panels/pick/answer_flipper.js";
import { answerOf } from "../../rankviz/board/frontend/stage/run/splits.js";
import { run } from "./packs.js";

test("only tables of yes and no are flipped, beside no branch", () => {
  assert.ok(canAnswer(run("halts")));
  for (const pack of ["rounds", "queries", "held", "votes"]) assert.ok(!canAnswer(run(pack)), pack);
});

test("one answer is the other one, and flipped again the runs are those that were", () => {
  const all = run("halts");
  for (let ranker = 0; ranker < all.asks.pool.length; ranker++)
    for (let item = 0; item < all.n; item++) {
      const other = answered(all, flippedAnswers(all, { ranker, item }));
      assert.ok(other);
      assert.equal(answerOf(other, ranker, item), 1 - answerOf(all, ranker, item));
      assert.ok(!saySame(other.branch, all.branch));
      const made = whole(other, "an answer is flipped");
      const back = answered(made, flippedAnswers(made, { ranker, item }));
      assert.ok(back && saySame(back.branch, all.branch));
      whole(back, "as before").algos.forEach((a, k) =>
        assert.deepEqual(differences(a, all.algos[k], all.n), []),
      );
    }
});
