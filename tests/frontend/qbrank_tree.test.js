import assert from "node:assert/strict";
import { test } from "node:test";

import { lookUpTrees } from "#frontend/stage/panels/tree/tree_lookup.js";
import { nearestDot } from "#frontend/stage/panels/tree/item_dots.js";
import {
  dotsAcross,
  questionsWithRoom,
  nodePlaces,
  radiusFor,
  pathToRoot,
} from "#frontend/stage/panels/tree/tree_layout.js";
import { gives } from "./cases.js";

/** A tree in reading order: [depth, whether it is a leaf] per node. */
const made = (/** @type {[number, boolean][]} */ list) => {
  const lines = list.map(([depth], node) => ({ node, depth, other: false }));
  return nodePlaces(lines, (node) => list[node][1]);
};
const CHAIN = made([
  [0, false],
  [1, true],
  [1, false],
  [2, true],
  [2, true],
]);

test("a question is centred above both answers, and leaves go from left to right", () => {
  gives(CHAIN, (p) => p.x, [1.25, 0.5, 2, 1.5, 2.5]);
  gives(CHAIN, (p) => p.leaf, [-1, 0, -1, 1, 2]);
  gives(CHAIN, (p) => p.above, [-1, 0, 0, 2, 2]);
  gives(made([[0, true]]), (p) => p.x, [0.5]);
  assert.deepEqual(made([]), []);
});

test("pathToRoot leads from a leaf through every question to the root", () => {
  gives(pathToRoot(CHAIN, 4), (p) => p.node, [4, 2, 0]);
  gives(pathToRoot(CHAIN, 0), (p) => p.node, [0]);
});

test("all questions of a small tree are named; of a crowded one the top ones, without overlap", () => {
  /** @type {[number, boolean][]} */
  const deep = [];
  for (let d = 0; d < 19; d++) deep.push([d, false], [d + 1, true]);
  deep.push([19, true]);
  const places = made(deep);
  for (const [width, height, all] of [
    [2000, 600, true],
    [300, 90, false],
  ]) {
    const down = (/** @type {number} */ depth) => 14 + (depth * Number(height)) / 19;
    const found = questionsWithRoom(places, Number(width) / 20, Number(width), () => 80, down);
    assert.equal(found[0].place.depth, 0);
    assert.equal(found.length === 19, all);
    for (const [i, a] of found.entries()) {
      assert.ok(a.x >= 40 && a.x <= Number(width) - 40);
      for (const b of found.slice(i + 1))
        assert.ok(Math.abs(a.x - b.x) >= 80 || Math.abs(down(a.place.depth) - down(b.place.depth)) >= 13);
    }
  }
  const itself = (/** @type {number} */ depth) => depth;
  assert.deepEqual(
    questionsWithRoom(places, 2, 40, () => 80, itself),
    [],
    "too narrow for any",
  );
});

test("the fullest pile fits its leaf, unless its dots would be too small to see", () => {
  for (const [most, width, height] of [
    [150, 44, 52],
    [10, 44, 52],
    [800, 100, 60],
  ]) {
    const r = radiusFor(most, width, height);
    assert.ok(dotsAcross(width, r) * Math.floor(height / (2 * r)) >= most && r <= 4, `${most}: ${r}`);
  }
  assert.ok(radiusFor(1e6, 10, 10) >= 0.69);
});

test("nearestDot finds the nearest dot, or none", () => {
  const [x, y] = [
    [0, 10, NaN, 30],
    [0, 0, 0, 0],
  ];
  assert.equal(nearestDot(x, y, 8, 1), 1);
  assert.equal(nearestDot(x, y, 100, 0), -1);
  assert.equal(nearestDot(x, y, 20.5, 0), -1);
});

test("a trained ranker's questions use < if strict, and name categories", () => {
  const nodes = {
    node_left: [1, -1, -1],
    node_right: [2, -1, -1],
    node_feature: [1, 0, 0],
    node_value: [0, -1, 1],
    node_threshold: [0.5, NaN, NaN],
    node_start: [0, 3],
    node_items: [5, 2, 3],
    node_missing_left: [1, 0, 0],
  };
  const asked = (/** @type {object} */ run) => {
    const made = /** @type {any} */ ({
      meta: { features: ["a", "b"], missing: [false, true], runs: [run] },
      arrays: { of: () => ({ get: (/** @type {keyof typeof nodes} */ name) => nodes[name] }) },
    });
    return lookUpTrees(made, /** @type {any} */ ({ index: 0, rounds: 1 })).question(0);
  };
  assert.equal(asked({}), "b ≤ 0.5, or missing");
  assert.equal(asked({ strict: true }), "b < 0.5, or missing");
  nodes.node_threshold[0] = 1e-35;
  assert.equal(asked({}), "b ≤ 0, or missing");
  nodes.node_threshold[0] = -1e-35;
  assert.equal(asked({}), "b < 0, or missing");
  assert.equal(asked({ asks: { 0: "{feature} is one of 1, 4" } }), "b is one of 1, 4");
});
