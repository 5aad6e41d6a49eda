/** Where it is written down what is shown: in the address bar at once, and to Python when the reader rests. */

const REST = 400;
const ANSWERED = 1500;

export class LookLink {
  /** @param {(text: string) => void} commit */
  constructor(commit) {
    this.commit = commit;
    this.timer = 0;
    /** What waits to be sent. @type {string | null} */
    this.waiting = null;
    this.path = window.location.pathname;
  }

  /** @param {string} look @param {boolean} present */
  write(look, present) {
    this.waiting = `${present ? "present" : ""};${look}`;
    this.rest(REST);
    try {
      const url = new URL(window.location.href);
      put(url, "look", look);
      put(url, "present", present ? "1" : "");
      window.history.replaceState(window.history.state, "", url);
    } catch {
      // A sandboxed frame may forbid it; Python is told all the same.
    }
  }

  /** @param {number} ms after which what waits is sent, if its page is still the one that is shown */
  rest(ms) {
    clearTimeout(this.timer);
    if (this.waiting === null) return;
    this.timer = window.setTimeout(() => {
      const text = this.waiting;
      this.waiting = null;
      if (text !== null && window.location.pathname === this.path) this.commit(text);
    }, ms);
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
    clearTimeout(this.timer);
  }
}

/** @param {URL} url @param {string} name @param {string} value */
function put(url, name, value) {
  if (value) url.searchParams.set(name, value);
  else url.searchParams.delete(name);
}
