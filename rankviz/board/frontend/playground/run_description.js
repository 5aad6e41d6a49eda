/** What the page says of its run beside the stage: its title, what it learns from, notes, facts, and ways to make it elsewhere. */

import { byId, html, setText } from "../stage/draw/dom.js";
/** @import { Banner } from "../stage/board/banner.js" */
/** @import { Settings } from "../stage/control/view.js" */
/** @import { About } from "../stage/print/print_sheet.js" */
/** @import { EditorData } from "./table_editor.js" */

/**
 * What site/playground/playground_api.py answers to "run".
 * @typedef {Object} RunFacts
 * @property {string} layout
 * @property {string} title
 * @property {number} round
 * @property {Settings} settings
 * @property {Banner | null} banner
 * @property {About} about
 * @property {string} learned what is learned from, a sentence
 * @property {string[]} notes on the data
 * @property {[string, string][]} facts
 * @property {[string, string][]} again the ways to make the run elsewhere
 * @property {[string, string][]} runs name and label
 * @property {boolean} flips whether an answer of a ranker can be flipped
 * @property {EditorData | null} bench the table that the run has learned from, on the workbench
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
