/** The hand-out: one page per moment, with its words, its figure and its address, as text and as a QR code, for paper or PDF. */

import { Cursor } from "../stage/control/cursor.js";
import { viewOf } from "../stage/control/view.js";
import { html } from "../stage/draw/dom.js";
import { svg } from "../stage/draw/svg.js";
import { Theme } from "../stage/draw/theme.js";
import { toSvg } from "../stage/print/serialise.js";
import { onSheet } from "../stage/print/sheet.js";
import { decode } from "../stage/run/decode.js";
import { fullestQuery } from "../stage/run/pairs.js";
import { Stage } from "../stage/stage.js";
/** @import { Moment, Opening } from "./talk.js" */

/** The size of the stage from which the sheet is made; the sheet has another size. */
const SIZE = { width: 1440, height: 900, phone: false, dense: 1 };

/** @param {HTMLElement} place @param {Opening} opening @param {ArrayBuffer[]} runs their packs */
export async function handout(place, opening, runs) {
  if (!place.childElementCount) {
    const pages = opening.moments.map((moment, i) =>
      page(moment, `${opening.title} · ${i + 1} of ${opening.moments.length}`, runs[moment.run]),
    );
    place.replaceChildren(...pages);
    await Promise.all([...place.querySelectorAll("img")].map((image) => image.decode()));
  }
  const root = document.documentElement;
  root.classList.add("handout");
  window.addEventListener("afterprint", () => root.classList.remove("handout"), { once: true });
  window.print();
}

/** @param {Moment} moment @param {string} where @param {ArrayBuffer} pack @returns {HTMLElement} */
function page(moment, where, pack) {
  const figure = html("img", { alt: "" });
  /** @type {HTMLImageElement} */ (figure).src =
    `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing(moment, pack))}`;
  return html(
    "article",
    {},
    html("p", {}, html("small", {}, where)),
    moment.title ? html("h2", {}, moment.title) : null,
    moment.note ? html("p", {}, moment.note) : null,
    moment.act && !moment.asks ? html("p", {}, moment.act.prompt) : null,
    moment.asks
      ? html(
          "p",
          {},
          `${moment.asks.prompt}\n${moment.asks.options.map(([words, hint]) => `☐ ${words}${hint ? ` (${hint})` : ""}`).join("\n")}`,
        )
      : null,
    figure,
    moment.link ? html("footer", {}, moment.qr && code(moment.qr), html("p", {}, moment.link)) : null,
  );
}

/** @param {[number, string]} qr */
const code = ([size, dark]) =>
  svg(
    "svg",
    { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": "The address as a QR code" },
    svg("path", { d: dark }),
  );

/** The board of a moment as an SVG, with its data, round and parameters below. @param {Moment} moment @param {ArrayBuffer} pack */
function drawing(moment, pack) {
  const run = decode(pack);
  const cursor = new Cursor(
    () => {},
    () => {},
  );
  cursor.load(run.rounds, moment.round);
  const held = moment.asks ? moment.round : null;
  const view = { ...viewOf(`handout ${JSON.stringify(moment)}`, { ...moment.settings, hold: held }) };
  view.usual = fullestQuery(run);
  if (view.query < 0 || view.query >= run.queries.length) view.query = view.usual;
  const theme = new Theme(document.documentElement);
  const stage = new Stage(run, theme, cursor, view, moment.layout, () => {});
  // A sheet shows all tiles that are not hidden: of a moment that shows some, the others are.
  const chosen = stage.names.filter((name) => view.tiles.includes(name));
  if (chosen.length) view.hidden = stage.names.filter((name) => !chosen.includes(name));
  stage.size = SIZE;
  try {
    return onSheet(stage, null, { parameters: moment.parameters }, toSvg);
  } finally {
    stage.stop();
  }
}
