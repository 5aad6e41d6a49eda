import assert from "node:assert/strict";
import { test } from "node:test";
import { fetchRefusal } from "#frontend/stage/follow/class_events.js";
import { clockText, nextButton, switchesTo, position } from "#frontend/stage/follow/presenter.js";
import { answered, nextAct, answerShares, turnAct } from "#frontend/stage/follow/room.js";
import { voteNote } from "#frontend/stage/follow/vote_panel.js";
import { gives } from "./cases.js";
/** @import { Question } from "#frontend/stage/follow/class_events.js" */

/** @type {Question} */
const OPEN = {
  id: "a",
  phase: "open",
  prompt: "Which?",
  options: [
    ["x", ""],
    ["y", ""],
  ],
  hold: 4,
  about: ["losses"],
  measures: ["e2"],
};

/** A question's way: before it is asked, and in each phase; the bars are shown or not. @type {[Question | null, boolean][]} */
const WAY = [
  [null, false],
  [OPEN, false],
  [{ ...OPEN, phase: "locked" }, false],
  [{ ...OPEN, phase: "locked" }, true],
  [{ ...OPEN, phase: "revealed" }, true],
];

test("voteNote says whether the vote counts", () => {
  assert.match(voteNote(OPEN, null, false), /^Choose .* is held back\.$/);
  assert.equal(voteNote({ ...OPEN, hold: null }, null, false), "Choose an answer.");
  assert.match(voteNote(OPEN, 1, false), /^Sending/);
  assert.match(voteNote(OPEN, 1, true), /^Counted/);
  assert.match(voteNote({ ...OPEN, phase: "locked" }, 1, true), /is counted/);
  assert.doesNotMatch(voteNote({ ...OPEN, phase: "locked" }, null, false), /counted/);
});

test("voteNote says right or wrong, with the reason, if there is a right answer", () => {
  /** @type {Question} */
  const told = { ...OPEN, phase: "revealed", right: 1, why: "It is y.", tally: [1, 3] };
  assert.equal(voteNote(told, 1, true), "You were right. It is y.");
  assert.equal(voteNote(told, 0, true), "Not your answer. It is y.");
  assert.equal(voteNote(told, null, false), "It is y.");
  assert.equal(voteNote({ ...told, right: null, why: "" }, 0, true), "");
  assert.deepEqual(answerShares([1, 3]), [0.25, 0.75]);
  assert.deepEqual(answerShares([0, 0]), [0, 0]);
});

test("one key leads a question from asking to the end, and reveals only after the bars", () => {
  gives(WAY, ([question, bars]) => nextAct(question, bars, false), ["ask", "lock", "bars", "reveal", "drop"]);
  gives(WAY, ([question, bars]) => nextAct(question, bars, true), ["", "back", "again", "again", "drop"]);
});

test("a clicker's two keys lead a question from asking to the next moment, and back the same way", () => {
  const turn = (/** @type {boolean} */ back) => WAY.map(([asked, bars]) => turnAct(asked, bars, back, true));
  assert.deepEqual(turn(false), ["ask", "lock", "bars", "reveal", ""]);
  assert.deepEqual(turn(true), ["", "back", "back", "bare", "back"]);
  const revealed = /** @type {Question} */ ({ ...OPEN, phase: "revealed" });
  gives([false, true], (back) => turnAct(revealed, false, back, true), ["", "back"]);
  assert.equal(turnAct(null, false, false, false), "");
  const alone = { ...OPEN, alone: true };
  gives([false, true], (b) => turnAct(alone, false, b, false), ["reveal", ""]);
});

test("the number who could answer is never below the number who did", () => {
  assert.equal(answered({ voted: 4, followers: 3, asks: true }), "4 of 4 answered");
  assert.equal(answered({ voted: 2, followers: 3, asks: true }), "2 of 3 answered");
});

test("without a class the next step of an open question is to reveal it", () => {
  /** @type {Question} */
  const alone = { ...OPEN, alone: true };
  assert.equal(nextAct(alone, false, false), "reveal");
  assert.equal(nextAct(alone, false, true), "");
  assert.equal(nextAct({ ...alone, phase: "revealed" }, false, false), "shut");
});

test("the presenter's clock shows minutes and seconds, and its line shows moment, round and class", () => {
  gives([0, 59.9, 60, 605, -0.5, -63], clockText, ["0:00", "0:59", "1:00", "10:05", "0:00", "−1:03"]);
  const notes = { playlist: "Ties", number: 2, count: 3, now: { title: "", note: "" }, next: null };
  const counts = { followers: 7, voted: 0, tally: null, advice: "" };
  const told = /** @type {any} */ ({ notes, code: "CDFGH", counts, t: 4 });
  assert.equal(position(told), "Ties · 2 of 3 · round 4 · class CDFGH, 7 here");
  assert.equal(position({ ...told, notes: null, code: "", counts: null }), "round 4");
});

test("a second window stays with the stage that was last used before it opened", () => {
  const [a, b] = [10, 20].map((used) => /** @type {any} */ ({ stage: `used at ${used}`, used }));
  assert.ok(switchesTo(null, b, 15) && switchesTo(a, { ...a, used: 99 }, 30));
  assert.ok(switchesTo(a, b, 30) && !switchesTo(b, a, 30));
  assert.ok(!switchesTo(a, b, 15)); // another stage is used later
});

test("the second window's button says what its key does", () => {
  const notes = { now: {}, next: {} };
  /** @param {object} more */
  const at = (more) => nextButton(/** @type {any} */ ({ notes, code: "", question: null, act: "", ...more }));
  assert.deepEqual(at({}), { words: "Next", key: "PageDown" });
  assert.deepEqual(at({ act: "reveal" }), { words: "Reveal", key: "PageDown" });
  assert.deepEqual(at({ notes: { ...notes, next: null } }), { words: "", key: "PageDown" });
  assert.deepEqual(at({ notes: null }), { words: "", key: "v" });
  assert.deepEqual(at({ notes: null, code: "CDFGH" }), { words: "Ask the class", key: "v" });
  const question = { ...OPEN, phase: "locked" };
  assert.equal(at({ notes: null, code: "CDFGH", question, act: "bars" }).words, "Show the bars");
  assert.equal(at({ notes: null, code: "CDFGH", question, act: "reveal" }).words, "Reveal");
});

test("fetchRefusal returns the reason, and when to try again", async () => {
  const before = globalThis.fetch;
  /** @param {number} status @param {Record<string, string>} [headers] */
  const answered = (status, headers = {}) => {
    globalThis.fetch = async () => new Response("Because.", { status, headers });
    return fetchRefusal("api/room/K7QM9/events");
  };
  try {
    assert.deepEqual(await answered(429, { "Retry-After": "7" }), { why: "Because.", wait: 7_000 });
    assert.deepEqual(await answered(503), { why: "Because.", wait: 10_000 });
    assert.deepEqual(await answered(403), { why: "Because.", wait: null });
    assert.equal(await answered(200), null);
    globalThis.fetch = async () => {
      throw new TypeError("no network");
    };
    assert.equal(await fetchRefusal("api/room/K7QM9/events"), null);
  } finally {
    globalThis.fetch = before;
  }
});
