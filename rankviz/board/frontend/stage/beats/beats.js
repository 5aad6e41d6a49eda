/** The beats of a round: its steps in order. Beat 0 is the whole round. */

/** @typedef {{t: number, beat: number}} Moment beat `beat` of round `t`; 0 is the whole round */

/** Names of the beats, the first at index 1. */
export const NAMES = [
  "",
  "Score candidates",
  "Pick one",
  "How far: α",
  "Reweight pairs",
  "Add to the scores",
];
export const LAST = NAMES.length - 1;

/** What each beat does, in a sentence. */
export const SENTENCES = [
  "",
  "Each ranker gets an edge: the weight of the pairs it puts in order, minus the weight of those it reverses.",
  "The ranker with the largest edge is picked.",
  "α says how much the pick counts. This is where the three rules differ: how much should a tied pair count?",
  "Pairs in the wrong order gain weight, pairs in order lose some. What tied pairs do depends on the rule.",
  "Every item with a yes gets α added to its score.",
];

/** Return whether a round is under way, so that the loss has not changed yet. @param {number} beat */
export const isUnderWay = (beat) => beat > 0 && beat < LAST;

/**
 * Move one beat forward or back. A whole round counts as its last beat.
 * @param {Moment} now @param {1 | -1} by @returns {Moment}
 */
export function nextBeat({ t, beat }, by) {
  const at = beat || (t > 0 ? LAST : 0);
  if (by > 0) return isUnderWay(at) ? { t, beat: at + 1 } : { t: t + 1, beat: 1 };
  if (at > 1) return { t, beat: at - 1 };
  return t > 1 ? { t: t - 1, beat: LAST } : { t: 0, beat: 0 };
}

/**
 * How a page's tiles relate to the beats.
 * @typedef {Object} Plan
 * @property {Readonly<Record<number, readonly string[]>>} lit tiles that each beat is about
 * @property {Readonly<Record<string, readonly number[]>>} draws beats in which a tile's drawing depends on more than its round
 * @property {Readonly<Record<string, number>>} since beat from which a tile shows the round under way instead of the previous one
 */

/** Return the round that a tile shows. @param {Plan | undefined} plan @param {string} tile @param {Moment} now */
export const shownRound = (plan, tile, { t, beat }) =>
  plan && beat && beat < (plan.since[tile] ?? LAST) ? t - 1 : t;

/**
 * Return the tiles that are lit, null for all.
 * @param {Plan | undefined} plan @param {number} beat @param {readonly string[]} there on the board
 * @param {readonly string[]} [also] tiles that currently show what the beat is about
 */
export function litTiles(plan, beat, there, also = []) {
  const about = beat && plan ? [...(plan.lit[beat] ?? []), ...also] : [];
  const lit = there.filter((tile) => about.includes(tile));
  return lit.length ? lit : null;
}

/**
 * Return whether a tile must be redrawn: it shows another round, or either beat changes its drawing. Unneeded drawing would take
 * frames from the motion.
 * @param {Plan | undefined} plan @param {string} tile @param {Moment | null} before null if it was not drawn yet @param {Moment} now
 */
export function needsRedraw(plan, tile, before, now) {
  if (!plan || !before || !now.beat) return true;
  const otherwise = [before.beat, now.beat].some((beat) => plan.draws[tile]?.includes(beat));
  return otherwise || shownRound(plan, tile, before) !== shownRound(plan, tile, now);
}

/** Write a moment as in a link: "12.3", or "12" for a whole round. @param {Moment} now */
export const momentText = ({ t, beat }) => (beat ? `${t}.${beat}` : String(t));

/** Return the beat of round t in a link; 0 if it has none. @param {string | null} text @param {number} t */
export function beatFromLink(text, t) {
  const found = /^\s*([1-9]\d{0,8})\.([1-9])\s*$/.exec(text ?? "");
  return found && Number(found[1]) === t && Number(found[2]) <= LAST ? Number(found[2]) : 0;
}
