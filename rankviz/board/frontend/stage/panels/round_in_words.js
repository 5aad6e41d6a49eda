/** The legend, and the round in words: one line per algorithm, whose full text opens on demand. */

import { html, setAttr, setClass, setText } from "../draw/dom.js";
import { LAST, NAMES, isUnderWay } from "../beats/beats.js";
import { numberLink } from "../draw/explained_number.js";
import { featureAndThreshold } from "../draw/fit_text.js";
import { asFactor, num } from "../draw/format.js";
import { LONG } from "../draw/end_tags.js";
import { alphaText } from "./weight_text.js";
import { algoName, bothNames, isBranch, shortName } from "../draw/algo_name.js";
import { endOf, sentencesAt, stateAt, symbolOf } from "../run/run.js";
import { moverOf } from "../run/movers.js";
import { PARTS } from "../run/tie_parts.js";
/** @import { Algo, Boosted, Run } from "../run/run.js" */

/** From the first number of runs on, names are short; from the second on, they are in two rows. */
const SHORT = 4;
const ROWS = 5;
/** The beat in which α is chosen. */
const ALPHA_BEAT = 3;

/** @typedef {{pick: (index: number) => void}} Picks called when a run is picked */

/** @param {Run} run @param {Picks | null} [picks] if a run can be picked by its name */
export function roundInWords(run, picks = null) {
  const lines = run.algos.map((algo) => line(run, algo, picks));
  const name = html("span", { class: "rv-beat", role: "status", hidden: true });
  const text = html("div", { class: "rv-words", id: "rv-words", hidden: true }, ...lines.map((l) => l.card));
  const open = html(
    "button",
    {
      type: "button",
      class: "rv-icon",
      "aria-label": "The round in words",
      "aria-controls": "rv-words",
      "aria-expanded": "false",
      title: "The round in words",
      onclick: () => show(text.hidden),
    },
    "≡",
  );
  let drawn = 0;

  /** @param {boolean} on */
  function show(on) {
    text.hidden = !on;
    setAttr(open, "aria-expanded", String(on));
    if (on) for (const l of lines) l.write(drawn);
  }

  const many = run.algos.length;
  const el = html(
    "div",
    { class: `rv-legend${many >= SHORT ? " rv-some" : ""}${many >= ROWS ? " rv-many" : ""}` },
    name,
    html("div", { class: "rv-lines" }, ...lines.map((l) => l.el)),
    open,
    text,
  );
  return {
    el,
    /** @param {number} t @param {number} [beat] */
    draw(t, beat = 0) {
      drawn = isUnderWay(beat) ? t - 1 : t;
      setClass(el, "rv-legend-beats", beat > 0);
      name.hidden = beat === 0;
      setText(name, beat ? `${beat}/${LAST} ${NAMES[beat]}` : "");
      for (const l of lines) {
        l.draw(t, beat);
        if (!text.hidden) l.write(drawn);
      }
    },
    /** @param {number} index of the picked run */
    mark(index) {
      for (const l of lines) l.mark(index);
    },
    /** @returns {boolean} whether the text was open */
    close() {
      const was = !text.hidden;
      show(false);
      return was;
    },
  };
}

/** Runs beside each other whose lines have room for all they say. */
const FEW = 3;

