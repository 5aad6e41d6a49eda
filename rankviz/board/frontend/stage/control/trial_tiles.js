/** Another run in the board's tiles while it is tried: each tile draws it in its place, and the run as it was after that; the one under the hand stays. */

import { Timer } from "../host/rest.js";
import { boostedOnly } from "../run/run.js";
/** @import { Panel } from "../panels/panel.js" */
/** @import { Algo, Boosted, Run } from "../run/run.js" */
/** @import { Stage } from "../board/stage.js" */

/** So long is the hand still before pictures are described, ms. */
const REST = 200;
/** So long may tiles be given back in one frame, ms. */
const BACK = 3;
/** Of a tile that is a layer of its own: what is drawn in it is composed without the others. All at once would be a long task. */
const LAYER = "rv-layer";

export class TrialTiles {
  /** @param {Stage} stage @param {Element | null} held the tile under the hand */
  constructor(stage, held) {
    this.stage = stage;
    /** The tiles that show a trial, by name. @type {Map<string, Panel>} */
    this.drawn = new Map();
    /** Tiles that show an older trial, the oldest first. @type {Set<string>} */
    this.due = new Set();
    this.held = held;
    /** @type {{run: Run, boosted: Run<Boosted>, ghosts: readonly Algo[]} | null} */
    this.tried = null;
    /** Tiles whose alternative texts are written when the hand is still. @type {[string, Panel][]} */
    this.undescribed = [];
    this.resting = new Timer(() => this.describeNext());
    this.leaving = new Timer(() => this.restoreGradually());
    /** What is done when all tiles are given back. */
    this.left = () => {};
    held?.classList.add(LAYER);
  }

  /** Have the tiles show a run, in the frames to come. @param {Run} run @param {readonly Algo[]} ghosts the runs in whose place others stand in it, drawn faintly behind them */
  show(run, ghosts) {
    this.tried = { run, boosted: boostedOnly(run), ghosts };
    // What stands for a tile is not observed.
    for (const [name, p] of this.stage.tiles)
      if (p.el !== this.held && (this.drawn.has(name) || this.stage.inView.has(p.el))) this.due.add(name);
  }

  /** Draw as many tiles as there is time for, one at least. @param {number} end when it is over @returns {boolean} whether one was due */
  work(end) {
    if (!this.due.size) return false;
    for (const name of [...this.due]) {
      this.make(name);
      this.due.delete(name);
      if (performance.now() > end) break;
    }
    this.undescribed = [...this.drawn];
    if (this.due.size) this.resting.stop();
    else this.resting.start(REST);
    return true;
  }

  /** The hand is still: alternative texts, one tile at a time. */
  describeNext() {
    const next = this.undescribed.pop();
    if (!next) return;
    next[1].describe?.(this.stage.shown(next[0]));
    this.resting.start(0);
  }

  /** @param {string} name */
  make(name) {
    const { stage, tried } = this;
    const own = stage.tiles.get(name);
    const cell = own && stage.cells.get(own.el);
    if (!own || !cell || !tried) return;
    const { run, boosted, ghosts } = tried;
    const place = stage.layout.tiles[name];
    const adopts = own.adopt && (own.takes?.(run) ?? true);
    const panel = adopts ? own : stage.panel(place, name, run, boosted, ghosts);
    const before = this.drawn.get(name) ?? own;
    if (!adopts) stage.placePanel(panel, cell);
    panel.adopt?.(stage.ctx(name, place.boosted ? boosted : run, ghosts));
    if (before !== panel) before.el.replaceWith(panel.el);
    panel.draw(stage.shown(name), stage.cursor.beat);
    panel.el.classList.add(LAYER);
    this.drawn.set(name, panel);
  }

  /** The board as it was, at once. */
  end() {
    this.stopDrawing();
    for (const name of [...this.drawn.keys()]) this.restore(name);
    this.held?.classList.remove(LAYER);
  }

  /** The same over some frames. @param {() => void} [then] */
  restoreGradually(then = this.left) {
    this.left = then;
    this.stopDrawing();
    const end = performance.now() + BACK;
    for (const name of [...this.drawn.keys()]) {
      this.restore(name);
      if (performance.now() > end) break;
    }
    if (this.drawn.size) this.leaving.startFrame();
    else {
      this.end();
      then();
    }
  }

  /** Nothing more is drawn of what was tried. */
  stopDrawing() {
    this.resting.stop();
    this.leaving.stop();
    this.due.clear();
  }

  /** A tile as it was. @param {string} name */
  restore(name) {
    const { stage } = this;
    const [own, panel] = [stage.tiles.get(name), this.drawn.get(name)];
    this.drawn.delete(name);
    if (!own || !panel) return;
    if (own.adopt) {
      own.adopt(stage.ctx(name, stage.layout.tiles[name].boosted ? stage.boosted : stage.run));
      stage.drawPart(own);
    }
    if (own !== panel) panel.el.replaceWith(own.el);
    own.el.classList.remove(LAYER);
  }
}
