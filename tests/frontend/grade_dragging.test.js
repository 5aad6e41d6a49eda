/** Dragging an item's grade in the workbench. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { gradeAt, GradeDragging, withGrade } from "#frontend/stage/workbench/grade_dragging.js";
import { gives } from "./cases.js";
/** @import { Table } from "#frontend/stage/workbench/scene.js" */

/** @type {Table} */
const TABLE = {
  items: ["a", "b", "c"],
  rankers: [{ name: "h1", bits: [1, 0, 0] }],
  features: [],
  pairs: [
    [0, 1],
    [0, 2],
    [1, 2],
  ],
  graded: true,
  grades: [2, 1, 0],
};

/** Return the document's events, and a workbench. */
function bench() {
  /** @type {unknown[]} */
  const heard = [];
  Object.assign(globalThis, {
    document: { dispatchEvent: (/** @type {CustomEvent} */ event) => heard.push(event.detail) },
  });
  let table = TABLE;
  /** @type {Record<string, unknown>[]} */
  const sent = [];
  const grading = new GradeDragging({
    table: () => table,
    draw: (next) => void (table = next),
    send: (edit) => void sent.push(edit),
  });
  return { grading, heard, sent, table: () => table };
}

/** @param {string} key */
const pressed = (key) => /** @type {KeyboardEvent} */ (/** @type {unknown} */ ({ key }));

test("dragging up raises the grade, and the pairs follow the grades", () => {
  gives([-60, -12, 0, 40], (dy) => gradeAt(1, dy), [4, 2, 1, -1]);
  assert.equal(gradeAt(999, -500), 1000);
  const other = withGrade(TABLE, 2, 2);
  assert.deepEqual(other.pairs, [
    [0, 1],
    [2, 1],
  ]);
  assert.deepEqual(TABLE.grades, [2, 1, 0]);
});

test("during a drag the stage follows, and the server learns the result on release", () => {
  const { grading, heard, sent, table } = bench();
  grading.start(1, 100);
  grading.onMove(99);
  assert.deepEqual(heard, []);
  grading.onMove(50);
  assert.deepEqual(heard, [{ grades: [2, 3, 0], held: true }]);
  assert.deepEqual(sent, []);
  grading.release();
  assert.deepEqual(heard[1], { grades: [2, 3, 0], held: false });
  assert.deepEqual(sent, [{ do: "grade", item: "b", to: 3 }]);
  assert.deepEqual(table().grades, [2, 3, 0]);
});

test("dragging back to the old grade sends nothing", () => {
  const { grading, sent } = bench();
  grading.start(1, 100);
  grading.onMove(50);
  grading.onMove(100);
  assert.equal(grading.release(), false);
  assert.deepEqual(sent, []);
});

test("arrow keys step, Enter applies and Escape restores", () => {
  const { grading, heard, sent, table } = bench();
  assert.ok(grading.key(pressed("ArrowUp"), 2));
  assert.ok(grading.key(pressed("ArrowRight"), 2));
  assert.deepEqual(table().grades, [2, 1, 2]);
  assert.ok(grading.key(pressed("Escape"), 2));
  assert.deepEqual(table(), TABLE);
  assert.deepEqual(heard.at(-1), { grades: null, held: true });
  assert.equal(grading.key(pressed("Escape"), 2), false);
  assert.equal(grading.key(pressed("Enter"), 2), false);
  grading.key(pressed("ArrowDown"), 0);
  assert.ok(grading.key(pressed("Enter"), 0));
  assert.deepEqual(sent, [{ do: "grade", item: "a", to: 1 }]);
});
