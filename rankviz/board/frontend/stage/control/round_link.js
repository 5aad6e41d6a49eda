/**
 * The round between the stage and Python, who hears of it when the reader rests. An order of Python's sends the stage to a
 * round, once; without a new one the reader stays, whatever round Python knows.
 */

import { Address, beatOpened } from "./address.js";
import { Timer } from "../host/rest.js";
import { ServerTimeout } from "./server_timeout.js";
/** @import { Moment } from "../beats/beats.js" */

const REST = 400;
/** Beats rest longer before Python hears of their round: its answer takes frames from the beat that comes next. */
const BEATS_REST = 1200;
const ANSWERED = 1500; // a click beside the stage has had its answer, and a page it led to is there

/**
 * By page: where the reader is, and the order followed last. A stage that is mounted anew goes on there.
 * @type {Map<string, {order: string, t: number, beat: number}>}
 */
const places = new Map();

/** The visit that an order belongs to: a server that was started again begins another. @param {string} order */
const visit = (order) => order.split(".")[0];

export class RoundLink {
  /** @param {(told: string) => void} commit */
  constructor(commit) {
    this.commit = commit;
    this.address = new Address();
    this.deaf = new ServerTimeout();
    /** The order followed last; null before the first, which a page without Python gives, too, without a name. @type {string | null} */
    this.order = null;
    /** The round that Python knows. @type {number | null} */
    this.known = null;
    /** One that was told and is not known yet. @type {number | null} */
    this.told = null;
    /** Whether the reader's round waits to be told. */
    this.waits = false;
    this.left = false;
    /** What is done when Python has answered. @type {(() => void) | null} */
    this.then = null;
    this.timer = new Timer(() => this.tell());
  }

  /** Where the reader is. */
  get place() {
    return places.get(this.address.path);
  }

  /**
   * @param {number} t @param {boolean} playing nothing is told while playing
   * @param {number} [beat] of the round: the address says it, Python needs only the round
   */
  moved(t, playing, beat = 0) {
    places.set(this.address.path, { order: this.order ?? "", t, beat });
    this.address.show({ t, beat });
    this.waits = !playing;
    this.rest(beat ? BEATS_REST : REST);
  }

  /**
   * Hear Python's last order and the round that it knows.
   * @param {number} round @param {string} order @returns {Moment | null} where to go, null to stay
   */
  receive(round, order) {
    this.left = false;
    this.known = round;
    const same = order === this.order;
    if (!same || round === this.told) this.settle();
    if (same) {
      this.address.write(); // a choice made before Python knew the round has written another
      return null;
    }
    const { place } = this;
    // A page that is shown once more, or a server that was started again and knows only how the page was opened.
    const goesOn = place && (place.order === order || visit(place.order) !== visit(order));
    const { t, beat } = goesOn ? place : { t: round, beat: beatOpened(round) };
    this.order = order;
    this.forget();
    if (t === round) places.set(this.address.path, { order, t, beat });
    else this.moved(t, false, beat);
    return { t, beat };
  }

  /** @param {number} ms after which the round that waits is told */
  rest(ms) {
    this.timer.stop();
    if (this.waits) this.timer.start(ms);
  }

  /** Tell Python where the reader is. */
  tell() {
    this.timer.stop();
    const { place } = this;
    if (!place || this.left || this.address.left) return;
    this.waits = false;
    if (place.t === (this.told ?? this.known)) return;
    this.told = place.t;
    this.commit(`${this.order}:${place.t}`);
    this.deaf.start();
  }

  /** Something beside the stage was asked for: what it leads to goes first. */
  postpone() {
    this.rest(ANSWERED);
  }

  /** Another page was asked for: nothing is told any more. */
  leave() {
    this.left = true;
  }

  /** The browser went to another step of its history: what was under way belongs to the one before. */
  elsewhere() {
    this.address.stop();
    if (this.address.elsewhere) this.forget();
  }

  /** What waits to be told is of a moment that is left. */
  forget() {
    this.waits = false;
    this.timer.stop();
  }

  /** Whether a round is on its way to Python and back. */
  isAwaitingAnswer() {
    return this.told !== null;
  }

  /** Do something when Python has answered, or after so many milliseconds. @param {number} ms @param {() => void} then */
  whenAnswered(ms, then) {
    const once = () => {
      if (this.then !== once) return;
      this.then = null;
      then();
    };
    this.then = once;
    window.setTimeout(once, ms);
  }

  /** Python has answered. */
  settle() {
    this.told = null;
    this.deaf.stop();
    if (this.then) window.setTimeout(this.then, 0);
  }

  stop() {
    this.forget();
    this.deaf.stop();
    this.address.stop();
  }
}
