import assert from "node:assert/strict";
import { mock, test } from "node:test";

let rests = false;
const page = Object.assign(new EventTarget(), {
  documentElement: { toggleAttribute: (/** @type {string} */ _, /** @type {boolean} */ on) => (rests = on) },
});
Object.assign(globalThis, {
  document: page,
  window: globalThis,
  MutationObserver: class {
    observe() {} // nothing changes between two paints
  },
});
await import("#frontend/stage/host/rest.js");

test("a page rests after a script that has begun and ended unseen", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  page.dispatchEvent(new CustomEvent("rv-busy", { detail: { what: "told", is: true } }));
  assert.equal(rests, false);
  mock.timers.tick(2000);
  assert.equal(rests, false);
  mock.timers.tick(2000);
  assert.equal(rests, true);
});
