/** Sends what is on the stage to the presenter's second window in the same browser, without a server. */

/** @import { Counts, Notes, Question } from "./room.js" */

export const CHANNEL = "rankviz-presenter";

/**
 * @typedef {Object} Status
 * @property {string} stage identifies the stage, because other tabs may have one, too
 * @property {number} used time of the last click or key on the stage's page, ms
 * @property {number} t the round
 * @property {string} code of the room; "" for none
 * @property {Notes | null} notes
 * @property {Question | null} question
 * @property {Counts | null} counts
 * @property {string} act what the next key does with a question: "ask", "lock", "bars", "reveal", or "" for nothing
 *
 * A key pressed in the second window, for the stage that it shows.
 * @typedef {{stage: string, key: string, code: string, keyCode: number, shiftKey: boolean}} KeyPress
 *
 * The stage is gone.
 * @typedef {{gone: string}} StageGone
 */

const USES = ["pointerdown", "keydown"];

export class SecondWindow {
  constructor() {
    /** @type {Status} */
    this.now = {
      stage: crypto.randomUUID(),
      used: Date.now(),
      t: 0,
      code: "",
      notes: null,
      question: null,
      counts: null,
      act: "",
    };
    this.channel = new BroadcastChannel(CHANNEL);
    // A window that opens asks with "?"; answers and keys are objects.
    this.channel.onmessage = ({ data }) => {
      if (data === "?") this.tell({});
      else if (data.key && data.stage === this.now.stage) press(data);
    };
    this.onRound = this.onRound.bind(this);
    this.leave = this.leave.bind(this);
    this.onUse = this.onUse.bind(this);
    for (const use of USES) document.addEventListener(use, this.onUse, true);
    window.addEventListener("pagehide", this.leave);
    document.addEventListener("rv-round", this.onRound);
    document.dispatchEvent(new Event("rv-which-round"));
  }

  /** @param {Partial<Status>} changed */
  tell(changed) {
    Object.assign(this.now, changed);
    this.channel.postMessage(this.now);
  }

  /** @param {Event} event of the stage */
  onRound(event) {
    const { at } = /** @type {CustomEvent<{at: {t: number}}>} */ (event).detail;
    this.tell({ t: at.t });
  }

  /** @param {Event} event a click or a key of this page, not of the second window */
  onUse(event) {
    if (event.isTrusted) this.now.used = Date.now();
  }

  leave() {
    this.channel.postMessage({ gone: this.now.stage });
  }

  stop() {
    this.leave();
    for (const use of USES) document.removeEventListener(use, this.onUse, true);
    window.removeEventListener("pagehide", this.leave);
    document.removeEventListener("rv-round", this.onRound);
    this.channel.close();
  }
}

/** Dispatch a key of the second window as if it were pressed here. @param {KeyPress} pressed */
function press({ key, code, keyCode, shiftKey }) {
  const how = { key, code, keyCode, shiftKey, bubbles: true, cancelable: true, composed: true };
  document.body.dispatchEvent(new KeyboardEvent("keydown", how));
  document.body.dispatchEvent(new KeyboardEvent("keyup", how));
}
