/** The connection to the class: the events of the room as they happen, opened anew when the network is lost. */

import { inApp } from "../app.js";

/** Milliseconds after which a silent line is a lost one: the server gives a sign of life every 15 s. */
const SILENCE = 40_000;
const AGAIN = 3_000;

/**
 * @typedef {{run: string, layout: string, settings: import("../control/view.js").Settings, banner: import("../board/banner.js").Banner | null,
 *   about: import("../print/sheet.js").About, link: string}} Moment what the class looks at; `link` from where the app is, "" when there is none
 * @typedef {{t: number, beat: number}} At
 * @typedef {Object} Question
 * @property {string} id
 * @property {"open" | "locked" | "revealed"} phase
 * @property {string} prompt
 * @property {[string, string][]} options words and hint
 * @property {number | null} hold the last round that may be shown
 * @property {number | null} [right] once it is revealed, as what follows
 * @property {string} [why]
 * @property {number[]} [tally]
 *
 * @typedef {{moment?: Moment | null, question?: Question | null, at?: At}} Changes the parts that have changed
 */

/**
 * @param {string} code @param {string} voter
 * @param {{changed: (changes: Changes) => void, here: (here: boolean) => void, ended: (why: string) => void}} on
 */
export function listen(code, voter, on) {
  /** @type {EventSource | null} */
  let source = null;
  let timer = 0;
  let over = false;

  const lost = () => {
    on.here(false);
    open(AGAIN);
  };
  const heard = () => {
    clearTimeout(timer);
    timer = window.setTimeout(lost, SILENCE);
  };
  /** @param {Event} event */
  const end = (event) => {
    over = true;
    source?.close();
    clearTimeout(timer);
    on.ended(JSON.parse(/** @type {MessageEvent<string>} */ (event).data).why);
  };

  /** @param {number} wait milliseconds */
  function open(wait) {
    source?.close();
    clearTimeout(timer);
    if (over) return;
    timer = window.setTimeout(() => {
      source = new EventSource(inApp(`api/room/${code}/events?voter=${voter}`));
      timer = window.setTimeout(lost, SILENCE);
      source.onmessage = (event) => {
        heard();
        on.here(true);
        on.changed(JSON.parse(event.data));
      };
      source.addEventListener("here", heard);
      source.addEventListener("ended", end);
      source.addEventListener("refused", end);
      source.onerror = lost;
    }, wait);
  }

  window.addEventListener("online", () => open(0));
  window.addEventListener("offline", () => on.here(false));
  open(0);
}
