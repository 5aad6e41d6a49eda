/** Questions about the run that is drawn: its theorems and candidates when the reader rests, and those of the drawer. */

import { byId, html } from "../stage/draw/dom.js";
import { fillTheoremTables } from "../offline/theorem_tables.js";
import { explanationAt, listMenus } from "../offline/saved_explanations.js";
import { busyDuring, Timer } from "../stage/host/rest.js";
import { Died, Stopped } from "./engine.js";
/** @import { Answer, Engine } from "./engine.js" */

/** Pause after which the reader counts as resting, ms. */
const PAUSE = 250;

export class RunQuestions {
  /** @param {Engine} engine @param {() => Promise<void>} give gives the visitor's files to the worker @param {() => void} again called after a run was computed again */
  constructor(engine, give, again) {
    this.engine = engine;
    this.give = give;
    this.again = again;
    /** The link of the run that is drawn. */
    this.drawn = "";
    /** The link of the run computed last, and the worker that has it. */
    this.made = "";
    /** @type {Worker | undefined} */
    this.worker = undefined;
    /** The run that the worker computes now. @type {Promise<Answer> | null} */
    this.underWay = null;
    /** A run that is computed again. @type {Promise<unknown> | null} */
    this.making = null;
    /** The last round requested. @type {number | null} */
    this.t = null;
    /** Names and labels of its runs. @type {[string, string][]} */
    this.runs = [];
    this.resting = new Timer(() => {
      busyDuring(this.showBelow(this.t ?? 0, this.runs)).catch((error) => {
        if (!(error instanceof Stopped || error instanceof Died)) throw error;
      });
    });
  }

  /** @param {string} link @returns {Promise<Answer>} */
  async make(link) {
    const asked = (this.underWay = this.engine.ask({ ask: "run", link }));
    try {
      const found = await asked;
      this.made = link;
      this.worker = this.engine.worker;
      return found;
    } finally {
      if (this.underWay === asked) this.underWay = null;
    }
  }

  /**
   * Ask about the run that is drawn; a worker that does not have it computes it again.
   * @param {Record<string, unknown>} question @returns {Promise<Answer>} fails with `Stopped` when another run is drawn meanwhile
   */
  async ask(question) {
    const { drawn } = this;
    await this.give();
    for (;;) {
      await this.waitUntilIdle();
      if (drawn !== this.drawn) throw new Stopped();
      if (this.worker === this.engine.worker && this.made === drawn) return this.engine.ask(question);
      this.making ??= this.make(drawn).finally(() => {
        this.making = null;
        this.again();
      });
      await this.making;
    }
  }

  /** Wait until no run is under way, because the worker would answer about that run. */
  async waitUntilIdle() {
    while (this.underWay) {
      await this.underWay.catch(() => {});
      await new Promise((then) => setTimeout(then)); // whoever waited for the run draws it first
    }
  }

  /** Show what is below the stage for round t; null if the engine did not compute the run. @param {number | null} t @param {[string, string][]} runs name and label */
  rest(t, runs) {
    [this.t, this.runs] = [t, runs];
    this.resting.stop();
    if (t === null) byId("theorems").hidden = true;
    else this.resting.start(PAUSE);
  }

  /** @param {number} t @param {[string, string][]} runs */
  async showBelow(t, runs) {
    const { drawn } = this;
    const { answer } = await this.ask({ ask: "theorems", t });
    if (t !== this.t || drawn !== this.drawn) return;
    fillTheoremTables(answer, byId("verdicts"), byId("claims"))(t);
    byId("theorems").hidden = false;
    const tables = runs.map(async ([name, label]) => {
      const { rows } = (await this.ask({ ask: "candidates", name, t })).answer;
      return rows.length ? [candidateTable(label, rows)] : [];
    });
    const made = (await Promise.all(tables)).flat();
    if (t === this.t && drawn === this.drawn) byId("candidates").replaceChildren(...made);
  }

  /** Answer the stage's drawer. @param {string} what @param {URLSearchParams} query */
  async answerDrawer(what, query) {
    const [run, key] = [query.get("run") ?? "", query.get("key") ?? ""];
    const t = Number(query.get("t"));
    if (what === "theorems") return (await this.ask({ ask: "proven", t })).answer.runs;
    if (what === "minimum")
      return (await this.ask({ ask: "minimum", name: run, t, solve: query.has("solve") })).answer;
    const { answer } = await this.ask({ ask: "explain", name: `${run}:${key}`, t });
    return what === "menus" ? listMenus(answer) : explanationAt(answer, run, key, t);
  }
}

const COLUMNS = /** @type {const} */ ([
  ["ranker", "weak ranker"],
  ["delta", "δ"],
  ["eps_correct", "ε⁺"],
  ["eps_tied", "ε⁰"],
  ["eps_reversed", "ε⁻"],
  ["alpha", "α"],
  ["z", "Z"],
]);

/** The candidates of a round: what each weak ranker would do to the pairs. @param {string} label of the run @param {Record<string, string | number | boolean | null>[]} rows */
function candidateTable(label, rows) {
  const cell = (/** @type {string | number | boolean | null} */ value) =>
    html("td", {}, typeof value === "number" ? String(Number(value.toPrecision(4))) : String(value ?? "—"));
  return html(
    "table",
    {},
    html("caption", {}, label),
    html("thead", {}, html("tr", {}, ...COLUMNS.map(([, name]) => html("th", { scope: "col" }, name)))),
    html(
      "tbody",
      {},
      ...rows.map((row) =>
        html("tr", { class: row.chosen ? "chosen" : "" }, ...COLUMNS.map(([key]) => cell(row[key]))),
      ),
    ),
  );
}
