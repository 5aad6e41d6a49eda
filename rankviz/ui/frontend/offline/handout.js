/** The hand-out: one page per moment, with its words, its figure and its address, as text and as a QR code, for paper or PDF. */

import { html } from "../stage/draw/dom.js";
import { svg } from "../stage/draw/svg.js";
import { saysTable } from "../stage/follow/says.js";
import { drawn } from "../stage/print/drawn.js";
/** @import { Moment, Opening } from "./talk.js" */

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
    `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn({ ...moment, held: Boolean(moment.asks) }, pack))}`;
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
    moment.asks && saysTable(moment.asks),
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
