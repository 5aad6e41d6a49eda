/** What Python says of looks that the reader has chosen. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";

globalThis.window = /** @type {any} */ ({
  location: { pathname: "/watch", href: "http://x/watch" },
  history: { state: null, replaceState() {} },
  setTimeout: (/** @type {() => void} */ f, /** @type {number} */ ms) => setTimeout(f, ms),
});
const { LookLink } = await import("../../rankviz/ui/frontend/stage/control/look_link.js");

/** A link that has sent these looks. @param {string[]} looks */
function sent(...looks) {
  mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {string[]} */
  const told = [];
  const link = new LookLink((text) => told.push(text));
  for (const look of looks) {
    link.write(look, false);
    mock.timers.tick(400);
  }
  mock.timers.reset();
  assert.deepEqual(
    told,
    looks.map((look) => `;${look}`),
  );
  return link;
}

test("an echo that comes late is told from a look that is asked for", () => {
  const link = sent("curves:e2", "");
  assert.equal(link.echoes("curves:e2"), true);
  assert.equal(link.echoes(""), true);
  assert.equal(link.echoes("curves:e2"), false, "a step of the history");
});

test("an echo of the last one answers those before it", () => {
  const link = sent("curves:e2", "held:0");
  assert.equal(link.echoes("held:0"), true);
  assert.equal(link.echoes("curves:e2"), false);
});

test("what is said again meanwhile is no answer", () => {
  const link = sent();
  assert.equal(link.echoes("top"), false);
  link.sent.push("step");
  assert.equal(link.echoes("top"), false);
  assert.equal(link.echoes("step"), true);
});

test("another step of the history says what is shown, whatever was sent before", () => {
  const link = sent("curves:e2");
  link.elsewhere();
  assert.equal(link.echoes("curves:e2"), false);
});
