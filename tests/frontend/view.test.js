/** A page's settings of what to look at, combined with the reader's choices. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { applySettings, viewFor, writeLook } from "#frontend/stage/control/view.js";

test("a page with null curves restores each algorithm's own loss", () => {
  const view = viewFor("lesson", { curves: ["r1", "bound"] });
  assert.deepEqual([...(view.curves ?? [])], ["r1", "bound"]);
  applySettings("lesson", { curves: null });
  assert.equal(view.curves, null);
});

test("a page without curves keeps the reader's choice", () => {
  const view = viewFor("watch", { look: "curves:e1" });
  applySettings("watch", { log: true });
  assert.deepEqual([...(view.curves ?? [])], ["e1"]);
});

test("writeLook inverts readLook in every part", () => {
  const look =
    "story,tiles:losses.ties,ring:losses,curves:e1.bound,future:hidden,log:1,held:0,top,step,search,features,query:3,of:qbrank:w=0.5_1";
  const view = viewFor("whole", { look });
  assert.equal(view.algo, "qbrank:w=0.5~1");
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

test("a step's figure stays until the next one, and the reader's choice takes precedence", () => {
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

test("a reader's scale is in the look, and its echo does not undo it", () => {
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

test("during a held round no later round is drawn; then the reader's choice returns", () => {
  const view = viewFor("asked", { look: "" });
  assert.equal(view.future, "faint");
  applySettings("asked", { look: "", hold: 3 });
  assert.deepEqual([view.future, writeLook(view)], ["hidden", ""], "the link is the reader's");
  applySettings("asked", { look: "", hold: null });
  assert.equal(view.future, "faint");
  applySettings("asked", { look: "future:hidden", hold: null });
  assert.deepEqual([view.future, writeLook(view)], ["hidden", "future:hidden"]);
});

test("tiles that a page hides stay hidden until it changes", () => {
  const view = viewFor("playlist", { hide: ["ties"], asked: "a/1" });
  assert.deepEqual(view.hidden, ["ties"]);
  applySettings("playlist", { hide: [], asked: "a/2" });
  assert.deepEqual(view.hidden, []);
  applySettings("playlist", { asked: "a/3", hide: ["pairs"] });
  applySettings("playlist", { asked: "a/4" });
  assert.deepEqual([view.hidden, writeLook(view)], [[], ""]);
});
