/** The site's lessons, played inside the page; a step's link to the playground leads to the stage behind it. */

import { byId, html } from "../stage/draw/dom.js";
import { catchLinks } from "./player.js";
/** @import { Player } from "./player.js" */

/** @param {[string, string][]} listed file and title @param {Player} player @param {(link: string) => void} open shows a moment on the stage */
export function listLessons(listed, player, open) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("lessons"));
  const here = window.location.pathname;
  const play = (/** @type {string} */ file, /** @type {string} */ title) =>
    player.play(title, file, (frame) =>
      catchLinks(frame, ({ href }) => {
        const to = new URL(href);
        if (to.pathname !== here) {
          window.location.assign(href);
          return;
        }
        player.close();
        dialog.close();
        open(to.hash.slice(1));
      }),
    );
  byId("lesson-list").replaceChildren(
    ...listed.map(([file, title]) =>
      html("li", {}, html("button", { type: "button", onclick: () => play(file, title) }, title)),
    ),
  );
  byId("lessons-close").addEventListener("click", () => dialog.close());
  byId("lessons-open").addEventListener("click", (event) => {
    event.preventDefault();
    dialog.showModal();
  });
}
