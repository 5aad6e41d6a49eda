/** The moment in the address bar: written at once, read when a page opens. */

import { beatFromLink, momentText } from "../beats/beats.js";
import { Timer } from "../host/rest.js";
/** @import { Moment } from "../beats/beats.js" */

/** Safari refuses more than 100 changes of the address in 30 s: this many may follow each other at once, then one per interval, ms. */
const BURST = 50;
const APART = 700;
/** A beat is written once it is on the screen. */
const DRAWN = 50;

/** Whether the document's address was read; later addresses come from the stage and the server. */
let opened = false;

/**
 * Return the address's beat, if it belongs to the round that the server sent. The server writes addresses of whole rounds, perhaps
 * before the stage existed, so the first time the document's original address counts as well.
 * @param {number} round
 */
export function beatOpened(round) {
  const first = opened ? undefined : performance.getEntriesByType("navigation")[0]?.name;
  opened = true;
  const addresses = [window.location.href, first ?? ""].map((text) =>
    URL.canParse(text) ? new URL(text) : null,
  );
  const here = addresses.filter((url) => url?.pathname === window.location.pathname);
  return here.reduce((beat, url) => beat || beatFromLink(url?.searchParams.get("t") ?? null, round), 0);
}

export class Address {
  constructor() {
    /** The page of this stage. */
    this.path = window.location.pathname;
    /** @type {Moment | null} */
    this.moment = null;
    this.timer = new Timer(() => this.write());
    /** How many changes may still follow at once, and when that was counted. */
    this.spare = BURST;
    this.at = performance.now();
  }

  /** Return whether the address belongs to another page by now. */
  get isLeft() {
    return window.location.pathname !== this.path;
  }

  /** Return whether the address names another moment than the last one written, because of Back or Forward. */
  get isElsewhere() {
    return (
      this.moment !== null && new URL(window.location.href).searchParams.get("t") !== momentText(this.moment)
    );
  }

  /** Write a moment, delayed if very many follow each other. @param {Moment} moment */
  show(moment) {
    this.moment = moment;
    this.timer.stop();
    const now = performance.now();
    this.spare = Math.min(BURST, this.spare + (now - this.at) / APART);
    this.at = now;
    const wait = Math.max((1 - this.spare) * APART, moment.beat ? DRAWN : 0);
    if (wait <= 0) this.write();
    else this.timer.start(wait);
  }

  /** Write the moment again if the server has written another. */
  write() {
    if (this.isLeft || !this.moment) return;
    try {
      const url = new URL(window.location.href);
      if (url.searchParams.get("t") === momentText(this.moment)) return;
      this.spare -= 1;
      url.searchParams.set("t", momentText(this.moment));
      window.history.replaceState(window.history.state, "", url);
    } catch {
      // A sandboxed frame may forbid it; then only the server knows the round.
    }
  }

  stop() {
    this.timer.stop();
  }
}
