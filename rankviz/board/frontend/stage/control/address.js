/** The moment in the address bar: written at once, read when a page opens. */

import { beatFromLink, momentText } from "../beats/beats.js";
import { Timer } from "../host/rest.js";
/** @import { Moment } from "../beats/beats.js" */

/** Safari refuses more than 100 changes of the address in 30 s: as many may follow each other at once, then one each so many ms. */
const AT_ONCE = 50;
const APART = 700;
/** A beat is written when it stands on the screen. */
const DRAWN = 50;

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
  return here.reduce((beat, url) => beat || beatFromLink(url?.searchParams.get("t") ?? null, round), 0);
}

export class Address {
  constructor() {
    /** The page this stage is on. */
    this.path = window.location.pathname;
    /** @type {Moment | null} */
    this.moment = null;
    this.timer = new Timer(() => this.write());
    /** How many changes may still follow at once, and when that was counted. */
    this.spare = AT_ONCE;
    this.at = performance.now();
  }

  /** Whether the address is another page's by now. */
  get left() {
    return window.location.pathname !== this.path;
  }

  /** Whether it names another moment than was written last: the browser went to another step of its history. */
  get elsewhere() {
    return (
      this.moment !== null && new URL(window.location.href).searchParams.get("t") !== momentText(this.moment)
    );
  }

  /** Write a moment at once, or a little later where very many follow each other. @param {Moment} moment */
  show(moment) {
    this.moment = moment;
    this.timer.stop();
    const now = performance.now();
    this.spare = Math.min(AT_ONCE, this.spare + (now - this.at) / APART);
    this.at = now;
    const wait = Math.max((1 - this.spare) * APART, moment.beat ? DRAWN : 0);
    if (wait <= 0) this.write();
    else this.timer.start(wait);
  }

  /** Write the moment again, if Python has written another. */
  write() {
    if (this.left || !this.moment) return;
    try {
      const url = new URL(window.location.href);
      if (url.searchParams.get("t") === momentText(this.moment)) return;
      this.spare -= 1;
      url.searchParams.set("t", momentText(this.moment));
      window.history.replaceState(window.history.state, "", url);
    } catch {
      // A sandboxed frame may forbid it; the round then lives in Python alone.
    }
  }

  stop() {
    this.timer.stop();
  }
}
