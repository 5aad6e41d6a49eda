/** The reader's requests to the server about the shown round: another α, a remedy, … */

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
   * Listen to the tiles' requests.
   * @param {HTMLElement} root the stage @param {(key: string, from: HTMLElement) => void} explain called with a run and a number's key when a number is clicked
   */
  listen(root, explain) {
    /** @template T @param {string} name @param {(detail: T) => void} heard */
    const on = (name, heard) =>
      root.addEventListener(name, (event) => heard(/** @type {CustomEvent<T>} */ (event).detail));
    root.addEventListener("click", ({ target }) => {
      const from = target instanceof Element ? target.closest("[data-explain]") : null;
      const key = from?.getAttribute("data-explain");
      // The server does not know a run that was computed here.
      if (key && root.classList.contains("rv-explains")) explain(key, /** @type {HTMLElement} */ (from));
    });
    on("rv-branch", (/** @type {string} */ fork) => this.branch(fork));
    on("rv-act", (/** @type {string} */ name) => this.ask("act", name));
  }

  /** @param {string} what @param {string | number} value in the server's terms */
  ask(what, value) {
    this.cursor.pause();
    this.link.tell();
    this.page.trigger(what, value);
  }

  /** Request another α for a round. @param {string} fork as the command line writes it */
  branch(fork) {
    if (this.page.data.branches) this.ask("branch", fork);
  }
}
