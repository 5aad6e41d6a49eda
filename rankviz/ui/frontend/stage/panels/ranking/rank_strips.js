/** Pictures of single rounds of a bump chart, cached while they are in the chart: a step draws one round, and pastes the others. */

import { html } from "../../draw/dom.js";

/**
 * @param {number} size how many are cached @param {number} height device px
 * @param {(pen: CanvasRenderingContext2D, round: number, width: number) => void} draw
 * `at`: of that width, device px; `forget`: those from a round on are drawn anew
 */
export function roundStrips(size, height, draw) {
  const cached = Array.from({ length: size }, () => ({
    round: -1,
    canvas: html("canvas", { width: 0, height: 0 }),
  }));
  return {
    /** @param {number} round @param {number} width @returns {HTMLCanvasElement} */
    at(round, width) {
      const slot = cached[round % size];
      if (slot.round !== round || slot.canvas.width !== width) {
        slot.round = round;
        slot.canvas.width = width; // also clears it
        slot.canvas.height = height;
        draw(/** @type {CanvasRenderingContext2D} */ (slot.canvas.getContext("2d")), round, width);
      }
      return slot.canvas;
    },
    /** @param {number} from */
    forget(from) {
      for (const slot of cached) if (slot.round >= from) slot.round = -1;
    },
  };
}
