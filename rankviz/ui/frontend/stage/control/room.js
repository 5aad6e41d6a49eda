/** The presenter's class: every change of round is posted to the room, and a badge says its code and how many follow. */

import { inApp } from "../app.js";
import { html, setText } from "../draw/dom.js";

/** Milliseconds between two posts: rounds that fly by are not all sent, the last one always is. */
const PACE = 100;
const AGAIN = 1_000;

/** @typedef {{t: number, beat: number, run: string}} Step `run` names the packed run */

export class Room {
  constructor() {
    this.el = html("span", { class: "rv-room", hidden: true });
    this.code = "";
    /** What waits to be sent. @type {Step | null} */
    this.next = null;
    this.busy = false;
    this.timer = 0;
    /** @type {EventSource | null} */
    this.source = null;
  }

  /** @param {string} code of the room that is open, "" for none */
  open(code) {
    if (code === this.code) return;
    this.stop();
    this.code = code;
    this.el.hidden = !code;
    setText(this.el, code);
    if (!code) return;
    this.source = new EventSource(inApp(`api/room/${code}/events?as=presenter`));
    this.source.onmessage = (event) => this.heard(JSON.parse(event.data).counts);
    this.source.addEventListener("ended", () => this.open(""));
  }

  /** @param {{followers: number, voted: number, asks: boolean} | undefined} counts */
  heard(counts) {
    if (!counts) return;
    const here = counts.asks ? `${counts.voted} of ${counts.followers} answered` : `${counts.followers} here`;
    setText(this.el, `${this.code} · ${here}`);
  }

  /** @param {number} t @param {number} beat @param {string} url of the run that is shown */
  moved(t, beat, url) {
    if (!this.code || !url) return;
    this.next = { t, beat, run: url.slice(url.lastIndexOf("/") + 1) };
    if (!this.busy) void this.send();
  }

  async send() {
    const step = this.next;
    if (!step || !this.code) return;
    this.next = null;
    this.busy = true;
    const how = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(step) };
    const answer = await fetch(inApp(`api/room/${this.code}/go`), how).catch(() => null);
    const again = !answer || answer.status === 429 || answer.status >= 500;
    if (again) this.next ??= step;
    this.timer = window.setTimeout(
      () => {
        this.busy = false;
        void this.send();
      },
      again ? AGAIN : PACE,
    );
  }

  stop() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
    this.next = null;
    this.busy = false;
    this.code = "";
  }
}
