import assert from "node:assert/strict";
import { test } from "node:test";
import { lastUpTo, theoremsAt } from "#frontend/offline/saved_theorems.js";
import {
  decodeRounds,
  explanationAt,
  fillSentence,
  putNumbers,
} from "#frontend/offline/saved_explanations.js";
import { unfilter } from "#frontend/offline/unfilter.js";
import * as offline from "#frontend/offline/app.js";
import { parseName } from "#frontend/stage/drawer/number_name.js";
import { countVerdicts } from "#frontend/stage/drawer/theorems.js";
import * as host from "#frontend/stage/host/app.js";
import { readHeader, arrayAt } from "#frontend/stage/run/pack.js";
import { gives } from "./cases.js";
/** @import { Form } from "#frontend/offline/saved_explanations.js" */

const ROWS = 3;
const COLUMNS = 4;

/** Return a pack of one array. @param {string} dtype @param {Uint8Array} bytes @returns {ArrayBuffer} */
function packOf(dtype, bytes) {
  const table = { a: { dtype, shape: [ROWS, COLUMNS], offset: 0 } };
  const text = new TextEncoder().encode(JSON.stringify({ arrays: table, meta: {} }));
  const size = Math.ceil((8 + text.length) / 8) * 8 - 8;
  const all = new Uint8Array(8 + size + bytes.length).fill(32);
  new DataView(all.buffer).setUint32(0, 0x52565a31, false);
  new DataView(all.buffer).setUint32(4, size, true);
  all.set(text, 8);
  all.set(bytes, 8 + size);
  return all.buffer;
}

/** Return the pack's array. @param {ArrayBuffer} pack */
function arrayOf(pack) {
  const { start, table } = readHeader(pack);
  return arrayAt(pack, start, table.a);
}

/** Filter as Python does, by definition. @param {bigint[]} values @param {number} axis @param {number} bits */
function differences(values, axis, bits) {
  const stride = axis ? 1 : COLUMNS;
  return values.map((value, i) => {
    const first = axis ? i % COLUMNS === 0 : i < COLUMNS;
    return first ? value : BigInt.asUintN(bits, value - values[i - stride]);
  });
}

/** @param {bigint[]} values @param {number} size @param {boolean} apart */
function written(values, size, apart) {
  const bytes = new Uint8Array(values.length * size);
  values.forEach((value, i) => {
    for (let k = 0; k < size; k++)
      bytes[apart ? k * values.length + i : i * size + k] = Number((value >> BigInt(8 * k)) & 255n);
  });
  return bytes;
}

for (const dtype of ["u1", "u2", "u4", "i4", "f4", "f8"])
  test(`unfilter restores every filter of ${dtype}`, () => {
    const size = Number(dtype[1]);
    const most = 2n ** BigInt(8 * size);
    const values = Array.from(
      { length: ROWS * COLUMNS },
      (_, i) => (0x9e3779b97f4a7c15n * BigInt(i * i + 1)) % most,
    );
    const plain = arrayOf(packOf(dtype, written(values, size, false)));
    for (const order of [0, 1, 2, 4])
      for (const axis of [0, 1])
        for (const apart of [0, 1]) {
          let changed = values;
          for (let k = 0; k < order; k++) changed = differences(changed, axis, 8 * size);
          const pack = packOf(dtype, written(changed, size, Boolean(apart)));
          unfilter(pack, { a: [order, axis, apart] });
          const bytes = (/** @type {ArrayBufferView} */ view) =>
            Buffer.from(view.buffer, view.byteOffset, view.byteLength);
          assert.deepEqual(bytes(arrayOf(pack)), bytes(plain), `${order} ${axis} ${apart}`);
        }
  });

test("unfilter restores a transposed array", () => {
  const plain = Uint16Array.from({ length: ROWS * COLUMNS }, (_, i) => (i * 40503) & 0xffff);
  const turned = Uint16Array.from(
    { length: ROWS * COLUMNS },
    (_, i) => plain[(i % ROWS) * COLUMNS + Math.floor(i / ROWS)],
  );
  const changed = turned.map((value, i) => (i < ROWS ? value : value - turned[i - ROWS]));
  for (const [how, array] of /** @type {[number[], Uint16Array][]} */ ([
    [[0, 0, 0, 1], turned],
    [[1, 0, 0, 1], changed],
  ])) {
    const pack = packOf("u2", new Uint8Array(array.buffer));
    unfilter(pack, { a: how });
    assert.deepEqual(arrayOf(pack), plain);
  }
});

test("a page that carries the run answers every request of the stage", async () => {
  offline.carry({
    runs: { [offline.runName(0)]: new Uint8Array([7]).buffer },
    styles: { stage: "a {}" },
  });
  const carried = await (await host.request(offline.runName(0))).arrayBuffer();
  assert.deepEqual(new Uint8Array(carried), new Uint8Array([7]));
  assert.equal((await host.request("api/server")).status, 404);
  assert.equal((await host.request(`${offline.runName(0)}/theorems?t=1`)).status, 404);
  assert.equal(await host.styleSheet("stage"), "a {}");
});

