/** The description of the page's run beside the stage: title, task, notes, facts, and ways to reproduce it elsewhere. */

import { byId, html, setText } from "../stage/draw/dom.js";
/** @import { Banner } from "../stage/board/banner.js" */
/** @import { Settings } from "../stage/control/view.js" */
/** @import { About } from "../stage/print/print_sheet.js" */
/** @import { EditorData } from "./table_editor.js" */

/**
 * Answer of site/playground/run_answers.py to "run".
 * @typedef {Object} RunFacts
 * @property {string} layout
 * @property {string} title
 * @property {number} round
 * @property {Settings} settings
 * @property {Banner | null} banner
 * @property {About} about
 * @property {string} learned what the run learns from, a sentence
 * @property {string[]} notes on the data
 * @property {[string, string][]} facts
 * @property {[string, string][]} again ways to reproduce the run elsewhere
 * @property {[string, string][]} runs name and label
 * @property {boolean} flips whether an answer of a ranker can be flipped
 * @property {EditorData | null} bench the table that the run learns from, for the table editor
 */

/** @param {RunFacts} shown */
export function describeRun({ title, learned, notes, facts, again }) {
  document.title = `${title} · RankViz`;
  setText(byId("learned"), learned);
  byId("notes").replaceChildren(...notes.map((each) => html("li", {}, each)));
  byId("facts").replaceChildren(
    ...facts.flatMap(([name, text]) => [html("dt", {}, name), html("dd", {}, text)]),
  );
  byId("ways").replaceChildren(
    ...again.flatMap(([name, text]) => [html("h3", {}, name), html("pre", {}, html("code", {}, text))]),
  );
}