/** @param {Run} run @param {Algo} algo @param {Picks | null} picks */
function line(run, algo, picks) {
  const picked = html("span", { class: "rv-pick" });
  const beatText = html("span", { class: "rv-beat-words", hidden: true });
  const step = html("span", { class: "rv-alpha" });
  const alpha = algo.boosted ? numberLink(algo, "alpha", step) : html("span", {}, step);
  alpha.setAttribute("tabindex", "-1"); // its equation is also reachable from the ties tile
  const named = bothNames(algo, shortName(algo));
  named.title = algo.label;
  // Names that are long because of parameters or a branch are shortened first, so that four others fit side by side.
  const parameters = /[(,]/.test(algo.label);
  const first = isBranch(algo) || parameters;
  named.dataset.yields = algo.label.length <= LONG ? "last" : first ? "first" : "next";
  const rule = html("span", { class: "rv-line-rule" });
  if (algo.boosted && algo.tieRule)
    rule.textContent = (algo.short === algo.label ? "" : `(${algo.short}) `) + algo.tieRule.words;
  const name = picks
    ? html(
        "button",
        {
          type: "button",
          class: "rv-picks",
          "aria-pressed": "false",
          title: `Pick ${algo.label}`,
          onclick: () => picks.pick(algo.index),
        },
        named,
      )
    : named;
  // The text of a tree is short, so the parameters in a name have room.
  const yields = !algo.boosted && parameters;
  const el = html(
    "div",
    { class: `rv-line rv-legend-item rv-k${algo.slot}${yields ? " rv-yields" : ""}` },
    name,
    rule,
    beatText,
    alpha,
    picked, // the last one, so that the weight keeps its place
  );
  // Cut to a letter or two, what a round without weak rankers adds says nothing.
  const cramped = !algo.boosted && run.algos.length > FEW;
  const list = html("div", { class: "rv-sentences" });
  const card = html(
    "article",
    { class: `rv-card rv-k${algo.slot}` },
    html("header", {}, algoName(algo)),
    list,
  );

  return {
    el,
    card,
    /** @param {number} index of the picked run */
    mark(index) {
      if (picks) setAttr(name, "aria-pressed", String(algo.index === index));
    },
    /** @param {number} t @param {number} beat */
    draw(t, beat) {
      const tells = beat > 0 && algo.boosted && t <= algo.rounds;
      picked.hidden = tells;
      beatText.hidden = !tells;
      if (tells) {
        beatText.replaceChildren(
          ...beatWords(run, algo, t, beat).map(({ text, part, title }) =>
            html("span", { class: part, title }, text),
          ),
        );
        setText(step, `α ${alphaText(algo, t)}`);
        alpha.hidden = beat !== ALPHA_BEAT;
        return;
      }
      if (isUnderWay(beat) && t <= algo.rounds) t -= 1;
      const s = stateAt(algo, t);
      const stopped = t > algo.rounds;
      const ranker = s === 0 || cramped ? "" : algo.rankers[algo.pick[s - 1]];
      const text = !stopped
        ? ranker
        : algo.stopped.code === "no-rounds"
          ? "done in one step"
          : `stopped after ${algo.rounds}`;
      // The threshold stays when the name is truncated.
      const parts = featureAndThreshold(text).filter(Boolean);
      // Where an element is added, rules with :has() let the browser look for styles in the whole page.
      if (picked.children.length !== parts.length) picked.replaceChildren(...parts.map(() => html("span")));
      parts.forEach((part, i) => setText(picked.children[i], part));
      setAttr(picked, "title", stopped ? endOf(algo) : text);
      setText(step, s === 0 || stopped ? "" : algo.boosted ? `α ${alphaText(algo, s)}` : stepText(algo, s));
      alpha.hidden = step.textContent === ""; // an empty button has no name
      setClass(el, "rv-ended", stopped);
    },
    /** @param {number} t */
    write(t) {
      list.replaceChildren(...sentencesAt(algo, t).map((w) => html("p", {}, w)));
    },
  };
}

/** @param {Algo} algo @param {number} t */
const stepText = (algo, t) => (Number.isFinite(algo.alpha[t - 1]) ? `step ${num(algo.alpha[t - 1])}` : "");

/** @typedef {{text: string, part?: string, title?: string}} Piece `part`: class of the part of the weight that it mentions, for the same colour */

/**
 * Return the effect of a beat on one algorithm, in a few words and numbers.
 * @param {Run} run @param {Boosted} a @param {number} t a round of the run @param {number} beat
 * @returns {Piece[]}
 */
export function beatWords(run, a, t, beat) {
  const i = t - 1;
  if (beat === 1) return [{ text: "no pick yet" }];
  if (beat === 2) return [{ text: a.rankers[a.pick[i]], title: a.rankers[a.pick[i]] }];
  if (beat === 3)
    return PARTS.map((p) => ({
      part: p.cls,
      text: `${p.symbol} ${a[p.key][i].toFixed(2)}`,
      title: `weight of the pairs it ${p.text}: ${num(a[p.key][i])}`,
    }));
  if (beat === 4)
    return [{ part: "rv-tied", text: `tied ${asFactor(a.tieFactor[i])}` }, ...gained(run, a, t)];
  const [loss, bound] = [a.curves[a.loss], a.curves.bound];
  return [
    ...(loss
      ? [{ part: "rv-of-loss", text: `${symbolOf(run, a.loss)} ${num(loss[i])} → ${num(loss[t])}` }]
      : []),
    ...(bound && Number.isFinite(bound[t])
      ? [
          {
            part: "rv-of-loss",
            text: `bound ${num(bound[t])}`,
            title: `bound ${num(bound[i])} → ${num(bound[t])}`,
          },
        ]
      : []),
  ];
}

/** Return the pair whose weight has grown most. @param {Run} run @param {Boosted} a @param {number} t @returns {Piece[]} */
function gained(run, a, t) {
  const most = moverOf(run, a, t, 0);
  if (!most || !(most.after > most.before)) return [];
  const [higher, lower] = most.pair.map((item) => run.labels[item]);
  return [
    {
      text: `${higher} › ${lower} ${asFactor(most.before)} → ${asFactor(most.after)}`,
      title: `Of all pairs ${higher} above ${lower} gained the most weight`,
    },
  ];
}
