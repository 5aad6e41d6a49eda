/** The theorems of the round that is shown: a table a run, and one line that sums them up. */

import { html, setClass, setText } from "../stage/draw/dom.js";

/**
 * What stage_data/offline/theorems.py writes: of each theorem the columns begin at the round `first` of those in `at`.
 * @typedef {{name: string, equation: string, relation: string, first: number, verdicts: number[], why: number[], left: string, right: string, slack: string}} Row
 * @typedef {{label: string, at: number[], rows: Row[]}} Run
 * @typedef {{every: number, why: string[], runs: Run[]}} Theorems
 * @typedef {{mark: string, kind: string, name: string, equation: string, why: string, numbers: string[]}} Line as it is shown
 */

const HEAD = ["verdict", "claim", "left", "", "right", "slack"];
const VERDICTS = ["holds", "violated", "does not apply"];
const MARKS = ["✓", "✕", "○"];
const KINDS = ["holds", "violated", "aside"];

/**
 * @param {Theorems} theorems @param {HTMLElement} summary where the line goes @param {HTMLElement} place where the tables go, in place of others
 * @returns {(t: number) => void} show those of a round
 */
export function claims(theorems, summary, place) {
  place.replaceChildren();
  const tables = theorems.runs.map((run) => {
    const body = html("tbody");
    const caption = html("caption");
    const head = html(
      "thead",
      {},
      html("tr", {}, ...HEAD.map((name) => (name ? html("th", { scope: "col" }, name) : html("td")))),
    );
    place.append(html("div", { class: "claims" }, html("table", {}, caption, head, body)));
    return { run, body, caption, columns: run.rows.map(columnsOf), shown: -1 };
  });

  return (t) => {
    setText(
      summary,
      theorems.runs.map((run) => `${run.label}: ${counted(run, latest(run.at, t))}`).join("; "),
    );
    for (const table of tables) {
      const i = latest(table.run.at, t);
      if (i === table.shown) continue;
      table.shown = i;
      const at = table.run.at[i];
      const only = theorems.every > 1 ? `, of every ${theorems.every} rounds` : "";
      setText(table.caption, `${table.run.label}, ${at ? `after round ${at}` : "at the start"}${only}`);
      const lines = table.run.rows.flatMap((row, k) =>
        i < row.first ? [] : [lineOf(row, table.columns[k], i - row.first, theorems.why)],
      );
      lines.forEach((line, k) => fill(rowOf(table.body, k), line));
      while (table.body.rows.length > lines.length) table.body.deleteRow(-1);
    }
  };
}

/** @param {Row} row @returns {string[][]} left, right, slack */
const columnsOf = (row) => [row.left, row.right, row.slack].map((text) => text.split("\t"));

/** @param {Row} row @param {string[][]} columns @param {number} i @param {string[]} why @returns {Line} */
function lineOf(row, [left, right, slack], i, why) {
  const verdict = row.verdicts[i];
  return {
    mark: `${MARKS[verdict]} ${VERDICTS[verdict]}`,
    kind: KINDS[verdict],
    name: row.name,
    equation: row.equation,
    why: why[row.why[i]],
    numbers: [left[i], row.relation, right[i], slack[i]],
  };
}

/** The place of the last round that is there up to round t. @param {number[]} at @param {number} t */
export function latest(at, t) {
  let [low, high] = [0, at.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (at[middle] <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** @param {Run} run @param {number} i @returns {string} "14 hold, 1 does not apply"; a violation comes first */
function counted(run, i) {
  const verdicts = run.rows.filter((row) => i >= row.first).map((row) => row.verdicts[i - row.first]);
  const [held, broken, aside] = [0, 1, 2].map(
    (verdict) => verdicts.filter((each) => each === verdict).length,
  );
  return [
    broken ? `${broken} VIOLATED` : "",
    `${held} ${held === 1 ? "holds" : "hold"}`,
    aside ? `${aside} ${aside === 1 ? "does" : "do"} not apply` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/** The row of that place, made when there is none. @param {HTMLTableSectionElement} body @param {number} i */
function rowOf(body, i) {
  if (i === body.rows.length) {
    const claim = html("td", {}, html("span"), html("small"), html("small", { class: "why" }));
    body.append(html("tr", {}, html("td"), claim, html("td"), html("td"), html("td"), html("td")));
  }
  return body.rows[i];
}

/** @param {HTMLTableRowElement} row @param {Line} line */
function fill(row, line) {
  for (const kind of KINDS) setClass(row, kind, kind === line.kind);
  const [mark, claim, ...numbers] = row.cells;
  setText(mark, line.mark);
  [line.name, line.equation, line.why].forEach((text, i) => setText(claim.children[i], text));
  line.numbers.forEach((text, i) => setText(numbers[i], text));
}
