/** The beats of a round: what a round does, one after another. Beat 0 is the whole round. */

/** @typedef {{t: number, beat: number}} Moment beat `beat` of round `t`; 0 is the whole of it */

/** What each beat is called, the first at 1. */
export const NAMES = ["", "Score candidates", "Pick one", "How far: α", "Reweight pairs", "Loss and bound"];
export const LAST = NAMES.length - 1;

/** What a beat does, in a sentence. */
export const SENTENCES = [
  "",
  "Each ranker gets an edge: the weight of the pairs it puts in order, minus the weight of those it reverses.",
  "The ranker with the largest edge is picked.",
  "α says how much the pick counts. This is where the three rules differ: how much should a tied pair count?",
  "Pairs in the wrong order gain weight, pairs in order lose some. What tied pairs do depends on the rule.",
  "Every item with a yes gets α added to its score. That changes the ranking and the loss.",
];

/** Whether a round is under way: what it does to the loss has not happened yet. @param {number} beat */
export const isUnderWay = (beat) => beat > 0 && beat < LAST;

/**
 * One beat on or back. A whole round stands where its last beat does.
 * @param {Moment} now @param {1 | -1} by @returns {Moment}
 */
export function nextBeat({ t, beat }, by) {
  const at = beat || (t > 0 ? LAST : 0);
  if (by > 0) return isUnderWay(at) ? { t, beat: at + 1 } : { t: t + 1, beat: 1 };
  if (at > 1) return { t, beat: at - 1 };
  return t > 1 ? { t: t - 1, beat: LAST } : { t: 0, beat: 0 };
}

/**
 * What a page's tiles have to do with the beats.
 * @typedef {Object} Plan
 * @property {Readonly<Record<number, readonly string[]>>} lit the tiles that a beat is about
 * @property {Readonly<Record<string, readonly number[]>>} draws beats in which a tile is drawn otherwise than its round alone says
 * @property {Readonly<Record<string, number>>} since from which beat on a tile shows the round under way; before it, the round before
 */

/** The round that a tile shows. @param {Plan | undefined} plan @param {string} tile @param {Moment} now */
export const shownRound = (plan, tile, { t, beat }) =>
  plan && beat && beat < (plan.since[tile] ?? LAST) ? t - 1 : t;

/**
 * The tiles that are lit, null where all are.
 * @param {Plan | undefined} plan @param {number} beat @param {readonly string[]} there on the board
 * @param {readonly string[]} [also] tiles that for now show what the beat is about
 */
export function litTiles(plan, beat, there, also = []) {
  const about = beat && plan ? [...(plan.lit[beat] ?? []), ...also] : [];
  const lit = there.filter((tile) => about.includes(tile));
  return lit.length ? lit : null;
}

/**
 * Whether a tile must be drawn again: it shows another round, or one of both beats draws it otherwise. Whatever else is
 * drawn takes frames from what moves.
 * @param {Plan | undefined} plan @param {string} tile @param {Moment | null} before null where it was not drawn yet @param {Moment} now
 */
export function needsRedraw(plan, tile, before, now) {
  if (!plan || !before || !now.beat) return true;
  const otherwise = [before.beat, now.beat].some((beat) => plan.draws[tile]?.includes(beat));
  return otherwise || shownRound(plan, tile, before) !== shownRound(plan, tile, now);
}

/** A moment as written in a link: "12.3", and "12" for a whole round. @param {Moment} now */
export const momentText = ({ t, beat }) => (beat ? `${t}.${beat}` : String(t));

/** The beat that a link names of a round; 0 where it names none. @param {string | null} text @param {number} t */
export function beatFromLink(text, t) {
  const found = /^\s*([1-9]\d{0,8})\.([1-9])\s*$/.exec(text ?? "");
  return found && Number(found[1]) === t && Number(found[2]) <= LAST ? Number(found[2]) : 0;
}
