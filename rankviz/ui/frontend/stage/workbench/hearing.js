/** The stage's round: the stage sends each one as an event of the document, and again when asked (stage/control/round_news.js). */

/** @typedef {{run: string, t: number}} ShownRound the address of the run, and the round */

/** @param {(shown: ShownRound) => void} onRound @returns {() => void} to hear no more */
export function hear(onRound) {
  const listen = (/** @type {Event} */ event) =>
    onRound(/** @type {CustomEvent<ShownRound>} */ (event).detail);
  document.addEventListener("rv-round", listen);
  document.dispatchEvent(new Event("rv-which-round"));
  return () => document.removeEventListener("rv-round", listen);
}