test("decodeRounds rebuilds a number's rounds from columns", () => {
  const columns = {
    texts: "0.1\t0.2",
    forms: /** @type {Form[]} */ ([
      [
        [[5, 6, 7, 2]],
        [],
        [
          [1, 2, "e1@", 1],
          [3, 4, "z", 0],
        ],
      ],
      [[[5, 6, -1, 0]], [[8, 1]], []],
    ]),
    form: [0, 1],
    columns: ["1.5\t9", "2.5\t", "12\t", "0.7\t"],
  };
  const first = [
    "0.1",
    [[5, 6, 7, "1.5\t2.5"]],
    [],
    [
      [1, 2, "e1@12", "0.7"],
      [3, 4, "z"],
    ],
  ];
  assert.deepEqual(decodeRounds(columns), [first, ["0.2", [[5, 6, -1, ""]], [[8, "9"]], []]]);
});

test("lastUpTo returns the last available round up to a round", () => {
  gives([0, 1, 3, 4, 8, 9, 99], (t) => lastUpTo([0, 4, 8, 9], t), [0, 0, 0, 1, 2, 3, 3]);
});

test("parseName splits a name into run, key and optional round", () => {
  assert.deepEqual(parseName("rb-d~2:alpha"), ["rb-d~2", "alpha", null]);
  assert.deepEqual(parseName("rb-d:e1@12"), ["rb-d", "e1", 12]);
  assert.deepEqual(parseName("rb-d:pair:3:4"), ["rb-d", "pair:3:4", null]);
});

test("fillSentence puts numbers in their places", () => {
  const sentence = fillSentence("x > \f orders \f of the \f pairs.", "1.5\t7\t24");
  assert.deepEqual([sentence, fillSentence("none", "")], ["x > 1.5 orders 7 of the 24 pairs.", "none"]);
});

test("putNumbers puts numbers into an equation", () => {
  const tree = /** @type {any} */ (["mrow", {}, ["mn", {}, 1], ["mo", {}, "="], ["mn", {}, 0]]);
  assert.deepEqual(putNumbers(tree, ["2", "0.5"]), [
    "mrow",
    {},
    ["mn", {}, "0.5"],
    ["mo", {}, "="],
    ["mn", {}, "2"],
  ]);
});

test("a theorem's columns begin at its first round", () => {
  const row = { name: "A", equation: "(1)", relation: "≤", first: 1, verdicts: [0, 2], why: [0, 1] };
  const sides = { left: "1\t2", right: "3\t4", slack: "2\t2" };
  const all = {
    every: 4,
    why: ["", "because"],
    runs: [{ label: "RB-D", at: [0, 4, 8], rows: [{ ...row, ...sides }] }],
  };
  const [start, then, end] = [0, 5, 9].map((t) => theoremsAt(all, t)[0]);
  assert.deepEqual([start.when, start.rows], ["at the start (this file has one round in 4)", []]);
  assert.deepEqual(then.rows, [[0, "A", "(1)", "", "1", "≤", "3", "2"]]);
  assert.deepEqual(end.rows, [[2, "A", "(1)", "because", "2", "≤", "4", "2"]]);
  assert.equal(countVerdicts([...then.rows, ...end.rows]), "1 holds, 1 does not apply");
  assert.equal(
    countVerdicts([[1, "", "", "", "", "", "", ""], ...then.rows, ...then.rows]),
    "1 VIOLATED, 2 hold",
  );
});

test("explanationAt says when the file lacks the equation", () => {
  const none = { every: 1, at: [], math: [], texts: [], runs: {} };
  const found = explanationAt(none, "rb-d", "alpha", 3);
  assert.ok("said" in found && found.said.includes("not in this file"));
});

test("between two rounds in the file, explanationAt links to both", () => {
  const alpha = {
    symbol: "α",
    name: "weight",
    texts: "1\t2\t3",
    form: [0, 0, 0],
    forms: [[[], [], []]],
    columns: [],
  };
  const run = { label: "RB-D", at: [0, 4, 8], numbers: { alpha } };
  const all = { every: 4, at: [0, 4, 8], math: [], texts: [], runs: { "rb-d": run } };
  const found = explanationAt(all, "rb-d", "alpha", 5);
  assert.ok("inputs" in found && found.text === "" && found.notes[0].includes("one round in 4"));
  assert.deepEqual(found.inputs, [
    ["α", "weight", "alpha@4", "2"],
    ["α", "weight", "alpha@8", "3"],
  ]);
  const there = explanationAt(all, "rb-d", "alpha@8", 5);
  assert.ok("inputs" in there && there.text === "3" && there.t === 8);
});
