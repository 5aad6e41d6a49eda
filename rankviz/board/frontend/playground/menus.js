/** The choices beside the stage: pages, starts, and the controls of a run. */

import { byId, html } from "../stage/draw/dom.js";
import { showControls } from "./controls.js";
/** @import { Group } from "./controls.js" */
/** @import { EditorData } from "./table_editor.js" */

/**
 * Answer of site/playground/link_answers.py to "link"; `bench` is a table without a run.
 * @typedef {{groups: Group[], pages: [string, string][], page: string, limits: string, asks: [string, string][], starts: [string, [string, string][]][], link: string, messages: string[], bench: EditorData | null}} Menus
 */

/** @param {Menus} found @param {(link: string) => void} open @param {(name: string, value: string) => void} change */
export function showMenus({ groups, pages, page, starts, link }, open, change) {
  showControls(byId("controls"), groups, change);
  const tabs = pages.map(([name, title]) =>
    html("a", { href: `#${name}`, "aria-current": name === page ? "page" : null }, title),
  );
  byId("pages").replaceChildren(...tabs);
  const start = /** @type {HTMLSelectElement} */ (byId("starts"));
  const first = html("option", { value: "" }, "Start from …");
  const shelves = starts.map(([label, shelf]) =>
    html("optgroup", { label }, ...shelf.map(([to, title]) => html("option", { value: to }, title))),
  );
  start.replaceChildren(first, ...shelves);
  start.value = starts.some(([, shelf]) => shelf.some(([to]) => to === link)) ? link : "";
  start.onchange = () => start.value && open(start.value);
}
