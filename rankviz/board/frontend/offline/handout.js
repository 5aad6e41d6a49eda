/** The hand-out, on paper or as PDF: one page per moment, with its text, figure and address, the latter also as a QR code. */

import { html } from "../stage/draw/dom.js";
import { svg } from "../stage/draw/svg.js";
import { answersTable } from "../stage/follow/answers_table.js";
import { drawBoard, ON_A4 } from "../stage/print/board_picture.js";
/** @import { Moment, Opening } from "./talk.js" */

/**
 * Build the pages unless they exist; when printed they replace everything else (talk.css), however printing was started.
 * @param {HTMLElement} place @param {Opening} opening @param {ArrayBuffer[]} runs their packs
 */
export function buildHandout(place, opening, runs) {
  if (place.childElementCount) return;
  const pages = opening.moments.map((moment, i) =>
    page(
      moment,
      `${opening.title} · ${i + 1} of ${opening.moments.length}`,
      figure(moment, runs[moment.run], i),
    ),
  );
  place.replaceChildren(...pages);
}

/** Build the board inline: a picture in a file of its own may load too late for printing. @param {Moment} moment @param {ArrayBuffer} pack @param {number} number of the moment, which makes the figure's ids unique */
function figure(moment, pack, number) {
  const text = drawBoard({ ...moment, held: Boolean(moment.asks) }, pack, ON_A4)
    .replace(/ id="/g, ` id="m${number}-`)
    .replace(/url\(#/g, `url(#m${number}-`)
    .replace(/href="#/g, `href="#m${number}-`);
  const made = document.adoptNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement);
  made.setAttribute("class", "figure");
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", "The board");
  return made;
}

/** @param {Moment} moment @param {string} where @param {Node} figure @returns {HTMLElement} */
function page(moment, where, figure) {
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
    moment.asks && answersTable(moment.asks),
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
