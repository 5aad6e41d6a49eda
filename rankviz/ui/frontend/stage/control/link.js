/** Where the round is written down: at once in the address bar, and to Python when the reader rests. */

import { ask } from "../app.js";
import { beatIn, momentText } from "../beats/beats.js";

const REST = 400;
/** Beats rest longer before Python hears of their round: its answer takes frames from the beat that comes next. */
const BEATS_REST = 1200;
/** The address is written when a beat stands on the screen. */
const DRAWN = 50;
const ANSWERED = 1500; // a click beside the stage has had its answer, and a page it led to is there
const ECHO = 4000;
const ADDRESS = 320; // Safari refuses more than 100 address changes in 30 s

/**
 * The round last on a stage, on which page, and the server process that page came from: a stage that is mounted anew
 * after the server was started again knows its round only from here. `behind` is the round of which a server that was
 * started again was told nothing better yet: until it has answered, the stage may be mounted anew once more.
 * @type {{server: string | undefined, behind: number | undefined, path: string, t: number, beat: number}}
 */
const last = { server: undefined, behind: undefined, path: "", t: 0, beat: 0 };

/**
 * By page: the round that was not sent any more when the page was left, of which run, and the round Python knew then.
 * @type {Map<string, {run: string, known: number | null, t: number}>}
 */
const unsent = new Map();

/** Whether the address of the document was read; later ones are the stage's and Python's. */
let opened = false;

/**
 * The beat that the address names, if it is of the round that Python sent. Python writes addresses of whole rounds, and may have written
 * one before the stage was there: the first time the address that the document was opened with counts as well.
 * @param {number} round
 */
export function beatOpened(round) {
  const first = opened ? undefined : performance.getEntriesByType("navigation")[0]?.name;
  opened = true;
  const addresses = [window.location.href, first ?? ""].map((text) =>
    URL.canParse(text) ? new URL(text) : null,
  );
  const here = addresses.filter((url) => url?.pathname === window.location.pathname);
  return here.reduce((beat, url) => beat || beatIn(url?.searchParams.get("t") ?? null, round), 0);
}

/**
 * What is sent of round t after `before` was sent: the same number twice is no change to Streamlit, which then sends
 * nothing, and Python may have moved the round in between. Python drops the quarter.
 * @param {number} t @param {number | null} before
 */
export const toSend = (t, before) => (t === before ? t + 0.25 : t);

export class RoundLink {
  /** @param {(t: number) => void} commit */
  constructor(commit) {
    this.commit = commit;
    /** Rounds sent to Python whose echo has not come back. @type {number[]} */
    this.sent = [];
    /** The round that Python knows. @type {number | null} */
    this.known = null;
    /** Names the server process this page came from. @type {string | undefined} */
    this.server = undefined;
    /** Names the run. */
    this.run = "";
    /** The page this stage is on. */
    this.path = window.location.pathname;
    this.left = false;
    /** What is done when Python has answered. @type {(() => void) | null} */
    this.then = null;
    /** The round that waits to be sent. @type {number | null} */
    this.resting = null;
    this.restTimer = 0;
    this.echoTimer = 0;
    this.addressTimer = 0;
    this.addressAt = -Infinity;
  }

  /**
   * @param {number} t @param {boolean} playing nothing is sent while playing
   * @param {number} [beat] of the round: the address says it, Python needs only the round
   */
  moved(t, playing, beat = 0) {
    last.path = window.location.pathname;
    last.t = t;
    last.beat = beat;
    this.resting = playing ? null : t;
    this.rest(beat ? BEATS_REST : REST);
    clearTimeout(this.addressTimer);
    const wait = Math.max(ADDRESS - (performance.now() - this.addressAt), beat ? DRAWN : 0);
    if (wait <= 0) this.write();
    else this.addressTimer = window.setTimeout(() => this.write(), wait);
  }

  /** @param {number} ms after which the round that waits is sent */
  rest(ms) {
    clearTimeout(this.restTimer);
    if (this.resting !== null && !this.isLeft()) this.restTimer = window.setTimeout(() => this.flush(), ms);
  }

  flush() {
    clearTimeout(this.restTimer);
    const t = this.resting;
    if (t === null || this.isLeft()) return;
    this.resting = null;
    this.send(t);
  }

  /** Something beside the stage was clicked: what it leads to goes first. */
  postpone() {
    this.rest(ANSWERED);
  }

  /** Another page was asked for: nothing is sent any more. */
  leave() {
    this.left = true;
    clearTimeout(this.restTimer);
  }

  /** The browser went to another step of its history: what was under way belongs to the one before, and Python says where to go. */
  elsewhere() {
    clearTimeout(this.addressTimer);
    if (new URL(window.location.href).searchParams.get("t") !== momentText(last)) this.anew();
  }

