/** A trial: the board shows what would follow while the pointer moves, and the server's result after release. */

import { TrialTiles } from "./trial_tiles.js";
import { recomputeAll } from "../branch/recompute.js";
import { withAnswers } from "../branch/ranker_answers.js";
import { trialKind, trialValue } from "../branch/trial_kinds.js";
import { BranchBuilder } from "../branch/branching.js";
import { listDifferences } from "../branch/differences.js";
import { canBranch } from "../branch/branch_data.js";
import { withTieValue } from "../branch/modified_pairs.js";
import { whatIf } from "../branch/what_if.js";
import { isBusyExcept, setBusy, Timer } from "../host/rest.js";
/** @import { RankerAnswers } from "../branch/ranker_answers.js" */
/** @import { Try } from "../branch/trial_kinds.js" */
/** @import { FeatureValues } from "../branch/moved_items.js" */
/** @import { Expected, TrialResult, WhatIf } from "../branch/what_if.js" */
/** @import { Run } from "../run/run.js" */
/** @import { Stage } from "../board/stage.js" */

/** @typedef {{asked: Try, made: Generator<TrialResult | null, void>}} Job a run being computed */

/** Pairs times rounds up to which all rounds of a branch are complete; beyond, only those shown. */
const MAX_SIZE = 60_000;
/** Time per frame for computing rounds and for drawing tiles, ms; the browser then lays out and paints, and the rest follows in later frames. */
const BUDGET = { rounds: 6, tiles: 3 };
/** After release the trial stays until the server's run arrives. Interval of checking whether one still can, ms. */
const INTERVAL = 5_000;

/** The trial released last, kept here because the stage may be rebuilt while the server computes. @type {Expected[]} */
let letGo = [];

export class TrialSession {
  /** @param {HTMLElement} root of the stage @param {() => Stage | null} stage returns the current stage */
  constructor(root, stage) {
    this.root = root;
    this.stage = stage;
    /** What the pointer requests. @type {Try | null} */
    this.asked = null;
    /** @type {WhatIf | null} */
    this.what = null;
    /** @type {TrialTiles | null} */
    this.trial = null;
    /** @type {Job | null} */
    this.job = null;
    /** What is drawn, and what the server's run must equal. @type {{asked: Try, expected: Expected[]} | null} */
    this.drawn = null;
    /** The run drawn, until listeners outside the board are notified. @type {Run | null} */
    this.untold = null;
    this.frames = new Timer(() => this.work());
    this.timer = 0;
    /** Whether the trial has just begun, so that this frame is busy enough. */
    this.begins = false;
    /** Whether the pointer was released, and the drawing waits for the server. */
    this.waiting = false;
    root.addEventListener("rv-try", (event) => {
      const { detail, target } = /** @type {CustomEvent<Try>} */ (event);
      this.request(detail, target instanceof Element ? target.closest("[data-tile]") : null);
    });
    /** @type {Record<string, (event: Event) => void>} */
    this.beside = {
      "rv-answers": (event) => {
        this.request({ answers: /** @type {CustomEvent<RankerAnswers[]>} */ (event).detail }, null);
        this.wait();
      },
      "rv-grades": (event) => {
        const { grades, held } = /** @type {CustomEvent<{grades: number[] | null, held: boolean}>} */ (event)
          .detail;
        this.request({ grades }, null);
        if (!held) this.wait();
      },
      "rv-places": (event) => {
        const { places, held } = /** @type {CustomEvent<{places: FeatureValues[] | null, held: boolean}>} */ (
          event
        ).detail;
        this.request({ places }, null);
        if (!held) this.wait();
      },
    };
    for (const [name, heard] of Object.entries(this.beside)) document.addEventListener(name, heard);
  }

  /** @param {Try} asked @param {Element | null} tile under the pointer */
  request(asked, tile) {
    if (trialValue(asked) === null) return void (this.waiting || this.end());
    const stage = this.stage();
    if (!stage) return;
    const { what } = this;
    if (what?.kind !== trialKind(asked) || what.run !== stage.run || stage.trial !== this.trial) {
      this.end();
      this.what = whatIf(stage.run, asked);
      if (!this.what) return;
    }
    this.setWaiting(false);
    if (!this.trial) {
      this.trial = stage.beginTrial(new TrialTiles(stage, tile));
      this.root.toggleAttribute("data-tried", true);
      this.begins = true;
    }
    this.asked = asked;
    // Several moves within a frame count as one.
    this.schedule();
  }

  schedule() {
    if (!this.frames.cancel) this.frames.startFrame();
  }

  /** Continue with the tiles that are due, then with the current branch or the next one. */
  work() {
    if (this.begins) {
      this.begins = false;
      return this.schedule();
    }
    const now = performance.now();
    const drawn = this.announce() || Boolean(this.trial?.work(now + BUDGET.tiles));
    // Painting takes about as long again.
    if (!this.trial?.due.size) this.compute(now + (drawn ? BUDGET.tiles : BUDGET.rounds));
    if (performance.now() < now + BUDGET.tiles) this.trial?.work(now + BUDGET.tiles);
    if (this.untold || this.trial?.due.size || this.job || this.nextJob()) this.schedule();
  }

