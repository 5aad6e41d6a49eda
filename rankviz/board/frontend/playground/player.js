/** The dialog that plays a page inside this one: a playlist made here, or a lesson of the site. */

import { byId, html } from "../stage/draw/dom.js";

/** Called for a link that leads out of the played page. @typedef {(link: HTMLAnchorElement) => void} OnLinkOut */

export class Player {
  constructor() {
    this.dialog = /** @type {HTMLDialogElement} */ (byId("player"));
    byId("player-close").addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("close", () => byId("player-frame").replaceChildren());
  }

  /** @param {string} title @param {string} src @param {(frame: HTMLIFrameElement) => void} loaded */
  play(title, src, loaded) {
    const frame = html("iframe", { title, src });
    frame.addEventListener("load", () => {
      loaded(frame);
      frame.focus();
    });
    byId("player-frame").replaceChildren(frame);
    this.dialog.showModal();
  }

  close() {
    this.dialog.close();
  }
}

/** Catch links of a page in a frame, which would open inside the frame. @param {HTMLIFrameElement} frame @param {OnLinkOut} left */
export function catchLinks(frame, left) {
  const inside = frame.contentDocument;
  inside?.addEventListener("click", (event) => {
    const link = /** @type {Element | null} */ (event.target)?.closest?.("a[href]");
    const address = link?.getAttribute("href") ?? "";
    if (!link || address.startsWith("#") || address.startsWith("data:") || link.hasAttribute("download"))
      return;
    event.preventDefault();
    left(/** @type {HTMLAnchorElement} */ (link));
  });
}
