/** The board of one run: its tiles laid out for a width and height, built once, drawn at every round. */

import { isUnread, placeHelp } from "./tile_help.js";
import { needsRedraw, LAST, litTiles, nextBeat, shownRound } from "../beats/beats.js";
import { drawWithTransition } from "../beats/round_transition.js";
import { DURATION, wantsMotion, afterPaint, animateWords, endMotions, moveIn } from "../beats/motion.js";
import { placeTiles, replaceMissing, GAP } from "./tile_boxes.js";
import { enterOrLeave, leaveTile, focusSelector, setTabIndex } from "./tile_focus.js";
import { tilesAt } from "./first_visit.js";
import { markNumbers } from "./marked_numbers.js";
import { DOTS, swipeDots } from "./swiping.js";
import { focusedBeside, html, setAttr, setClass } from "../draw/dom.js";
import { HoverState } from "../draw/hover.js";
import { tooltip } from "../draw/tooltip.js";
import { layoutOf } from "../layouts/layouts.js";
import { ringedTile } from "../control/view.js";
import { pairFinder } from "../run/pairs.js";
import { Timer } from "../host/rest.js";
import { boostedOnly } from "../run/run.js";
/** @import { Moment } from "../beats/beats.js" */
/** @import { Cell } from "./tile_boxes.js" */
/** @import { Cursor } from "../control/cursor.js" */
/** @import { View } from "../control/view.js" */
/** @import { Theme } from "../draw/theme.js" */
/** @import { ForAll, ForBoosted } from "../layouts/layouts.js" */
/** @import { Ctx, Panel } from "../panels/panel.js" */
/** @import { TrialTiles } from "../control/trial_tiles.js" */
/** @import { Algo, Boosted, Run } from "../run/run.js" */

/** Border, padding and head of a tile, px; stage.css has the same. */
const EDGE = { x: 22, y: 46 };
const REST = 200;
/** The beat in which a ranker is picked. */
const PICKED = 2;

/** @typedef {{width: number, height: number, phone: boolean, fixed: boolean, dense: number}} Size of the board, px; `fixed`: it does not scroll; `dense`: device pixels per pixel */

export class Stage {
  /**
   * @param {Run} run @param {Theme} theme @param {Cursor} cursor
   * @param {View} view @param {string} layout @param {() => void} looked called after the reader has changed the view
   */
  constructor(run, theme, cursor, view, layout, looked) {
    this.run = run;
    this.cursor = cursor;
    this.view = view;
    this.theme = theme;
    this.looked = looked;
    /** @type {Size} */
    this.size = { width: 0, height: 0, phone: false, fixed: false, dense: 1 };
    this.hover = new HoverState();
    this.boosted = boostedOnly(run);
    this.name = layout;
    this.layout = layoutOf(layout);
    /** The tiles available for this run, in reading order. */
    this.names = Object.entries(this.layout.tiles).flatMap(([name, place]) =>
      (place.boosted ? this.boosted.algos.length > 0 : (place.needs?.(run) ?? true)) ? [name] : [],
    );
    this.layout = replaceMissing(this.layout, this.names);
    this.board = html("div", { class: "rv-board" });
    this.tip = tooltip(run, pairFinder(run));
    this.swipes = swipeDots(this.board, (tile) => {
      if (tile !== this.view.swiped) this.hover.set(null); // what was touched is on another tile
      this.view.swiped = tile;
    });
    this.el = html(
      "div",
      { class: "rv-run" },
      html("h2", { class: "rv-hidden" }, run.title),
      this.board,
      this.swipes.el,
      this.tip.el,
    );
    // What was pointed at may have been drawn again: then it is not told that the pointer has left.
    this.el.addEventListener("pointerleave", (e) => void (e.pointerType !== "touch" && this.hover.set(null)));
    /** @type {Map<string, Panel>} */
    this.tiles = new Map();
    /** @type {Panel[]} */
    this.panels = [];
    /** Each tile's box. @type {WeakMap<Element, Cell>} */
    this.cells = new WeakMap();
    /** The chosen tiles for which the board was built. */
    this.built = "";
    /** @type {Set<Element>} */
    this.inView = new Set();
    /** @type {Set<Panel>} */
    this.stale = new Set();
    /** Tiles drawn since their alternative texts were written. @type {Set<Panel>} */
    this.undescribed = new Set();
    this.resting = new Timer(() => this.rest());
    /** Index of the tile to describe next. */
    this.next = 0;
    /** @type {TrialTiles | null} */
    this.trial = null;
    /** The previous trial, while its tiles are restored. @type {TrialTiles | null} */
    this.leaving = null;
    /** The sentence whose tile is ringed. */
    this.followed = "";
    /** The moment drawn last, in the current tiles. @type {Moment | null} */
    this.drawn = null;
    /** Time until which a step may move: one that comes earlier is drawn at once. */
    this.movesUntil = 0;
    this.observer = new IntersectionObserver((entries) => this.onVisibility(entries), { rootMargin: "80px" });
    this.hover.on((h) => {
      for (const p of this.panels) if (p.hover && (this.inView.has(p.el) || !h)) p.hover(h);
      this.tip.draw(h, this.shownBelow());
    });
    this.board.addEventListener("dblclick", (event) => this.onDoubleClick(event));
    this.board.addEventListener("rv-enlarge", (event) => this.onSettings(event));
    this.board.addEventListener("rv-help", (event) => this.onHelp(event));
    this.board.addEventListener("keydown", (event) => enterOrLeave(event));
    this.board.addEventListener("focusout", (event) => leaveTile(event));
  }

