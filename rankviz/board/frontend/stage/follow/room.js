/** The state of the class and of the playlist on the presenter's side. */

/**
 * The room, as sent by rooms/leading.py.
 * @typedef {Object} Room
 * @property {string} code
 * @property {string} address address at which the class types the code
 * @property {[number, string] | null} qr a QR code of address and code: modules per side, and the path of the dark ones; null if nobody else can reach the address
 * @property {string} refused why the last act was refused; "" if it was not
 *
 * What the server sends to the presenter only (rooms/events.py).
 * @typedef {Object} Counts
 * @property {number} followers
 * @property {number} voted
 * @property {boolean} asks whether a question is open
 * @property {number[]} [tally] votes per option, once answers are locked
 * @property {string} [advice] how to continue
 *
 * What a playlist sends about its moment (pages/playlists/player.py).
 * @typedef {{title: string, note: string, say: string}} Moment
 * @typedef {{playlist: string, number: number, count: number, now: Moment, next: Moment | null, picture: Picture | null}} Notes
 *
 * The input of the next moment's picture (pages/playlists/presenting.py); `run`: address of the pack.
 * @typedef {{run: string, layout: string, round: number, settings: import("../control/view.js").Settings, held: boolean}} Picture
 *
 * @typedef {import("./class_events.js").Question} Question
 */

/**
 * Return the next step of a question: "ask", "lock", "bars" (on this screen only), "again", "reveal", "drop", "back" (undo one step,
 * keeping all votes), or "shut" (on this screen only, for a question that no class answers).
 * @param {Question | null} question @param {boolean} bars whether bars are shown @param {boolean} back
 * @returns {string} "" for nothing
 */
export function nextAct(question, bars, back) {
  if (!question) return back ? "" : "ask";
  if (question.alone) return back ? "" : question.phase === "open" ? "reveal" : "shut";
  if (question.phase === "open") return back ? "back" : "lock";
  if (question.phase === "revealed") return "drop";
  if (back) return "again";
  return bars ? "reveal" : "bars";
}

/**
 * Return the step for the keys that go to another moment, which a question takes first; going back undoes exactly one step. "bare"
 * hides the bars.
 * @param {Question | null} question @param {boolean} bars @param {boolean} back @param {boolean} waits whether the moment's question is still to be asked
 * @returns {string} "" to go to another moment
 */
export function turnAct(question, bars, back, waits) {
  if (!question) return waits && !back ? "ask" : "";
  if (question.alone) return !back && question.phase === "open" ? "reveal" : "";
  if (back) return question.phase === "locked" && bars ? "bare" : "back";
  return question.phase === "revealed" ? "" : nextAct(question, bars, false);
}

/** Say how many have answered, out of those who could; voters may have left. @param {Counts} counts */
export const answered = ({ voted, followers }) => `${voted} of ${Math.max(voted, followers)} answered`;

/** Return the share of each option. @param {number[]} tally */
export function answerShares(tally) {
  const total = tally.reduce((a, b) => a + b, 0);
  return tally.map((n) => (total ? n / total : 0));
}
