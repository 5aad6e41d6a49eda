/**
 * What is pressed beside the stage may lead to another page. A rerun of the stage's part that reaches the server just before or
 * while that page is made leaves the page blank: so what waits to be sent to Python is not sent then, and what was sent is
 * answered before the click goes on.
 *
 * What the stage has told and what a button tells before that is sent would go as one message, which reruns the stage's part
 * alone: the button would be lost. So such a press waits until what was told has gone.
 */

/** @import { RoundLink } from "./round_link.js" */
/** @import { Page } from "./page.js" */

const PATIENCE = 1000;
/** Buttons that ask for the round that is shown: it is sent first. */
const AT_ONCE = ".st-key-at-this-round button";

/**
 * @typedef {Object} Waiting what has something to send to Python, later
 * @property {() => void} postpone send it only when the click has had its answer
 * @property {() => void} leave send nothing more
 * @property {() => void} elsewhere forget it: the browser went back or forward
 */

/** Whether a key may be the short cut of a button: letters that are written are none. @param {KeyboardEvent} event @param {EventTarget} target */
const isShortCut = ({ key }, target) =>
  ((key.length === 1 && key !== " ") || key === "PageDown" || key === "PageUp") &&
  !(target instanceof Element && target.closest("input:not([type=range]), textarea, [contenteditable=true]"));

/**
 * @param {HTMLElement} root the stage @param {Page} page @param {RoundLink} rounds @param {Waiting[]} others
 * @returns {() => void} stop listening
 */
export function listenToLeaving(root, page, rounds, others) {
  const waiting = [rounds, ...others];
  /** @type {HTMLElement | null} */
  let held = null;
  /** @param {MouseEvent} event */
  const clicked = (event) => {
    if (event.composedPath().includes(root) || waits(event, page.going)) return;
    const link = pageLink(event);
    /** @type {HTMLElement | null} */
    const asks = event.target instanceof Element ? event.target.closest(AT_ONCE) : null;
    if (asks) rounds.tell();
    const first = link ?? asks;
    if (first && held !== first && rounds.isAwaitingAnswer()) {
      held = first;
      event.preventDefault();
      event.stopImmediatePropagation();
      rounds.whenAnswered(PATIENCE, () => first.click());
      return;
    }
    held = null;
    if (!link) return waiting.forEach((each) => each.postpone());
    waiting.forEach((each) => each.leave());
  };
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    const target = event.composedPath()[0];
    if (event.defaultPrevented || !isShortCut(event, target) || waits(event, page.going)) return;
    if (!event.composedPath().includes(root)) waiting.forEach((each) => each.postpone());
  };
  const went = () => waiting.forEach((each) => each.elsewhere());
  document.addEventListener("click", clicked, true);
  document.addEventListener("keydown", pressed, true);
  window.addEventListener("popstate", went, true);
  return () => {
    document.removeEventListener("click", clicked, true);
    document.removeEventListener("keydown", pressed, true);
    window.removeEventListener("popstate", went, true);
  };
}

/**
 * Whether a press waits until what was told has gone; it then comes again.
 * @param {MouseEvent | KeyboardEvent} event @param {Promise<void> | null} going
 */
function waits(event, going) {
  if (!going || !event.isTrusted) return false;
  const target = event.composedPath()[0];
  const again =
    event instanceof MouseEvent ? new MouseEvent(event.type, event) : new KeyboardEvent(event.type, event);
  event.preventDefault();
  event.stopImmediatePropagation();
  void going.then(() => target.dispatchEvent(again));
  return true;
}

/** The link to another page that a click follows in this very tab. @param {MouseEvent} event @returns {HTMLAnchorElement | null} */
function pageLink(event) {
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || (link.target && link.target !== "_self")) return null;
  return link.origin === window.location.origin && link.pathname !== window.location.pathname ? link : null;
}
