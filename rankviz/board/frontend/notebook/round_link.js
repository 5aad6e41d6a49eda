/** Where the round is written down in a notebook: in the kernel, at once, where the app has its address and its server (see stage/control/link.js). */

/** @import { Moment } from "../stage/beats/beats.js" */

/** Milliseconds between two rounds that are sent while many follow each other. */
const APART = 100;

export class RoundLink {
  /** @param {(t: number) => void} commit */
  constructor(commit) {
    this.commit = commit;
    /** The round that the kernel knows. @type {number | null} */
    this.known = null;
    /** What waits to be sent. @type {number | null} */
    this.waiting = null;
    this.timer = 0;
    this.at = -Infinity;
    /** There is no server that would be started again. @type {{server: string | undefined}} */
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

  /** A notebook's address names no beat. @param {number} round of the kernel @returns {Moment | null} where to go, null to stay */
  receive(round) {
    if (round === this.known) return null;
    this.waiting = null;
    clearTimeout(this.timer);
    this.known = round;
    return { t: round, beat: 0 };
  }

  /** Nothing is waited for: the kernel takes what is sent. */
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
