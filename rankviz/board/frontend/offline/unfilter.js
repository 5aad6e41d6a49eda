/** Restore the arrays of a filtered pack in place (written by board/offline/filters.py). */

import { readHeader } from "../stage/run/pack.js";
import { UNSIGNED, addPredictions } from "./predictions.js";

/** @typedef {number[]} Filter order of the differences, their axis, whether bytes are grouped by position in the element, whether the array is transposed, whether it lacks its prediction */

/** @param {ArrayBuffer} pack @param {Record<string, Filter>} filters by array name */
export function unfilter(pack, filters) {
  const { start, table } = readHeader(pack);
  for (const [name, [order, axis, apart, turned]] of Object.entries(filters)) {
    const { dtype, shape, offset } = table[name];
    const size = Number(dtype[1]);
    const count = shape.reduce((x, y) => x * y, 1);
    if (apart) joinBytes(new Uint8Array(pack, start + offset, count * size), size);
    for (let k = 0; k < order; k++)
      undoDifferences(pack, start + offset, size, count, turned ? [shape[1], shape[0]] : shape, axis);
    if (turned) transpose(new Uint8Array(pack, start + offset, count * size), size, shape[0], shape[1]);
  }
  const predicted = Object.keys(filters).filter((name) => filters[name][4]);
  if (predicted.length) addPredictions(pack, start, table, new Set(predicted));
}

/** Ungroup bytes that are sorted by position: first bytes first. @param {Uint8Array} bytes @param {number} size */
function joinBytes(bytes, size) {
  const apart = bytes.slice();
  const count = apart.length / size;
  for (let k = 0; k < size; k++) for (let i = 0; i < count; i++) bytes[i * size + k] = apart[k * count + i];
}

/** Turn columns back into rows. @param {Uint8Array} bytes @param {number} size of an element @param {number} rows @param {number} columns */
function transpose(bytes, size, rows, columns) {
  const turned = bytes.slice();
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++)
      for (let k = 0; k < size; k++) bytes[(i * columns + j) * size + k] = turned[(j * rows + i) * size + k];
}

/** @param {ArrayBuffer} pack @param {number} at @param {number} size of an element, bytes @param {number} count @param {number[]} shape @param {number} axis */
function undoDifferences(pack, at, size, count, shape, axis) {
  const stride = shape.slice(axis + 1).reduce((x, y) => x * y, 1);
  const whole = stride * shape[axis];
  const values = /** @type {Uint8Array} */ (new UNSIGNED[/** @type {1} */ (size)](pack, at, count));
  for (let i = 0; i < count; i++) if (i % whole >= stride) values[i] += values[i - stride];
}
