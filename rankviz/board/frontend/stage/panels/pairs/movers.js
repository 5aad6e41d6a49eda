/** The pairs that gained and lost most weight in the round, by name. */

import { html, setAttr, setClass, setText } from "../../draw/dom.js";
import { numberLink } from "../../draw/explained_number.js";
import { measurer } from "../../draw/fit_text.js";
import { inFull, asFactor } from "../../draw/format.js";
import { keyOf } from "../../draw/hover.js";
import { shortNames } from "../../draw/short_names.js";
import { LISTED, moverOf } from "../../run/movers.js";
import { itemName, numbered, stateAt } from "../../run/run.js";
/** @import { Hover } from "../../draw/hover.js" */
/** @import { Algo } from "../../run/run.js" */
/** @import { Ctx } from "../panel.js" */

/** @param {Ctx} ctx @param {Algo} algo @param {number} width px @param {number} count pairs per list, at most LISTED */
export function moverList(ctx, algo, width, count = LISTED) {
  const { hover, shown } = ctx;
  let { run } = ctx;
  // Truncate once, not in every round.
  const names = shortNames(run.labels, (width - 142) / 2, measurer(`13px ${ctx.theme.font}`));
  /** @param {number} item */
  const short = (item) => numbered(names[item]);
  const lines = Array.from({ length: 2 * LISTED }, (_, i) => {
    const pair = html("span", { class: "rv-mover-pair" });
    const change = html("b");
    const why = numberLink(algo, "", change);
    setAttr(why, "tabindex", -1);
    // The pair here changes every round, so it is looked up on demand.
    why.addEventListener("click", () => {
      const p = pairAt(i);
      setAttr(why, "data-explain", p ? `${algo.id}:pair:${p[0]}:${p[1]}` : "");
    });
    const el = html("li", {}, pair, why);
    /** @param {PointerEvent | null} e */
    const point = (e) => {
      const p = pairAt(i);
      if (p) hover.set({ pair: p, ...(e ? { x: e.clientX, y: e.clientY } : {}) });
    };
    el.addEventListener("pointerenter", (e) => point(/** @type {PointerEvent} */ (e)));
    el.addEventListener("focusin", () => point(null));
    for (const out of ["pointerleave", "focusout"]) el.addEventListener(out, () => hover.set(null));
    return { el, pair, change, why };
  });
  const el = html(
    "div",
    { class: "rv-movers" },
    html("h4", {}, "Gained most"),
    html("ul", {}, ...lines.slice(0, count).map((l) => l.el)),
    html("h4", {}, "Lost most"),
    html("ul", {}, ...lines.slice(LISTED, LISTED + count).map((l) => l.el)),
  );

  /** @param {number} i @returns {[number, number] | null} */
  function pairAt(i) {
    const s = stateAt(algo, shown());
    return s === 0 ? null : (moverOf(run, algo, s, i)?.pair ?? null);
  }

  /** @param {number} t @param {number} i @returns {[number, number]} */
  const change = (t, i) => {
    const at = (stateAt(algo, t) - 1) * 2 * LISTED + i;
    return [algo.moverBefore[at], algo.moverAfter[at]];
  };

  return {
    el,
    /** @param {Algo} next @param {{ctx: Ctx}} [other] other pairs, if they have changed */
    adopt(next, other) {
      algo = next;
      run = other?.ctx.run ?? run;
    },
    /** @param {number} t */
    draw(t) {
      lines.forEach((l, i) => {
        const p = pairAt(i);
        setText(l.pair, p ? `${short(p[0])} › ${short(p[1])}` : i % LISTED === 0 ? "no change yet" : "");
        if (l.why.hidden === Boolean(p)) l.why.hidden = !p;
        if (!p) return setText(l.change, "");
        const [before, after] = change(t, i);
        setText(l.change, `${asFactor(before)} → ${asFactor(after)}`);
      });
    },
    /** @param {number} t */
    describe(t) {
      lines.forEach((l, i) => {
        const p = pairAt(i);
        setAttr(
          l.el,
          "title",
          p
            ? `${itemName(run, p[0])} above ${itemName(run, p[1])}: from ${inFull(change(t, i)[0])} to ${inFull(change(t, i)[1])} times the equal share`
            : "",
        );
      });
    },
    /** @param {number} t @returns {string} text for the alternative text */
    text(t) {
      /** @param {number} i */
      const say = (i) => {
        const p = pairAt(i);
        return p
          ? `${itemName(run, p[0])} above ${itemName(run, p[1])} to ${asFactor(change(t, i)[1])}`
          : "none";
      };
      return `Gained most: ${say(0)}. Lost most: ${say(LISTED)}.`;
    },
    /** @param {Hover} h */
    hover(h) {
      lines.forEach((l, i) => {
        const p = pairAt(i);
        setClass(
          l.el,
          "rv-lit",
          Boolean(p && h && (h.item !== undefined ? p.includes(h.item) : keyOf(h) === keyOf({ pair: p }))),
        );
      });
    },
  };
}
