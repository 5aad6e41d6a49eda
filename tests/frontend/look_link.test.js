/** The server's echoes of looks that the reader has chosen. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { gives } from "./cases.js";

globalThis.window = /** @type {any} */ ({
  location: { pathname: "/watch", href: "http://x/watch" },
  history: { state: null, replaceState() {} },
  setTimeout: (/** @type {() => void} */ f, /** @type {number} */ ms) => setTimeout(f, ms),
});
const { LookLink } = await import("#frontend/stage/control/look_link.js");

/** Return a link that has sent these looks. @param {string[]} looks */
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

/** Receive a look from the server, with the drawer as it was sent. @param {InstanceType<typeof LookLink>} link @param {string} look */
const hear = (link, look) => link.isNew({ look, tab: "explain", explain: "rb-d:z" });

test("isNew recognises a late echo, and a look that was requested", () => {
  const link = sent("curves:e2", "");
  assert.equal(hear(link, "curves:e2"), "echo");
  assert.equal(hear(link, ""), "echo");
  assert.equal(hear(link, "curves:e2"), "new", "a step of the history");
});

test("an echo of the last text also confirms those before it", () => {
  const link = sent("curves:e2", "held:0");
  assert.equal(hear(link, "held:0"), "echo");
  assert.equal(hear(link, "curves:e2"), "new");
});

test("a repeated text confirms nothing", () => {
  const link = sent();
  assert.equal(hear(link, "top"), "new");
  link.sent.push("explain;rb-d:z;step");
  assert.equal(hear(link, "top"), "same");
  assert.equal(hear(link, "step"), "echo");
});

test("after Back or Forward the history entry counts, whatever was sent before", () => {
  const link = sent("curves:e2");
  link.elsewhere();
  assert.equal(hear(link, "curves:e2"), "new");
});

test("a closed drawer is not an echo of an open one", () => {
  const link = sent("top");
  assert.equal(link.isNew({ look: "top", tab: "", explain: "rb-d:z" }), "new");
});
