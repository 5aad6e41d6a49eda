/** Something is tried: the board shows what would follow while the hand moves, and what Python makes of it when it is let go. */

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

/** @typedef {{asked: Try, made: Generator<TrialResult | null, void>}} Job a run under way */

/** Pairs times rounds up to which every round of a branch is made whole; beyond, those that are shown. */
const WHOLE = 60_000;
/** So long may rounds be computed in one frame, and tiles be drawn, which the browser then lays out and paints, ms; the others follow in the next one. */
const BUDGET = { rounds: 6, tiles: 3 };
/** What was let go stays on the board until the run with the branch comes. Whether one still can is looked at so often, ms. */
const LOOKS = 5_000;

/** What was let go last: a stage that is made anew while Python computes is told, too. @type {Expected[]} */
let letGo = [];

export class TrialSession {
  /** @param {HTMLElement} root of the stage @param {() => Stage | null} stage that is there now */
  constructor(root, stage) {
    this.root = root;
    this.stage = stage;
    /** Where the hand is. @type {Try | null} */
    this.asked = null;
    /** @type {WhatIf | null} */
    this.what = null;
    /** @type {TrialTiles | null} */
    this.trial = null;
    /** @type {Job | null} */
    this.job = null;
    /** What is drawn, and what of Python's it must be. @type {{asked: Try, expected: Expected[]} | null} */
    this.drawn = null;
    /** What is drawn, as long as nobody beside the board has been told. @type {Run | null} */
    this.untold = null;
    this.frames = new Timer(() => this.work());
    this.timer = 0;
    /** Whether the hand has just begun: that frame has enough to do. */
    this.begins = false;
    /** Whether the hand has let go: what is drawn waits for Python. */
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

  /** @param {Try} asked @param {Element | null} tile under the hand */
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
    // Several moves of the hand within a frame are one.
    this.schedule();
  }

  schedule() {
    if (!this.frames.cancel) this.frames.startFrame();
  }

  /** Go on with the tiles that are due, then with the branch under way, or with the one the hand is at. */
  work() {
    if (this.begins) {
      this.begins = false;
      return this.schedule();
    }
    const now = performance.now();
    const drawn = this.announce() || Boolean(this.trial?.work(now + BUDGET.tiles));
    // What is drawn takes as long again after this.
    if (!this.trial?.due.size) this.compute(now + (drawn ? BUDGET.tiles : BUDGET.rounds));
    if (performance.now() < now + BUDGET.tiles) this.trial?.work(now + BUDGET.tiles);
    if (this.untold || this.trial?.due.size || this.job || this.nextJob()) this.schedule();
  }

  /** Rounds of a run; the board has it when all of them are there. @param {number} end when the frame's time is over */
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

  /** On the board, and beside it, in the frames to come. @param {TrialResult} tried */
  show({ run, ghosts }) {
    this.trial?.show(run, ghosts);
    this.untold = run;
  }

  /** What stands beside the board hears what the tiles show. @returns {boolean} whether there was something to tell */
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

  /** What the hand asks for; null where it is drawn, or nothing is. @returns {Job | null} */
  nextJob() {
    const { asked, what } = this;
    const stage = this.stage();
    if (!what || !stage || !asked || this.isDrawn(asked)) return null;
    const states = new Set([...stage.tiles.keys()].map((name) => stage.shown(name)));
    return { asked, made: what.made(asked, (t) => what.size <= WHOLE || states.has(t)) };
  }

  /** The hand has let go, and Python was asked: what is drawn stays until its answer comes. */
  wait() {
    if (!this.trial) return;
    this.setWaiting(true);
    this.expectAnswer();
  }

  /** What is drawn stays while anything is under way that may end with its run. @param {boolean} waiting */
  setWaiting(waiting) {
    this.waiting = waiting;
    setBusy(this, waiting);
    clearTimeout(this.timer);
    if (!waiting) return;
    this.timer = window.setTimeout(() => (isBusyExcept(this) ? this.setWaiting(true) : this.end()), LOOKS);
  }

  /** What is drawn is what Python is asked for. */
  expectAnswer() {
    letGo = this.drawn && this.asked && this.isDrawn(this.asked) ? this.drawn.expected : [];
  }

  /** The run with the branch has come: what was drawn must be what it is. @param {Run} run */
  landed(run) {
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

  /** A run with the branch that a fork asks for, computed here; null where it cannot be. @param {Run} run @param {string} fork as the command line writes it @returns {Run | null} */
  branchFor(run, fork) {
    const [name, round, alpha] = fork.split(":");
    const a = run.algos.find((one) => one.name === name);
    if (!a?.boosted || !canBranch(run, a)) return null;
    return new BranchBuilder(run, a, Number(round)).addTo(Number(alpha.replace("alpha=", "")));
  }

  /** The run with another worth of a tie, computed here; null where it cannot be. @param {Run} run @param {number} tie @returns {Run | null} */
  branchWithTie(run, tie) {
    const other = withTieValue(run, tie);
    return other && recomputeAll(other, `a tie is worth ${tie}`);
  }

  /** The same with other answers of rankers. @param {Run} run @param {readonly RankerAnswers[]} answers @returns {Run | null} */
  branchWithAnswers(run, answers) {
    const other = withAnswers(run, answers);
    return other && recomputeAll(other, "answers were flipped");
  }

  /** The run as it was. */
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
