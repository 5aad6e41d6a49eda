/** Paint a map: every mark is a square of pixels in its weight's colour, stamped with a dot (tied) or a cross (reversed). */

/**
 * Return the pixel offsets of the stamps in a square of `size` pixels, with `stride` pixels per row.
 * @param {number} size @param {number} stride
 */
export function stampOffsets(size, stride) {
  /** @type {number[]} */
  const tied = [];
  /** @type {number[]} */
  const reversed = [];
  if (size >= 3) {
    const dot = Math.max(1, Math.round(size * 0.28));
    const from = Math.floor((size - dot) / 2);
    for (let y = from; y < from + dot; y++) for (let x = from; x < from + dot; x++) tied.push(y * stride + x);
    const inset = size > 7 ? Math.round(size * 0.18) : 0;
    const pen = Math.max(0, Math.round(size / 12) - (size < 10 ? 1 : 0));
    for (let i = inset; i < size - inset; i++) {
      for (let w = -pen; w <= pen; w++) {
        const x = Math.min(size - 1, Math.max(0, i + w));
        reversed.push(i * stride + x, i * stride + (size - 1 - x));
      }
    }
  }
  const edge = [];
  for (let i = 0; i < size; i++) edge.push(i, (size - 1) * stride + i, i * stride, i * stride + size - 1);
  return {
    tied: Int32Array.from(tied),
    reversed: Int32Array.from(new Set(reversed)),
    edge: Int32Array.from(new Set(edge)),
  };
}

/**
 * @typedef {Object} Plate
 * @property {Uint32Array} pixels
 * @property {number} stride
 * @property {number} size side of a mark, px
 * @property {number} inner side without the gap to the next mark, px
 * @property {Int32Array} index indices of the marks shown
 * @property {Int32Array} base first pixel of each shown mark
 * @property {ReturnType<typeof stampOffsets>} stamps
 */

/**
 * @param {Plate} plate @param {Uint8Array} codes @param {number} offset offset of the round's state in `codes`
 * @param {{fill: Uint32Array, mark: Uint32Array}} table colours by code
 * @param {(mark: number) => number} treat 1 correct, 0 tied, −1 reversed
 */
export function paintMarks(plate, codes, offset, table, treat) {
  const { pixels, stride, inner, index, base } = plate;
  const { tied, reversed, edge } = plate.stamps;
  for (let k = 0; k < index.length; k++) {
    const mark = index[k];
    const code = codes[offset + mark];
    const at = base[k];
    if (code === 0 && inner > 2) {
      for (let y = 0; y < inner; y++) pixels.fill(0, at + y * stride, at + y * stride + inner);
      for (let i = 0; i < edge.length; i++) pixels[at + edge[i]] = table.fill[0];
    } else {
      const color = table.fill[code];
      for (let y = 0, p = at; y < inner; y++, p += stride)
        for (let x = 0; x < inner; x++) pixels[p + x] = color;
    }
    const how = treat(mark);
    if (how > 0) continue;
    const stamp = how < 0 ? reversed : tied;
    const ink = table.mark[code];
    for (let i = 0; i < stamp.length; i++) pixels[at + stamp[i]] = ink;
  }
}
