/** Assertions over many cases, and lists of numbers. */

import assert from "node:assert/strict";

/**
 * Each case gives its value.
 *
 * @template T @param {Iterable<T>} cases @param {(each: T, i: number) => unknown} of @param {unknown[]} values
 * @param {string} [why]
 */
export const gives = (cases, of, values, why) => assert.deepEqual(Array.from(cases, of), values, why);

/** @template T @param {T[]} list @param {(each: T, i: number) => unknown} holds @param {string} [why] */
export const all = (list, holds, why) => assert.ok(list.every(holds), why);

/** @param {Iterable<number>} numbers */
export const sum = (numbers) => [...numbers].reduce((x, y) => x + y, 0);

/** @param {Iterable<number>} numbers */
export const sorted = (numbers) => [...numbers].sort((x, y) => x - y);
