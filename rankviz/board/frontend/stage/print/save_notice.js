/** A notice while a picture is made, or if it fails; it floats over the page without moving it. */

import { html, setText } from "../draw/dom.js";
import { KINDS } from "../control/save_request.js";
/** @import { Kind } from "../control/save_request.js" */

/** Faster pictures are not announced, ms. */
const SLOW = 400;
/** How long a failure stays, ms. */
const FAILURE_SHOWN = 15_000;

export function saveNotice() {
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
