/**
 * Sync the round with the server, which learns it when the reader rests. An order of the server moves the stage to a round
 * once; without a new order the reader stays, whatever round the server knows.
 */

import { Address, beatOpened } from "./address.js";
import { Timer } from "../host/rest.js";
import { ServerTimeout } from "./server_timeout.js";
/** @import { Moment } from "../beats/beats.js" */

const REST = 400;
/** Beats rest longer before the server learns their round, because its answer takes frames from the next beat. */
const BEATS_REST = 1200;
const ANSWERED = 1500; // time for a click outside the stage to be answered, and a page it leads to to appear

/**
 * By page: the reader's place and the last order followed. A stage that is mounted again continues there.
 * @type {Map<string, {order: string, t: number, beat: number}>}
 */
const places = new Map();

/** Return the visit that an order belongs to: a restarted server begins another. @param {string} order */
const visit = (order) => order.split(".")[0];

export class RoundLink {
  /** @param {(told: string) => void} commit */
  constructor(commit) {
    this.commit = commit;
    this.address = new Address();
    this.deaf = new ServerTimeout();
    /** The last order followed; null before the first. A page without a server sends a first order without a name. @type {string | null} */
    this.order = null;
    /** The round that the server knows. @type {number | null} */
    this.known = null;
    /** A round that was sent and not confirmed. @type {number | null} */
    this.told = null;
    /** Whether the reader's round waits to be sent. */
    this.waits = false;
    this.left = false;
    /** Called when the server has answered. @type {(() => void) | null} */
    this.then = null;
    this.timer = new Timer(() => this.tell());
  }

  /** Return the reader's place. */
  get place() {
    return places.get(this.address.path);
  }

  /**
   * @param {number} t @param {boolean} playing nothing is sent while playing
   * @param {number} [beat] of the round: for the address; the server needs only the round
   */
  moved(t, playing, beat = 0) {
    places.set(this.address.path, { order: this.order ?? "", t, beat });
    this.address.show({ t, beat });
    this.waits = !playing;
    this.rest(beat ? BEATS_REST : REST);
  }

  /**
   * Take the server's last order and the round that it knows.
   * @param {number} round @param {string} order @returns {Moment | null} where to go; null to stay
   */
  receive(round, order) {
    this.left = false;
    this.known = round;
    const same = order === this.order;
    if (!same || round === this.told) this.settle();
    if (same) {
      this.address.write(); // a choice made before the server knew the round has written another
      return null;
    }
    const { place } = this;
    // A page that is shown again, or a restarted server that knows only how the page was opened.
    const goesOn = place && (place.order === order || visit(place.order) !== visit(order));
    const { t, beat } = goesOn ? place : { t: round, beat: beatOpened(round) };
    this.order = order;
    this.forget();
    if (t === round) places.set(this.address.path, { order, t, beat });
    else this.moved(t, false, beat);
    return { t, beat };
  }

  /** @param {number} ms after which the waiting round is sent */
  rest(ms) {
    this.timer.stop();
    if (this.waits) this.timer.start(ms);
  }

  /** Send the reader's place to the server. */
  tell() {
    this.timer.stop();
    const { place } = this;
    if (!place || this.left || this.address.isLeft) return;
    this.waits = false;
    if (place.t === (this.told ?? this.known)) return;
    this.told = place.t;
    this.commit(`${this.order}:${place.t}`);
    this.deaf.start();
  }

  /** Wait: an action outside the stage goes first. */
  postpone() {
    this.rest(ANSWERED);
  }

  /** Stop sending: another page was requested. */
  leave() {
    this.left = true;
  }

  /** Stop writing the address; if Back or Forward has changed it, drop the waiting round. */
  elsewhere() {
    this.address.stop();
    if (this.address.isElsewhere) this.forget();
  }

  /** Drop the waiting round. */
  forget() {
    this.waits = false;
    this.timer.stop();
  }

  /** Return whether a round is on its way to the server and back. */
  isAwaitingAnswer() {
    return this.told !== null;
  }

  /** Call a function when the server has answered, or after a timeout. @param {number} ms @param {() => void} then */
  whenAnswered(ms, then) {
    const once = () => {
      if (this.then !== once) return;
      this.then = null;
      then();
    };
    this.then = once;
    window.setTimeout(once, ms);
  }

  /** Handle the server's answer. */
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
