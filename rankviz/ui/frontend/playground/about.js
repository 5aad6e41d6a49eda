/** What the page says of its run beside the stage: its title, what it learns from, notes, facts, and ways to make it elsewhere. */

import { element, html, setText } from "../stage/draw/dom.js";
/** @import { Shown } from "./playground.js" */

/** @param {Shown} shown */
export function about({ title, learned, notes, facts, again }) {
  document.title = `${title} · RankViz`;
  setText(element("learned"), learned);
  element("notes").replaceChildren(...notes.map((each) => html("li", {}, each)));
  element("facts").replaceChildren(
    ...facts.flatMap(([name, text]) => [html("dt", {}, name), html("dd", {}, text)]),
  );
  element("ways").replaceChildren(
    ...again.flatMap(([name, text]) => [html("h3", {}, name), html("pre", {}, html("code", {}, text))]),
  );
}
