/** A cache of drawn rounds for a bump chart, side by side on one sheet: a step draws one round, and pastes the sheet. */

import { html } from "../../draw/dom.js";

/**
 * @param {number} size number of cached rounds @param {number} width of the sheet @param {number} height device px
 * @param {(pen: CanvasRenderingContext2D, round: number, width: number) => void} draw draws a round at the left end of its slot, with that width, device px
 */
export function roundStrips(size, width, height, draw) {
  const sheet = html("canvas", { width: Math.max(width, size), height });
  const pen = /** @type {CanvasRenderingContext2D} */ (sheet.getContext("2d"));
  /** The round drawn in each slot. */
  const known = new Int32Array(size).fill(-1);
  let each = 0;

  /** @param {number} round */
  const placeOf = (round) => (round - 1) % size;

  /** @param {number} round */
  function have(round) {
    const place = placeOf(round);
    if (known[place] === round) return;
    known[place] = round;
    pen.save();
    pen.setTransform(1, 0, 0, 1, place * each, 0);
    pen.beginPath();
    pen.rect(0, 0, each, height);
    pen.clip();
    pen.clearRect(0, 0, each, height);
    draw(pen, round, each);
    pen.restore();
  }

  return {
    /** Paste consecutive rounds, at most as many as are cached. @param {CanvasRenderingContext2D} paper @param {number} first @param {number} last round @param {number} wide width of a round, so that all fit on the sheet @param {number} x of the first, device px */
    paste(paper, first, last, wide, x) {
      if (wide !== each) known.fill(-1);
      each = wide;
      for (let round = first; round <= last; round++) have(round);
      // The sheet is a ring: what is pasted may wrap around its end.
      for (let round = first; round <= last;) {
        const place = placeOf(round);
        const count = Math.min(last - round + 1, size - place);
        const across = count * wide;
        const to = x + (round - first) * wide;
        paper.drawImage(sheet, place * wide, 0, across, height, to, 0, across, height);
        round += count;
      }
    },
    /** Redraw rounds from this one on. @param {number} from */
    forget(from) {
      known.forEach((round, place) => {
        if (round >= from) known[place] = -1;
      });
    },
  };
}