  /** Return the tiles that the page does not hide; all if it hides every tile. */
  get available() {
    const left = this.names.filter((name) => !this.view.hidden.includes(name));
    return left.length ? left : this.names;
  }

  /** Return the names of the tiles on the board: those of a question, else the chosen ones and those of an open question; none for all. @returns {readonly string[]} */
  get chosen() {
    const beside = this.view.stands?.about.filter((name) => this.available.includes(name)) ?? [];
    if (beside.length && !this.enlarged) return beside;
    const { usual } = this;
    return usual.length ? [...new Set([...usual, ...this.view.about])] : usual;
  }

  /** Return the chosen tiles, or the story's at this round; none for the whole board. @returns {readonly string[]} */
  get usual() {
    const { tiles, story, grows } = this.view;
    if (tiles.length) return tiles;
    if (!story) return [];
    return grows && this.layout.story
      ? tilesAt(this.layout.story, this.cursor.t)
      : (this.layout.glance ?? []);
  }

  /** Return the tile that fills the board, if one does. */
  get enlarged() {
    const { tiles, about } = this.view;
    const [only, ...others] = this.available.filter((name) => tiles.includes(name));
    return others.length || (about.length && !about.includes(only)) ? null : (only ?? null);
  }

  build() {
    this.endTrial();
    this.hover.set(null); // what was pointed at goes
    this.observer.disconnect();
    this.inView.clear();
    const { width, height, phone, fixed } = this.size;
    const { chosen } = this;
    this.built = chosen.join();
    const how = { chosen, phone, fixed, grows: this.view.growing };
    const whole = placeTiles(this.layout, this.available, width, height, how);
    const swiped = phone && whole.cells.length > 1;
    const plan = swiped ? placeTiles(this.layout, this.available, width, height - DOTS, how) : whole;
    const focused = focusSelector(focusedBeside(this.board), this.board);
    const explained = this.panels
      .filter((p) => p.el.querySelector(".rv-how:not([hidden])"))
      .map((p) => p.el.dataset.tile ?? "");
    this.tiles.clear();
    this.panels = plan.cells.map((cell) => this.make(cell));
    const board = this.board.style;
    board.gridTemplateColumns = plan.columns.map((px) => `${px}px`).join(" ");
    board.gridTemplateRows = plan.rows.map((px) => `${px}px`).join(" ");
    board.gap = `${GAP}px`;
    this.board.replaceChildren(...this.panels.map((p) => p.el));
    this.swipes.build(swiped, this.tiles.get(this.view.swiped)?.el);
    for (const name of explained) this.openHelp(name);
    this.refocus(focused);
    for (const p of this.panels) {
      this.inView.add(p.el);
      this.observer.observe(p.el);
    }
    this.drawn = null;
    this.undescribed.clear();
    this.draw();
  }

  /** Focus again what was focused before tiles were rebuilt. @param {string | null} selector */
  refocus(selector) {
    const el = selector && /** @type {HTMLElement | null} */ (this.board.querySelector(selector));
    if (el) el.focus({ preventScroll: true });
  }

