/** All panels of one run: laid out, built once, drawn at every round; only what is in view while things move, all when they rest. */

import { html } from "./draw/dom.js";
import { HoverState } from "./draw/hover.js";
import { LAYOUTS } from "./layouts/layouts.js";
import { pairFinder } from "./run/pairs.js";
import { boostedOnly } from "./run/run.js";
import { tooltip } from "./draw/tooltip.js";
import { words } from "./panels/words.js";

/** The round in words stands first in the text and, where there is room, at the right end of the first row. */
const WORDS = [12, 5, 3, 3];
const GAP = 16;
const REST = 200;

/** @typedef {Omit<import("./panels/panel.js").Panel, "build">} Drawn a panel, or a card of the round in words */

/** @param {number} width @returns {number} 0 phone, 1 laptop, 2 wide, 3 very wide */
export const sizeOf = (width) => (width < 800 ? 0 : width < 1450 ? 1 : width < 2300 ? 2 : 3);

export class Stage {
  /**
   * @param {import("./run/run.js").Run} run @param {import("./draw/theme.js").Theme} theme @param {import("./control/cursor.js").Cursor} cursor
   * @param {import("./control/view.js").View} view @param {number} width inside width of the stage, px @param {string} layout
   */
  constructor(run, theme, cursor, view, width, layout) {
    this.run = run;
    this.cursor = cursor;
    this.view = view;
    this.theme = theme;
    this.width = width;
    this.hover = new HoverState();
    this.boosted = boostedOnly(run);
    this.layout = (LAYOUTS[layout] ?? LAYOUTS.watch).filter((p) => !p.boosted || this.boosted.algos.length > 0);
    this.words = words(run);
    this.grid = html("div", { class: "rv-grid" });
    this.tip = tooltip(run, pairFinder(run));
    this.el = html(
      "div",
      { class: "rv-run" },
      html("h2", { class: "rv-hidden" }, run.title),
      this.grid,
      this.tip.el,
    );
    /** @type {import("./panels/panel.js").Panel[]} */
    this.panels = [];
    /** Everything that is drawn at a round, each only while it is in view. @type {Drawn[]} */
    this.parts = [];
    /** @type {Set<Element>} */
    this.inView = new Set();
    /** @type {Set<Drawn>} */
    this.stale = new Set();
    this.restTimer = 0;
    this.observer = new IntersectionObserver((entries) => this.seen(entries), { rootMargin: "80px" });
    this.hover.on((h) => {
      for (const p of this.panels) if (p.hover && (this.inView.has(p.el) || !h)) p.hover(h);
      this.tip.draw(h, this.cursor.t);
    });
    this.build();
  }

  build() {
    this.observer.disconnect();
    this.inView.clear();
    const size = sizeOf(this.width);
    const ctx = {
      run: this.run,
      theme: this.theme,
      cursor: this.cursor,
      hover: this.hover,
      view: this.view,
      redraw: () => this.rebuild(),
    };
    const focused = this.focusPath();
    this.panels = this.layout.map((place, i) => {
      const panel = place.boosted ? place.make({ ...ctx, run: this.boosted }) : place.make(ctx);
      panel.el.style.gridColumn = `span ${place.spans[size]}`;
      panel.build(this.inside(i));
      return panel;
    });
    this.parts = [...this.words.cards, ...this.panels];
    this.words.el.style.gridColumn = `${13 - WORDS[size]} / -1`;
    this.words.el.style.gridRow = size === 0 ? "auto" : "1";
    this.grid.replaceChildren(this.words.el, ...this.panels.map((p) => p.el));
    if (focused) /** @type {HTMLElement | null} */ (this.grid.querySelector(focused))?.focus();
    for (const p of this.parts) {
      this.inView.add(p.el);
      this.observer.observe(p.el);
    }
    this.draw(this.cursor.t);
  }

  rebuild() {
    this.build();
    this.fill();
  }

  /** Where the focus is, so that a control that rebuilds the panels keeps it. */
  focusPath() {
    const tree = this.grid.getRootNode();
    const active = tree instanceof ShadowRoot ? tree.activeElement : document.activeElement;
    if (!active || !this.grid.contains(active)) return null;
    const panel = [...(active.closest(".rv-panel")?.classList ?? [])].find((c) => c.startsWith("rv-panel-"));
    const label = active.getAttribute("aria-label");
    if (!panel) return null;
    const number = active.getAttribute("data-explain");
    return number
      ? `.${panel} [data-explain="${number}"]`
      : label
        ? `.${panel} [aria-label="${label}"]`
        : active.closest(".rv-tabs")
          ? `.${panel} .rv-tabs [aria-pressed=true]`
          : null;
  }

  /** @param {number} width */
  resize(width) {
    if (Math.abs(width - this.width) >= 1) {
      this.width = width;
      this.build();
    }
    this.words.settle();
    for (const c of this.words.cards) c.draw(this.cursor.t);
    this.fill();
  }

  /** The first row is as high as the words beside it: give the losses' charts what is to spare. */
  fill() {
    const [losses] = this.panels;
    if (sizeOf(this.width) === 0) return;
    losses.build(this.inside(0), 0);
    for (const el of [losses.el, this.words.el]) el.style.alignSelf = "start";
    const spare = Math.max(0, Math.min(80, this.words.el.offsetHeight - losses.el.offsetHeight));
    for (const el of [losses.el, this.words.el]) el.style.alignSelf = "";
    if (spare > 0) losses.build(this.inside(0), spare);
    losses.draw(this.cursor.t);
  }

  /** @param {number} i @returns {number} width inside a panel */
  inside(i) {
    const size = sizeOf(this.width);
    return Math.floor(
      (this.layout[i].spans[size] * (this.width + GAP)) / 12 - GAP - 2 * (size === 0 ? 12 : 16) - 2,
    );
  }

  retheme() {
    for (const p of this.panels) p.retheme?.();
  }

  /** @param {number} t */
  draw(t) {
    for (const p of this.parts) {
      if (this.inView.has(p.el)) this.drawPart(p, t);
      else this.stale.add(p);
    }
    if (this.hover.now) this.tip.draw(this.hover.now, t);
    clearTimeout(this.restTimer);
    this.restTimer = window.setTimeout(() => this.rest(), REST);
  }

  /** @param {Drawn} p @param {number} t */
  drawPart(p, t) {
    p.draw(t);
    this.stale.delete(p);
    if (this.hover.now) p.hover?.(this.hover.now);
  }

  /**
   * What nobody needs while rounds fly by: panels out of view, alternative texts, full-precision titles. One part at
   * a time, so that a click in between waits for one at most; the next round ends it.
   * @param {number} [i] which part is next
   */
  rest(i = 0) {
    const p = this.parts[i];
    if (!p || this.cursor.playing) return;
    if (this.stale.has(p)) this.drawPart(p, this.cursor.t);
    p.describe?.(this.cursor.t);
    this.restTimer = window.setTimeout(() => this.rest(i + 1), 0);
  }

  /** @param {IntersectionObserverEntry[]} entries */
  seen(entries) {
    for (const e of entries) {
      if (e.isIntersecting) this.inView.add(e.target);
      else this.inView.delete(e.target);
    }
    for (const p of this.parts)
      if (this.stale.has(p) && this.inView.has(p.el)) this.drawPart(p, this.cursor.t);
  }

  stop() {
    clearTimeout(this.restTimer);
    this.observer.disconnect();
  }
}
