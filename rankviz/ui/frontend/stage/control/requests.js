/** What the reader asks of Python at the round that is shown: an equation, another α, a part of the drawer, … */

import { follow } from "./explain.js";
/** @import { Cursor } from "./cursor.js" */
/** @import { RoundLink } from "./link.js" */
/** @import { Page } from "./page.js" */

/** Milliseconds in which Python answers a round. */
const ANSWER = 1000;

export class Requests {
  /** @param {Page} page @param {Cursor} cursor @param {RoundLink} link */
  constructor(page, cursor, link) {
    this.page = page;
    this.cursor = cursor;
    this.link = link;
  }

  /** Hear what the tiles ask for. @param {HTMLElement} root the stage */
  listen(root) {
    /** @template T @param {string} name @param {(detail: T) => void} heard */
    const on = (name, heard) =>
      root.addEventListener(name, (event) => heard(/** @type {CustomEvent<T>} */ (event).detail));
    root.addEventListener("click", (event) => this.clicked(event));
    on("rv-branch", (/** @type {string} */ fork) => this.branch(fork));
    on("rv-mark", (/** @type {number} */ t) => this.mark(t));
    on("rv-act", (/** @type {string} */ name) => this.ask("act", name));
  }

  /** @param {string} what @param {string} value as Python knows it */
  ask(what, value) {
    this.cursor.pause();
    this.link.now(this.cursor.t);
    this.page.ask(what, value);
  }

  /** @param {string} tab part of the drawer, "" to close it */
  open(tab) {
    this.ask("tab", tab || "none");
  }

  /** A number was chosen: tell the round it stands for, and which. @param {MouseEvent} event */
  clicked(event) {
    const target = event.target instanceof Element ? event.target.closest("[data-explain]") : null;
    const key = target?.getAttribute("data-explain");
    if (!key || !this.page.data.explains) return;
    this.ask("explain", key);
    follow(key);
  }

  /** Another α was chosen for a round. @param {string} fork as the command line writes it */
  branch(fork) {
    if (this.page.data.branches) this.ask("branch", fork);
  }

  /** A round was marked on the losses' chart. @param {number} t */
  mark(t) {
    this.cursor.pause();
    this.link.now(t);
    const tell = () => this.page.ask("mark", t);
    // What answers the mark may lead to another round: it must not meet this one under way.
    if (this.link.unanswered()) this.link.answered(ANSWER, tell);
    else tell();
  }
}
