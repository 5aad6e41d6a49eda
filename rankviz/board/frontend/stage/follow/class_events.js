/** The connection to the class: the events of the room as they happen, opened anew when the network is lost. */

import { appUrl } from "../host/app.js";
/** @import { Banner } from "../board/banner.js" */
/** @import { Try } from "../branch/trial_kinds.js" */
/** @import { Settings } from "../control/view.js" */
/** @import { About } from "../print/print_sheet.js" */

/** Milliseconds after which a silent line is a lost one: the server gives a sign of life every 15 s. */
const SILENCE = 40_000;
const AGAIN = 3_000;
/** Milliseconds after which to try again where there was no room, unless the server says when. */
const FULL = 10_000;

/**
 * @typedef {{run: string, layout: string, settings: Settings, banner: Banner | null,
 *   about: About, link: string}} Moment what the class looks at; `link` from where the app is, "" when there is none
 * @typedef {{t: number, beat: number, tried?: Try}} ClassPosition `tried`: another α that the presenter's hand is at
 * @typedef {Object} Question
 * @property {string} id
 * @property {"open" | "locked" | "revealed"} phase
 * @property {string} prompt
 * @property {[string, string][]} options words and hint
 * @property {number | null} hold the last round that may be shown
 * @property {string[]} [items] the items that rankers say yes or no to, where they are few
 * @property {[string, string][]} [says] rankers, and whether each says yes ("1") to each item
 * @property {string[]} about the tiles that it is about
 * @property {string[]} measures the curves that it is about, while it is open
 * @property {boolean} [alone] whether no class answers it
 * @property {number | null} [right] once it is revealed, as what follows
 * @property {string} [why]
 * @property {number[]} [tally]
 *
 * @typedef {{question: string, option: number}} Vote the reader's own, as the server has it
 * @typedef {{moment?: Moment | null, question?: Question | null, at?: ClassPosition}} Changes the parts that have changed
 */

/**
 * Why the server has refused the events at an address, of which an EventSource says nothing; null when it takes them now.
 * @param {string} url @returns {Promise<{why: string, wait: number | null} | null>} `wait` in milliseconds, null for ever
 */
export async function fetchRefusal(url) {
  const asking = new AbortController();
  const answer = await fetch(url, { signal: asking.signal }).catch(() => null);
  if (!answer || answer.ok) {
    asking.abort();
    return null;
  }
  const later = answer.status === 429 || answer.status >= 500;
  const wait = later ? 1_000 * Number(answer.headers.get("Retry-After")) || FULL : null;
  return { why: await answer.text(), wait };
}

/**
 * @param {string} code
 * @param {{changed: (changes: Changes) => void, here: (here: boolean, why?: string) => void, ended: (why: string) => void, voted: (vote: Vote) => void}} on
 *   `why` says what keeps the reader out, who is let in later
 */
export function listenToClass(code, on) {
  const url = appUrl(`api/room/${code}/events`);
  /** @type {EventSource | null} */
  let source = null;
  let timer = 0;
  let over = false;

  /** @param {Event} [event] */
  const lost = (event) => {
    if (event && source?.readyState === EventSource.CLOSED) return void refused();
    on.here(false);
    open(AGAIN);
  };
  const heard = () => {
    clearTimeout(timer);
    timer = window.setTimeout(lost, SILENCE);
  };
  /** @param {Event} event */
  const said = (event) => JSON.parse(/** @type {MessageEvent<string>} */ (event).data).why;

  /** @param {string} why */
  function end(why) {
    over = true;
    source?.close();
    clearTimeout(timer);
    on.ended(why);
  }

  /** @param {string} why @param {number} wait milliseconds */
  function full(why, wait) {
    open(wait);
    on.here(false, why);
  }

  async function refused() {
    clearTimeout(timer);
    const asked = source;
    const refused = await fetchRefusal(url);
    if (source !== asked) return; // opened anew meanwhile
    if (!refused) lost();
    else if (refused.wait === null) end(refused.why);
    else full(refused.why, refused.wait);
  }

  /** @param {number} wait milliseconds */
  function open(wait) {
    source?.close();
    clearTimeout(timer);
    if (over) return;
    timer = window.setTimeout(() => {
      source = new EventSource(url);
      timer = window.setTimeout(lost, SILENCE);
      source.onmessage = (event) => {
        heard();
        on.here(true);
        on.changed(JSON.parse(event.data));
      };
      source.addEventListener("here", heard);
      source.addEventListener("mine", (event) => on.voted(JSON.parse(event.data)));
      source.addEventListener("ended", (event) => end(said(event)));
      source.addEventListener("refused", (event) => full(said(event), FULL));
      source.onerror = lost;
    }, wait);
  }

  window.addEventListener("online", () => open(0));
  window.addEventListener("offline", () => on.here(false));
  open(0);
}
