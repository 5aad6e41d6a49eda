import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { RoundLink, toSend } from "../../rankviz/ui/frontend/stage/control/link.js";

const REST = 400;
const BEATS_REST = 1200;
const ECHO = 4000;
let page = { href: "", pathname: "", reloads: 0, reload() {} };
let fetched = { ok: true, text: async () => "one" };
let pages = 0;
/** @type {string[]} */
let asked = [];
let now = 0;

/** A page of its own for each test, as the module remembers where the reader was. */
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

/** @param {number} round that the page was opened at */
function link(round) {
  /** @type {number[]} */
  const sent = [];
  const made = new RoundLink((t) => sent.push(t));
  made.server = "one";
  assert.equal(made.heard(round, "one"), round);
  return { made, sent };
}

const t = () => new URL(page.href).searchParams.get("t");

test("the first round heard is where to go, and the same again is no news", () => {
  const { made } = link(5);
  assert.equal(made.heard(5, "one"), null);
  assert.equal(made.heard(8, "one"), 8);
});

test("the address follows at once and keeps everything else; Python hears when the reader rests", () => {
  const { made, sent } = link(1);
  pass(1000);
  made.moved(7, false);
  assert.equal(page.href, `http://127.0.0.1:8501${page.pathname}?data=x&t=7#top`);
  pass(REST - 1);
  assert.deepEqual(sent, []);
  pass(1);
  assert.deepEqual(sent, [7]);
});

test("only the round one rests on is sent, and playing sends none", () => {
  const { made, sent } = link(1);
  for (let round = 2; round <= 20; round++) {
    made.moved(round, false);
    pass(50);
  }
  pass(REST);
  assert.deepEqual(sent, [20]);
  made.moved(21, true);
  pass(5 * REST);
  assert.deepEqual(sent, [20]);
});

test("the address changes at most about three times a second, and ends on the last round", () => {
  const { made } = link(1);
  pass(1000);
  let changes = 0;
  let before = page.href;
  for (let round = 2; round <= 101; round++) {
    made.moved(round, true);
    pass(20);
    if (page.href !== before) changes++;
    before = page.href;
  }
  assert.ok(changes <= 2000 / 320 + 1, `${changes} changes in 2 s`);
  pass(1000);
  assert.equal(t(), "101");
});

test("an echo of what was sent moves nobody; another round does", () => {
  const { made } = link(1);
  made.moved(4, false);
  pass(REST);
  made.moved(6, false);
  pass(REST);
  assert.equal(made.heard(4, "one"), null);
  assert.equal(made.heard(6, "one"), null);
  assert.equal(made.heard(2, "one"), 2);
});

test("a later echo stands for those before it", () => {
  const { made } = link(1);
  for (const round of [4, 5, 6]) made.now(round);
  assert.equal(made.heard(6, "one"), null);
  assert.deepEqual(made.sent, []);
  assert.equal(made.heard(5, "one"), 5);
});

test("a round that Python already has is not sent again", () => {
  const { made, sent } = link(3);
  made.now(3);
  assert.deepEqual(sent, []);
});

test("without an echo the server is asked who it is, and another one loads the page again", async () => {
  const { made } = link(1);
  made.now(9);
  fetched = { ok: true, text: async () => "two" };
  pass(ECHO);
  await new Promise(setImmediate);
  assert.match(asked[0], /\/api\/server$/);
  assert.equal(page.reloads, 1);
});

test("the same server, or none that answers, loads nothing again", async () => {
  const { made } = link(1);
  made.now(9);
  pass(ECHO);
  await new Promise(setImmediate);
  assert.deepEqual([asked.length, page.reloads], [1, 0]);
  globalThis.fetch = async () => {
    asked.push("again");
    throw new TypeError("no server");
  };
  made.now(10);
  pass(ECHO);
  await new Promise(setImmediate);
  pass(ECHO);
  await new Promise(setImmediate);
  assert.deepEqual([asked.length, page.reloads], [3, 0]);
});

test("a server that was started again learns where the reader is", () => {
  const { made, sent } = link(1);
  made.moved(12, false);
  pass(REST);
  assert.equal(made.heard(12, "one"), null);
  assert.equal(made.heard(1, "two"), 12, "the reader stays");
  assert.equal(t(), "12");
  pass(REST);
  assert.deepEqual(sent, [12, 12.25]);
  assert.equal(made.heard(12, "two"), null);
});

test("a stage mounted once more before that server has heard of the round tells it then", () => {
  const { made } = link(1);
  made.moved(13, false);
  pass(REST);
  assert.equal(made.heard(13, "one"), null);
  assert.equal(made.heard(12, "two"), 13, "the reader stays");
  made.stop(); // a choice mounts the stage anew before the round was sent
  /** @type {number[]} */
  const sent = [];
  const anew = new RoundLink((t) => sent.push(t));
  anew.server = "two";
  assert.equal(anew.heard(12, "two"), 13, "and stays there still");
  pass(REST);
  assert.deepEqual(sent, [13.25]);
  assert.equal(anew.heard(13, "two"), null);
  assert.equal(anew.heard(12, "two"), 12, "from then on another round is a request to go there");
});

