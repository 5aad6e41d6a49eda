/** The round in a notebook: sent to the kernel at once. The app has an address and a server instead (stage/control/round_link.js). */

/** @import { Moment } from "../stage/beats/beats.js" */

/** Minimum time between two rounds sent, ms. */
const APART = 100;

export class RoundLink {
  /** @param {(t: number) => void} commit */
  constructor(commit) {
    this.commit = commit;
    /** The round that the kernel knows. @type {number | null} */
    this.known = null;
    /** The round that waits to be sent. @type {number | null} */
    this.waiting = null;
    this.timer = 0;
    this.at = -Infinity;
    /** No server that could be restarted. @type {{server: string | undefined}} */
    this.deaf = { server: undefined };
  }

  /** @param {number} t */
  moved(t) {
    this.waiting = t;
    clearTimeout(this.timer);
    const wait = this.at + APART - performance.now();
    if (wait <= 0) this.tell();
    else this.timer = window.setTimeout(() => this.tell(), wait);
  }

  tell() {
    clearTimeout(this.timer);
    const t = this.waiting;
    this.waiting = null;
    if (t === null || t === this.known) return;
    this.known = t;
    this.at = performance.now();
    this.commit(t);
  }

  /** Take the kernel's round; a kernel names no beat. @param {number} round that the kernel sent @returns {Moment | null} where to go; null to stay */
  receive(round) {
    if (round === this.known) return null;
    this.waiting = null;
    clearTimeout(this.timer);
    this.known = round;
    return { t: round, beat: 0 };
  }

  /** The kernel confirms nothing, so there is nothing to wait for. */
  isAwaitingAnswer() {
    return false;
  }

  /** @param {number} _ms @param {() => void} then */
  whenAnswered(_ms, then) {
    then();
  }

  postpone() {}

  leave() {}

  elsewhere() {}

  stop() {
    this.tell();
  }
}
