import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { RoundLink } from "#frontend/stage/control/round_link.js";

const REST = 400;
const BEATS_REST = 1200;
const SILENT = 4000;
let page = { href: "", pathname: "", reloads: 0, reload() {} };
let fetched = { ok: true, text: async () => "one" };
let pages = 0;
/** @type {string[]} */
let asked = [];
let now = 0;

/** A separate page for each test, because the module remembers the reader's place. */
beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  const path = `/app/watch${++pages}`;
  page = {
    href: `http://127.0.0.1:8501${path}?data=x&t=1#top`,
    pathname: path,
    reloads: 0,
    reload: () => page.reloads++,
  };
  asked = [];
  fetched = { ok: true, text: async () => "one" };
  performance.now = () => now;
  const history = {
    state: { key: 1 },
    replaceState: (/** @type {unknown} */ _, /** @type {string} */ __, /** @type {URL} */ url) =>
      (page.href = url.href),
  };
  Object.assign(globalThis, {
    window: {
      location: page,
      history,
      setTimeout: (/** @type {() => void} */ f, /** @type {number} */ ms) => setTimeout(f, ms),
    },
    fetch: async (/** @type {string} */ url) => {
      asked.push(url);
      return fetched;
    },
  });
});

/** @param {number} ms */
function pass(ms) {
  now += ms;
  mock.timers.tick(ms);
}

/** @param {number} round at which the page was opened */
function link(round) {
  const { made, told, went } = mounted(round, "a.1");
  assert.equal(went, round);
  return { made, told };
}

/** Mount a stage. @param {number} round that the server knows @param {string} order the server's last order */
function mounted(round, order) {
  /** @type {string[]} */
  const told = [];
  const made = new RoundLink((text) => told.push(text));
  made.deaf.server = "one";
  return { made, told, went: made.receive(round, order)?.t ?? null };
}

/** Go to a round and rest there. @param {RoundLink} made @param {number} round */
function rest(made, round) {
  made.moved(round, false);
  pass(REST);
}

/** Wait without an answer until the server is asked for its name. */
async function silence() {
  pass(SILENT);
  await new Promise(setImmediate);
}

const t = () => new URL(page.href).searchParams.get("t");

test("a new order moves the stage; without one the reader stays, whatever round the server knows", () => {
  const { made } = link(5);
  assert.equal(made.receive(5, "a.1"), null);
  assert.equal(made.receive(8, "a.1"), null);
  assert.deepEqual(made.receive(8, "a.2"), { t: 8, beat: 0 });
  assert.deepEqual(made.receive(8, "a.3"), { t: 8, beat: 0 }, "the same round may be asked for once more");
});

test("the address follows at once and keeps the rest; the server learns the round when the reader rests", () => {
  const { made, told } = link(1);
  pass(1000);
  made.moved(7, false);
  assert.equal(page.href, `http://127.0.0.1:8501${page.pathname}?data=x&t=7#top`);
  pass(REST - 1);
  assert.deepEqual(told, []);
  pass(1);
  assert.deepEqual(told, ["a.1:7"]);
});

test("only the round at rest is sent, and none while playing", () => {
  const { made, told } = link(1);
  for (let round = 2; round <= 20; round++) {
    made.moved(round, false);
    pass(50);
  }
  pass(REST);
  assert.deepEqual(told, ["a.1:20"]);
  made.moved(21, true);
  pass(5 * REST);
  assert.deepEqual(told, ["a.1:20"]);
  made.tell();
  assert.deepEqual(told, ["a.1:20", "a.1:21"], "what is asked of the round that is shown asks with it");
});

test("the address has the round at once, changes less than 100 times in 30 s, and ends on the last round", () => {
  const { made } = link(1);
  let changes = 0;
  let before = page.href;
  for (let round = 2; round <= 1501; round++) {
    made.moved(round, true);
    if (round <= 50) assert.equal(t(), String(round));
    pass(20);
    if (page.href !== before) changes++;
    before = page.href;
  }
  assert.ok(changes < 100, `${changes} changes in 30 s`);
  pass(1000);
  assert.equal(t(), "1501");
});

test("a server that is behind moves nobody, and its address is overwritten", () => {
  const { made, told } = link(1);
  for (const round of [4, 6]) rest(made, round);
  page.href = page.href.replace(/t=\d+/, "t=4");
  for (const round of [4, 6, 4]) assert.equal(made.receive(round, "a.1"), null);
  assert.deepEqual([told, t()], [["a.1:4", "a.1:6"], "6"]);
});

test("a round that the server knows, or was sent, is not sent again", () => {
  const { made, told } = link(3);
  rest(made, 3);
  assert.deepEqual(told, []);
  for (const round of [5, 4, 5]) made.moved(round, false);
  pass(REST);
  rest(made, 5);
  assert.deepEqual(told, ["a.1:5"]);
  made.moved(3, false); // the server still knows 3, and is about to know 5
  pass(REST);
  assert.deepEqual(told, ["a.1:5", "a.1:3"]);
});

test("without an answer the server is asked for its name, and another one causes a reload", async () => {
  const { made } = link(1);
  rest(made, 9);
  fetched = { ok: true, text: async () => "two" };
  await silence();
  assert.match(asked[0], /\/api\/server$/);
  assert.equal(page.reloads, 1);
});

test("the same server, or none, causes no reload", async () => {
  const { made } = link(1);
  rest(made, 9);
  await silence();
  assert.deepEqual([asked.length, page.reloads], [1, 0]);
  globalThis.fetch = async () => {
    asked.push("again");
    throw new TypeError("no server");
  };
  rest(made, 10);
  await silence();
  await silence();
  assert.deepEqual([asked.length, page.reloads], [3, 0]);
  made.receive(10, "a.1");
  pass(10 * SILENT);
  assert.equal(asked.length, 3, "nothing is asked once Python has answered");
});

