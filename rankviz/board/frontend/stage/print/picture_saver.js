/** Save a requested picture, with a notice meanwhile. */

import { saveNotice } from "./save_notice.js";
import { savePicture } from "./save_picture.js";
/** @import { Stage } from "../board/stage.js" */
/** @import { SaveRequest } from "../control/save_request.js" */
/** @import { About } from "./print_sheet.js" */

/**
 * @param {() => Stage | null} stage returns the current stage @param {() => About} about returns the caption's contents
 */
export function pictureSaver(stage, about) {
  const { el, during, stop } = saveNotice();

  /** @param {CustomEvent<SaveRequest>} event */
  async function make({ target, detail }) {
    const board = stage();
    if (!board) return;
    const tile = target instanceof Element && !detail.all ? target.closest("[data-tile]") : null;
    const name = /** @type {HTMLElement | null} */ (tile)?.dataset.tile ?? null;
    await during(detail.kind, savePicture(board, name, detail.kind, about()));
  }

  return {
    el,
    stop,
    /** @param {HTMLElement} root the stage */
    listen: (root) =>
      root.addEventListener("rv-save", (event) => void make(/** @type {CustomEvent<SaveRequest>} */ (event))),
  };
}
