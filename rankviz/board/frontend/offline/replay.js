/** A page that carries one run: the stage, its colour scheme, and what follows the round below it. */

import { carry, runName } from "./app.js";
import { byId } from "../stage/draw/dom.js";
import { offerColourScheme } from "../stage/board/colour_scheme.js";
import mount from "../stage/index.js";
import { fillTheoremTables } from "./theorem_tables.js";
import { linkAtRound, absoluteLink } from "./app_link.js";
import { unfilter } from "./unfilter.js";
/** @import { Banner } from "../stage/board/banner.js" */
/** @import { Settings } from "../stage/control/view.js" */
/** @import { Language } from "../stage/draw/translate.js" */
/** @import { About } from "../stage/print/print_sheet.js" */
/** @import { Drawer } from "./app.js" */
/** @import { Filter } from "./unfilter.js" */

/**
 * @typedef {Object} Opening
 * @property {string} layout
 * @property {number} round
 * @property {Settings} settings
 * @property {Banner | null} banner
 * @property {Language} [language] in which the page was saved; English if missing
 * @property {About} about
 * @property {string} link of the run in an app; "" if unknown
 * @property {Record<string, Filter>} filters
 */

/** @param {Opening} opening @param {ArrayBuffer} run its pack, filtered @param {Record<string, string>} styles of the stage @param {(name: string) => Promise<Drawer>} later reads what comes after the first picture */
export function replay(opening, run, styles, later) {
  unfilter(run, opening.filters);
  const drawn = new Promise((resolve) => document.addEventListener("rv-round", resolve, { once: true }));
  const drawer = drawn.then(() => new Promise(requestAnimationFrame)).then(() => later("drawer"));
  carry({ runs: { [runName(0)]: run }, styles, drawers: { [runName(0)]: drawer } });
  const component = {
    data: stageData(opening, new URLSearchParams(window.location.search)),
    parentElement: byId("stage"),
    // Nothing is sent to a server: the round is kept in the address if the browser allows it.
    setStateValue() {},
    setTriggerValue() {},
  };
  const link = absoluteLink(opening.link);
  byId("app")?.toggleAttribute("hidden", !link);
  let now = 0;
  let draw = (/** @type {number} */ t) => {
    now = t;
  };
  document.addEventListener("rv-round", (event) => {
    const { t } = /** @type {CustomEvent<{t: number}>} */ (event).detail;
    draw(t);
    follow(link, t);
  });
  void drawer.then(({ theorems }) => {
    draw = fillTheoremTables(theorems, byId("verdicts"), byId("claims"));
    draw(now);
    byId("theorems").hidden = false;
  });
  offerColourScheme(byId("scheme"), () => mount(component));
}

/** Return the stage's first data; the page's address takes precedence over what the page carries. @param {Opening} opening @param {URLSearchParams} address */
function stageData(opening, address) {
  const round = Number.parseInt(address.get("t") ?? "", 10);
  const look = address.get("look");
  return {
    run_url: runName(0),
    layout: opening.layout,
    round: round >= 0 ? round : opening.round,
    settings: look === null ? opening.settings : { ...opening.settings, look },
    banner: opening.banner,
    language: opening.language,
    about: { ...opening.about, link: absoluteLink(opening.about.link ?? "") },
    explains: true,
    keeps: true,
    aside: true,
    answers_url: runName(0),
    present: address.get("present") === "1",
    looks: true,
  };
}

/** Update the link to the app when the round changes. @param {string} link @param {number} t */
function follow(link, t) {
  if (!link) return;
  /** @type {HTMLAnchorElement} */ (byId("app")).href = linkAtRound(link, t);
}
