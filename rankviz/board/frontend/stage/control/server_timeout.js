/** What to do when Python does not answer. */

import { request } from "../host/app.js";
import { setBusy } from "../host/rest.js";

const TIMEOUT = 4000;

export class ServerTimeout {
  constructor() {
    this.timer = 0;
    /** Names the server process this page came from. @type {string | undefined} */
    this.server = undefined;
  }

  /** Python was told something. */
  start() {
    this.stop();
    setBusy(this, Boolean(this.server));
    this.timer = window.setTimeout(() => this.check(), TIMEOUT);
  }

  /** Python has answered, or need not. */
  stop() {
    clearTimeout(this.timer);
    setBusy(this, false);
  }

  /**
   * Load the page again if the server was started anew. Then Streamlit reconnects without running the page again, and its
   * parts stay deaf; loading brings back everything the address says.
   */
  async check() {
    if (!this.server) return;
    try {
      const answer = await request("api/server", { cache: "no-store" });
      if (answer.ok && (await answer.text()) !== this.server) window.location.reload();
    } catch {
      this.start(); // no server at all: Streamlit says so itself. When there is one again, it may be another
    }
  }
}