  /** Build the board with other tiles; those that are new move in. */
  grow() {
    const there = new Set(this.tiles.keys());
    this.build();
    if (wantsMotion()) for (const [name, p] of this.tiles) if (!there.has(name)) moveIn(p.el);
  }

  /** Build a tile without a size. @param {ForAll | ForBoosted} place @param {string} name @param {Run} [run] another run, of a trial @param {Run<Boosted>} [boosted] the same run @param {readonly Algo[]} [ghosts] the runs that a trial replaces @returns {Panel} */
  panel(place, name, run = this.run, boosted = this.boosted, ghosts = []) {
    const ctx = this.ctx(name, run, ghosts);
    return place.boosted ? place.make({ ...ctx, run: boosted }) : place.make(ctx);
  }

  /** Return the context of a tile. @template {Algo} A @param {string} name @param {Run<A>} run @param {readonly Algo[]} [ghosts] @returns {Ctx<A>} */
  ctx(name, run, ghosts = []) {
    return {
      run,
      ghosts,
      theme: this.theme,
      cursor: this.cursor,
      hover: this.hover,
      view: this.view,
      dense: this.size.dense,
      shown: () => this.shown(name),
      redraw: () => this.rebuild(),
    };
  }

  /** @param {Cell} cell @returns {Panel} */
  make(cell) {
    const panel = this.panel(this.layout.tiles[cell.tile], cell.tile);
    this.placePanel(panel, cell);
    this.cells.set(panel.el, cell);
    this.tiles.set(cell.tile, panel);
    return panel;
  }

  /** Set a tile's place and size. @param {Panel} panel @param {Cell} cell */
  placePanel(panel, cell) {
    panel.el.dataset.tile = cell.tile;
    panel.el.style.gridArea = cell.area;
    panel.el.style.width = `${cell.width}px`;
    setClass(panel.el, "rv-large", this.enlarged === cell.tile);
    this.ring(panel, cell.tile);
    setAttr(panel.el, "tabindex", 0);
    this.fill(panel, cell);
  }

  /** @param {Panel} panel @param {string} name */
  ring(panel, name) {
    setClass(panel.el, "rv-ringed", ringedTile(this.view) === name && !this.enlarged);
  }

  /** Ring the tile that a new sentence speaks of; on a phone, turn to it. */
  followSentence() {
    const { said } = this.view;
    if (this.followed === said.key) return;
    this.followed = said.key;
    for (const [name, p] of this.tiles) this.ring(p, name);
    this.swipes.to(this.tiles.get(said.tile)?.el);
  }

  /** Begin a trial in the tiles, or set none. @template {TrialTiles | null} T @param {T} trial @returns {T} */
  beginTrial(trial) {
    this.endTrial();
    this.trial = trial;
    return trial;
  }

  /** End the trial at once. */
  endTrial() {
    this.trial?.end();
    this.leaving?.end();
    [this.trial, this.leaving] = [null, null];
  }

  /** End the trial over several frames. */
  endTrialGradually() {
    const { trial } = this;
    this.leaving?.end();
    [this.trial, this.leaving] = [null, trial];
    trial?.restoreGradually(() => (this.leaving = null));
  }

  /** Build a tile's picture. @param {Panel} panel @param {Cell} cell @param {number} [taken] height taken by help, px */
  fill(panel, cell, taken = 0) {
    panel.build(Math.max(40, cell.width - EDGE.x), Math.max(40, cell.height - EDGE.y - taken));
    setTabIndex(panel.el, -1);
  }

  /** Handle a tile's help opening or closing, which changes the picture's room. @param {Event} event */
  onHelp(event) {
    const panel = this.panels.find((p) => p.el === event.target);
    const cell = panel && this.cells.get(panel.el);
    const taken = panel && placeHelp(panel.el, this.board);
    if (!panel || !cell || typeof taken !== "number") return;
    this.fill(panel, cell, taken);
    this.drawPart(panel);
  }

  /** Rebuild after a change of the view. */
  rebuild() {
    this.build();
    this.looked();
  }

  /** Return the page's tiles for the menu: name, title, and whether each is on the board. @returns {[string, string, boolean][]} */
  menuEntries() {
    const here = new Set(this.tiles.keys());
    return this.available.map((name) => {
      const el = this.tiles.get(name)?.el ?? this.panel(this.layout.tiles[name], name).el;
      return [name, el.getAttribute("aria-label") ?? name, here.has(name)];
    });
  }

