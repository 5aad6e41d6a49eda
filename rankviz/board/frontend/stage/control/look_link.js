/** Where what the reader looks at is written down: in the address bar at once, and to Python when the reader rests. */

import { Timer } from "../host/rest.js";

const REST = 400;
const ANSWERED = 1500;
/** Separates what is sent together. */
const AND = ";";

/**
 * @typedef {Object} Seen
 * @property {string} look of the board (see view.js)
 * @property {boolean} present whether the stage has the screen for itself
 * @property {string} tab the part of the drawer that is open
 * @property {string} explain the number that is explained
 */

/** What comes back of what was sent. @param {{look?: string, tab?: string, explain?: string}} seen */
const echoOf = ({ look = "", tab = "", explain = "" }) => [tab, explain, look].join(AND);

export class LookLink {
  /** @param {(text: string) => void} commit */
  constructor(commit) {
    this.commit = commit;
    this.timer = new Timer(() => this.send());
    /** So that no text is sent twice: to Streamlit that is no change, and Python may have moved on by itself. */
    this.count = Date.now();
    /** What waits to be sent. @type {Seen | null} */
    this.waiting = null;
    /** What was sent and has not come back. @type {string[]} */
    this.sent = [];
    /** What Python sent last. @type {string | undefined} */
    this.received = undefined;
    this.path = window.location.pathname;
  }

  /** @param {Seen} seen @param {boolean} [step] whether it is a step of the browser's history */
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
      // A sandboxed frame may forbid it; Python still gets it.
    }
  }

  /** @param {number} ms after which what waits is sent, if its page is still the one that is shown */
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
   * Whether what Python says is new, what it said before, or only an echo of what was sent here: by then the reader may have chosen again.
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
    this.timer.stop();
  }
}

/** @param {URL} url @param {string} name @param {string} value */
function put(url, name, value) {
  if (value) url.searchParams.set(name, value);
  else url.searchParams.delete(name);
}
