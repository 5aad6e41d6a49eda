/** The first line of a step's row: whose step it is, and what its curves are. */

import { shortName } from "../../draw/algo_name.js";
import { setAttr } from "../../draw/dom.js";
import { textWidth, widest } from "../../draw/fit_text.js";
import { svg } from "../../draw/svg.js";
import { symbolOf } from "../../run/run.js";
/** @import { Boosted } from "../../run/run.js" */
/** @import { Ctx } from "../panel.js" */

const LEFT = 40;
/** Width of a line sample with its word, px. */
const KEY = { line: 24, apart: 10 };
/** Height of a row's first line, px: whose step it is, and what its curves are. Rows lower than that have only the name. */
const HEAD = { height: 15, from: 62 };

/**
 * Draw the first line of a row: marker and name, and what its curves are.
 * @param {Ctx<Boosted>} ctx @param {Boosted} a @param {number} width of the row up to the text beside the curve @param {number} room height of the row, px @param {boolean} both whether Ê2 is drawn, too
 */
export function rowHead({ run, theme }, a, width, room, both) {
  const [plain, bold] = [`12px ${theme.font}`, `700 12px ${theme.font}`];
  const names = run.algos.map(shortName);
  const whole = room >= HEAD.from;
  const symbol = symbolOf(run, a.loss);
  const keys = [
    { cls: "", texts: [`${symbol} along α`, symbol] },
    ...(both ? [{ cls: "rv-dash", texts: [`${symbolOf(run, "e2")} along α`, symbolOf(run, "e2")] }] : []),
    ...(a.steps?.bound
      ? [
          {
            cls: "rv-step-bound",
            texts: [`bound that ${a.label} minimises`, "bound it minimises", "its bound"],
          },
        ]
      : []),
  ];
  const name = whole && textWidth(bold, a.label) < width / 3 ? a.label : shortName(a);
  const el = svg(
    "g",
    {},
    svg("path", { d: a.marker, class: "rv-fill", transform: "translate(8 8)" }),
    svg("text", { class: "rv-row-name", x: 18, y: 12 }, name),
  );
  const key = svg("g", {});
  let x = 18 + textWidth(bold, name) + 12;
  for (const { cls, texts } of whole ? keys : []) {
    const text = texts.find((t) => x + KEY.line + textWidth(plain, t) <= width);
    if (!text) break;
    key.append(
      svg("path", { class: `rv-stroke ${cls}`, d: `M${x} 8H${x + KEY.line - 6}` }),
      svg("text", { class: "rv-step-axis", x: x + KEY.line, y: 12 }, text),
    );
    x += KEY.line + textWidth(plain, text) + KEY.apart;
  }
  el.append(key);
  return {
    el,
    height: whole ? HEAD.height : 0,
    left: whole ? LEFT : 24 + widest(bold, names),
    /** @param {boolean} there */
    show: (there) => setAttr(key, "visibility", there ? "visible" : "hidden"),
  };
}
