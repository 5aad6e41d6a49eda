/** The picture of a round: the items, the picked ranker's answers, and their effect on the pairs. */

import { html, setAttr, setClass, setText } from "../../draw/dom.js";
import { percent } from "../../draw/format.js";
import { markerIcon } from "../../draw/svg.js";
import { translate } from "../../draw/translate.js";
import { hasSmallPool, questionAt, questionOf } from "../../run/splits.js";
import { stateAt } from "../../run/run.js";
import { algoName } from "../../draw/algo_name.js";
import { shownAlgo } from "../../control/view.js";
import { frame, tilePicture } from "../panel.js";
import { dotsPicture } from "./dots_picture.js";
import { rowsHeight, rowsPicture } from "./rows_picture.js";
import { sharesBar } from "./shares_bar.js";
/** @import { Algo, Boosted, Run } from "../../run/run.js" */
/** @import { Ctx, Panel } from "../panel.js" */
/** @import { Question } from "../../run/splits.js" */

/** From this width of one on, pictures are side by side, px; those of rankers to be compared, from the lower one. */
const BESIDE = { picks: 430, rankers: 340 };
const GAP = 16;
/** Height of a line of text, characters per pixel of its width, heights of the bar of weights and of a name, px. */
const LINE = { height: 20, letters: 1 / 7.2 };
/** The longest texts: counts of pairs, and a negative weight. */
const LETTERS = 165;
const SHARES = 36;
const HEAD = 22;
/** In tiles lower than this the bar gives way to the picture, px. */
const BARRED = 250;
/** The beat in which a ranker is picked; before it candidates are compared. */
const PICKED = 2;
/** The beat in which pairs are reweighted. */
const REWEIGHTED = 4;

/** The tile's title, and the one before the first round. */
const PICK = "The pick";
const UNPICKED = "No pick yet";
const HOW =
  "the items in true order, best first, and what each {weak ranker} says about them: ● yes, ○ no. The round's pick is highlighted. An arc is a {critical pair}: coloured if the pick orders it correctly, dashed if the pick ties it, with a cross if the pick reverses it; the wider the arc, the heavier the pair at the start of the round. “edge”: the weight of the pairs that a ranker orders correctly, minus the weight of those it reverses; RankBoost+ also takes off part of the weight of those it ties, more as the ranker's α grows. With many items, each is a dot at its value of the picked feature, in a row for its grade, filled if the answer is yes. On small data sets, press a dot to flip it; every round is recomputed. With keys: arrows, Space to try, Enter to accept, Esc to undo.";

/** @typedef {{a: Algo, ranker: number}} Shown a run's pick; with `ranker` from 0 on, that ranker of the pool instead */

