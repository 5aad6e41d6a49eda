/** A claim's options in the address of its page. */

import assert from "node:assert/strict";
import test from "node:test";

import { changeOption, writeOptions, readOptions } from "#frontend/playground/claim.js";

test("options after the # are read and written, with or without the #", () => {
  assert.deepEqual(readOptions("#n=7&data=wine"), { n: "7", data: "wine" });
  assert.deepEqual(readOptions(""), {});
  assert.equal(writeOptions(readOptions("n=7&data=wine")), "n=7&data=wine");
  assert.equal(writeOptions({}), "");
});

test("changeOption drops an option at its default, and keeps the others", () => {
  const values = { n: "7", data: "wine" };
  assert.deepEqual(changeOption(values, "n", "8", "12"), { n: "8", data: "wine" });
  assert.deepEqual(changeOption(values, "n", "12", "12"), { data: "wine" });
  assert.deepEqual(changeOption(values, "cap", "3", "10"), { ...values, cap: "3" });
  assert.deepEqual(values, { n: "7", data: "wine" });
});
