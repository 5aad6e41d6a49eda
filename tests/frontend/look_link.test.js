/** What Python says of looks that the reader has chosen. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { gives } from "./cases.js";

globalThis.window = /** @type {any} */ ({
  location: { pathname: "/watch", href: "http://x/watch" },
  history: { state: null, replaceState() {} },
  setTimeout: (/** @type {() => void} */ f, /** @type {number} */ ms) => setTimeout(f, ms),
});
const { LookLink } = await import("#frontend/stage/control/look_link.js");

/** A link that has sent these looks. @param {string[]} looks */
function sent(...looks) {
  mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {string[]} */
  const told = [];
  const link = new LookLink((text) => told.push(text));
  for (const look of looks) {
    link.write({ look, present: false, tab: "explain", explain: "rb-d:z" });
    mock.timers.tick(400);
  }
  mock.timers.reset();
  const said = looks.map((look) => `;;explain;rb-d:z;${look}`);
  gives(told, (text) => text.slice(text.indexOf(";")), said);
  return link;
}

/** What Python says, with the drawer as it was sent. @param {InstanceType<typeof LookLink>} link @param {string} look */
const hear = (link, look) => link.isNew({ look, tab: "explain", explain: "rb-d:z" });

test("an echo that comes late is told from a look that is asked for", () => {
  const link = sent("curves:e2", "");
  assert.equal(hear(link, "curves:e2"), "echo");
  assert.equal(hear(link, ""), "echo");
  assert.equal(hear(link, "curves:e2"), "new", "a step of the history");
});

test("an echo of the last one answers those before it", () => {
  const link = sent("curves:e2", "held:0");
  assert.equal(hear(link, "held:0"), "echo");
  assert.equal(hear(link, "curves:e2"), "new");
});

test("what is said again meanwhile is no answer", () => {
  const link = sent();
  assert.equal(hear(link, "top"), "new");
  link.sent.push("explain;rb-d:z;step");
  assert.equal(hear(link, "top"), "same");
  assert.equal(hear(link, "step"), "echo");
});

test("another step of the history says what is shown, whatever was sent before", () => {
  const link = sent("curves:e2");
  link.elsewhere();
  assert.equal(hear(link, "curves:e2"), "new");
});

test("a shut drawer is no echo of an open one", () => {
  const link = sent("top");
  assert.equal(link.isNew({ look: "top", tab: "", explain: "rb-d:z" }), "new");
});