  /** The page asks for something else: whatever round it says next is a request to go there. */
  anew() {
    this.known = null;
    this.sent.length = 0;
    this.drop();
    clearTimeout(this.echoTimer);
  }

  /** Drop the round that waits to be sent: its run or page is left. */
  drop() {
    this.resting = null;
    clearTimeout(this.restTimer);
  }

  /** Whether a round is on its way to Python and back. */
  unanswered() {
    return this.sent.length > 0;
  }

  /** Do something when Python has answered, or after so many milliseconds. @param {number} ms @param {() => void} then */
  answered(ms, then) {
    const once = () => {
      if (this.then !== once) return;
      this.then = null;
      then();
    };
    this.then = once;
    window.setTimeout(once, ms);
  }

  isLeft() {
    return this.left || window.location.pathname !== this.path;
  }

  /** @param {number} t */
  send(t) {
    if (t === this.known && this.sent.length === 0) return;
    this.sent.push(t);
    this.commit(t);
    clearTimeout(this.echoTimer);
    this.echoTimer = window.setTimeout(() => this.check(), ECHO);
  }

  /**
   * Load the page again if nothing came back from a server that was started anew. Then Streamlit reconnects without
   * running the page again, and its parts stay deaf; loading brings back everything the address says.
   */
  async check() {
    if (!this.sent.length || !this.server) return;
    try {
      const answer = await ask("api/server", { cache: "no-store" });
      if (answer.ok && (await answer.text()) !== this.server) window.location.reload();
    } catch {
      // No server at all: Streamlit says so itself. When there is one again, it may be another.
      clearTimeout(this.echoTimer);
      this.echoTimer = window.setTimeout(() => this.check(), ECHO);
    }
  }

  /** Send the round to Python at once. @param {number} t */
  now(t) {
    this.resting = t;
    this.flush();
  }

  /** Write the round into the address. */
  write() {
    if (window.location.pathname !== this.path) return; // the address is another page's by now
    this.addressAt = performance.now();
    try {
      const url = new URL(window.location.href);
      if (url.searchParams.get("t") === momentText(last)) return;
      url.searchParams.set("t", momentText(last));
      window.history.replaceState(window.history.state, "", url);
    } catch {
      // A sandboxed frame may forbid it; the round then lives in Python alone.
    }
  }

  /**
   * Take the round that Python says. An echo of what we sent changes nothing; any other round is a request to go there. A
   * server that was started again knows only the round of the address it was opened with, and gets the reader's.
   * @param {number} round @param {string | undefined} server @returns {number | null} where to go, null to stay
   */
  heard(round, server) {
    this.left = false;
    const missed = this.known === null ? this.missed(round) : null;
    if (missed !== null) {
      last.server = server;
      this.known = round;
      this.moved(missed, false);
      return missed;
    }
    const again = (last.server !== undefined && server !== last.server) || round === last.behind;
    const stays = again && last.path === window.location.pathname && round !== last.t;
    last.server = server;
    last.behind = stays ? round : undefined;
    if (stays) {
      this.known = round;
      this.sent.length = 0;
      this.resting = null;
      clearTimeout(this.restTimer);
      this.restTimer = window.setTimeout(() => {
        this.sent.push(last.t);
        // Streamlit sends only what differs from what this page sent before; Python takes the whole part.
        this.commit(last.t + 0.25);
      }, REST);
      this.write();
      return last.t;
    }
    const before = this.known;
    this.known = round;
    if (before === round) {
      if (last.beat && last.t === round) this.write(); // Python has written an address without the beat
      return null;
    }
    const echo = this.sent.indexOf(round);
    if (echo >= 0) {
      this.sent.splice(0, echo + 1);
      if (!this.sent.length) clearTimeout(this.echoTimer);
      if (!this.sent.length && this.then) window.setTimeout(this.then, 0);
      this.write(); // a choice made before Python knew the round has written another
      return null;
    }
    this.sent.length = 0;
    this.resting = null;
    clearTimeout(this.restTimer);
    clearTimeout(this.echoTimer);
    last.path = window.location.pathname;
    last.t = round;
    last.beat = 0;
    return round;
  }

  /** The round at which this page was left, when Python never got that round. @param {number} round that Python says @returns {number | null} */
  missed(round) {
    const found = unsent.get(this.path);
    unsent.delete(this.path);
    return found && found.run === this.run && found.known === round && found.t !== round ? found.t : null;
  }

  stop() {
    if (this.resting !== null) unsent.set(this.path, { run: this.run, known: this.known, t: this.resting });
    this.resting = null;
    clearTimeout(this.restTimer);
    clearTimeout(this.echoTimer);
    clearTimeout(this.addressTimer);
  }
}
