/** The tiles of the board while another run is tried: each draws the trial in its place, and afterwards its own run; the tile under the pointer stays. */

import { Timer } from "../host/rest.js";
import { boostedOnly } from "../run/run.js";
/** @import { Panel } from "../panels/panel.js" */
/** @import { Algo, Boosted, Run } from "../run/run.js" */
/** @import { Stage } from "../board/stage.js" */

/** Pause of the pointer before pictures are described, ms. */
const PAUSE = 200;
/** Time per frame for restoring tiles, ms. */
const RESTORE_BUDGET = 3;
/** Make a tile its own layer, so that its contents are composited separately. Doing it for all at once would be a long task. */
const LAYER = "rv-layer";

export class TrialTiles {
  /** @param {Stage} stage @param {Element | null} held the tile under the pointer */
  constructor(stage, held) {
    this.stage = stage;
    /** The tiles that show a trial, by name. @type {Map<string, Panel>} */
    this.drawn = new Map();
    /** Tiles that show an older trial, the oldest first. @type {Set<string>} */
    this.due = new Set();
    this.held = held;
    /** @type {{run: Run, boosted: Run<Boosted>, ghosts: readonly Algo[]} | null} */
    this.tried = null;
    /** Tiles whose alternative text waits for the pointer to pause. @type {[string, Panel][]} */
    this.undescribed = [];
    this.resting = new Timer(() => this.describeNext());
    this.leaving = new Timer(() => this.restoreGradually());
    /** Called when all tiles are restored. */
    this.left = () => {};
    held?.classList.add(LAYER);
  }

  /** Have the tiles show a run in the next frames. @param {Run} run @param {readonly Algo[]} ghosts the replaced runs, drawn faintly behind */
  show(run, ghosts) {
    this.tried = { run, boosted: boostedOnly(run), ghosts };
    // A tile's stand-in is not observed.
    for (const [name, p] of this.stage.tiles)
      if (p.el !== this.held && (this.drawn.has(name) || this.stage.inView.has(p.el))) this.due.add(name);
  }

  /** Draw as many tiles as there is time for, at least one. @param {number} end of the time @returns {boolean} whether one was due */
  work(end) {
    if (!this.due.size) return false;
    for (const name of [...this.due]) {
      this.make(name);
      this.due.delete(name);
      if (performance.now() > end) break;
    }
    this.undescribed = [...this.drawn];
    if (this.due.size) this.resting.stop();
    else this.resting.start(PAUSE);
    return true;
  }

  /** Describe tiles once the pointer pauses, one at a time. */
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

  /** Restore the board at once. */
  end() {
    this.stopDrawing();
    for (const name of [...this.drawn.keys()]) this.restore(name);
    this.held?.classList.remove(LAYER);
  }

  /** Restore the board over several frames. @param {() => void} [then] */
  restoreGradually(then = this.left) {
    this.left = then;
    this.stopDrawing();
    const end = performance.now() + RESTORE_BUDGET;
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

  /** Drop everything that waits to be drawn. */
  stopDrawing() {
    this.resting.stop();
    this.leaving.stop();
    this.due.clear();
  }

  /** Restore a tile. @param {string} name */
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
