/** The round that is wanted, and who hears of it: Python and a class say where to go, and are told where the reader went. */

import { RoundLink } from "./round_link.js";
import { RoundEvents } from "./round_events.js";
/** @import { Run } from "../run/run.js" */
/** @import { Cursor } from "./cursor.js" */
/** @import { Page } from "./page.js" */

export class WantedRound {
  /**
   * @param {Page} page @param {Cursor} cursor
   * @param {(url?: string) => boolean} shows whether a run is shown to the end of its loading, or the one at `url` is
   */
  constructor(page, cursor, shows) {
    this.page = page;
    this.cursor = cursor;
    this.shows = shows;
    this.link = new RoundLink((told) => page.set("round", told));
    this.events = new RoundEvents();
    this.wanted = 0;
    /** The beat of the wanted round. */
    this.beat = 0;
    this.led = this.onClassRound.bind(this);
    document.addEventListener("rv-go", this.onClassRound);
  }

  /** Take the round that Python says. */
  update() {
    const { data } = this.page;
    this.link.deaf.server = data.server;
    const to = typeof data.round === "number" ? this.link.receive(data.round, data.order ?? "") : null;
    if (to) this.want(to.t, to.beat, this.shows(data.run_url));
  }

  /** The class that this page follows goes to a round. @param {Event} event */
  onClassRound(event) {
    const { t, beat } = /** @type {CustomEvent<{t: number, beat: number}>} */ (event).detail;
    this.want(t, beat, this.shows());
  }

  /** @param {number} t @param {number} beat @param {boolean} now whether it is there to be gone to */
  want(t, beat, now) {
    this.wanted = t;
    this.beat = beat;
    if (now) this.cursor.go(t, beat);
  }

  /** Go to the wanted round of a run. @param {Run} run */
  load(run) {
    this.cursor.load(run.rounds, this.wanted, this.beat, run.ends);
  }

  /** The run is shown: where it has not the wanted round, Python hears which is shown instead. */
  loaded() {
    const { t, beat } = this.cursor;
    if (t !== this.wanted || beat) this.link.moved(t, false, beat);
    this.wanted = t;
    this.beat = beat;
  }

  /** The reader goes to a round. */
  moved() {
    this.wanted = this.cursor.t;
    this.beat = this.cursor.beat;
  }

  /** The round that the reader went to is drawn. */
  tell() {
    this.events.tell(this.cursor);
    this.writeRound();
  }

  /** Write the round down. */
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
