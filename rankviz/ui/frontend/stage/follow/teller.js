/** Sends the presenter's second window, in the same browser, what is on the stage; no server takes part. */

/** @import { Counts, Notes, Question } from "./room.js" */

export const CHANNEL = "rankviz-presenter";

/**
 * @typedef {Object} Status
 * @property {number} t the round
 * @property {string} code of the room, "" for none
 * @property {Notes | null} notes
 * @property {Question | null} question
 * @property {Counts | null} counts
 * @property {string} act what the key that goes on does with a question: "ask", "lock", "bars", "reveal", or "" for nothing
 *
 * A key that was pressed in the second window.
 * @typedef {{key: string, code: string, keyCode: number, shiftKey: boolean}} Pressed
 */

export class Teller {
  constructor() {
    /** @type {Status} */
    this.now = { t: 0, code: "", notes: null, question: null, counts: null, act: "" };
    this.channel = new BroadcastChannel(CHANNEL);
    // A window that opens asks with "?"; what it gets is an object, and so are the keys that it sends.
    this.channel.onmessage = ({ data }) => {
      if (data === "?") this.tell({});
      else if (data.key) press(data);
    };
    this.moved = this.moved.bind(this);
    document.addEventListener("rv-round", this.moved);
    document.dispatchEvent(new Event("rv-which-round"));
  }

  /** @param {Partial<Status>} changed */
  tell(changed) {
    Object.assign(this.now, changed);
    this.channel.postMessage(this.now);
  }

  /** @param {Event} event of the stage */
  moved(event) {
    const { at } = /** @type {CustomEvent<{at: {t: number}}>} */ (event).detail;
    this.tell({ t: at.t });
  }

  stop() {
    document.removeEventListener("rv-round", this.moved);
    this.channel.close();
  }
}

/** A key of the second window, as if it were pressed here. @param {Pressed} pressed */
function press({ key, code, keyCode, shiftKey }) {
  const how = { key, code, keyCode, shiftKey, bubbles: true, cancelable: true, composed: true };
  document.body.dispatchEvent(new KeyboardEvent("keydown", how));
  document.body.dispatchEvent(new KeyboardEvent("keyup", how));
}
