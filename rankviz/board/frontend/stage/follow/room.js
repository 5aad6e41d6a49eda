/** What the presenter's side knows of the class, and of what is played. */

/**
 * What Python says of the room (rooms/leading.py).
 * @typedef {Object} Room
 * @property {string} code
 * @property {string} address where the class types it
 * @property {[number, string] | null} qr the address with the code as a QR code: modules on a side, and the path of the dark ones; null where nobody else reaches the address
 * @property {string} refused why the last wish was refused, "" when it was not
 *
 * What the server sends to the presenter alone (rooms/events.py).
 * @typedef {Object} Counts
 * @property {number} followers
 * @property {number} voted
 * @property {boolean} asks whether a question is open
 * @property {number[]} [tally] votes for each option, once the answers are locked
 * @property {string} [advice] how to go on
 *
 * What a playlist says of its moment (pages/playlists/player.py).
 * @typedef {{title: string, note: string, say: string}} Moment
 * @typedef {{playlist: string, number: number, count: number, now: Moment, next: Moment | null, picture: Picture | null}} Notes
 *
 * What the picture of the next moment is drawn of (pages/playlists/presenting.py): `run` is the address of the packed run.
 * @typedef {{run: string, layout: string, round: number, settings: import("../control/view.js").Settings, held: boolean}} Picture
 *
 * @typedef {import("./class_events.js").Question} Question
 */

/**
 * What the next step with a question is: "ask", "lock", "bars" (which this screen alone shows), "again", "reveal", "drop", "back" (one step
 * taken back, with all votes), or "shut", which this screen alone does with a question that no class answers.
 * @param {Question | null} question @param {boolean} bars whether they are shown @param {boolean} back
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
 * The same for the keys that turn to another moment, which a question takes first: each is a step, and back its exact opposite. "bare" is
 * without bars.
 * @param {Question | null} question @param {boolean} bars @param {boolean} back @param {boolean} waits whether the moment asks what was not asked
 * @returns {string} "" where the moment is turned
 */
export function turnAct(question, bars, back, waits) {
  if (!question) return waits && !back ? "ask" : "";
  if (question.alone) return !back && question.phase === "open" ? "reveal" : "";
  if (back) return question.phase === "locked" && bars ? "bare" : "back";
  return question.phase === "revealed" ? "" : nextAct(question, bars, false);
}

/** How many have answered, of those who could: who did may have left. @param {Counts} counts */
export const answered = ({ voted, followers }) => `${voted} of ${Math.max(voted, followers)} answered`;

/** The share of each option. @param {number[]} tally */
export function answerShares(tally) {
  const total = tally.reduce((a, b) => a + b, 0);
  return tally.map((n) => (total ? n / total : 0));
}
