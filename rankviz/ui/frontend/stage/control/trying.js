/** Another α is tried: the board shows the branch while the hand moves, and what Python makes of it when it is let go. */

import { Trial } from "../board/trial.js";
import { answered, saySame } from "../branch/answers.js";
import { Branching } from "../branch/branching.js";
import { differences } from "../branch/differences.js";
import { canBranch } from "../branch/from_pack.js";
/** @import { Answers } from "../branch/answers.js" */
/** @import { Algo, Boosted, Run } from "../run/run.js" */
/** @import { Stage } from "../stage.js" */

/** @typedef {{index: number, round: number, alpha: number | null}} Try of the run with that index; null: none any more */
/** @typedef {{alpha: number, rounds: Generator<Boosted | null, void>}} Job a branch under way */

/** Pairs times rounds up to which every round of a branch is made whole; beyond, those that are shown. */
const WHOLE = 60_000;
/** So long may rounds be computed in one frame, and tiles be drawn, which the browser then lays out and paints, ms; the others follow in the next one. */
const BUDGET = { rounds: 6, tiles: 3 };
/** What was let go stays on the board until the run with the branch comes, or for so long, ms. */
const PATIENCE = 20_000;

/** What was let go last, and which run of Python's it must be: a stage that is made anew while Python computes is told, too. @type {{branch: Boosted, is: (a: Boosted, run: Run) => boolean}[]} */
let letGo = [];

/** A branch under the name of the run that it stands for. @param {Boosted} branch @param {Algo} a @returns {Boosted} */
const named = (branch, { label, short }) => ({ ...branch, label, short });

export class Trying {
  /** @param {HTMLElement} root of the stage @param {() => Stage | null} stage that is there now */
  constructor(root, stage) {
    this.root = root;
    this.stage = stage;
    /** Where the hand is. @type {Try | null} */
    this.asked = null;
    /** @type {Branching | null} */
    this.branching = null;
    /** @type {Trial | null} */
    this.trial = null;
    /** @type {Job | null} */
    this.job = null;
    /** The branch that is drawn, and its α. @type {{branch: Boosted, alpha: number} | null} */
    this.drawn = null;
    this.frame = 0;
    this.timer = 0;
    /** Whether the hand has let go: what is drawn waits for Python. */
    this.waiting = false;
    root.addEventListener("rv-try", (event) => {
      const { detail, target } = /** @type {CustomEvent<Try>} */ (event);
      this.hear(detail, target instanceof Element ? target.closest("[data-tile]") : null);
    });
    this.answers = this.answers.bind(this);
    document.addEventListener("rv-answers", this.answers);
  }

  /** Rankers answer otherwise: all runs from their first round on, until Python's come. @param {Event} event */
  answers(event) {
    const stage = this.stage();
    const asked = /** @type {CustomEvent<Answers[]>} */ (event).detail;
    const other = stage && answered(stage.run, asked);
    if (!stage || !other) return;
    this.end();
    const algos = other.algos.flatMap((a) =>
      a.boosted ? [new Branching(other, a, 1, "rankers answer otherwise").with(undefined)] : [],
    );
    const drawn = algos.map((b, k) => named(b, other.algos[k]));
    const rounds = Math.max(0, ...drawn.map((b) => b.rounds));
    this.trial = stage.try(new Trial(stage, null));
    this.trial.show(Object.freeze({ ...other, rounds, algos: drawn }), stage.run.algos);
    letGo = drawn.map((branch) => ({
      branch,
      is: (a, run) => a.id === branch.id && saySame(run.branch, other.branch),
    }));
    this.patient();
    this.soon();
  }

  /** @param {Try} asked @param {Element | null} tile under the hand */
  hear(asked, tile) {
    if (asked.alpha === null) return void (this.waiting || this.end());
    const stage = this.stage();
    const a = stage?.run.algos[asked.index];
    if (!stage || !a?.boosted || !canBranch(stage.run, a)) return;
    if (this.branching?.a !== a || this.branching.round !== asked.round || stage.trial !== this.trial) {
      this.end();
      this.branching = new Branching(stage.run, a, asked.round);
    }
    this.waiting = false;
    clearTimeout(this.timer);
    this.trial ??= stage.try(new Trial(stage, tile));
    this.asked = asked;
    // Several moves of the hand within a frame are one.
    this.soon();
  }

