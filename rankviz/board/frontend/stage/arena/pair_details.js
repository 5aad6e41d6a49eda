/** One pair in detail: its battles, and each method's chances. */

import { html, setText } from "../draw/dom.js";
import { percent } from "../draw/format.js";
import { placesAt, rowAt } from "./method_places.js";
/** @import { ArenaBoard } from "./method_places.js" */

/**
 * @typedef {object} Opened a pair's details, sent by the server
 * @property {[number, number]} items @property {number} won @property {number} lost @property {number} tied @property {number} bad
 * @property {Record<string, (number | null)[][]>} chances by method, then by tie value (one row if that changes nothing): chances that the first wins, ties, loses
 */

const PARTS = /** @type {const} */ (["won", "tied", "bad", "lost"]);

/** @param {ArenaBoard} board */
export function pairDetails(board) {
  const head = html("h2");
  const bar = html("div", { class: "ar-bar" });
  const key = html("p", { class: "ar-key" });
  const rows = board.methods.map(() => ({ places: html("td"), chance: html("td") }));
  const heads = ["method", "ranks", "expected result"].map((text) => html("th", { scope: "col" }, text));
  const table = html(
    "table",
    { class: "ar-pair" },
    html("thead", {}, html("tr", {}, ...heads)),
    html(
      "tbody",
      {},
      ...board.methods.map((method, k) =>
        html("tr", {}, html("th", { scope: "row" }, method.label), rows[k].places, rows[k].chance),
      ),
    ),
  );
  const el = html("section", {}, head, bar, key, table);

  /** @param {Opened} opened @param {number} tie */
  function draw(opened, tie) {
    const [i, j] = opened.items;
    const [first, second] = [board.names[i], board.names[j]];
    const all = opened.won + opened.lost + opened.tied + opened.bad;
    setText(head, `${first} against ${second}`);
    const words = { won: `${first} won`, tied: "tie", bad: "both bad", lost: `${second} won` };
    setText(
      key,
      all
        ? PARTS.map((part) => `${words[part]} ${opened[part].toLocaleString("en")}`).join(" · ")
        : "They never met.",
    );
    bar.replaceChildren(
      ...PARTS.filter((part) => opened[part]).map((part) =>
        html("span", { class: `ar-${part}`, style: `flex-grow:${opened[part]}`, title: words[part] }),
      ),
    );
    const row = rowAt(board, tie);
    board.methods.forEach((method, k) => {
      const places = placesAt(method, row);
      setText(rows[k].places, places[i] ? `${places[i]} : ${places[j]}` : "—");
      setText(rows[k].chance, chance(opened.chances[method.name], row, first));
    });
  }

  return { el, draw };
}

/** @param {(number | null)[][] | undefined} by tie value @param {number} row @param {string} first */
function chance(by, row, first) {
  if (!by) return "gives an order, no probability";
  const [win, tie] = by.length === 1 ? by[0] : by[row];
  if (win === null) return "—";
  return `${percent(win)} for ${first}${tie ? `, ${percent(tie)} a tie` : ""}`;
}
