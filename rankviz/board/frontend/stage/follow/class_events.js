/** The connection to the class: the room's events as they happen, reopened when the network is lost. */

import { appUrl } from "../host/app.js";
/** @import { Banner } from "../board/banner.js" */
/** @import { Try } from "../branch/trial_kinds.js" */
/** @import { Settings } from "../control/view.js" */
/** @import { About } from "../print/print_sheet.js" */

/** Silence after which the connection counts as lost, ms: the server sends a sign of life every 15 s. */
const SILENCE = 40_000;
const RETRY_DELAY = 3_000;
/** Pause before trying again when the room was full, unless the server says when, ms. */
const FULL = 10_000;

/**
 * @typedef {{run: string, layout: string, settings: Settings, banner: Banner | null,
 *   about: About, link: string}} Moment what the class looks at; `link`: relative to the app, "" for none
 * @typedef {{t: number, beat: number, tried?: Try}} ClassPosition `tried`: the presenter's trial
 * @typedef {Object} Question
 * @property {string} id
 * @property {"open" | "locked" | "revealed"} phase
 * @property {string} prompt
 * @property {[string, string][]} options text and hint
 * @property {number | null} hold the last round that may be shown
 * @property {string[]} [items] the items that rankers answer about, if there are few
 * @property {[string, string][]} [says] rankers, with "1" for each item to which they say yes
 * @property {string[]} about tiles that it is about
 * @property {string[]} measures curves that it is about, while it is open
 * @property {boolean} [alone] whether no class answers it
 * @property {number | null} [right] once revealed, like the next ones
 * @property {string} [why]
 * @property {number[]} [tally]
 *
 * @typedef {{question: string, option: number}} Vote the reader's vote, as the server has it
 * @typedef {{moment?: Moment | null, question?: Question | null, at?: ClassPosition}} Changes the changed parts
 */

/**
 * Fetch why the server refused the events at an address, because an EventSource does not say; null if it accepts them now.
 * @param {string} url @returns {Promise<{why: string, wait: number | null} | null>} `wait` in ms, null for ever
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
 *   `why`: why the reader has to wait
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
    open(RETRY_DELAY);
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
    if (source !== asked) return; // reopened meanwhile
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
