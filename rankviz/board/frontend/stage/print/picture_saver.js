/** Save a requested picture, with a notice meanwhile. */

import { savePicture } from "./save_picture.js";
import { html, setText } from "../draw/dom.js";
import { KINDS } from "../control/save_request.js";
/** @import { Stage } from "../board/stage.js" */
/** @import { Kind, SaveRequest } from "../control/save_request.js" */
/** @import { About } from "./print_sheet.js" */

/** Faster pictures are not announced, ms. */
const SLOW = 400;
/** How long a failure stays, ms. */
const FAILURE_SHOWN = 15_000;

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

/** A notice while a picture is made, or if it fails; it floats over the page without moving it. */
function saveNotice() {
  const el = html("div", { class: "rv-status rv-saving", role: "status", hidden: true });
  let timer = 0;

  /** @param {string} text "" hides it @param {number} wait ms */
  function say(text, wait = 0) {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      setText(el, text);
      el.hidden = !text;
    }, wait);
  }

  return {
    el,
    /** @param {Kind} kind @param {Promise<void>} work a rejection is shown, not rethrown */
    async during(kind, work) {
      const what = kind === "print" ? "page" : KINDS[kind];
      say(`Making the ${what} …`, SLOW);
      try {
        await work;
        say("");
      } catch (error) {
        console.error(error);
        setText(el, `The ${what} could not be made: ${error instanceof Error ? error.message : error}`);
        el.hidden = false;
        say("", FAILURE_SHOWN);
      }
    },
    stop: () => clearTimeout(timer),
  };
}
