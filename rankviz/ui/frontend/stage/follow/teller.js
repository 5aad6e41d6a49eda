/** Tells the presenter's second window, in this very browser, what is on the stage; no server takes part. */

export const CHANNEL = "rankviz-presenter";

/**
 * @typedef {Object} Told
 * @property {number} t the round
 * @property {string} code of the room, "" for none
 * @property {import("./room.js").Notes | null} notes
 * @property {import("./room.js").Question | null} question
 * @property {import("./room.js").Counts | null} counts
 */

export class Teller {
  constructor() {
    /** @type {Told} */
    this.now = { t: 0, code: "", notes: null, question: null, counts: null };
    this.channel = new BroadcastChannel(CHANNEL);
    // A window that opens asks; what it is told is no question.
    this.channel.onmessage = (event) => event.data === "?" && this.tell({});
    this.moved = this.moved.bind(this);
    document.addEventListener("rv-round", this.moved);
    document.dispatchEvent(new Event("rv-which-round"));
  }

  /** @param {Partial<Told>} news */
  tell(news) {
    Object.assign(this.now, news);
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
