/** What a page asks to be looked at, over what the reader chose. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { applySettings, viewFor, writeLook } from "#frontend/stage/control/view.js";

test("a page that speaks of no curves leaves each algorithm its own loss again", () => {
  const view = viewFor("lesson", { curves: ["r1", "bound"] });
  assert.deepEqual([...(view.curves ?? [])], ["r1", "bound"]);
  applySettings("lesson", { curves: null });
  assert.equal(view.curves, null);
});

test("a page that says nothing of curves leaves them as the reader chose them", () => {
  const view = viewFor("watch", { look: "curves:e1" });
  applySettings("watch", { log: true });
  assert.deepEqual([...(view.curves ?? [])], ["e1"]);
});

test("a look is written as it was read, every part of it", () => {
  const look =
    "story,tiles:losses.ties,ring:losses,curves:e1.bound,future:hidden,log:1,held:0,top,step,search,features,query:3,of:rb-d_1";
  const view = viewFor("whole", { look });
  assert.equal(view.algo, "rb-d~1");
  assert.equal(writeLook(view), look);
});

test("the echo of an older choice does not undo a newer one", () => {
  const view = viewFor("slow", { look: "" });
  view.curves = null; // chosen after curves:e2 was sent
  assert.equal(applySettings("slow", { look: "curves:e2" }, true), true);
  assert.equal(view.curves, null);
  applySettings("slow", { look: "curves:e1" });
  assert.deepEqual([...(view.curves ?? [])], ["e1"]);
  applySettings("slow", { look: "" });
  assert.equal(view.curves, null, "a look without curves leaves each algorithm its own");
});

test("a step's figure stands until another asks, and a reader's choice over it", () => {
  const asks = { look: "tiles:losses,held:0", curves: ["r1"], chart: { together: true }, asked: "a/1" };
  const view = viewFor("step", asks);
  assert.deepEqual(
    [view.tiles, view.heldout, [...(view.curves ?? [])], view.chart?.together],
    [["losses"], false, ["r1"], true],
  );
  view.tiles = ["ties"];
  assert.equal(applySettings("step", asks), false);
  assert.deepEqual(view.tiles, ["ties"]);
  assert.equal(applySettings("step", { ...asks, asked: "a/2" }), true);
  assert.deepEqual(view.tiles, ["losses"]);
  applySettings("step", { curves: null });
  assert.equal(view.chart, null);
});

test("a reader's own scale is in the look, and the look's echo does not undo it", () => {
  const view = viewFor("scale", { log: null, look: "" });
  view.log = true;
  assert.equal(writeLook(view), "log:1");
  applySettings("scale", { log: null, look: "log:1" });
  assert.equal(view.log, true);
  assert.equal(viewFor("again", { log: null, look: "log:1" }).log, true, "a reload has it from the link");
  applySettings("scale", { log: false, look: "log:1" });
  assert.equal(view.log, false, "the page asks for another scale");
  applySettings("scale", { log: false, look: "held:0" });
  assert.deepEqual([view.log, writeLook(view)], [false, "held:0"]);
});

test("while a round is a question no round to come is drawn, and the reader's choice comes back after it", () => {
  const view = viewFor("asked", { look: "" });
  assert.equal(view.future, "faint");
  applySettings("asked", { look: "", hold: 3 });
  assert.deepEqual([view.future, writeLook(view)], ["hidden", ""], "the link is the reader's");
  applySettings("asked", { look: "", hold: null });
  assert.equal(view.future, "faint");
  applySettings("asked", { look: "future:hidden", hold: null });
  assert.deepEqual([view.future, writeLook(view)], ["hidden", "future:hidden"]);
});

test("tiles that a page hides stay hidden until it asks for others", () => {
  const view = viewFor("playlist", { hide: ["ties"], asked: "a/1" });
  assert.deepEqual(view.hidden, ["ties"]);
  applySettings("playlist", { hide: [], asked: "a/2" });
  assert.deepEqual(view.hidden, []);
  applySettings("playlist", { asked: "a/3", hide: ["pairs"] });
  applySettings("playlist", { asked: "a/4" });
  assert.deepEqual([view.hidden, writeLook(view)], [[], ""]);
});
