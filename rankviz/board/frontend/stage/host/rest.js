/**
 * Whether the page is at rest: everything is drawn and described, nothing is asked, nothing moves, and the address is written.
 * The document's element has `data-rest` then. Each page of the app begins with this module, whether it has a stage or not.
 */

const BUSY = Symbol.for("rankviz.busy");
/** Where Streamlit says whether its script runs. */
const SCRIPT = "data-test-script-state";
/** Something was told to Python, whose script has not begun yet. */
const TOLD = "told";

/** @typedef {Set<unknown>} Busy what is under way */

/** What is under way on this page, for all copies of this module. @returns {Busy} */
function busy() {
  const held = /** @type {Record<symbol, Busy | undefined>} */ (/** @type {unknown} */ (globalThis));
  return held[BUSY] ?? (held[BUSY] = new Set());
}

/** Note that something is under way, or is over. @param {unknown} what @param {boolean} is */
export function setBusy(what, is) {
  const all = busy();
  if (is) all.add(what);
  else all.delete(what);
  globalThis.document?.documentElement?.toggleAttribute("data-rest", !all.size);
}

/** Whether anything but this is under way. @param {unknown} what */
export const isBusyExcept = (what) => [...busy()].some((other) => other !== what);

/** Until a promise is settled, something is under way. @template T @param {Promise<T>} promise @returns {Promise<T>} settled as it is */
export function busyDuring(promise) {
  setBusy(promise, true);
  return promise.finally(() => setBusy(promise, false));
}

/** Work that is due after a while or in the next frame, once however often it is put off. */
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

/** What fades or glides by a style is under way. @param {HTMLElement} root */
export const busyDuringTransitions = (root) =>
  root.addEventListener("transitionrun", ({ target }) => {
    for (const moves of /** @type {Element} */ (target).getAnimations())
      busyDuring(moves.finished).catch(() => {}); // one that another overtakes
  });

/** Follow Streamlit's script and the scripts that begin before this module, once for all copies of it. */
function follow() {
  busy();
  document.addEventListener("rv-busy", (event) => {
    const { what, is } = /** @type {CustomEvent<{what: unknown, is: boolean}>} */ (event).detail;
    setBusy(what, is);
  });
  new MutationObserver(() => {
    const runs = document.querySelector(`[${SCRIPT}]`)?.getAttribute(SCRIPT) !== "notRunning";
    setBusy(TOLD, false);
    setBusy(SCRIPT, runs);
  }).observe(document, { attributeFilter: [SCRIPT], subtree: true });
}

if (globalThis.MutationObserver && !(BUSY in globalThis)) follow();
