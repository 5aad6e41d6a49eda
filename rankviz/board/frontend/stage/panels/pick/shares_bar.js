/** The picked ranker's effect on the pairs by weight, as one bar: in order, tied, reversed. */

import { html, setAttr, setClass, setText } from "../../draw/dom.js";
import { percent } from "../../draw/format.js";
import { canvasSvg, hatch, svg } from "../../draw/svg.js";
import { numberLink } from "../../draw/explained_number.js";
import { PARTS } from "../../run/tie_parts.js";
import { swatch } from "../ties/ties.js";
/** @import { Boosted } from "../../run/run.js" */

/** Height of the bar, px. */
const BAR = 12;
const WORDS = ["in order", "tied", "reversed"];

/** @param {Boosted} a @param {number} width px */
export function sharesBar(a, width) {
  const values = PARTS.map(() => html("b"));
  const bars = PARTS.map(({ cls }) =>
    svg("rect", { height: BAR, class: cls, fill: cls === "rv-tied" ? `url(#rv-hatch-${a.slot})` : null }),
  );
  const drawing = canvasSvg(width, BAR);
  drawing.append(hatch(a.slot), ...bars);
  const words = PARTS.map(({ name, cls }, k) =>
    html(
      "span",
      { class: "rv-share" },
      swatch(a.slot, cls),
      numberLink(a, name, html("span", {}, values[k], ` ${WORDS[k]}`)),
    ),
  );
  const el = html(
    "div",
    { class: `rv-shares rv-k${a.slot}` },
    html("div", { class: "rv-picture" }, drawing),
    html("div", { class: "rv-share-words" }, html("span", { class: "rv-share-by" }, "By weight:"), ...words),
  );
  return {
    el,
    /** @param {Boosted} next */
    adopt(next) {
      a = next;
    },
    /** @param {number} s round; 0 before the first */
    draw(s) {
      setClass(el, "rv-unseen", s === 0);
      if (s === 0) return;
      let from = 0;
      PARTS.forEach(({ key }, k) => {
        const share = Math.max(0, a[key][s - 1]) || 0;
        setText(values[k], percent(a[key][s - 1]));
        setAttr(bars[k], "x", (from * width).toFixed(1));
        setAttr(bars[k], "width", (share * width).toFixed(1));
        from += share;
      });
    },
  };
}
