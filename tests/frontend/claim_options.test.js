/** A claim's options in the address of its page. */

import assert from "node:assert/strict";
import test from "node:test";

import { changed, link, read } from "../../rankviz/board/frontend/playground/claim_options.js";

test("what stands after the # is read and written, with or without it", () => {
  assert.deepEqual(read("#n=7&data=wine"), { n: "7", data: "wine" });
  assert.deepEqual(read(""), {});
  assert.equal(link(read("n=7&data=wine")), "n=7&data=wine");
  assert.equal(link({}), "");
});

test("an option at its default is left out, and the others stay", () => {
  const values = { n: "7", data: "wine" };
  assert.deepEqual(changed(values, "n", "8", "12"), { n: "8", data: "wine" });
  assert.deepEqual(changed(values, "n", "12", "12"), { data: "wine" });
  assert.deepEqual(changed(values, "cap", "3", "10"), { ...values, cap: "3" });
  assert.deepEqual(values, { n: "7", data: "wine" });
});
