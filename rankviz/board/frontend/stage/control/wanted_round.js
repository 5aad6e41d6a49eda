/** The wanted round: the server and a class say where to go, and learn where the reader went. */

import { RoundLink } from "./round_link.js";
/** @import { Run } from "../run/run.js" */
/** @import { Cursor } from "./cursor.js" */
/** @import { Page } from "./page.js" */

export class WantedRound {
  /**
   * @param {Page} page @param {Cursor} cursor
   * @param {(url?: string) => boolean} shows whether a run is fully shown, or the one at `url` is
   */
  constructor(page, cursor, shows) {
    this.page = page;
    this.cursor = cursor;
    this.shows = shows;
    /** @type {RoundLink} */
    this.link = new (page.component.RoundLink ?? RoundLink)((told) => page.set("round", told));
    this.events = new RoundEvents();
    this.wanted = 0;
    /** The beat of the wanted round. */
    this.beat = 0;
    this.onClassRound = this.onClassRound.bind(this);
    document.addEventListener("rv-go", this.onClassRound);
  }

  /** Take the server's round. */
  update() {
    const { data } = this.page;
    this.link.deaf.server = data.server;
    const to = typeof data.round === "number" ? this.link.receive(data.round, data.order ?? "") : null;
    if (to) this.want(to.t, to.beat, this.shows(data.run_url));
  }

  /** Go to the round of the class that this page follows. @param {Event} event */
  onClassRound(event) {
    const { t, beat } = /** @type {CustomEvent<{t: number, beat: number}>} */ (event).detail;
    this.want(t, beat, this.shows());
  }

  /** @param {number} t @param {number} beat @param {boolean} now whether the cursor can go there now */
  want(t, beat, now) {
    this.wanted = t;
    this.beat = beat;
    if (now) this.cursor.go(t, beat);
  }

  /** Go to the wanted round of a run. @param {Run} run */
  load(run) {
    this.cursor.load(run.rounds, this.wanted, this.beat, run.ends);
  }

  /** Handle the shown run: if it lacks the wanted round, tell the server which round is shown. */
  loaded() {
    const { t, beat } = this.cursor;
    if (t !== this.wanted || beat) this.link.moved(t, false, beat);
    this.wanted = t;
    this.beat = beat;
  }

  /** Handle a move of the reader. */
  moved() {
    this.wanted = this.cursor.t;
    this.beat = this.cursor.beat;
  }

  /** Announce the round once it is drawn. */
  tell() {
    this.events.tell(this.cursor);
    this.writeRound();
  }

  /** Write the round to the address and the server. */
  writeRound() {
    const { t, playing, beat } = this.cursor;
    this.link.moved(t, playing, beat);
  }

  stop() {
    this.link.stop();
    this.events.stop();
    document.removeEventListener("rv-go", this.onClassRound);
  }
}

/** Dispatch which round of which run is shown: at each step, and on request. */
class RoundEvents {
  constructor() {
    /** The address of the shown run; "" before there is one. */
    this.run = "";
    this.t = 0;
    /** The round and beat drawn; inside a round `t` is the previous one. */
    this.at = { t: 0, beat: 0 };
    this.again = this.again.bind(this);
    document.addEventListener("rv-which-round", this.again);
  }

  /** @param {{whole: number, t: number, beat: number}} cursor @param {string} [run] its address, if it has changed */
  tell({ whole, t, beat }, run = this.run) {
    this.run = run;
    this.t = whole;
    this.at = { t, beat };
    this.again();
  }

  again() {
    const { run, t, at } = this;
    if (run) document.dispatchEvent(new CustomEvent("rv-round", { detail: { run, t, at } }));
  }

  stop() {
    document.removeEventListener("rv-which-round", this.again);
  }
}