/** @param {Ctx} ctx @returns {Panel} */
export function pickPanel(ctx) {
  const { view } = ctx;
  let { run } = ctx;
  let box = { width: 0, height: 0 };
  /** Id of the run whose pick is drawn where there is room for one. */
  let drawn = "";
  /** The ranker that is drawn where there is room for one of those named. */
  let turned = -1;
  const picker = run.algos.find((a) => a.boosted);
  const named =
    picker && hasSmallPool(run)
      ? (view.chart?.named ?? []).filter((name) => run.asks.pool.includes(name))
      : [];
  /** @type {Shown[]} */
  const subjects =
    picker && named.length
      ? named.map((name) => ({ a: picker, ranker: run.asks.pool.indexOf(name) }))
      : run.algos.map((a) => ({ a, ranker: -1 }));
  const tabs = subjects.map((subject) => {
    const { a, ranker } = subject;
    const what = ranker < 0 ? `What ${a.label} picks` : run.asks.pool[ranker];
    const face = ranker < 0 ? [markerIcon(a), html("span", {}, a.short)] : [what];
    const onclick = () => choose(subject);
    const attributes = { type: "button", tabindex: -1, title: what, "aria-label": what, onclick };
    return { subject, el: html("button", attributes, ...face) };
  });
  const chooser = html(
    "div",
    { class: "rv-tabs rv-pick-tabs", role: "group", "aria-label": "Whose pick" },
    ...tabs.map((tab) => tab.el),
  );
  const { el, body } = frame("pick", PICK, HOW, [tabs.length > 1 ? chooser : null]);
  const title = /** @type {HTMLElement} */ (el.querySelector("h3"));
  /** @type {ReturnType<typeof column>[]} */
  let columns = [];

  /** @param {Shown} subject */
  function choose({ a, ranker }) {
    if (ranker >= 0) {
      turned = ranker;
      panel.build(box.width, box.height);
      return panel.draw(ctx.shown(), ctx.cursor.beat);
    }
    view.algo = a.id;
    view.said = { ...view.said, algo: "" };
    ctx.redraw();
  }

  /** Build one picture. @param {Shown} subject @param {number} width @param {number} height @param {boolean} headed */
  function column({ a, ranker }, width, height, headed) {
    const ofPick = ranker < 0;
    const splitAt = (/** @type {number} */ t) =>
      ofPick ? questionAt(run, a, t) : questionOf(run, a, t, ranker);
    const lines = Math.max(2, Math.ceil(LETTERS / (width * LINE.letters)));
    const said = lines * LINE.height + 4;
    const room = height - (headed ? HEAD : 0);
    const rows = a.boosted && hasSmallPool(run);
    // The picture comes first: the text and the bar give way if they do not fit beside it.
    const needs = rows ? [rowsHeight(run, true), rowsHeight(run, false)].find((px) => px <= room) : 0;
    const most = room - (needs ?? 0);
    const barred = ofPick && a.boosted && height >= BARRED && most >= said + SHARES;
    const worded = most >= said;
    const box = { width, height: room - (worded ? said : 0) - (barred ? SHARES : 0) };
    const drawn = rows && a.boosted ? rowsPicture(ctx, a, box, splitAt) : dotsPicture(ctx, a, box);
    const bar = barred && a.boosted ? sharesBar(a, width) : null;
    const words = html("p", { class: "rv-pick-words", style: `height:${lines * LINE.height}px` });
    const pic = tilePicture(drawn.el);
    // Controls must not be part of a picture (role img).
    const keys = "keys" in drawn ? drawn.keys : null;
    return {
      index: a.index,
      el: html(
        "div",
        { class: `rv-pick-column rv-k${a.slot}`, style: `width:${width}px` },
        headed &&
          html("div", { class: "rv-pick-head" }, ofPick ? algoName(a) : html("b", {}, run.asks.pool[ranker])),
        keys ? html("div", { class: "rv-pick-pressed" }, pic, keys) : pic,
        bar?.el,
        words,
      ),
      /** @param {Algo} next */
      adopt(next) {
        a = next;
        drawn.adopt(/** @type {Boosted} */ (a), run); // a branch picks weak rankers as its run does
        if (a.boosted) bar?.adopt(a);
      },
      /** @param {number} t @param {boolean} picked @param {boolean} reweighted */
      draw(t, picked, reweighted) {
        drawn.draw(t, picked, reweighted);
        bar?.draw(picked ? stateAt(a, t) : 0);
        words.hidden = !worded || (view.growing && t === 0); // then the banner has the same text
        if (!ofPick) return setText(words, rankerWords(run, questionOf(run, a, t, ranker)));
        const ended = t > a.rounds && run.rounds > 0 ? `Stopped after round ${a.rounds}. ` : "";
        setText(words, ended + pickWords(run, a, picked ? questionAt(run, a, t) : null));
      },
      /** @param {number} t */
      describe: (t) => setAttr(pic, "aria-label", `${a.label}: ${words.textContent} ${drawn.spoken(t)}`),
      hover: drawn.hover,
      retheme: "retheme" in drawn ? drawn.retheme : () => {},
    };
  }

  /** @type {Panel} */
  const panel = {
    el,
    build(width, height) {
      box = { width, height };
      drawn = shownAlgo(view);
      const count = subjects.length;
      const each = Math.floor((width - GAP * (count - 1)) / count);
      // A newcomer sees one picture.
      const beside = count > 1 && each >= (named.length ? BESIDE.rankers : BESIDE.picks) && !view.growing;
      const one =
        subjects.find(({ a, ranker }) => (named.length ? ranker === turned : a.id === drawn)) ?? subjects[0];
      columns =
        one === undefined
          ? []
          : beside
            ? subjects.map((subject) => column(subject, each, height, true))
            : [column(one, width, height, false)];
      chooser.hidden = beside;
      for (const tab of tabs) setAttr(tab.el, "aria-pressed", String(tab.subject === one));
      body.replaceChildren(html("div", { class: "rv-pick-columns" }, ...columns.map((c) => c.el)));
    },
    adopt(next) {
      // Rankers of a trial replace the drawn ones, because one is under the pointer.
      const { pool, values } = next.run.asks;
      const same = pool === run.asks.pool && values === run.asks.values;
      [ctx, run] = [next, next.run];
      if (same) for (const c of columns) c.adopt(run.algos[c.index]);
      else this.build(box.width, box.height);
    },
    draw(t, beat) {
      if (drawn !== shownAlgo(view)) this.build(box.width, box.height);
      const picked = beat === 0 || beat >= PICKED;
      for (const c of columns) c.draw(t, picked, beat >= REWEIGHTED);
      setClass(chooser, "rv-unseen", t === 0 && !named.length);
      setText(title, named.join(", ") || translate(t === 0 ? UNPICKED : PICK));
    },
    describe(t) {
      for (const c of columns) c.describe(t);
    },
    hover(h) {
      for (const c of columns) c.hover(h);
    },
    retheme() {
      for (const c of columns) c.retheme();
    },
  };
  return panel;
}

