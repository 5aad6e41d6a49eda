/** Where the round is written down: at once in the address bar, and to Python when the reader rests. */

import { inApp } from "../app.js";

const REST = 400;
const ECHO = 4000;
const ADDRESS = 320; // Safari refuses more than 100 address changes in 30 s

/**
 * The round last on a stage, on which page, and the server process that page came from: a stage that is mounted anew
 * after the server was started again has nothing else to know it from.
 * @type {{server: string | undefined, path: string, t: number}}
 */
const last = { server: undefined, path: "", t: 0 };

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
    last.path = window.location.pathname;
    last.t = t;
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
      // No server at all: Streamlit says so itself. When there is one again, it may be another.
      clearTimeout(this.echoTimer);
      this.echoTimer = window.setTimeout(() => this.check(), ECHO);
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
   * What Python says. Its echo of what we sent is no news; anything else is a request to go there. A server that was
   * started again knows only the round of the address it was opened with: it is told where the reader is.
   * @param {number} round @param {string | undefined} server @returns {number | null} where to go, null to stay
   */
  heard(round, server) {
    const again = last.server !== undefined && server !== last.server;
    const stays = again && last.path === window.location.pathname;
    last.server = server;
    if (stays && round !== last.t) {
      this.told = round;
      this.sent.length = 0;
      clearTimeout(this.restTimer);
      this.restTimer = window.setTimeout(() => {
        this.sent.push(last.t);
        // Streamlit sends only what differs from what this page sent before; Python takes the whole part.
        this.commit(last.t + 0.25);
      }, REST);
      this.write(last.t);
      return last.t;
    }
    const before = this.told;
    this.told = round;
    if (before === round) return null;
    const echo = this.sent.indexOf(round);
    if (echo >= 0) {
      this.sent.splice(0, echo + 1);
      if (!this.sent.length) clearTimeout(this.echoTimer);
      this.write(last.t); // a choice made before Python knew the round has written another
      return null;
    }
    this.sent.length = 0;
    clearTimeout(this.restTimer);
    clearTimeout(this.echoTimer);
    last.path = window.location.pathname;
    last.t = round;
    return round;
  }

  stop() {
    clearTimeout(this.restTimer);
    clearTimeout(this.echoTimer);
    clearTimeout(this.addressTimer);
  }
}