test("a restarted server learns the reader's round", () => {
  const { made, told } = link(1);
  rest(made, 12);
  assert.equal(made.receive(12, "a.1"), null);
  assert.equal(made.receive(1, "b.1")?.t, 12, "the reader stays");
  assert.equal(t(), "12");
  pass(REST);
  assert.deepEqual(told, ["a.1:12", "b.1:12"]);
  assert.equal(made.receive(12, "b.1"), null);
  assert.equal(made.receive(1, "b.2")?.t, 1, "from then on an order is one");
});

test("a stage mounted again before the server has learned the round sends it then", () => {
  const { made } = link(1);
  rest(made, 13);
  assert.equal(made.receive(12, "b.1")?.t, 13, "the reader stays");
  made.stop(); // a choice mounts the stage again before the round was sent
  const { told, went } = mounted(12, "b.1");
  assert.equal(went, 13, "and stays there still");
  pass(REST);
  assert.deepEqual(told, ["b.1:13"]);
});

test("after stop nothing is sent or written", () => {
  const { made, told } = link(1);
  pass(1000);
  made.moved(2, false);
  made.moved(3, false);
  made.stop();
  pass(10 * SILENT);
  assert.deepEqual([told, t(), asked], [[], "3", []]);
});

test("a frame that forbids changing the address breaks nothing", () => {
  const { made, told } = link(1);
  window.history.replaceState = () => {
    throw new DOMException("forbidden", "SecurityError");
  };
  pass(1000);
  rest(made, 5);
  assert.deepEqual(told, ["a.1:5"]);
});

test("a page being left sends nothing more, and has its round when reopened", () => {
  const { made, told } = link(40);
  made.moved(41, false);
  pass(300);
  made.leave();
  pass(10 * REST);
  made.stop();
  assert.deepEqual(told, []);
  const again = mounted(40, "a.1");
  assert.equal(again.went, 41);
  pass(REST);
  assert.deepEqual(again.told, ["a.1:41"], "and Python hears of it then");
  assert.equal(mounted(12, "a.2").went, 12, "an order given meanwhile counts");
});

test("another page's address is neither written nor reported", () => {
  const { made, told } = link(1);
  pass(1000);
  made.moved(2, false);
  page.pathname = "/app/other";
  page.href = "http://127.0.0.1:8501/app/other";
  made.moved(3, false);
  pass(10 * REST);
  assert.deepEqual([told, t()], [[], null]);
});

test("a click outside the stage is answered first", () => {
  const { made, told } = link(1);
  made.moved(2, false);
  pass(300);
  made.postpone();
  pass(1499);
  assert.deepEqual(told, []);
  pass(1);
  assert.deepEqual(told, ["a.1:2"]);
});

test("whenAnswered runs once, on the answer or after a timeout", () => {
  const { made } = link(1);
  let done = 0;
  made.moved(2, false);
  made.tell();
  assert.ok(made.isAwaitingAnswer());
  made.whenAnswered(1000, () => done++);
  made.receive(1, "a.1");
  pass(1);
  assert.deepEqual([made.isAwaitingAnswer(), done], [true, 0], "another rerun is no answer");
  made.receive(2, "a.1");
  pass(1);
  assert.deepEqual([made.isAwaitingAnswer(), done], [false, 1]);
  pass(2000);
  assert.equal(done, 1);
  made.whenAnswered(1000, () => done++);
  pass(1000);
  assert.equal(done, 2);
});

test("going back drops what was under way, and an order may repeat the round sent last", () => {
  const { made, told } = link(4);
  made.moved(5, false);
  made.moved(6, false);
  page.href = page.href.replace(/t=\d+/, "t=4");
  made.elsewhere();
  pass(2 * REST);
  assert.equal(t(), "4", "the address of the other run is left alone");
  assert.equal(made.receive(4, "a.2")?.t, 4);
  pass(2 * REST);
  assert.deepEqual([told, t()], [[], "4"]);
});

test("a link to a place on the same page keeps the round", () => {
  const { made, told } = link(4);
  made.moved(5, false);
  made.elsewhere();
  assert.equal(made.receive(4, "a.1"), null);
  pass(REST);
  assert.deepEqual(told, ["a.1:5"]);
});

test("a beat is only in the address, and the server gets the round once", () => {
  const { made, told } = link(11);
  pass(1000);
  for (const beat of [1, 2, 3]) {
    made.moved(12, false, beat);
    pass(REST);
    assert.equal(t(), `12.${beat}`);
  }
  assert.deepEqual(told, [], "not while beats follow one another");
  pass(BEATS_REST - REST);
  assert.equal(made.receive(12, "a.1"), null);
  pass(BEATS_REST);
  assert.deepEqual([told, t()], [["a.1:12"], "12.3"]);
  page.href = page.href.replace("12.3", "12");
  assert.equal(made.receive(12, "a.1"), null);
  assert.equal(t(), "12.3", "an address that Python wrote gets its beat again");
  made.stop();
  assert.deepEqual(mounted(12, "a.1").made.place?.beat, 3, "a stage that is mounted anew goes on with it");
});

test("another moment with the same round is followed, and the round that was left is not sent", () => {
  const { made, told } = link(2);
  made.moved(3, false);
  made.postpone(); // a page key
  assert.equal(made.receive(2, "a.2")?.t, 2);
  pass(10 * REST);
  assert.deepEqual(told, []);
  rest(made, 4);
  assert.deepEqual(told, ["a.2:4"]);
});
