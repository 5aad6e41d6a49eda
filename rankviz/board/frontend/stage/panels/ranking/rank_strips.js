/** The last rounds of a bump chart side by side on one sheet, kept while they are in the chart: a step draws one round, and pastes the sheet. */

import { html } from "../../draw/dom.js";

/**
 * @param {number} size how many are kept @param {number} width of the sheet @param {number} height device px
 * @param {(pen: CanvasRenderingContext2D, round: number, width: number) => void} draw a round at the left end of its place, of that width, device px
 */
export function roundStrips(size, width, height, draw) {
  const sheet = html("canvas", { width: Math.max(width, size), height });
  const pen = /** @type {CanvasRenderingContext2D} */ (sheet.getContext("2d"));
  /** The round that is drawn in each place. */
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
    /** Rounds one after the other, at most as many as are kept. @param {CanvasRenderingContext2D} paper @param {number} first @param {number} last round @param {number} wide a round is, so that all fit on the sheet @param {number} x where the first begins, device px */
    paste(paper, first, last, wide, x) {
      if (wide !== each) known.fill(-1);
      each = wide;
      for (let round = first; round <= last; round++) have(round);
      // The sheet is a ring: what is pasted may come round its end.
      for (let round = first; round <= last;) {
        const place = placeOf(round);
        const count = Math.min(last - round + 1, size - place);
        const across = count * wide;
        const to = x + (round - first) * wide;
        paper.drawImage(sheet, place * wide, 0, across, height, to, 0, across, height);
        round += count;
      }
    },
    /** Rounds from this one on are drawn anew. @param {number} from */
    forget(from) {
      known.forEach((round, place) => {
        if (round >= from) known[place] = -1;
      });
    },
  };
}
