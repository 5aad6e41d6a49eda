/** Reload the page if the server was restarted and does not answer within 4 s. */

import { request } from "../host/app.js";
import { setBusy } from "../host/rest.js";

const TIMEOUT = 4000;

export class ServerTimeout {
  constructor() {
    this.timer = 0;
    /** Name of the server process that this page came from. @type {string | undefined} */
    this.server = undefined;
  }

  /** Start the timeout: something was sent to the server. */
  start() {
    this.stop();
    setBusy(this, Boolean(this.server));
    this.timer = window.setTimeout(() => this.check(), TIMEOUT);
  }

  /** Stop it: the server has answered, or need not. */
  stop() {
    clearTimeout(this.timer);
    setBusy(this, false);
  }

  /**
   * Reload the page if the server was restarted. Streamlit reconnects without rerunning the page, whose components then get no
   * answers; reloading restores everything in the address.
   */
  async check() {
    if (!this.server) return;
    try {
      const answer = await request("api/server", { cache: "no-store" });
      if (answer.ok && (await answer.text()) !== this.server) window.location.reload();
    } catch {
      this.start(); // no server at all, which Streamlit reports itself; a later one may be another process
    }
  }
}
