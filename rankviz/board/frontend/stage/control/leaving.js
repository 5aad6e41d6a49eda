/**
 * A press outside the stage may lead to another page. If a rerun of the stage's fragment reaches the server just before or while
 * that page is built, the page stays blank. So nothing that waits is sent then, and what was sent is answered before the click
 * continues.
 *
 * What the stage sends and what a button sends shortly after would travel as one message, which reruns only the stage's fragment:
 * the button would be lost. So such a press waits until the stage's message is gone.
 */

/** @import { RoundLink } from "./round_link.js" */
/** @import { Page } from "./page.js" */

const TIMEOUT = 1000;
/** Buttons that need the current round, so it is sent first. */
const AT_ONCE = ".st-key-at-this-round button";

/**
 * @typedef {Object} Waiting something that will send to the server later
 * @property {() => void} postpone sends it only after the click is answered
 * @property {() => void} leave sends nothing more
 * @property {() => void} elsewhere drops it, because the browser went back or forward
 */

/** Return whether a key may be a button's shortcut; typed letters are not. @param {KeyboardEvent} event @param {EventTarget} target */
const isShortCut = ({ key }, target) =>
  ((key.length === 1 && key !== " ") || key === "PageDown" || key === "PageUp") &&
  !(target instanceof Element && target.closest("input:not([type=range]), textarea, [contenteditable=true]"));

/**
 * @param {HTMLElement} root the stage @param {Page} page @param {RoundLink} rounds @param {Waiting[]} others
 * @returns {() => void} stops listening
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
      rounds.whenAnswered(TIMEOUT, () => first.click());
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
 * Return whether a press waits until what was sent is gone; it is then repeated.
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

/** Return the link to another page that a click follows in this tab. @param {MouseEvent} event @returns {HTMLAnchorElement | null} */
function pageLink(event) {
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || (link.target && link.target !== "_self")) return null;
  return link.origin === window.location.origin && link.pathname !== window.location.pathname ? link : null;
}
