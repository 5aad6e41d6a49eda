/** The state of the engine: what is under way, with Stop, and errors, with a button to go on. */

import { byId, setText } from "../stage/draw/dom.js";

/** @param {number} bytes */
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

export class Status {
  /** @param {{stop: () => void}} asks */
  constructor({ stop }) {
    /** What the button beside an error does. */
    this.on = () => {};
    byId("stop").addEventListener("click", stop);
    byId("again").addEventListener("click", () => this.on());
  }

  /** @param {string} text "" for nothing @param {boolean} [stops] whether it can be stopped */
  say(text, stops = false) {
    setText(byId("status"), text);
    byId("stop").hidden = !stops;
  }

  /** @param {number} bytes @param {number} of */
  showDownload(bytes, of) {
    const bar = /** @type {HTMLProgressElement} */ (byId("came"));
    bar.hidden = bytes >= of;
    bar.max = of;
    bar.value = bytes;
    this.say(
      bytes < of ? `Loading the engine: ${megabytes(bytes)} of ${megabytes(of)} MB` : "Starting Python …",
    );
  }

  /** @param {string} text */
  showError(text) {
    setText(byId("fault"), text);
    byId("fault").hidden = !text;
    this.offer();
  }

  /** Show a button beside the text; hide it without arguments. @param {string} [words] @param {() => void} [on] */
  offer(words = "", on = () => {}) {
    this.on = on;
    setText(byId("again"), words);
    byId("again").hidden = !words;
  }
}