const whole = (/** @type {number} */ n) => n.toLocaleString("en");

/** @param {number} n @param {string} one @param {string} [many] */
const counted = (n, one, many = `${one}s`) => `${whole(n)} ${n === 1 ? one : many}`;

/**
 * Say what the pick does, or before the first round what there is.
 * @param {Run} run @param {Algo} a @param {Question | null} question
 * @returns {string}
 */
export function pickWords(run, a, question) {
  const { n, m } = run;
  if (!question)
    return `${counted(n, "item")} and ${counted(m, "pair")}: in each pair one item belongs above the other.`;
  const { t, name, pairs, yesNo } = question;
  if (!yesNo) return `Round ${t} adds ${name}.${pairs ? ` ${effect(m, pairs)}` : ""}`;
  return rankerWords(run, question) + upsideDown(a, t, pairs);
}

/** Say who says yes, and the effect on the pairs. @param {Run} run @param {Question} question */
function rankerWords({ n, m }, { name, pairs, answer }) {
  let yes = 0;
  for (let i = 0; i < n; i++) yes += answer(i);
  return `${name}: yes for ${whole(yes)} of ${whole(n)}.${pairs ? ` ${effect(m, pairs)}` : ""}`;
}

/** Say that a ranker is used in reverse; if it orders more pairs than it reverses, also why. @param {Algo} a @param {number} t @param {[number, number, number] | null} pairs */
function upsideDown(a, t, pairs) {
  if (!a.boosted || !(a.alpha[t - 1] < 0)) return "";
  const [right, wrong] = [a.epsCorrect[t - 1], a.epsReversed[t - 1]];
  const surprising = pairs && pairs[0] >= pairs[2] && wrong > right;
  const why = surprising
    ? `But by weight it reverses more (${percent(wrong)} against ${percent(right)}), so its`
    : "Its";
  return ` ${why} weight is negative: yes counts against an item.`;
}

/** @param {number} m @param {[number, number, number]} pairs in order, tied, reversed */
const effect = (m, [correct, tied, reversed]) =>
  `Of ${counted(m, "pair")} it puts ${whole(correct)} in order, leaves ${whole(tied)} tied and reverses ${whole(reversed)}.`;
