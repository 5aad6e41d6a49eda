/** Where the look of the stage is written down: in the address bar at once, and to Python when the reader rests. */

const REST = 400;
const ANSWERED = 1500;
/** Separates whether the stage has the screen for itself from the look. */
const AND = ";";

/** @param {string} text as it is sent */
const lookIn = (text) => text.slice(text.indexOf(AND) + 1);

export class LookLink {
  /** @param {(text: string) => void} commit */
  constructor(commit) {
    this.commit = commit;
    this.timer = 0;
    /** What waits to be sent. @type {string | null} */
    this.waiting = null;
    /** What was sent and has not come back. @type {string[]} */
    this.sent = [];
    /** The look that Python sent last. @type {string | undefined} */
    this.received = undefined;
    this.path = window.location.pathname;
  }

  /** @param {string} look @param {boolean} present */
  write(look, present) {
    this.waiting = `${present ? "present" : ""}${AND}${look}`;
    this.rest(REST);
    try {
      const url = new URL(window.location.href);
      put(url, "look", look);
      put(url, "present", present ? "1" : "");
      window.history.replaceState(window.history.state, "", url);
    } catch {
      // A sandboxed frame may forbid it; Python still gets the look.
    }
  }

  /** @param {number} ms after which what waits is sent, if its page is still the one that is shown */
  rest(ms) {
    clearTimeout(this.timer);
    if (this.waiting === null) return;
    this.timer = window.setTimeout(() => {
      const text = this.waiting;
      this.waiting = null;
      if (text === null || window.location.pathname !== this.path) return;
      this.sent.push(lookIn(text));
      this.commit(text);
    }, ms);
  }

  /**
   * Whether the look from Python only echoes one that was sent here. By then the reader may have chosen again.
   * @param {string | undefined} look
   */
  echoes(look) {
    if (look === undefined || look === this.received) return false;
    this.received = look;
    const at = this.sent.indexOf(look);
    this.sent.splice(0, at < 0 ? this.sent.length : at + 1);
    return at >= 0;
  }

  /** Something beside the stage was clicked: what it leads to goes first. */
  postpone() {
    this.rest(ANSWERED);
  }

  /** Another page was asked for. */
  leave() {
    this.stop();
  }

  /** The browser went to another step of its history, which says what is shown. */
  elsewhere() {
    this.stop();
  }

  stop() {
    this.waiting = null;
    this.sent.length = 0;
    clearTimeout(this.timer);
  }
}

/** @param {URL} url @param {string} name @param {string} value */
function put(url, name, value) {
  if (value) url.searchParams.set(name, value);
  else url.searchParams.delete(name);
}