  /** Compute rounds of a run, and show it when all are done. @param {number} end end of the frame's time */
  compute(end) {
    this.job ??= this.nextJob();
    while (this.job && performance.now() < end) {
      const { value, done } = this.job.made.next();
      if (!value && !done) continue;
      this.drawn = { asked: this.job.asked, expected: value?.expected ?? [] };
      this.job = null;
      if (value) this.show(value);
      if (this.waiting) this.expectAnswer();
    }
  }

  /** Show a result in the tiles and outside the board, over the next frames. @param {TrialResult} tried */
  show({ run, ghosts }) {
    this.trial?.show(run, ghosts);
    this.untold = run;
  }

  /** Notify listeners outside the board of what the tiles show. @returns {boolean} whether there was something to announce */
  announce() {
    const { untold } = this;
    this.untold = null;
    if (untold) document.dispatchEvent(new CustomEvent("rv-tried", { detail: untold }));
    return untold !== null;
  }

  /** @param {Try} asked */
  isDrawn(asked) {
    return this.drawn !== null && trialValue(this.drawn.asked) === trialValue(asked);
  }

  /** Return the requested run to compute; null if it is drawn, or nothing is requested. @returns {Job | null} */
  nextJob() {
    const { asked, what } = this;
    const stage = this.stage();
    if (!what || !stage || !asked || this.isDrawn(asked)) return null;
    const states = new Set([...stage.tiles.keys()].map((name) => stage.shown(name)));
    return { asked, made: what.made(asked, (t) => what.size <= MAX_SIZE || states.has(t)) };
  }

  /** Keep the drawing until the server answers: the pointer was released. */
  wait() {
    if (!this.trial) return;
    this.setWaiting(true);
    this.expectAnswer();
  }

  /** Keep the drawing while anything is under way that may bring the server's run. @param {boolean} waiting */
  setWaiting(waiting) {
    this.waiting = waiting;
    setBusy(this, waiting);
    clearTimeout(this.timer);
    if (!waiting) return;
    this.timer = window.setTimeout(() => (isBusyExcept(this) ? this.setWaiting(true) : this.end()), INTERVAL);
  }

  /** Remember what the server's run must equal. */
  expectAnswer() {
    letGo = this.drawn && this.asked && this.isDrawn(this.asked) ? this.drawn.expected : [];
  }

  /** Compare the server's run with what was drawn. @param {Run} run */
  onRunArrived(run) {
    this.forget();
    const pairs = letGo.map(({ branch, is }) => ({ branch, engine: run.algos.find((a) => is(a, run)) }));
    if (!pairs.length || pairs.some(({ engine }) => !engine)) return;
    letGo = [];
    const wrong = pairs.flatMap(({ branch, engine }) =>
      engine ? listDifferences(branch, engine, run.n) : [],
    );
    this.root.dataset.branch = wrong.length ? "differs" : "same";
    if (wrong.length)
      console.error(`The branch drawn while dragging is not the engine's: ${wrong.join("; ")}`);
  }

  /** Return the run with a fork's branch, computed here; null if that is impossible. @param {Run} run @param {string} fork as the command line writes it @returns {Run | null} */
  branchFor(run, fork) {
    const [name, round, alpha] = fork.split(":");
    const a = run.algos.find((one) => one.name === name);
    if (!a?.boosted || !canBranch(run, a)) return null;
    return new BranchBuilder(run, a, Number(round)).addTo(Number(alpha.replace("alpha=", "")));
  }

  /** Return the run with another tie value, computed here; null if that is impossible. @param {Run} run @param {number} tie @returns {Run | null} */
  branchWithTie(run, tie) {
    const other = withTieValue(run, tie);
    return other && recomputeAll(other, `a tie is worth ${tie}`);
  }

  /** Return the run with other answers of rankers, computed here; null if that is impossible. @param {Run} run @param {readonly RankerAnswers[]} answers @returns {Run | null} */
  branchWithAnswers(run, answers) {
    const other = withAnswers(run, answers);
    return other && recomputeAll(other, "answers were flipped");
  }

  /** Restore the original run. */
  end() {
    const stage = this.stage();
    if (stage && stage.trial === this.trial) stage.endTrialGradually();
    this.forget();
  }

  stop() {
    for (const [name, heard] of Object.entries(this.beside)) document.removeEventListener(name, heard);
    this.forget();
  }

  forget() {
    this.frames.stop();
    this.setWaiting(false);
    if (this.drawn) document.dispatchEvent(new CustomEvent("rv-tried", { detail: null }));
    this.root.removeAttribute("data-tried");
    [this.trial, this.what, this.drawn, this.asked] = [null, null, null, null];
    [this.job, this.untold] = [null, null];
  }
}
