/** The places that depend on the rule: short above the ladders, as sentences below them; a click goes to where two items swap. */

import { html } from "../draw/dom.js";
import { dependsOnTies, changesNear, tieText } from "./method_places.js";
/** @import { ArenaBoard, Change, Method } from "./method_places.js" */

const [MOST, MOST_CHIPS] = [6, 9];

/** @param {ArenaBoard} board @param {(tie: number, up: number, down: number) => void} go */
export function placeChanges(board, go) {
  const chips = html("p", { class: "ar-chips" });
  const head = html("h2");
  const list = html("ul", { class: "ar-hinges" });
  const el = html("section", {}, head, list);
  let drawn = "";

  /** @param {number} tie @param {number} focus @param {number} top */
  function draw(tie, focus, top) {
    const method = board.methods[focus];
    const found = changesNear(method, top, tie);
    const shown = nearest(found, MOST_CHIPS);
    const key = JSON.stringify([focus, top, shown]);
    if (key === drawn) return;
    drawn = key;
    const places = new Set(found.flatMap((change) => [change.place, change.place + 1]));
    const verb = places.size > 1 ? "depend" : "depends";
    const said = `For ${method.label}, ${places.size || "none"} of ${top < board.names.length ? "the top" : "all"} ${top} ranks ${verb} on the tie value`;
    head.textContent = said;
    chips.replaceChildren(html("b", {}, `${said}. `), ...shown.map(chip));
    const told = nearest(found, MOST);
    const rest = found.length - told.length;
    list.replaceChildren(
      ...(told.length ? [] : [html("li", {}, nothing(method))]),
      ...told.map(sentence),
      ...(rest
        ? [html("li", { class: "ar-rest" }, `and ${rest} more, at the other marks of the slider`)]
        : []),
      ...(method.why ? [html("li", { class: "ar-rest" }, method.why)] : []),
    );
  }

  /** @param {Change} change */
  function chip({ at, place, up, down }) {
    const { names } = board;
    return html(
      "button",
      {
        type: "button",
        title: `As a tie gains value, ${names[up]} passes ${names[down]}`,
        onclick: () => go(at, up, down),
      },
      `${place} and ${place + 1} swap at ${tieText(Number(at.toFixed(2)))}`,
    );
  }

  /** @param {Change} change */
  function sentence({ at, place, up, down }) {
    const { names } = board;
    return html(
      "li",
      {},
      html(
        "button",
        { type: "button", onclick: () => go(at, up, down) },
        html(
          "b",
          {},
          `Ranks ${place} and ${place + 1} swap at a tie value of ${tieText(Number(at.toFixed(2)))}`,
        ),
        `: as it rises, ${names[up]} passes ${names[down]}`,
      ),
    );
  }

  return { chips, el, draw };
}

/** @param {Change[]} found the nearest first @param {number} most @returns {Change[]} at most `most`, by increasing tie value */
const nearest = (found, most) => found.slice(0, most).sort((a, b) => a.at - b.at);

/** @param {Method} method */
const nothing = (method) =>
  dependsOnTies(method) ? "These ranks are the same whatever a tie is worth." : method.says;
