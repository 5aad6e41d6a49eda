/** The run on the stage: fetch it, and show its legend and board until another one has loaded. */

import { focusSelector } from "./tile_focus.js";
import { focusedBeside, html, setClass, setText } from "../draw/dom.js";
import { roundInWords } from "../panels/round_in_words.js";
import { busyDuring } from "../host/rest.js";
import { RunLoader } from "../run/run_loader.js";
import { fullestQuery } from "../run/pairs.js";
import { stylesLoaded } from "../host/style_sheets.js";
import { Stage } from "./stage.js";
/** @import { Cursor } from "../control/cursor.js" */
/** @import { Page } from "../control/page.js" */
/** @import { View } from "../control/view.js" */
/** @import { Theme } from "../draw/theme.js" */
/** @import { Run } from "../run/run.js" */

/** Dim the board only after this delay, because a short flash is worse than a short wait, ms. */
const SLOW = 150;

/**
 * @typedef {Object} Heard
 * @property {(run: Run) => void} comes called before its board is built
 * @property {(url: string) => void} came called when the run at `url` is on the stage
 * @property {() => void} looked called when the reader has changed the view
 */

export class CurrentRun {
  /**
   * @param {HTMLElement} root the stage @param {Page} page @param {Cursor} cursor
   * @param {View} view @param {Theme} theme @param {Heard} on
   */
  constructor(root, page, cursor, view, theme, on) {
    this.root = root;
    this.page = page;
    this.cursor = cursor;
    this.view = view;
    this.theme = theme;
    this.on = on;
    this.note = html("div", { class: "rv-status", role: "status", hidden: true });
    this.place = html("div", { class: "rv-place" }, html("p", { class: "rv-empty" }, "Fetching the run …"));
    this.legend = html("div", { class: "rv-legend-place" });
    /** @type {Stage | null} */
    this.stage = null;
    /** @type {ReturnType<typeof roundInWords> | null} */
    this.words = null;
    this.queries = "";
    this.busyTimer = 0;
    this.loader = new RunLoader({
      loaded: (run, url) => void busyDuring(this.show(run, url)),
      missing: (url) => page.trigger("missing", url),
      waiting: (text) => this.say(text),
    });
  }

  /** Return the run, if there is one. */
  get run() {
    return this.stage?.run ?? null;
  }

  /** Return whether a run is shown and none is loading; or whether the one at `url` is shown or loading. @param {string} [url] */
  isShowing(url) {
    if (!this.stage) return false;
    return url === undefined ? !this.loader.loading : this.loader.url === url;
  }

  /** Take the server's run. */
  update() {
    if (!this.loader.want(this.page.data.run_url)) return;
    clearTimeout(this.busyTimer);
    this.busyTimer = window.setTimeout(() => setClass(this.root, "rv-busy", true), SLOW);
  }

  /** @param {Run} run @param {string} url address of its pack */
  async show(run, url) {
    await stylesLoaded;
    clearTimeout(this.busyTimer);
    setClass(this.root, "rv-busy", false);
    this.on.comes(run);
    this.chooseQuery(run);
    // Keep the focus of a reader who is inside a tile.
    const board = this.stage?.board;
    const active = board && focusedBeside(board);
    const focused = board && active?.matches(":focus-visible") ? focusSelector(active, board) : null;
    this.stage?.stop();
    this.words = this.describe(run);
    this.legend.replaceChildren(this.words.el);
    const { theme, cursor, view, page } = this;
    this.stage = new Stage(run, theme, cursor, view, page.layout, () => this.on.looked());
    this.place.replaceChildren(this.stage.el);
    this.on.came(url);
    if (focused) /** @type {HTMLElement | null} */ (this.stage.board.querySelector(focused))?.focus();
  }

  /** Show a query that the run has: the chosen one as long as the data stay the same. @param {Run} run */
  chooseQuery(run) {
    const { view } = this;
    const queries = run.queries.join("\n");
    if (queries !== this.queries) view.usual = fullestQuery(run);
    const other = this.queries !== "" && queries !== this.queries;
    if (other || view.query < 0 || view.query >= run.queries.length) view.query = view.usual;
    this.queries = queries;
  }

  /** @param {Run} run */
  describe(run) {
    const { picked } = this.page.data;
    const choice =
      picked === undefined ? null : { pick: (/** @type {number} */ i) => this.page.set("picked", i) };
    const made = roundInWords(run, choice);
    made.mark(picked ?? -1);
    made.draw(this.cursor.t, this.cursor.beat);
    return made;
  }

  draw() {
    this.stage?.draw();
    this.words?.draw(this.cursor.t, this.cursor.beat);
  }

  /** @param {string} text */
  say(text) {
    this.note.hidden = !text;
    setText(this.note, text);
    if (!this.stage && text) this.place.querySelector("p")?.replaceChildren(text);
  }

  stop() {
    this.loader.stop();
    this.stage?.stop();
    clearTimeout(this.busyTimer);
  }
}
