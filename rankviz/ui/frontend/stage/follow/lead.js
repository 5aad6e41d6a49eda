/** The presenter's class: every change of round is posted to the room, and a badge says its code and how many follow. */

import { inApp } from "../app.js";
import { html, setText } from "../draw/dom.js";

/** Milliseconds between two posts: rounds that fly by are not all sent, the last one always is. */
const PACE = 100;
const AGAIN = 1_000;
const KEY = Symbol.for("rankviz.class");

/**
 * @typedef {{t: number, beat: number, run: string}} Step `run` names the packed run
 * @typedef {HTMLElement | ShadowRoot} Holder of a stage
 */

/** A class follows the stage in there, or no longer. @param {Holder} holder @param {string} code of the room, "" for none */
export default function lead(holder, code) {
  const kept = /** @type {Record<symbol, Lead | undefined>} */ (/** @type {unknown} */ (holder));
  if (kept[KEY]?.code === code) return;
  kept[KEY]?.stop();
  kept[KEY] = code ? new Lead(holder, code) : undefined;
}

class Lead {
  /** @param {Holder} holder @param {string} code */
  constructor(holder, code) {
    this.code = code;
    this.el = html("span", { class: "rv-room" }, code);
    holder.querySelector(".rv-banner")?.append(this.el);
    /** What waits to be sent. @type {Step | null} */
    this.next = null;
    this.busy = false;
    this.timer = 0;
    this.source = new EventSource(inApp(`api/room/${code}/events?as=presenter`));
    this.source.onmessage = (event) => this.heard(JSON.parse(event.data).counts);
    this.source.addEventListener("ended", () => this.stop());
    this.moved = this.moved.bind(this);
    document.addEventListener("rv-round", this.moved);
    document.dispatchEvent(new Event("rv-which-round"));
  }

  /** @param {{followers: number, voted: number, asks: boolean} | undefined} counts */
  heard(counts) {
    if (!counts) return;
    const here = counts.asks ? `${counts.voted} of ${counts.followers} answered` : `${counts.followers} here`;
    setText(this.el, `${this.code} · ${here}`);
  }

  /** @param {Event} event of the stage */
  moved(event) {
    const { run, at } = /** @type {CustomEvent<{run: string, at: {t: number, beat: number}}>} */ (event).detail;
    this.next = { ...at, run: run.slice(run.lastIndexOf("/") + 1) };
    if (!this.busy) void this.send();
  }

  async send() {
    const step = this.next;
    if (!step) return;
    this.next = null;
    this.busy = true;
    const how = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(step) };
    const answer = await fetch(inApp(`api/room/${this.code}/go`), how).catch(() => null);
    const again = !answer || answer.status === 429 || answer.status >= 500;
    if (again) this.next ??= step;
    const on = () => {
      this.busy = false;
      void this.send();
    };
    this.timer = window.setTimeout(on, again ? AGAIN : PACE);
  }

  stop() {
    document.removeEventListener("rv-round", this.moved);
    clearTimeout(this.timer);
    this.source.close();
    this.next = null;
    this.el.remove();
  }
}
