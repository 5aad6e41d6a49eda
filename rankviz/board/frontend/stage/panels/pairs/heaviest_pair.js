/** The heaviest pair of a map, or block of pairs, named in a slot of fixed size. */

import { numberLink } from "../../draw/explained_number.js";
import { html, setAttr, setClass, setText } from "../../draw/dom.js";
import { measurer } from "../../draw/fit_text.js";
import { asFactor } from "../../draw/format.js";
import { keyOf } from "../../draw/hover.js";
import { LINE } from "./map_layout.js";
import { groupName } from "./map_names.js";
import { shortNames } from "../../draw/short_names.js";
import { heaviestOf, itemName, numbered } from "../../run/run.js";
/** @import { Hover } from "../../draw/hover.js" */
/** @import { Algo } from "../../run/run.js" */
/** @import { Ctx } from "../panel.js" */
/** @import { Shared } from "./map_canvas.js" */

/**
 * @param {Ctx} ctx @param {Algo} algo @param {Shared} shared
 */
export function heaviestPair(ctx, algo, { axes, plan }) {
  const { hover, shown } = ctx;
  let { run } = ctx;
  const pairs = run.map.kind === "pairs";
  // The query shown by the map, −1 for all.
  const query =
    pairs && run.pairHigher && axes.index.length < run.cells ? run.query[run.pairHigher[axes.index[0]]] : -1;
  const measure = measurer(`12px ${ctx.theme.font}`);
  const whole = pairs ? "heaviest" : "heaviest block, mean"; // of its pairs
  const word = [whole, "max"].find((text) => measure(`${text} ×0.0000`) <= plan.width) ?? "";
  const none = `no pair weights: ${algo.unweighed}`;
  const between = plan.low ? " › " : " above ";
  /** Say that there are no weights, in as many words as fit; the title has them all. */
  const lowNone =
    [none, "no pair weights", "no weights"].find((text) => measure(text) <= plan.width) ?? "none";
  let named = namesFor();
  const prefix = html("span", { class: "rv-most-word" });
  const factor = html("b");
  const why = numberLink(algo, "", factor);
  setAttr(why, "tabindex", -1);
  const more = html("span", { class: "rv-most-word" });
  const names = [html("span"), html("span")];
  const first = html("div", {}, prefix, " ", why, more);
  const el = html(
    "div",
    { class: "rv-most", style: `height:${plan.lines * LINE}px;width:${plan.width}px` },
    ...(plan.lines === 0
      ? []
      : plan.low
        ? [html("div", {}, ...names)]
        : plan.lines === 1
          ? [html("div", {}, prefix, " ", why, more, " ", ...names)]
          : plan.lines === 2
            ? [first, html("div", {}, ...names)]
            : [first, ...names.map((name) => html("div", {}, name))]),
  );
  // The pair here changes every round, so it is looked up on demand.
  why.addEventListener("click", () => {
    const p = pairOf(find(shown()).mark);
    setAttr(why, "data-explain", p ? `${algo.id}:pair:${p[0]}:${p[1]}` : "");
  });
  el.addEventListener("pointerenter", (e) => {
    const { mark } = find(shown());
    const p = pairOf(mark);
    if (mark >= 0) hover.set({ ...(p ? { pair: p } : { cell: mark }), x: e.clientX, y: e.clientY });
  });
  el.addEventListener("pointerleave", () => hover.set(null));

  /** Both names of every pair, truncated so that each stays legible. */
  function namesFor() {
    const above = measure(between);
    const rest =
      plan.lines === 1 && !plan.low ? measure(`${word} ×0.0000 ${pairs ? "(0,000 more)" : ""}`) : 0;
    const half = Math.max(18, (plan.width - above - rest) / 2 - 2);
    const plain = pairs ? (/** @type {string} */ name) => name : groupName;
    const rows = axes.rows.map((at) => plain(run.map.rows[at]));
    const columns = axes.columns.map((at) => plain(run.map.cols[at]));
    const [high, low] = plan.lines === 3 ? [plan.width - above, plan.width - 2] : [half, half];
    const short = (/** @type {string[]} */ names, /** @type {number} */ room) =>
      shortNames(names, room, measure).map((name) => numbered(name));
    return {
      rows: short(rows, high),
      alone: short(rows, plan.width - above - measure("…")),
      columns: short(columns, low),
    };
  }

  /** @param {number} mark @returns {[number, number] | null} */
  function pairOf(mark) {
    return mark >= 0 && pairs && run.pairHigher && run.pairLower
      ? [run.pairHigher[mark], run.pairLower[mark]]
      : null;
  }

  /** @param {number} t */
  const find = (t) => heaviestOf(algo, t, query);

  /** Say how many others are as heavy, in as many words as fit beside the others in the line. @param {number} count @param {string} line */
  const othersText = (count, line) => {
    const texts = count < 1 || plan.width < 150 ? [] : [` (${othersAsHeavy(count)})`, ` (${count} more)`];
    return texts.find((text) => measure(line + text) <= plan.width) ?? "";
  };

  return {
    el,
    /** Shown in the head of a low tile. */
    factor: why,
    /** @param {Algo} next @param {{ctx: Ctx, shared: Shared}} [other] other pairs of the same query, if they have changed */
    adopt(next, other) {
      algo = next;
      if (!other) return;
      [run, axes] = [other.ctx.run, other.shared.axes];
      named = namesFor();
    },
    /** @param {number} t */
    draw(t) {
      if (algo.unweighed) {
        setText(prefix, plan.low ? "" : "no pair weights:");
        setText(names[0], plan.low ? lowNone : algo.unweighed);
        return;
      }
      const found = find(t);
      const all = found.alike === axes.index.length && found.alike > 1;
      setText(prefix, all ? "" : word);
      setText(factor, found.mark < 0 ? "" : asFactor(found.factor));
      const row = axes.rowOf.get(run.cellRow[found.mark]) ?? 0;
      const lower = named.columns[axes.columnOf.get(run.cellCol[found.mark]) ?? 0];
      // Names cut until both look the same name no pair: then the higher one has the room.
      const same = named.rows[row] === lower;
      setText(names[0], all ? "" : `${same ? named.alone[row] : named.rows[row]}${between}`);
      setText(names[1], all ? "" : same ? "…" : lower);
      const pair = plan.lines === 1 ? ` ${names[0].textContent}${names[1].textContent}` : "";
      setText(more, all ? "" : othersText(found.alike - 1, `${word} ${factor.textContent}${pair}`));
    },
    /** @param {number} t */
    describe(t) {
      setAttr(el, "title", this.text(t));
    },
    /** @param {number} t @returns {string} text for the alternative text */
    text(t) {
      if (algo.unweighed) return `${none[0].toUpperCase()}${none.slice(1)}.`;
      const found = find(t);
      if (found.mark < 0) return "";
      if (found.alike === axes.index.length && found.alike > 1)
        return `All ${pairs ? "pairs" : "blocks"} weigh ${asFactor(found.factor)}.`;
      const p = pairOf(found.mark);
      const pair = p
        ? `${itemName(run, p[0])} above ${itemName(run, p[1])}`
        : `${run.map.rows[run.cellRow[found.mark]]} above ${run.map.cols[run.cellCol[found.mark]]}`;
      const others = found.alike > 1 ? `; ${othersAsHeavy(found.alike - 1)}` : "";
      return `${pairs ? "Heaviest" : "Heaviest block, by the mean of its pairs"}: ${pair}, ${asFactor(found.factor)} an equal share${others}.`;
    },
    /** @param {Hover} h */
    hover(h) {
      const p = h ? pairOf(find(shown()).mark) : null;
      setClass(el, "rv-lit", Boolean(p && h?.pair && keyOf(h) === keyOf({ pair: p })));
    },
  };
}

/** @param {number} count */
const othersAsHeavy = (count) => `${count} ${count === 1 ? "other is" : "others are"} as heavy`;

/** Shorten the name of a block: "grade 0, part 13 of 30" to "grade 0, 13/30". @param {string} name */
export const blockName = (name) => name.replace(/, part (\d+) of (\d+)$/, ", $1/$2");
