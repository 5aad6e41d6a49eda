/** Where the round is written down: at once in the address bar, and to Python when the reader rests. */

import { inApp } from "./app.js";

const REST = 400;
const ECHO = 4000;
const ADDRESS = 320; // Safari refuses more than 100 address changes in 30 s

export class RoundLink {
  /** @param {(t: number) => void} commit */
  constructor(commit) {
    this.commit = commit;
    /** Rounds sent to Python whose echo has not come back. @type {number[]} */
    this.sent = [];
    /** @type {number | null} */
    this.told = null;
    /** Names the server process this page came from. @type {string | undefined} */
    this.server = undefined;
    this.restTimer = 0;
    this.echoTimer = 0;
    this.addressTimer = 0;
    this.addressAt = -Infinity;
  }

  /**
   * @param {number} t @param {boolean} playing nothing is sent while playing
   */
  moved(t, playing) {
    clearTimeout(this.restTimer);
    if (!playing) this.restTimer = window.setTimeout(() => this.send(t), REST);
    clearTimeout(this.addressTimer);
    const wait = ADDRESS - (performance.now() - this.addressAt);
    if (wait <= 0) this.write(t);
    else this.addressTimer = window.setTimeout(() => this.write(t), wait);
  }

  /** @param {number} t */
  send(t) {
    if (t === this.told && this.sent.length === 0) return;
    this.sent.push(t);
    this.commit(t);
    clearTimeout(this.echoTimer);
    this.echoTimer = window.setTimeout(() => this.check(), ECHO);
  }

  /**
   * Nothing came back. When the server was started anew, Streamlit reconnects without running the page again, and
   * its parts stay deaf: loading the page again brings back everything the address says.
   */
  async check() {
    if (!this.sent.length || !this.server) return;
    try {
      const answer = await fetch(inApp("api/server"), { cache: "no-store" });
      if (answer.ok && (await answer.text()) !== this.server) window.location.reload();
    } catch {
      // No server at all: Streamlit says so itself.
    }
  }

  /** Tell Python at once. @param {number} t */
  now(t) {
    clearTimeout(this.restTimer);
    this.send(t);
  }

  /** @param {number} t */
  write(t) {
    this.addressAt = performance.now();
    try {
      const url = new URL(window.location.href);
      if (url.searchParams.get("t") === String(t)) return;
      url.searchParams.set("t", String(t));
      window.history.replaceState(window.history.state, "", url);
    } catch {
      // A sandboxed frame may forbid it; the round then lives in Python alone.
    }
  }

  /**
   * What Python says. Its echo of what we sent is no news; anything else is a request to go there.
   * @param {number} round @returns {boolean} whether to jump
   */
  heard(round) {
    const before = this.told;
    this.told = round;
    if (before === round) return false;
    const echo = this.sent.indexOf(round);
    if (echo >= 0) {
      this.sent.splice(0, echo + 1);
      if (!this.sent.length) clearTimeout(this.echoTimer);
      return false;
    }
    this.sent.length = 0;
    clearTimeout(this.restTimer);
    clearTimeout(this.echoTimer);
    return true;
  }

  stop() {
    clearTimeout(this.restTimer);
    clearTimeout(this.echoTimer);
    clearTimeout(this.addressTimer);
  }
}
