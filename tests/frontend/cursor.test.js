import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { Cursor } from "#frontend/stage/control/cursor.js";

/** What stands for the browser's frames: the next one to call, at the time a test gives it. @type {((now: number) => void) | null} */
let next = null;
let now = 0;

beforeEach(() => {
  next = null;
  now = 0;
  globalThis.requestAnimationFrame = (call) => {
    next = call;
    return 1;
  };
  globalThis.cancelAnimationFrame = () => {
    next = null;
  };
  performance.now = () => now;
});

/** @param {number} ms */
function frame(ms) {
  now += ms;
  const call = next;
  next = null;
  call?.(now);
}

/** @param {number} rounds @param {number} t */
function cursor(rounds, t = 0) {
  /** @type {number[]} */
  const seen = [];
  /** @type {boolean[]} */
  const playing = [];
  const made = new Cursor(
    (round) => seen.push(round),
    () => playing.push(made.playing),
  );
  made.load(rounds, t);
  return { made, seen, playing };
}

test("a round is an integer within the run", () => {
  const { made } = cursor(10);
  const cases = [
    [-3, 0],
    [-0, 0],
    [4.4, 4],
    [4.6, 5],
    [11, 10],
    [1e300, 10],
    [NaN, 0],
    [Infinity, 0],
    [-Infinity, 0],
  ];
  for (const [asked, got] of cases) assert.equal(made.clamp(asked) + 0, got, `${asked}`);
});

test("a new run keeps the round if it exists", () => {
  assert.equal(cursor(10, 7).made.t, 7);
  assert.equal(cursor(5, 7).made.t, 5);
  assert.equal(cursor(0, 7).made.t, 0);
});

test("an excerpt allows its rounds only: by hand, beat by beat, and when playing again", () => {
  const { made, seen } = cursor(10);
  made.beats = true;
  made.load(10, 2, 0, [4, 7]);
  assert.deepEqual([made.t, made.first, made.last, made.rounds], [4, 4, 7, 10]);
  made.step(-1);
  for (let beats = 0; beats < 9; beats++) made.stepBeat(-1);
  assert.deepEqual([made.t, made.beat], [4, 1]);
  made.go(9);
  made.play();
  made.pause();
  assert.deepEqual([made.t, seen.at(-1)], [4, 4]);
});

test("a held round is the last one, by hand and while playing, until released", () => {
  const { made, seen } = cursor(10, 5);
  made.hold(2);
  assert.deepEqual([made.t, made.last], [2, 2]);
  made.go(7);
  assert.equal(made.t, 2);
  made.set(1);
  made.play();
  for (let i = 0; i < 20 && made.playing; i++) frame(100);
  assert.equal(made.t, 2);
  made.hold(Infinity);
  made.go(7);
  assert.equal(made.t, 7);
  assert.ok(seen.slice(0, -1).every((t) => t <= 2));
});

test("onRound is called for changes only", () => {
  const { made, seen } = cursor(10, 3);
  made.set(3);
  made.set(4);
  made.set(4);
  made.set(99);
  made.set(100);
  assert.deepEqual(seen, [4, 10]);
});

test("playing visits every round once, at its speed, and stops at the last", () => {
  const { made, seen, playing } = cursor(5);
  made.speed = 10;
  made.play();
  let frames = 0;
  while (next && frames < 100) {
    frame(1000 / 60);
    frames++;
  }
  assert.deepEqual(seen, [1, 2, 3, 4, 5]);
  assert.deepEqual(playing, [true, false]);
  assert.ok(frames >= 27 && frames <= 32, `${frames} frames for half a second`);
});

test("rounds keep their speed if no frame coincides with them", () => {
  const { made } = cursor(100);
  made.speed = 12;
  made.play();
  for (let k = 0; k < 50; k++) frame(60);
  assert.ok(Math.abs(made.t - 36) <= 1, `${made.t} in three seconds`);
});

test("no round is skipped, however slow the frames", () => {
  const { made, seen } = cursor(4);
  made.speed = 60;
  made.play();
  for (let i = 0; i < 10 && next; i++) frame(5000);
  assert.deepEqual(seen, [1, 2, 3, 4]);
});

test("playing at the end restarts, and an empty run does not play", () => {
  const { made, seen } = cursor(3, 3);
  made.toggle();
  assert.deepEqual([made.t, made.playing, seen], [0, true, [0]]);
  const empty = cursor(0);
  empty.made.toggle();
  assert.deepEqual([empty.made.playing, empty.playing, next === null], [false, [], false]);
});

test("moving by hand stops playing, and a second pause has no effect", () => {
  const { made, seen, playing } = cursor(9);
  made.play();
  made.play();
  made.go(6);
  made.pause();
  assert.deepEqual([made.playing, seen, playing, next], [false, [6], [true, false], null]);
});

test("beats step through a round; a step completes the round under way, then takes a whole one", () => {
  const { made } = cursor(3, 1);
  made.stepBeat(1);
  assert.deepEqual([made.t, made.beat], [1, 0], "where rounds have no beats");
  made.beats = true;
  const seen = [1, 2, 3, 4, 5].map(() => (made.stepBeat(1), `${made.t}.${made.beat} ${made.whole}`));
  assert.deepEqual(seen, ["2.1 1", "2.2 1", "2.3 1", "2.4 1", "2.5 2"]);
  made.stepBeat(-1);
  made.step(1);
  assert.deepEqual([made.t, made.beat], [2, 0]);
  made.step(1);
  assert.deepEqual([made.t, made.beat], [3, 0]);
  made.stepBeat(1);
  assert.deepEqual([made.t, made.beat], [3, 0], "after the last round there is none");
});

test("slow motion plays every beat once, stops at the last, and takes no frames in between", () => {
  const { made, playing } = cursor(2);
  made.beats = true;
  /** @type {string[]} */
  const told = [];
  made.onRound = () => told.push(`${made.t}.${made.beat}`);
  mock.timers.enable({ apis: ["setTimeout"] });
  made.play(true);
  let frames = 0;
  for (let ms = 0; ms < 20_000; ms += 25) {
    mock.timers.tick(25);
    if (next) frames++;
    frame(25);
  }
  mock.timers.reset();
  assert.ok(frames <= 2 * told.length, `${frames} frames looked at the clock`);
  assert.deepEqual(told, ["1.1", "1.2", "1.3", "1.4", "1.5", "2.1", "2.2", "2.3", "2.4", "2.5"]);
  assert.deepEqual(playing, [true, false]);
});

test("playing pauses for a sentence at reading speed, but not at high speed", () => {
  for (const [speed, waits] of [
    [1, true],
    [10, false],
  ]) {
    const { made, seen } = cursor(6);
    made.speed = Number(speed);
    made.reading = (t) => (t === 1 ? 3 : 0);
    made.play();
    while (seen.length < 1) frame(20);
    const at = now;
    while (seen.length < 2) frame(20);
    const rested = now - at;
    assert.ok(waits ? rested > 3500 && rested < 4500 : rested < 300, `${speed} a second: ${rested} ms`);
    made.pause();
  }
});

test("playRound plays one round beat by beat, starting at once", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { made, seen } = cursor(6, 2);
  made.beats = true;
  made.playRound();
  assert.deepEqual([made.t, made.beat, made.playing], [3, 1, true]);
  for (let i = 0; i < 40 && made.playing; i++) {
    mock.timers.tick(2000);
    frame(2000);
  }
  assert.deepEqual([made.t, made.beat, made.playing], [3, 0, false], "at the end the round is whole");
  assert.ok(seen.every((t) => t === 3));
  mock.timers.reset();
});
