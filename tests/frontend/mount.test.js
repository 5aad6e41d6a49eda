// What Streamlit calls for the stage: which of its calls draws, and which end counts.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

globalThis.document = Object.assign(new EventTarget(), { baseURI: "http://localhost/" });
const { default: mount } = await import("../../rankviz/board/frontend/mount.js");

const STAGE = `data:text/javascript,export default (sent) => {
  globalThis.done.push("draw " + sent.data.name);
  return () => globalThis.done.push("close " + sent.data.name);
}`;
const sent = (name, parentElement) => ({ data: [{ name, stage_url: STAGE }], parentElement });
const loaded = () => new Promise((ok) => setTimeout(ok, 50));

beforeEach(() => void (globalThis.done = []));

for (const calls of ["first, second", "second, first"])
  test(`of the calls ${calls} the first is ended late, which does not leave the stage empty`, async () => {
    const element = { isConnected: true };
    const ends = Object.fromEntries(calls.split(", ").map((name) => [name, mount(sent(name, element))]));
    ends.first();
    await loaded();
    assert.deepEqual(new Set(globalThis.done), new Set(["draw second"]));
    element.isConnected = false;
    ends.second();
    assert.equal(globalThis.done.at(-1), "close second");
  });

test("an element that goes away while its modules load draws nothing", async () => {
  mount(sent("only", {}))();
  await loaded();
  assert.deepEqual(globalThis.done, []);
});
