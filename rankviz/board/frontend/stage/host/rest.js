/**
 * Track whether the page is at rest: everything is drawn and described, no request or motion is under way, and the address is written.
 * The document's element then has `data-rest`. Every page of the app loads this module first, with or without a stage.
 */

const BUSY = Symbol.for("rankviz.busy");
/** Where Streamlit shows whether its script runs. */
const SCRIPT = "data-test-script-state";
/** Key: something was sent to the server, whose script has not started yet. */
const TOLD = "told";

/** A script that has begun and ended between two paints is not seen: after so long without a change it has, ms. */
const MISSED = 3000;

/** What Streamlit shows in the place of an element whose code is still being fetched. */
const SKELETON = '[data-testid="stSkeleton"]';
/** A component's script is called within this time of its code's arrival, ms. */
const CALLED = 300;

/** @typedef {Set<unknown>} Busy keys of what is under way */

/** Return what is under way on this page, shared by all copies of this module. @returns {Busy} */
function busy() {
  const held = /** @type {Record<symbol, Busy | undefined>} */ (/** @type {unknown} */ (globalThis));
  return held[BUSY] ?? (held[BUSY] = new Set());
}

/** Mark something as under way or finished. @param {unknown} what @param {boolean} is */
export function setBusy(what, is) {
  const all = busy();
  if (is) all.add(what);
  else all.delete(what);
  globalThis.document?.documentElement?.toggleAttribute("data-rest", !all.size);
}

/** Return whether anything else is under way. @param {unknown} what */
export const isBusyExcept = (what) => [...busy()].some((other) => other !== what);

/** Mark the page as busy until a promise settles. @template T @param {Promise<T>} promise @returns {Promise<T>} the same promise */
export function busyDuring(promise) {
  setBusy(promise, true);
  return promise.finally(() => setBusy(promise, false));
}

/** Work that is due after a delay or in the next frame; starting it again replaces the earlier start. */
export class Timer {
  /** @param {() => void} work */
  constructor(work) {
    this.work = work;
    /** @type {(() => void) | null} */
    this.cancel = null;
  }

  /** @param {number} ms */
  start(ms) {
    const id = setTimeout(() => this.run(), ms);
    this.due(() => clearTimeout(id));
  }

  startFrame() {
    const id = requestAnimationFrame(() => this.run());
    this.due(() => cancelAnimationFrame(id));
  }

  /** @param {() => void} cancel */
  due(cancel) {
    this.cancel?.();
    this.cancel = cancel;
    setBusy(this, true);
  }

  run() {
    this.cancel = null;
    try {
      this.work();
    } finally {
      if (!this.cancel) setBusy(this, false);
    }
  }

  stop() {
    this.cancel?.();
    this.cancel = null;
    setBusy(this, false);
  }
}

/** Mark the page as busy during CSS transitions. @param {HTMLElement} root */
export const busyDuringTransitions = (root) =>
  root.addEventListener("transitionrun", ({ target }) => {
    for (const moves of /** @type {Element} */ (target).getAnimations())
      busyDuring(moves.finished).catch(() => {}); // cancelled when another one replaces it
  });

/** Watch Streamlit's script and the scripts that start before this module, once for all copies. */
function follow() {
  busy();
  let told = 0;
  const fetching = new Timer(() => {
    if (document.querySelector(SKELETON)) fetching.start(CALLED);
  });
  document.addEventListener("rv-busy", (event) => {
    const { what, is } = /** @type {CustomEvent<{what: unknown, is: boolean}>} */ (event).detail;
    setBusy(what, is);
    if (what !== TOLD) return;
    clearTimeout(told);
    told = window.setTimeout(() => setBusy(TOLD, false), MISSED);
  });
  new MutationObserver(() => {
    const runs = document.querySelector(`[${SCRIPT}]`)?.getAttribute(SCRIPT) !== "notRunning";
    setBusy(TOLD, false);
    setBusy(SCRIPT, runs);
    fetching.run();
  }).observe(document, { attributeFilter: [SCRIPT], subtree: true });
}

if (globalThis.MutationObserver && !(BUSY in globalThis)) follow();