  soon() {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.work());
  }

  /** Go on with the tiles that are due, then with the branch under way, or with the one the hand is at. */
  work() {
    this.frame = 0;
    const now = performance.now();
    const drawn = Boolean(this.trial?.work(now + BUDGET.tiles));
    // What is drawn takes as long again after this.
    if (!this.trial?.due.size) this.compute(now + (drawn ? BUDGET.tiles : BUDGET.rounds));
    if (performance.now() < now + BUDGET.tiles) this.trial?.work(now + BUDGET.tiles);
    if (this.trial?.due.size || this.job || this.next()) this.soon();
  }

  /** Rounds of a branch; the board has it when all of them are there. @param {number} end when the frame's time is over */
  compute(end) {
    this.job ??= this.next();
    while (this.job && performance.now() < end) {
      const { value } = this.job.rounds.next();
      if (!value) continue;
      this.show(value, this.job.alpha);
      this.job = null;
      break;
    }
  }

  /** The branch that the hand asks for; null where it is drawn, or none is. @returns {Job | null} */
  next() {
    const alpha = this.asked?.alpha;
    const stage = this.stage();
    if (!this.branching || !stage || typeof alpha !== "number" || this.drawn?.alpha === alpha) return null;
    const { run, ground } = this.branching;
    const states = new Set([...stage.tiles.keys()].map((name) => stage.shown(name)));
    const all = run.m * ground.rounds <= WHOLE;
    return { alpha, rounds: this.branching.rounds(alpha, (t) => all || states.has(t)) };
  }

  /** @param {Boosted} branch @param {number} alpha */
  show(branch, alpha) {
    if (!this.branching || !this.trial) return;
    this.drawn = { branch, alpha };
    if (this.waiting) this.lets();
    const { run, a } = this.branching;
    const algos = run.algos.map((b) => (b === a ? named(branch, a) : b));
    this.trial.show(Object.freeze({ ...run, rounds: Math.max(run.rounds, branch.rounds), algos }), [a]);
  }

  /** The hand has let go, and Python was asked: what is drawn stays until its answer comes. */
  wait() {
    if (!this.trial || !this.branching) return;
    this.patient();
    this.lets();
  }

  /** What is drawn stays for a while. */
  patient() {
    this.waiting = true;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.end(), PATIENCE);
  }

  /** The branch that is drawn is the one that Python is asked for. */
  lets() {
    const at = (this.branching?.round ?? 0) - 1;
    letGo = this.drawn
      ? [this.drawn].map(({ branch, alpha }) => ({
          branch,
          is: (a) => a.label === branch.label && a.rounds > at && a.alpha[at] === alpha,
        }))
      : [];
  }

  /** The run with the branch has come: what was drawn must be what it is. @param {Run} run */
  landed(run) {
    this.forget();
    const engines = run.algos.flatMap((a) => (a.boosted ? [a] : []));
    const pairs = letGo.map(({ branch, is }) => ({ branch, engine: engines.find((a) => is(a, run)) }));
    if (!pairs.length || pairs.some(({ engine }) => !engine)) return;
    letGo = [];
    const wrong = pairs.flatMap(({ branch, engine }) => (engine ? differences(branch, engine, run.n) : []));
    this.root.dataset.branch = wrong.length ? "differs" : "same";
    if (wrong.length)
      console.error(`The branch drawn while dragging is not the engine's: ${wrong.join("; ")}`);
  }

  /** A run with the branch that a fork asks for, computed here; null where it cannot be. @param {Run} run @param {string} fork as the command line writes it @returns {Run | null} */
  kept(run, fork) {
    const [name, round, alpha] = fork.split(":");
    const a = run.algos.find((one) => one.name === name);
    if (!a?.boosted || !canBranch(run, a)) return null;
    return new Branching(run, a, Number(round)).beside(Number(alpha.replace("alpha=", "")));
  }

  /** The run as it was. */
  end() {
    this.trial?.end();
    this.stage()?.try(null);
    this.forget();
  }

  stop() {
    document.removeEventListener("rv-answers", this.answers);
    this.forget();
  }

  forget() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    [this.frame, this.waiting] = [0, false];
    [this.trial, this.branching, this.drawn, this.asked, this.job] = [null, null, null, null, null];
  }
}
