/** Hearing the stage's round: it tells each one on the document, and again when it is asked (stage/control/round_news.js). */

/** @typedef {{run: string, t: number}} News the address of the run, and the round */

/** @param {(news: News) => void} heard @returns {() => void} to hear no more */
export function hear(heard) {
  const listen = (/** @type {Event} */ event) => heard(/** @type {CustomEvent<News>} */ (event).detail);
  document.addEventListener("rv-round", listen);
  document.dispatchEvent(new Event("rv-which-round"));
  return () => document.removeEventListener("rv-round", listen);
}
