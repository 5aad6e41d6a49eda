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
 */

export class Teller {
  constructor() {
    /** @type {Status} */
    this.now = { t: 0, code: "", notes: null, question: null, counts: null };
    this.channel = new BroadcastChannel(CHANNEL);
    // A window that opens asks with "?"; what it gets is an object.
    this.channel.onmessage = (event) => event.data === "?" && this.tell({});
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
