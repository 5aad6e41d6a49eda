/** "A tie is worth": the slider, and on it the tie values at which two items swap places. */

import { html, setAttr, setText } from "../draw/dom.js";
import { svg } from "../draw/svg.js";
import { tieMeaning, changesNear, tieText } from "./method_places.js";
/** @import { ArenaBoard } from "./method_places.js" */

/** Half the width of the slider's thumb, by which its ends are inset. */
const THUMB = 9;

/** @param {ArenaBoard} board @param {{drag: (tie: number) => void, rest: (tie: number) => void}} told */
export function tieSlider(board, told) {
  const steps = board.worths - 1;
  const input = html("input", {
    type: "range",
    min: 0,
    max: steps,
    step: 1,
    "aria-label": "A tie is worth",
    oninput: () => told.drag(input.valueAsNumber / steps),
    onchange: () => told.rest(input.valueAsNumber / steps),
  });
  const value = html("output", { class: "ar-worth" });
  const says = html("span", { class: "ar-says" });
  const ticks = svg("svg", { class: "ar-ticks", height: 10, "aria-hidden": "true" });
  const el = html(
    "div",
    { class: "ar-slider" },
    html("div", { class: "ar-question" }, html("b", {}, "A tie is worth "), value, html("br"), says),
    html("div", { class: "ar-track" }, ticks, input, html("div", { class: "ar-ends" }, ...ENDS.map(end))),
  );

  /** @param {number} tie @param {number} focus @param {number} top */
  function draw(tie, focus, top) {
    const at = String(Math.round(tie * steps));
    if (input.value !== at) input.value = at;
    setAttr(input, "aria-valuetext", tieMeaning(tie));
    setText(value, tieText(tie));
    setText(says, tieMeaning(tie));
    const { slot } = board.methods[focus];
    const width = input.clientWidth;
    setAttr(ticks, "class", `ar-ticks rv-k${slot}`);
    setAttr(ticks, "width", width);
    ticks.replaceChildren(
      ...changesNear(board.methods[focus], top, tie).map((change) =>
        svg("path", { class: "rv-stroke", d: `M${THUMB + change.at * (width - 2 * THUMB)} 1V9` }),
      ),
    );
  }

  return { el, draw };
}

const ENDS = ["0, dropped", "½ each", "1, a win each"];

/** @param {string} text */
const end = (text) => html("span", {}, text);
