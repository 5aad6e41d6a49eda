import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import {
  truncate,
  fromLog10,
  inFull,
  gradeText,
  num,
  percent,
  scientific,
  signed,
  tick,
  tickLog,
  asFactor,
} from "#frontend/stage/draw/format.js";
import { gives } from "./cases.js";

const NOTHING = [NaN, Infinity, -Infinity, undefined];

/** @param {(x: number) => string} format @param {[number, string][]} cases */
function says(format, cases) {
  for (const [x, text] of cases)
    assert.equal(format(x), text, `${format.name}(${Object.is(x, -0) ? "-0" : x})`);
}

test("every format writes a dash for a value that is not a number", () => {
  for (const format of [num, scientific, signed, fromLog10, asFactor, percent, gradeText])
    for (const x of NOTHING) assert.equal(format(/** @type {number} */ (x)), "—", `${format.name}(${x})`);
  for (const x of NOTHING) assert.equal(inFull(/** @type {number} */ (x)), "no value here");
});

test("num keeps three or four significant digits and a steady width", () => {
  says(num, [
    [0, "0"],
    [-0, "0"],
    [1, "1.000"],
    [0.5, "0.500"],
    [-0.5, "−0.500"],
    [0.0005, "0.001"],
    [9.9996, "10.000"],
    [12.345, "12.35"],
    [123.456, "123.5"],
    [-1234.5, "−1,234"],
    [99999.4, "99,999"],
  ]);
});

test("num writes powers of ten for very large and very small numbers", () => {
  says(num, [
    [99999.5, "1.0×10⁵"],
    [0.00049, "4.9×10⁻⁴"],
    [1e-300, "1.0×10⁻³⁰⁰"],
    [-1e-300, "−1.0×10⁻³⁰⁰"],
    [5e-324, "4.9×10⁻³²⁴"],
    [1e21, "1.0×10²¹"],
    [-1.7976931348623157e308, "−1.8×10³⁰⁸"],
  ]);
});

test("the minus is a minus sign, never a hyphen", () => {
  for (const x of [-1e-300, -0.25, -3, -45.6, -789, -12345, -1e21])
    for (const format of [num, scientific, signed, tick, inFull]) {
      assert.match(format(x), /^−/, `${format.name}(${x})`);
      assert.doesNotMatch(format(x).replace(/e-/, ""), /-/, `${format.name}(${x})`);
    }
});

test("signed writes a plus only above zero", () => {
  gives([0.25, 0, -0, -0.25, 1e21], signed, ["+0.250", "0", "0", "−0.250", "+1.0×10²¹"]);
});

test("scientific keeps three digits of a small number", () => {
  gives([0.000123456, -0.000123456, 1e-300, 0.01234, 1e21, 0], scientific, [
    "1.23×10⁻⁴",
    "−1.23×10⁻⁴",
    "1.00×10⁻³⁰⁰",
    "0.012",
    "1.00×10²¹",
    "0",
  ]);
});

test("fromLog10 writes numbers beyond the range of floats", () => {
  gives([0, -0, -300.5, 1000, -5000.25, 2], fromLog10, [
    "1.000",
    "1.000",
    "3.2×10⁻³⁰¹",
    "1.0×10¹⁰⁰⁰",
    "5.6×10⁻⁵⁰⁰¹",
    "100.0",
  ]);
});

test("asFactor writes a factor, with more digits close to 1", () => {
  says(asFactor, [
    [1 + 4e-16, "×1"],
    [1 + 1e-9, "×1.0000"],
    [0, "×0"],
    [1, "×1"],
    [1.0004, "×1.0004"],
    [0.97, "×0.970"],
    [1.274, "×1.27"],
    [9.996, "×10.0"],
    [45.67, "×45.7"],
    [123.4, "×123.4"],
    [0.004, "×0.004"],
    [1e-300, "×1.0×10⁻³⁰⁰"],
  ]);
});

test("percent writes one decimal", () => {
  gives([0.5, 1, 0, 0.12345], percent, ["50.0 %", "100.0 %", "0.0 %", "12.3 %"]);
});

test("inFull writes every digit", () => {
  gives([0.1 + 0.2, -0.1, 1e21, 0], inFull, ["0.30000000000000004", "−0.1", "1e+21", "0"]);
});

test("tick labels are short", () => {
  says(tick, [
    [0, "0"],
    [0.5, "0.5"],
    [-0.25, "−0.25"],
    [1000, "1000"],
    [0.0005, "0.001"],
    [0.0001, "10⁻⁴"],
    [200000, "2×10⁵"],
    [1e21, "10²¹"],
    [0.30000000000000004, "0.3"],
  ]);
  gives([0, -2, 3, -3, 12, Math.log10(2)], tickLog, ["1", "0.01", "1000", "10⁻³", "10¹²", "2"]);
});

test("truncate and gradeText keep texts short", () => {
  assert.equal(truncate("abcdef", 6), "abcdef");
  assert.equal(truncate("abcdefg", 6), "abcde…");
  assert.equal(truncate("ab cdef", 4), "ab…");
  assert.equal(truncate("abc", 1), "a…");
  gives([3, 0, 2.5, 1.23456], gradeText, ["3", "0", "2.5", "1.235"]);
});

test("numbers agree with the table that Python's sentences are tested with", () => {
  /** @type {[number, string, string][]} */
  const written = JSON.parse(readFileSync(new URL("numbers.json", import.meta.url), "utf8"));
  for (const [x, text, factor] of written)
    assert.deepEqual([num(x), asFactor(x)], [text, `×${factor}`], `${x}`);
});
