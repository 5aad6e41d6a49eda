/** The narration of a round, and the reason why a run ended. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { sentencesAt } from "#frontend/stage/run/run.js";
import { run } from "./packs.js";

test("a run that halts says why at the end of its last round, and first after that", () => {
  const algo = run("halts").algos.find((each) => each.stopped.code === "undefined");
  assert.ok(algo);
  const { label, rounds, stopped, words } = algo;
  assert.deepEqual(sentencesAt(algo, rounds), [...words[rounds], `Stopped: ${stopped.text}`]);
  assert.deepEqual(sentencesAt(algo, rounds + 1), [
    `${label} stopped after round ${rounds}: ${stopped.text}`,
    ...words[rounds],
  ]);
  if (rounds) assert.deepEqual(sentencesAt(algo, rounds - 1), words[rounds - 1]);
});

test("a run with all its rounds, or with none, has no closing sentence", () => {
  const [algo] = run("rounds").algos;
  assert.deepEqual(algo.stopped, { code: "rounds", text: "" });
  for (const code of ["rounds", "no-rounds"]) {
    const as = { ...algo, stopped: { code, text: "it has none." } };
    assert.deepEqual(sentencesAt(as, algo.rounds), algo.words[algo.rounds]);
  }
});
