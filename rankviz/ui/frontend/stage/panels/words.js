/** The round in words: one card per algorithm, written by the engine's side, shown here. */

import { html, setClass, setText } from "../draw/dom.js";
import { number } from "../control/explain.js";
import { num, signed } from "../draw/format.js";
import { algoName } from "./panel.js";
import { stateAt } from "../run/run.js";

/** @param {import("../run/run.js").Run} run */
export function words(run) {
  const cards = run.algos.map((algo) => card(algo));
  const el = html("div", { class: "rv-words" }, ...cards.map((c) => c.el));
  return {
    el,
    cards,
    /** Give each card the height of its longest text, so that nothing below jumps from round to round. */
    settle() {
      for (const c of cards) c.list.style.minHeight = "";
      const heights = cards.map((c) => c.measure());
      cards.forEach((c, i) => (c.list.style.minHeight = `${heights[i]}px`));
    },
  };
}

/** @param {import("../run/run.js").Algo} algo */
function card(algo) {
  const picked = html("span", { class: "rv-pick" });
  const step = html("span", { class: "rv-alpha" });
  const alpha = algo.boosted ? number(algo, "alpha", step) : html("span", {}, step);
  const list = html("div", { class: "rv-sentences" });
  const stop = html("p", { class: "rv-stopped", hidden: true });
  const el = html(
    "article",
    { class: `rv-card rv-k${algo.slot}` },
    html("header", {}, algoName(algo), picked, alpha),
    list,
    stop,
  );
  /** @type {HTMLElement[]} */
  const lines = [];

  /** @param {string[]} sentences */
  function write(sentences) {
    while (lines.length < sentences.length) {
      const p = html("p");
      lines.push(p);
      list.append(p);
    }
    lines.forEach((p, i) => {
      setText(p, sentences[i] ?? "");
      if (p.hidden !== i >= sentences.length) p.hidden = i >= sentences.length;
    });
  }

  return {
    el,
    list,
    /** @param {number} t */
    draw(t) {
      const s = stateAt(algo, t);
      const sentences = algo.words[s] ?? [];
      const stopped = t > algo.rounds;
      // The last round's words end with why it stopped; the strip below says that from then on.
      write(stopped ? sentences.filter((w) => !w.startsWith("Stopped")) : sentences);
      setText(picked, s === 0 ? "" : algo.rankers[algo.pick[s - 1]]);
      setText(step, s === 0 ? "" : algo.boosted ? `α ${alphaText(algo, s)}` : stepText(algo, s));
      if (alpha.hidden !== (s === 0)) alpha.hidden = s === 0;
      if (stop.hidden === stopped) stop.hidden = !stopped;
      if (stopped) setText(stop, `Stopped after round ${algo.rounds}: ${algo.stopped}`);
      setClass(el, "rv-ended", stopped);
    },
    measure() {
      const longest = algo.words.reduce((a, b) => (b.join("").length > a.join("").length ? b : a), []);
      write(longest);
      return Math.min(list.offsetHeight, 230);
    },
  };
}

/** @param {import("../run/run.js").Algo} algo @param {number} t */
const stepText = (algo, t) => (Number.isFinite(algo.alpha[t - 1]) ? `step ${num(algo.alpha[t - 1])}` : "");

/** @param {import("../run/run.js").Boosted} algo @param {number} t */
export function alphaText(algo, t) {
  if (algo.outcome[t - 1] === 1) return "∞";
  return signed(algo.alpha[t - 1]);
}
