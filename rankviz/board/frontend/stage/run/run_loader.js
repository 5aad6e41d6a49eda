/** Fetch a run: once, cancellable, and with retries if the server no longer has it. */

import { request } from "../host/app.js";
import { busyDuring, Timer } from "../host/rest.js";
import { decode } from "./decode.js";
/** @import { Run } from "./run.js" */

const RETRIES = [500, 1000, 2000, 4000, 8000, 8000, 8000];

export class RunLoader {
  /**
   * @param {{loaded: (run: Run, url: string) => void, missing: (url: string) => void, waiting: (note: string) => void}} on
   * `missing` is called once per run that the server no longer has; `waiting` with a text, empty when all is well
   */
  constructor(on) {
    this.on = on;
    this.url = "";
    this.loading = false;
    this.tries = 0;
    this.timer = new Timer(() => void busyDuring(this.fetch()));
    /** @type {Set<string>} */
    this.reported = new Set();
    /** @type {AbortController | null} */
    this.abort = null;
  }

  /** @param {string} url @returns {boolean} whether a fetch has started */
  want(url) {
    const waitingForIt = url === this.url && !this.loading && this.tries > 0;
    if (!url || (url === this.url && !waitingForIt)) return false;
    if (url !== this.url) this.tries = 0;
    this.url = url;
    void busyDuring(this.fetch());
    return true;
  }

  async fetch() {
    this.timer.stop();
    this.abort?.abort();
    const abort = (this.abort = new AbortController());
    const url = this.url;
    this.loading = true;
    try {
      const response = await request(url, { signal: abort.signal });
      if (response.status === 404) return this.retry("Fetching the run again …", true);
      if (!response.ok) return this.retry(`The server answered ${response.status}. Trying again …`, false);
      const run = decode(await response.arrayBuffer());
      if (abort.signal.aborted) return;
      this.loading = false;
      this.tries = 0;
      this.reported.delete(url);
      this.on.waiting("");
      this.on.loaded(run, url);
    } catch (error) {
      if (abort.signal.aborted) return;
      console.error(error);
      this.retry(
        error instanceof TypeError
          ? "The server does not answer. Trying again …"
          : "This run could not be read. Trying again …",
        false,
      );
    }
  }

  /** @param {string} note @param {boolean} missing */
  retry(note, missing) {
    this.loading = false;
    if (missing && !this.reported.has(this.url)) {
      this.reported.add(this.url);
      this.on.missing(this.url);
    }
    const wait = RETRIES[this.tries];
    this.tries += 1;
    this.on.waiting(
      wait === undefined ? "This run cannot be fetched now. Change a choice, or reload the page." : note,
    );
    if (wait !== undefined) this.timer.start(wait);
  }

  stop() {
    this.timer.stop();
    this.abort?.abort();
    this.url = "";
  }
}
