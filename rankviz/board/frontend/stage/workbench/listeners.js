/** The stage's round: the stage sends each one as an event of the document, and again when asked (stage/control/round_news.js). */

/** @import { Run } from "../run/run.js" */

/** @typedef {{run: string, t: number}} ShownRound the address of the run, and the round */

/** @param {(shown: ShownRound) => void} onRound @param {(tried: Run | null) => void} onTried what the stage shows while a hand tries something (stage/control/trying.js) @returns {() => void} to hear no more */
export function listenToStage(onRound, onTried) {
  /** @type {Record<string, (event: Event) => void>} */
  const heard = {
    "rv-round": (event) => onRound(/** @type {CustomEvent<ShownRound>} */ (event).detail),
    "rv-tried": (event) => onTried(/** @type {CustomEvent<Run | null>} */ (event).detail),
  };
  for (const [name, listen] of Object.entries(heard)) document.addEventListener(name, listen);
  document.dispatchEvent(new Event("rv-which-round"));
  return () => {
    for (const [name, listen] of Object.entries(heard)) document.removeEventListener(name, listen);
  };
}