  /** Put a tile on the board or remove it; the last one stays. @param {string} name */
  toggle(name) {
    const now = [...this.tiles.keys()];
    const next = now.includes(name)
      ? now.filter((other) => other !== name)
      : this.available.filter((other) => other === name || now.includes(other));
    this.choose(next.length ? next : now);
  }

  /** Show the page's tiles for newcomers, or its whole board. */
  showFewTiles() {
    this.choose([...(this.layout.glance ?? [])]);
  }

  /** @param {string[]} tiles */
  choose(tiles) {
    [this.view.tiles, this.view.before, this.view.story] = [tiles, [], false];
    this.rebuild();
  }

  /** Enlarge a tile to the whole board, or restore all. @param {string} name */
  enlarge(name) {
    const again = this.enlarged === name;
    [this.view.tiles, this.view.before] = again ? [this.view.before, []] : [[name], this.view.tiles];
    this.rebuild();
    const tile = this.tiles.get(name)?.el;
    tile?.focus({ preventScroll: true });
    // Before an audience nobody asked for help.
    if (!again && !this.el.closest(".rv-presents") && isUnread(name)) this.openHelp(name);
  }

  /** Open a tile's help. @param {string} name */
  openHelp(name) {
    /** @type {HTMLElement | null | undefined} */ (
      this.tiles.get(name)?.el.querySelector(".rv-icon[aria-expanded=false]")
    )?.click();
  }

  /** @param {MouseEvent} event */
  onDoubleClick(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (!target?.closest("button, select, input, label, summary, a")) this.onSettings(event);
  }

  /** @param {Event} event in a tile */
  onSettings(event) {
    const target = event.target instanceof Element ? event.target : null;
    const name = /** @type {HTMLElement | null} */ (target?.closest("[data-tile]"))?.dataset.tile;
    if (name) this.enlarge(name);
  }

  /** Return the tile under the focus or the pointer, else the first. @returns {string} */
  get current() {
    const active = focusedBeside(this.board);
    const found = active?.closest("[data-tile]") ?? this.board.querySelector("[data-tile]:hover");
    return /** @type {HTMLElement | null} */ (found)?.dataset.tile ?? this.available[0];
  }

  /** @param {Size} size */
  resize(size) {
    const same = /** @type {const} */ (["width", "height", "phone", "fixed", "dense"]).every(
      (k) => size[k] === this.size[k],
    );
    if (same) return;
    this.size = size;
    this.build();
  }

  /**
   * Build the same run in the same view for another place, such as a sheet of paper.
   * @param {Theme} theme @param {Cursor} cursor
   * @param {string | null} tile the only tile to show, null for all @param {Size} size
   */
  copyFor(theme, cursor, tile, size) {
    const view = { ...this.view, tiles: tile ? [tile] : this.enlarged ? this.view.before : [...this.chosen] };
    const copy = new Stage(this.run, theme, cursor, view, this.name, () => {});
    copy.resize(size);
    return copy;
  }

  retheme() {
    for (const p of this.panels) p.retheme?.();
  }

  /** Return the round that a tile shows: during a beat, tiles whose part is still to come show the previous round. @param {string} [tile] */
  shown(tile = "") {
    return shownRound(this.layout.beats, tile, this.cursor);
  }

  /** Return the round of the tile that is pointed at. */
  shownBelow() {
    return this.shown(
      /** @type {HTMLElement | null} */ (this.board.querySelector("[data-tile]:hover"))?.dataset.tile,
    );
  }

  /** Light the tiles that the beat is about. */
  lightTiles() {
    const { beat } = this.cursor;
    const also = [...this.tiles].filter(([, p]) => p.about?.includes(beat)).map(([name]) => name);
    const lit = litTiles(this.layout.beats, beat, [...this.tiles.keys()], also);
    setClass(this.board, "rv-beating", lit !== null);
    for (const [name, p] of this.tiles) setClass(p.el, "rv-lit-tile", lit?.includes(name) ?? false);
    if (lit) this.swipes.to(this.tiles.get(lit[0])?.el);
  }

