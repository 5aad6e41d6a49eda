/** Write what the reader looks at: into the address at once, and to the server when the reader rests. */

import { Timer } from "../host/rest.js";

const REST = 400;
const ANSWERED = 1500;
/** Separates values that are sent together. */
const AND = ";";

/**
 * @typedef {Object} Seen
 * @property {string} look state of the board (see view.js)
 * @property {boolean} present whether the stage fills the screen
 * @property {string} tab the open part of the drawer
 * @property {string} explain the explained number
 */

/** Return the text that comes back as an echo of what was sent. @param {{look?: string, tab?: string, explain?: string}} seen */
const echoOf = ({ look = "", tab = "", explain = "" }) => [tab, explain, look].join(AND);

export class LookLink {
  /** @param {(text: string) => void} commit */
  constructor(commit) {
    this.commit = commit;
    this.timer = new Timer(() => this.send());
    /** The last text sent, so that none is sent twice: Streamlit ignores it, and the server may have changed since. */
    this.count = Date.now();
    /** What waits to be sent. @type {Seen | null} */
    this.waiting = null;
    /** Texts sent that have not come back. @type {string[]} */
    this.sent = [];
    /** What the server sent last. @type {string | undefined} */
    this.received = undefined;
    this.path = window.location.pathname;
  }

  /** @param {Seen} seen @param {boolean} [step] whether to add an entry to the browser's history */
  write(seen, step = false) {
    this.waiting = seen;
    this.rest(REST);
    try {
      const url = new URL(window.location.href);
      put(url, "look", seen.look);
      put(url, "present", seen.present ? "1" : "");
      put(url, "tab", seen.tab);
      put(url, "explain", seen.tab ? seen.explain : "");
      const { history } = window;
      if (step) history.pushState(history.state, "", url);
      else history.replaceState(history.state, "", url);
    } catch {
      // A sandboxed frame may forbid it; the server still gets it.
    }
  }

  /** @param {number} ms after which it is sent, if the page is still shown */
  rest(ms) {
    this.timer.stop();
    if (this.waiting !== null) this.timer.start(ms);
  }

  /** Send what waits. */
  send() {
    this.timer.stop();
    const seen = this.waiting;
    this.waiting = null;
    if (seen === null || window.location.pathname !== this.path) return;
    this.sent.push(echoOf(seen));
    this.count += 1;
    this.commit([this.count, seen.present ? "present" : "", seen.tab, seen.explain, seen.look].join(AND));
  }

  /**
   * Return whether the server's text is new; it may repeat the previous one, or echo what was sent from here, after which the reader may have chosen again.
   * @param {{look?: string, tab?: string, explain?: string}} said @returns {"new" | "same" | "echo"}
   */
  isNew(said) {
    const text = echoOf(said);
    if (text === this.received) return "same";
    this.received = text;
    const at = this.sent.indexOf(text);
    this.sent.splice(0, at < 0 ? this.sent.length : at + 1);
    return at < 0 ? "new" : "echo";
  }

  /** Wait: a click outside the stage goes first. */
  postpone() {
    this.rest(ANSWERED);
  }

  /** Stop sending: another page was requested. */
  leave() {
    this.stop();
  }

  /** Drop what waits: after Back or Forward the history entry says what is shown. */
  elsewhere() {
    this.stop();
  }

  stop() {
    this.waiting = null;
    this.sent.length = 0;
    this.timer.stop();
  }
}

/** @param {URL} url @param {string} name @param {string} value */
function put(url, name, value) {
  if (value) url.searchParams.set(name, value);
  else url.searchParams.delete(name);
}
