import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

let rests = false;
globalThis.document = /** @type {any} */ ({
  documentElement: { toggleAttribute: (/** @type {string} */ _, /** @type {boolean} */ on) => (rests = on) },
});
const { busyDuring, isBusyExcept, setBusy, Timer } = await import("#frontend/stage/host/rest.js");

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
});

test("the page is at rest when the last of several tasks has ended", () => {
  setBusy("one", true);
  setBusy("two", true);
  setBusy("one", false);
  assert.equal(rests, false);
  assert.equal(isBusyExcept("two"), false);
  assert.equal(isBusyExcept("three"), true);
  setBusy("two", false);
  assert.equal(rests, true);
});

test("a timer is busy until its work is done, and again if the work restarts it", () => {
  let left = 2;
  const timer = new Timer(() => left-- && timer.start(10));
  timer.start(10);
  for (const expected of [false, false, true]) {
    mock.timers.tick(10);
    assert.equal(rests, expected);
  }
});

test("postponed work is done once, at the last due time", () => {
  let done = 0;
  const timer = new Timer(() => void done++);
  timer.start(10);
  mock.timers.tick(5);
  timer.start(10);
  mock.timers.tick(9);
  assert.equal(done, 0);
  mock.timers.tick(20);
  assert.equal(done, 1);
  assert.equal(rests, true);
});

test("a timer is not busy after it is stopped or its work fails", () => {
  const timer = new Timer(() => {
    throw new Error("no");
  });
  timer.start(10);
  assert.equal(rests, false);
  timer.stop();
  assert.equal(rests, true);
  timer.start(10);
  assert.throws(() => mock.timers.tick(10));
  assert.equal(rests, true);
});

test("a promise is busy until it settles, and keeps its outcome", async () => {
  const fails = busyDuring(Promise.reject(new Error("no")));
  assert.equal(rests, false);
  await assert.rejects(fails);
  assert.equal(rests, true);
  assert.equal(await busyDuring(Promise.resolve(3)), 3);
  assert.equal(rests, true);
});
