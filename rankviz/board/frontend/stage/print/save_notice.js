/** A notice while a picture is made, or when it cannot be: over the page, which does not move. */

import { html, setText } from "../draw/dom.js";
import { KINDS } from "../control/save_request.js";
/** @import { Kind } from "../control/save_request.js" */

/** Quick ones are not announced, ms. */
const SLOW = 400;
/** How long a failure stays to be read, ms. */
const READ = 15_000;

export function saveNotice() {
  const el = html("div", { class: "rv-status rv-saving", role: "status", hidden: true });
  let timer = 0;

  /** @param {string} text nothing hides it @param {number} wait ms */
  function say(text, wait = 0) {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      setText(el, text);
      el.hidden = !text;
    }, wait);
  }

  return {
    el,
    /** @param {Kind} kind @param {Promise<void>} work never rejects here */
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
        say("", READ);
      }
    },
    stop: () => clearTimeout(timer),
  };
}
