import assert from "node:assert/strict";
import { test } from "node:test";

import { fileName, shortName } from "#frontend/stage/print/save_picture.js";
import { run } from "./packs.js";

const algos = [{ id: "rb-d" }, { id: "rb-c" }];

test("fileName contains data, round, tile and algorithms", () => {
  const data = { source: "bundled:diabetes?grades=4&items=50&seed=9", title: "Diabetes, 4 grades", algos };
  assert.equal(fileName(data, 10, null), "diabetes_r10_rb-d_rb-c");
  assert.equal(fileName(data, 0, "losses"), "diabetes_r0_losses_rb-d_rb-c");
});

test("a second run of an algorithm keeps its number", () => {
  const data = { source: "scenario:skew", title: "", algos: [{ id: "rb-d" }, { id: "rb-d~2" }] };
  assert.equal(fileName(data, 3, "map"), "skew_r3_map_rb-d_rb-d-2");
});

for (const [source, title, name] of [
  ["letor:MQ2008/Fold1/train.txt?queries=3", "x", "train"],
  ["table:C%3A%5Cdata%5CMes%20th%C3%A9s.csv", "x", "mes-thes"],
  ["table:100%.csv", "x", "100"],
  ["table:../../a/b.tar.gz", "x", "b-tar"],
  ["table:お茶.csv", "x", "お茶"],
  ["inline:?items=a,b&h1=10&pairs=a>b", "Built by hand", "built-by-hand"],
  ["", "Diabetes, 4 grades", "diabetes-4-grades"],
  ["table:???", "", "data"],
  [`table:${"long".repeat(40)}.csv`, "", "long".repeat(10)],
])
  test(`data from "${source.slice(0, 30)}" are called ${name}`, () => {
    assert.equal(shortName({ source, title }), name);
  });

test("a pack contains the source of its data", () => {
  assert.match(fileName(run("rounds"), 2, null), /^[\p{L}\p{N}-]+_r2(_[\w-]+)+$/u);
});
