/** The theorems about a run after a round: a table of verdicts, and counts of them. */

import { html, setClass, setText } from "../draw/dom.js";
import { LatestQuestion } from "./answer_cache.js";
/** @import { AnswerCache, NoAnswer } from "./answer_cache.js" */

/**
 * Written by board/drawer/proven.py.
 * @typedef {[verdict: number, name: string, equation: string, because: string, left: string, relation: string, right: string, slack: string]} Row
 * @typedef {{name: string, label: string, when: string, late: string, rows: Row[], minimum: string}} RunTheorems `minimum`: the loss whose minimum some theorems need
 * @typedef {{rows: Row[], claims: string, said: string} | {ask: string}} WithMinimum
 */

const HEAD = ["verdict", "claim", "left", "", "right", "slack"];
const VERDICTS = ["✓ holds", "✕ violated", "○ does not apply"];
const KINDS = ["holds", "violated", "aside"];
const VIOLATED = 1;
/** A subscript: a single letter or digit after an underscore, as in φ_t; or a power: e^{−α}. */
const SCRIPT = /(?<=[A-Za-zφγ])_([A-Za-z0-9λ])(?![A-Za-z0-9_])|\^\{([^}]*)\}/;

/** Count the verdicts: "14 hold, 1 does not apply"; violations come first. @param {Row[]} rows @returns {string} */
export function countVerdicts(rows) {
  const [held, broken, aside] = KINDS.map((_, verdict) => rows.filter((row) => row[0] === verdict).length);
  return [
    broken ? `${broken} VIOLATED` : "",
    `${held} ${held === 1 ? "holds" : "hold"}`,
    aside ? `${aside} ${aside === 1 ? "does" : "do"} not apply` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/** Summarise the verdicts of all runs in a line. @param {RunTheorems[]} runs */
export const summariseVerdicts = (runs) =>
  runs.map(({ label, rows }) => `${label}: ${countVerdicts(rows)}`).join("; ");

/** List the violations of all runs. @param {RunTheorems[]} runs @returns {string[]} */
export const listViolated = (runs) =>
  runs.flatMap(({ label, rows }) =>
    rows.filter((row) => row[0] === VIOLATED).map((row) => `${label}, ${row[1]} (${row[2]})`),
  );

/** Return a table of theorems that is refilled each round. @param {boolean} captioned */
export function theoremTable(captioned = false) {
  const body = html("tbody");
  const caption = html("caption");
  const head = html(
    "thead",
    {},
    html("tr", {}, ...HEAD.map((name) => (name ? html("th", { scope: "col" }, name) : html("td")))),
  );
  const table = html("table", { class: "rv-claims" }, captioned && caption, head, body);
  return {
    el: table,
    /** @param {Row[]} rows @param {string} [words] */
    fill(rows, words = "") {
      setText(caption, words);
      rows.forEach((row, i) => fill(rowOf(body, i), row));
      while (body.rows.length > rows.length) body.deleteRow(-1);
    },
  };
}

/** Return the row at an index, created if missing. @param {HTMLTableSectionElement} body @param {number} i */
function rowOf(body, i) {
  if (i === body.rows.length) {
    const claim = html(
      "td",
      { class: "rv-claim" },
      html("span"),
      html("small", { class: "rv-eq" }),
      html("small"),
    );
    const mark = html("td", {}, html("span", { class: "rv-verdict" }));
    body.append(html("tr", {}, mark, claim, html("td"), html("td"), html("td"), html("td")));
  }
  return body.rows[i];
}

/** @param {HTMLTableRowElement} line @param {Row} row */
function fill(line, [verdict, name, equation, because, ...numbers]) {
  KINDS.forEach((kind, i) => setClass(line, kind, i === verdict));
  const [mark, claim, ...cells] = line.cells;
  setText(mark.children[0], VERDICTS[verdict]);
  writeScripts(claim.children[0], name);
  setText(claim.children[1], equation);
  setText(claim.children[2], because);
  numbers.forEach((text, i) => setText(cells[i], text));
}

/** Write a text with subscripts and superscripts. @param {Element} el @param {string} text */
function writeScripts(el, text) {
  const parts = text.split(SCRIPT);
  if (el.textContent === parts.join("")) return;
  el.replaceChildren(
    ...parts.map((part, i) => (i % 3 && part ? html(i % 3 === 1 ? "sub" : "sup", {}, part) : (part ?? ""))),
  );
}

/** The drawer's part: one run's theorems, including those that need the minimum of its loss. */
export class TheoremsPart {
  /** @param {AnswerCache} answers */
  constructor(answers) {
    this.answers = answers;
    this.t = 0;
    /** Name of the chosen run. */
    this.name = "";
    /** Runs whose minimum was requested. @type {Set<string>} */
    this.solved = new Set();
    this.runs = html("div", { class: "rv-segments", role: "group", "aria-label": "Run" });
    this.said = html("p", { role: "status" });
    this.table = theoremTable();
    this.least = html("p", { class: "rv-note" });
    this.find = html("button", { type: "button", hidden: true, onclick: () => this.askForMinimum() });
    this.el = html(
      "div",
      {},
      html("div", { class: "rv-choices" }, this.runs),
      this.said,
      this.find,
      this.table.el,
      this.least,
    );
    /** @type {LatestQuestion<RunTheorems[]>} */
    this.latest = new LatestQuestion(answers, (answer) => this.show(answer));
    /** @type {RunTheorems | null} */
    this.run = null;
    /** @type {LatestQuestion<WithMinimum | NoAnswer>} */
    this.minimum = new LatestQuestion(answers, (answer) => this.showMinimum(answer));
  }

  /** @param {number} t */
  draw(t) {
    this.t = t;
    this.latest.want(`theorems?t=${t}`);
  }

  /** @param {number[]} rounds */
  prefetch(rounds) {
    const { run } = this;
    for (const t of rounds) {
      void this.answers.ask(`theorems?t=${t}`);
      if (run?.minimum && this.answers.known.has(this.question(this.t)))
        void this.answers.ask(this.question(t));
    }
  }

  /** @param {RunTheorems[]} all */
  show(all) {
    const run = (this.run = all.find(({ name }) => name === this.name) ?? all[0]);
    if (this.runs.childElementCount !== all.length || this.runs.dataset.of !== this.answers.url) {
      this.runs.dataset.of = this.answers.url;
      this.runs.replaceChildren(
        ...all.map(({ name, label }) =>
          html("button", { type: "button", name, onclick: () => this.choose(name) }, label),
        ),
      );
    }
    for (const one of this.runs.querySelectorAll("button"))
      one.setAttribute("aria-pressed", String(one.name === run.name));
    const known = this.answers.known.has(this.question(this.t));
    if (!run.minimum || !known) this.write(run.rows, "");
    this.find.hidden = true;
    if (!run.minimum) setText(this.least, "");
    else if (!known) setText(this.least, `Looking for the minimum of ${run.minimum} …`);
    this.minimum.want(run.minimum ? this.question(this.t) : "");
  }

  /** @param {Row[]} rows @param {string} more */
  write(rows, more) {
    const { when, rows: plain, late } = /** @type {RunTheorems} */ (this.run);
    const begin = `${when[0].toUpperCase()}${when.slice(1)}: ${countVerdicts(plain)}.`;
    setText(this.said, [begin, more, late].filter(Boolean).join(" "));
    this.table.fill(rows);
  }

  /** @param {WithMinimum | NoAnswer} answer */
  showMinimum(answer) {
    if (!this.run) return;
    const asks = "ask" in answer;
    this.find.hidden = !asks;
    if (asks) setText(this.find, `Find the minimum of ${answer.ask}`);
    if (asks)
      this.find.title =
        "Show how far this run still is from the minimum. A convex solver that shares no code with the boosting finds it, which may take some seconds.";
    setText(this.least, asks ? "" : answer.said);
    if ("rows" in answer) this.write(answer.rows, answer.claims);
    else this.write(this.run.rows, "");
  }

  /** @param {number} t */
  question(t) {
    const name = this.run?.name ?? "";
    const query = new URLSearchParams({ run: name, t: String(t) });
    if (this.solved.has(`${this.answers.url} ${name}`)) query.set("solve", "1");
    return `minimum?${query}`;
  }

  askForMinimum() {
    this.solved.add(`${this.answers.url} ${this.run?.name}`);
    this.draw(this.t);
  }

  /** @param {string} name */
  choose(name) {
    this.name = name;
    this.draw(this.t);
  }
}
