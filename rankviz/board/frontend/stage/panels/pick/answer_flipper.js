/** Flip answers in the picture of a round: pressing or moving by keys tries a flip, releasing or Enter requests it, and Escape restores the old answer. */

import { html, setAttr, setClass } from "../../draw/dom.js";
/** @import { RankerAnswers } from "../../branch/ranker_answers.js" */
/** @import { Try } from "../../branch/trial_kinds.js" */
/** @import { Run } from "../../run/run.js" */

/** @typedef {{ranker: number, item: number}} Cell */
/** @typedef {{ranker: number, item: number, answers: RankerAnswers[], first?: boolean}} Flip a requested flip of an answer in the pool; `first`: whether it is relative to the run before any flip */

/** Class of a stage whose page takes flips. */
const WITH_FLIPS = ".rv-flips";
const WORDS = "Answers: Space tries the other one, Enter accepts it, Escape restores it";

/** Return all answers of a ranker, with one flipped. @param {Run} run @param {Cell} cell @returns {RankerAnswers[]} */
export function answersWithFlip({ asks, n }, { ranker, item }) {
  const bits = Array.from({ length: n }, (_, i) => asks.answers?.[ranker * n + i] ?? 0);
  bits[item] = 1 - bits[item];
  return [{ name: asks.pool[ranker], bits }];
}

/**
 * @param {Run} run without a trial
 * @param {{root: SVGElement, items: ArrayLike<number>, left: number, step: number, top: number, row: number}} at places of the answers, px; `items`: from the left
 */
export function answerFlipper(run, { root, items, left, step, top, row }) {
  const count = run.asks.pool.length;
  /** The answer tried. @type {Cell | null} */
  let tried = null;
  /** The answer under a pressed pointer. @type {Cell | null} */
  let held = null;

  /** @param {Cell} cell */
  const button = ({ ranker, item }) =>
    html("button", {
      type: "button",
      tabindex: -1,
      "data-arrows": "",
      "data-apart": true,
      "aria-label": `${run.asks.pool[ranker]} of ${run.labels[item]}`,
      style: `left:${left + step * Array.from(items).indexOf(item)}px;top:${top + row * ranker}px;width:${step}px;height:${row}px`,
      onclick: () => take({ ranker, item }),
      onblur: () => give(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => key(event, { ranker, item }),
    });
  const cells = Array.from({ length: count }, (_, ranker) =>
    Array.from(items, (item) => ({ ranker, item, el: button({ ranker, item }) })),
  );
  const all = cells.flat();
  const el = html(
    "div",
    { class: "rv-pick-answers", role: "group", "aria-label": WORDS },
    ...all.map((c) => c.el),
  );
  all[0]?.el.removeAttribute("data-apart");

  /** @param {Cell | null} a @param {Cell | null} b */
  const same = (a, b) => a?.ranker === b?.ranker && a?.item === b?.item;

  /** Return the answer at a place of the window; null if there is none, or none can be flipped. @param {PointerEvent | MouseEvent} event @returns {Cell | null} */
  function under({ clientX, clientY }) {
    if (!root.closest(WITH_FLIPS)) return null;
    const box = root.getBoundingClientRect();
    const scale = root.clientWidth / box.width || 1;
    const k = Math.floor(((clientX - box.left) * scale - left) / step);
    const ranker = Math.floor(((clientY - box.top) * scale - top) / row);
    return ranker >= 0 && ranker < count && k >= 0 && k < items.length ? { ranker, item: items[k] } : null;
  }

  /** Show the effect of a flip in all tiles, including this one. @param {Cell | null} cell null for none */
  function attempt(cell) {
    if (same(tried, cell)) return;
    tried = cell;
    /** @type {Try} */
    const detail = { answers: cell && answersWithFlip(run, cell) };
    root.closest(".rv-board")?.dispatchEvent(new CustomEvent("rv-try", { bubbles: true, detail }));
  }
  const give = () => attempt(null);

  /** @param {Cell} cell */
  function take(cell) {
    attempt(cell);
    tried = null;
    /** @type {Flip} */
    const detail = { ...cell, answers: answersWithFlip(run, cell) };
    root.dispatchEvent(new CustomEvent("rv-flip", { bubbles: true, detail }));
  }

  /** The tab key returns to where the arrows went. @param {HTMLElement} to */
  function stand(to) {
    for (const { el: other } of all) {
      other.toggleAttribute("data-apart", other !== to);
      setAttr(other, "tabindex", other === to ? 0 : -1);
    }
    to.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event @param {Cell} cell */
  function key(event, cell) {
    const way = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    const k = Array.from(items).indexOf(cell.item);
    const next = way && cells[cell.ranker + way[0]]?.[k + way[1]];
    if (next) stand(next.el);
    else if (event.key === " ") attempt(tried ? null : cell);
    else if (event.key === "Enter") take(cell);
    else if (event.key === "Escape" && tried) give();
    else if (!way) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Handle Escape during a press. @param {KeyboardEvent} event */
  function escape(event) {
    if (event.key !== "Escape") return;
    release();
    give();
    event.preventDefault();
    event.stopPropagation();
  }
  function release() {
    held = null;
    document.removeEventListener("keydown", escape, true);
  }

  root.addEventListener("pointerdown", (event) => {
    const cell = event.button === 0 ? under(event) : null;
    if (!cell) return;
    held = cell;
    root.setPointerCapture(event.pointerId);
    document.addEventListener("keydown", escape, true);
    attempt(cell);
  });
  root.addEventListener("mousedown", (event) => {
    if (held) event.preventDefault(); // keep the focus
  });
  root.addEventListener("pointermove", (event) => {
    const at = under(event);
    setClass(root, "rv-pick-flips", at !== null);
    if (held) attempt(same(at, held) ? held : null);
  });
  root.addEventListener("pointerleave", () => setClass(root, "rv-pick-flips", false));
  root.addEventListener("pointerup", (event) => {
    const cell = held;
    if (!cell) return;
    release();
    if (same(under(event), cell)) take(cell);
    else give();
  });
  root.addEventListener("pointercancel", () => {
    if (!held) return;
    release();
    give();
  });
  root.addEventListener("dblclick", (event) => {
    if (under(event)) event.stopPropagation(); // two flips instead of enlarging the tile
  });

  return {
    el,
    /** @param {Run} now the run drawn */
    say(now) {
      for (const { ranker, item, el: button } of all)
        setAttr(button, "aria-pressed", String(now.asks.answers?.[ranker * now.n + item] === 1));
    },
  };
}
