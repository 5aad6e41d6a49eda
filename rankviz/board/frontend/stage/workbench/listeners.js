/** Listen to the stage's round: the stage dispatches each one on the document, and again on request (stage/control/wanted_round.js). */

/** @import { Run } from "../run/run.js" */

/** @typedef {{run: string, t: number}} ShownRound address of the run, and the round */

/** @param {(shown: ShownRound) => void} onRound @param {(tried: Run | null) => void} onTried gets the run that the stage tries (stage/control/trial_session.js); null for none @returns {() => void} stops listening */
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
