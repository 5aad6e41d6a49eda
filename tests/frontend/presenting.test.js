/** Presenting goes on when Streamlit mounts the stage again, and ends with the page. */

import assert from "node:assert/strict";
import { test } from "node:test";

const any = (/** @type {unknown} */ value) => /** @type {any} */ (value);
const element = () => ({
  setAttribute() {},
  addEventListener() {},
  append() {},
  classList: { contains: () => false, toggle() {} },
});
globalThis.window = any({ location: { pathname: "/playlists" } });
globalThis.document = any({
  adoptedStyleSheets: [],
  documentElement: element(),
  createElement: element,
});
globalThis.CSSStyleSheet = any(
  class {
    replaceSync() {}
  },
);
const { presentMode } = await import("#frontend/stage/board/presenting.js");
const mounted = () =>
  presentMode(
    any(element()),
    () => [],
    () => false,
  );

test("a stage that is mounted again goes on, once", () => {
  const first = mounted();
  assert.equal(first.start(false), false);
  first.set(true, true);
  first.stop();
  const second = mounted();
  assert.deepEqual([second.start(false), second.on], [true, true]);
  second.set(false, true);
  second.stop();
  const third = mounted();
  assert.deepEqual([third.start(false), third.on], [false, false]);
});

test("another page's stage does not", () => {
  const first = mounted();
  first.start(true);
  window.location.pathname = "/margins";
  first.stop();
  const second = mounted();
  assert.deepEqual([second.start(false), second.on], [false, false]);
});
