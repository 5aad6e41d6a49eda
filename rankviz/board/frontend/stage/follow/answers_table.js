/** The data for a question about rankers on few items: whether each ranker says yes to each item. */

import { html } from "../draw/dom.js";

const [YES, NO] = ["●", "○"];

/** Build the table; null if the question has none. @param {{items?: string[], says?: [string, string][]}} question @returns {HTMLElement | null} */
export function answersTable({ items = [], says = [] }) {
  if (!says.length) return null;
  const head = [`${YES} yes, ${NO} no`, ...items];
  return html(
    "div",
    { class: "rv-says", role: "region", "aria-label": "What each ranker says", tabindex: 0 },
    html(
      "table",
      {},
      html("thead", {}, html("tr", {}, ...head.map((text) => html("th", { scope: "col" }, text)))),
      html("tbody", {}, ...says.map(([ranker, bits]) => row(ranker, bits))),
    ),
  );
}

/** @param {string} ranker @param {string} bits "1" for yes, per item */
const row = (ranker, bits) =>
  html(
    "tr",
    {},
    html("th", { scope: "row" }, ranker),
    ...[...bits].map((bit) => html("td", {}, bit === "1" ? YES : NO)),
  );