test("after stop nothing is sent or written", () => {
  const { made, sent } = link(1);
  pass(1000);
  made.moved(2, false);
  made.moved(3, false);
  made.stop();
  pass(10 * ECHO);
  assert.deepEqual([sent, t(), asked], [[], "2", []]);
});

test("a frame that forbids changing the address stops nothing", () => {
  const { made, sent } = link(1);
  window.history.replaceState = () => {
    throw new DOMException("forbidden", "SecurityError");
  };
  pass(1000);
  made.moved(5, false);
  pass(REST);
  assert.deepEqual(sent, [5]);
});

test("a page that is being left sends nothing more, and has its round when it is opened again", () => {
  const { made, sent } = link(40);
  made.moved(41, false);
  pass(300);
  made.leave();
  pass(10 * REST);
  made.stop();
  assert.deepEqual(sent, []);
  const again = link40(41);
  pass(REST);
  assert.deepEqual(again, [41], "and Python hears of it then");
  link40(40);
});

test("another run, or one that Python moved meanwhile, opens where Python says", () => {
  for (const [run, round] of /** @type {[string, number][]} */ ([
    ["b", 40],
    ["", 12],
  ])) {
    const { made } = link(40);
    made.moved(41, false);
    made.leave();
    made.stop();
    const next = new RoundLink(() => {});
    next.run = run;
    assert.equal(next.heard(round, "one"), round);
  }
});

test("an address that is another page's is neither written nor told of", () => {
  const { made, sent } = link(1);
  pass(1000);
  made.moved(2, false);
  page.pathname = "/app/other";
  page.href = "http://127.0.0.1:8501/app/other";
  made.moved(3, false);
  pass(10 * REST);
  assert.deepEqual([sent, t()], [[], null]);
});

test("a click beside the stage has its answer first", () => {
  const { made, sent } = link(1);
  made.moved(2, false);
  pass(300);
  made.postpone();
  pass(1499);
  assert.deepEqual(sent, []);
  pass(1);
  assert.deepEqual(sent, [2]);
});

test("what waits for an answer is done when it comes, or after a while, once", () => {
  const { made } = link(1);
  let done = 0;
  made.now(2);
  assert.ok(made.unanswered());
  made.answered(1000, () => done++);
  made.heard(2, "one");
  pass(1);
  assert.deepEqual([made.unanswered(), done], [false, 1]);
  pass(2000);
  assert.equal(done, 1);
  made.answered(1000, () => done++);
  pass(1000);
  assert.equal(done, 2);
});

/** Mount the page again while Python says round 40; returns what is sent. @param {number} where it opens */
function link40(where) {
  /** @type {number[]} */
  const sent = [];
  const made = new RoundLink((t) => sent.push(t));
  assert.equal(made.heard(40, "one"), where);
  return sent;
}

test("going back drops what was under way: another run's round is where to go, also when it is the one told last", () => {
  const { made, sent } = link(4);
  made.moved(5, false);
  made.moved(6, false); // within the time in which addresses are written
  page.href = page.href.replace(/t=\d+/, "t=4");
  made.elsewhere();
  made.run = "another";
  assert.equal(made.heard(4, "one"), 4);
  pass(2 * REST);
  assert.deepEqual(sent, []);
  assert.equal(t(), "4", "the address of the other run is left alone");
});

test("going to a place on the same page keeps the round", () => {
  const { made, sent } = link(4);
  made.moved(5, false);
  made.elsewhere();
  assert.equal(made.heard(4, "one"), null);
  pass(REST);
  assert.deepEqual(sent, [5]);
});

test("a beat is the address's alone: Python hears of the round, once", () => {
  const { made, sent } = link(11);
  pass(1000);
  for (const beat of [1, 2, 3]) {
    made.moved(12, false, beat);
    pass(REST);
    assert.equal(t(), `12.${beat}`);
  }
  assert.deepEqual(sent, [], "not while beats follow one another");
  pass(BEATS_REST - REST);
  assert.equal(made.heard(12, "one"), null);
  pass(BEATS_REST);
  assert.deepEqual([sent, t()], [[12], "12.3"]);
  page.href = page.href.replace("12.3", "12");
  assert.equal(made.heard(12, "one"), null);
  assert.equal(t(), "12.3", "an address that Python wrote gets its beat again");
  made.moved(12, false);
  pass(REST);
  assert.equal(t(), "12");
});

test("the same round sent again is another number of the same round", () => {
  let before = /** @type {number | null} */ (null);
  const sent = [5, 5, 5, 2, 2, 5].map((t) => (before = toSend(t, before)));
  assert.deepEqual(sent, [5, 5.25, 5, 2, 2.25, 5]);
  assert.deepEqual(sent.map(Math.trunc), [5, 5, 5, 2, 2, 5]);
});

test("another moment of the same round is gone to, and the round that was left is not sent", () => {
  const { made, sent } = link(2);
  made.moved(3, false);
  made.drop();
  pass(REST);
  assert.deepEqual(sent, []);
  made.anew();
  assert.equal(made.heard(2, "one"), 2);
  made.moved(4, false);
  pass(REST);
  assert.deepEqual(sent, [4]);
});