  draw() {
    const { t, beat } = this.cursor;
    const before = this.drawn;
    if (before?.t !== t) this.endTrial();
    if (this.built !== this.chosen.join()) return this.grow();
    const on = before && nextBeat(before, 1);
    const stepped =
      before !== null && !before.beat && !beat && Math.abs(before.t - t) === 1 && this.cursor.isUnhurried;
    const steps = (beat > 0 && on?.t === t && on.beat === beat) || stepped;
    const early = performance.now() < this.movesUntil;
    const moving = steps && !early && wantsMotion();
    if (early) endMotions();
    this.drawn = { t, beat };
    const focused = focusSelector(focusedBeside(this.board), this.board);
    this.followSentence();
    this.lightTiles();
    const inOrder = [...this.tiles].sort(([, a], [, b]) => Number(b.first ?? 0) - Number(a.first ?? 0));
    for (const [name, p] of inOrder) {
      if (!needsRedraw(this.layout.beats, name, before, this.cursor)) continue;
      if (!this.inView.has(p.el)) this.stale.add(p);
      else if (moving && p.move && (stepped || beat === (this.layout.beats?.since[name] ?? LAST)))
        p.move(t, () => this.drawPart(p, true));
      else this.drawPart(p, moving);
    }
    if (!this.board.contains(focusedBeside(this.board))) this.refocus(focused); // the pick of another algorithm is another picture
    if (moving && beat === PICKED)
      afterPaint(() => this.bringPicks(t, ".rv-beat-words", (slot) => `[data-picked~="${slot}"] .rv-name`));
    else if (moving && stepped && t > before.t)
      afterPaint(() => this.bringPicks(t, ".rv-pick", (slot) => `.rv-row:has(.rv-k${slot}.rv-new) .rv-name`));
    if (this.hover.now) this.tip.draw(this.hover.now, this.shownBelow());
    this.next = 0;
    if (steps) this.movesUntil = performance.now() + DURATION;
    this.resting.start(moving ? REST + DURATION : REST);
  }

  /** Move what was picked from the words into its row, unless the reader has moved on. @param {number} t @param {string} words @param {(slot: number) => string} row of an algorithm's pick */
  bringPicks(t, words, row) {
    const root = /** @type {HTMLElement | null} */ (this.el.closest(".rv-stage"));
    if (!root || this.cursor.t !== t) return;
    const ways = this.boosted.algos
      .filter((a) => t <= a.rounds)
      .flatMap((a) => {
        const from = root.querySelector(`.rv-line.rv-k${a.slot} ${words}`);
        const to = this.tiles.get("weights")?.el.querySelector(row(a.slot));
        return from && to ? [{ from, to, cls: `rv-k${a.slot}` }] : [];
      });
    animateWords(root, ways);
  }

  /** @param {Panel} p @param {boolean} [moving] whether to animate from the previous drawing */
  drawPart(p, moving = false) {
    drawWithTransition(p.el, moving, () => p.draw(this.shown(p.el.dataset.tile), this.cursor.beat));
    this.stale.delete(p);
    this.undescribed.add(p);
    this.next = 0;
    if (!this.resting.cancel) this.resting.start(REST);
    if (this.hover.now) p.hover?.(this.hover.now);
  }

  /**
   * Do what nobody needs while rounds fly by: tiles out of view, alternative texts, full-precision titles. One part per
   * task, so that a click waits for one at most; the next round ends it.
   */
  rest() {
    const p = this.panels[this.next++];
    if (this.cursor.playing) return;
    if (!p) return this.markSaidNumbers();
    if (this.stale.has(p)) this.drawPart(p);
    if (this.undescribed.delete(p)) p.describe?.(this.shown(p.el.dataset.tile));
    this.resting.start(0);
  }

  /** Highlight the numbers of the text beside the board, and of the sentence above it if a tile is ringed for it. */
  markSaidNumbers() {
    const [text, ringed] = [this.view.text, ringedTile(this.view)];
    const sentence = this.el.closest(".rv-stage")?.querySelector(".rv-caption")?.textContent ?? "";
    markNumbers(text || ringed ? this.board : null, `${text} ${sentence}`, this.tiles.get(ringed)?.el);
  }

  /** @param {IntersectionObserverEntry[]} entries */
  onVisibility(entries) {
    for (const e of entries) {
      this.inView[e.isIntersecting ? "add" : "delete"](e.target);
    }
    for (const p of this.panels) if (this.stale.has(p) && this.inView.has(p.el)) this.drawPart(p);
  }

  stop() {
    this.leaving?.end();
    this.resting.stop();
    this.observer.disconnect();
  }
}
