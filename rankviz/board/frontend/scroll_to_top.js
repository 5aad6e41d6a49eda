/**
 * Scroll to the top of what has been opened, since Streamlit keeps the scroll position of what was there before, and
 * later to the reply that follows an act.
 */

/** @typedef {{parentElement: (HTMLElement | ShadowRoot) & {__opened?: string, __told?: string}, data: {opened: string, told: string}}} Component */

const MAIN = '[data-testid="stMain"]';
/** A step's reply: the box of a settled act, or the paragraph with the red mark of a wrong one. */
const REPLY = '.st-key-lesson-words :is([data-testid="stAlert"], p:has(.stMarkdownColoredText))';
const FIGURE = '[data-testid="stColumn"]:has(.st-key-lesson-stage)';

/** @param {Component} component */
export default function ({ parentElement, data }) {
  const { __opened: opened, __told: told } = parentElement;
  [parentElement.__opened, parentElement.__told] = [data.opened, data.told];
  if (opened !== data.opened) {
    document.querySelector(MAIN)?.scrollTo({ top: 0, behavior: "instant" });
    document.querySelector(".st-key-lesson-words")?.parentElement?.scrollTo({ top: 0, behavior: "instant" });
  } else if (told !== data.told) {
    setBusy(true);
    requestAnimationFrame(() => requestAnimationFrame(showWhenDrawn));
  }
}

/** @param {boolean} is under way (see stage/host/rest.js) */
const setBusy = (is) => document.dispatchEvent(new CustomEvent("rv-busy", { detail: { what: "reply", is } }));

/** Show the reply once Streamlit's script, which draws it after this component, has ended. */
function showWhenDrawn() {
  if (document.querySelector("[data-test-script-state=running]")) {
    requestAnimationFrame(showWhenDrawn);
    return;
  }
  showReply();
  setBusy(false);
}

/** Bring the reply into view, on a phone below the figure that stays on the screen. */
function showReply() {
  const reply = /** @type {HTMLElement | null} */ (document.querySelector(REPLY));
  const figure = document.querySelector(FIGURE);
  if (!reply || !figure) return;
  const covers = figure.getBoundingClientRect().left < reply.getBoundingClientRect().right;
  reply.style.scrollMargin = `${covers ? Math.max(0, figure.getBoundingClientRect().bottom) + 8 : 8}px 0 8px`;
  reply.scrollIntoView({ block: "nearest", behavior: "instant" });
}
