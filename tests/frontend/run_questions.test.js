/** Questions about the drawn run while the playground's worker computes others. */

import assert from "node:assert/strict";
import test from "node:test";

import { Stopped } from "#frontend/playground/engine.js";
import { RunQuestions } from "#frontend/playground/run_questions.js";

/** A worker that answers in order, with the name of the run that it computed last. */
class Worker {
  constructor() {
    this.worker = /** @type {any} */ ({});
    this.shown = "";
    /** @type {(() => void)[]} */
    this.queue = [];
    /** @type {string[]} */
    this.asked = [];
  }

  /** @param {any} question @returns {Promise<any>} */
  ask(question) {
    this.asked.push(question.ask);
    return new Promise((resolve) =>
      this.queue.push(() => {
        if (question.ask === "run") this.shown = question.link;
        resolve({ answer: { of: this.shown } });
      }),
    );
  }

  /** Answer all questions until none is left. */
  async work() {
    for (let idle = 0; idle < 3; idle++) {
      await new Promise((then) => setTimeout(then));
      for (; this.queue.length; idle = 0) this.queue.shift()?.();
    }
  }
}

/** @param {string} drawn */
async function playground(drawn) {
  const engine = new Worker();
  const run = new RunQuestions(
    /** @type {any} */ (engine),
    async () => {},
    () => {},
  );
  const made = run.make(drawn);
  await engine.work();
  await made;
  run.drawn = drawn;
  return { engine, run };
}

test("a question asked while another run is computed concerns the run drawn in the end", async () => {
  const { engine, run } = await playground("a");
  const next = run.make("b").then(() => (run.drawn = "b"));
  const early = assert.rejects(run.ask({ ask: "theorems" }), Stopped);
  await engine.work();
  await Promise.all([next, early]);
  const asked = run.ask({ ask: "theorems" });
  await engine.work();
  assert.deepEqual((await asked).answer, { of: "b" });
  assert.deepEqual(engine.asked, ["run", "run", "theorems"]);
});

test("a run that was computed but not drawn is replaced", async () => {
  const { engine, run } = await playground("a");
  const unwanted = run.make("b");
  const [one, two] = [run.ask({ ask: "theorems" }), run.ask({ ask: "candidates" })];
  await engine.work();
  await unwanted;
  for (const each of [one, two]) assert.deepEqual((await each).answer, { of: "a" });
  assert.deepEqual(engine.asked, ["run", "run", "run", "theorems", "candidates"]);
});

test("a restarted worker computes the run again", async () => {
  const { engine, run } = await playground("a");
  engine.worker = {};
  const asked = run.ask({ ask: "explain" });
  await engine.work();
  assert.deepEqual((await asked).answer, { of: "a" });
  assert.deepEqual(engine.asked, ["run", "run", "explain"]);
});

test("a run that fails leaves the previous one", async () => {
  const { engine, run } = await playground("a");
  const ask = engine.ask;
  engine.ask = () => Promise.reject(new Error("refused"));
  const failed = assert.rejects(run.make("b"), /refused/);
  engine.ask = ask;
  const asked = run.ask({ ask: "theorems" });
  await engine.work();
  await failed;
  assert.deepEqual((await asked).answer, { of: "a" });
});

test("theorems of a round that the reader has left are not shown", async () => {
  const { engine, run } = await playground("a");
  run.t = 1;
  const asked = run.showBelow(1, []);
  run.t = 2;
  await engine.work();
  await asked; // would fail, because there is no page to show them on
});
