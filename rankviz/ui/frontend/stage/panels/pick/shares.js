/** What the picked ranker does to the pairs, by weight: in order, tied, reversed, as one bar. */

import { percent } from "../../draw/format.js";
import { html, setClass, setText } from "../../draw/dom.js";
import { number } from "../../control/explain.js";

const PARTS = /** @type {const} */ ([
  { key: "eps_correct", cls: "rv-share-correct", text: "in order" },
  { key: "eps_tied", cls: "rv-share-tied", text: "tied" },
  { key: "eps_reversed", cls: "rv-share-reversed", text: "reversed" },
]);

/** @param {import("../../run/run.js").Boosted} a */
export function sharesBar(a) {
  const parts = PARTS.map(({ key, cls, text }) => {
    const value = html("b");
    return { value, el: html("span", { class: `rv-share ${cls}` }, number(a, key, html("span", {}, value, ` ${text}`))) };
  });
  const bars = PARTS.map(({ cls }) => html("i", { class: cls }));
  const el = html(
    "div",
    { class: `rv-shares rv-k${a.slot}` },
    html("div", { class: "rv-share-bar", "aria-hidden": "true" }, ...bars),
    html("div", { class: "rv-share-words" }, html("span", { class: "rv-share-by" }, "By weight:"), ...parts.map((p) => p.el)),
  );
  return {
    el,
    /** @param {number} s round, 0 before the first */
    draw(s) {
      setClass(el, "rv-unseen", s === 0);
      if (s === 0) return;
      [a.epsCorrect, a.epsTied, a.epsReversed].forEach((of, k) => {
        setText(parts[k].value, percent(of[s - 1]));
        bars[k].style.flexGrow = String(Math.max(0, of[s - 1]) || 0);
      });
    },
  };
}
