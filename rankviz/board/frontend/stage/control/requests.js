/** What the reader asks of Python at the round that is shown: another α, a remedy, … */

/** @import { Cursor } from "./cursor.js" */
/** @import { RoundLink } from "./round_link.js" */
/** @import { Page } from "./page.js" */

export class Requests {
  /** @param {Page} page @param {Cursor} cursor @param {RoundLink} link */
  constructor(page, cursor, link) {
    this.page = page;
    this.cursor = cursor;
    this.link = link;
  }

  /**
   * Hear what the tiles ask for.
   * @param {HTMLElement} root the stage @param {(key: string, from: HTMLElement) => void} explain a number was chosen: a run and the number's key
   */
  listen(root, explain) {
    /** @template T @param {string} name @param {(detail: T) => void} heard */
    const on = (name, heard) =>
      root.addEventListener(name, (event) => heard(/** @type {CustomEvent<T>} */ (event).detail));
    root.addEventListener("click", ({ target }) => {
      const from = target instanceof Element ? target.closest("[data-explain]") : null;
      const key = from?.getAttribute("data-explain");
      // Python knows nothing of a run that was computed here.
      if (key && root.classList.contains("rv-explains")) explain(key, /** @type {HTMLElement} */ (from));
    });
    on("rv-branch", (/** @type {string} */ fork) => this.branch(fork));
    on("rv-mark", (/** @type {number} */ t) => this.ask("mark", t));
    on("rv-act", (/** @type {string} */ name) => this.ask("act", name));
  }

  /** @param {string} what @param {string | number} value as Python knows it */
  ask(what, value) {
    this.cursor.pause();
    this.link.tell();
    this.page.trigger(what, value);
  }

  /** Another α was chosen for a round. @param {string} fork as the command line writes it */
  branch(fork) {
    if (this.page.data.branches) this.ask("branch", fork);
  }
}
