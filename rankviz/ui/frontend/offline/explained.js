/** The equation behind a number: a panel over the right of the stage, which follows the round. */

import { html } from "../stage/draw/dom.js";
import { latest } from "./claims.js";
import { roundsOf } from "./columns.js";
/** @import { Columns, Line } from "./columns.js" */

/**
 * What stage_data/offline/explanations.py writes.
 * @typedef {[string, Record<string, string>, ...(Tree | string | number)[]]} Tree an element of MathML; a number is a place among the round's numbers
 * @typedef {{label: string, at: number[], numbers: Record<string, {symbol: string, name: string} & Columns>}} Run
 * @typedef {{every: number, at: number[], math: Tree[], texts: string[], runs: Record<string, Run>}} Explanations
 */

const MATHML = "http://www.w3.org/1998/Math/MathML";
const NEEDS = "Its equation is not in this file: it needs RankViz.";

/** The panel of a page; `load` says what it explains. @param {HTMLElement} panel */
export function explained(panel) {
  /** @type {Explanations} */
  let all = { every: 1, at: [], math: [], texts: [], runs: {} };
  let shown = "";
  let now = 0;
  const close = html("button", { type: "button", "aria-label": "Close", onclick: () => leave() }, "✕");
  const title = html("h2", { tabindex: -1 });
  const body = html("div", { role: "status" });
  panel.append(html("header", {}, title, close), body);
  /** @type {HTMLElement | null} */
  let opener = null;

  function leave() {
    panel.hidden = true;
    opener?.focus();
  }

  /** @param {string} name a run and the key of a number, as "rb-d:alpha" */
  function open(name) {
    if (panel.hidden) opener = /** @type {HTMLElement | null} */ (document.activeElement);
    panel.hidden = false;
    shown = name;
    write();
    title.focus({ preventScroll: true });
  }

  function write() {
    const [of, key, round] = parts(shown);
    const run = all.runs[of];
    const number = run?.numbers[key];
    if (!number) {
      title.replaceChildren("No equation here");
      body.replaceChildren(html("p", {}, NEEDS));
      return;
    }
    const t = Math.min(round ?? now, run.at[run.at.length - 1]);
    const i = latest(run.at, t);
    const when = t === 0 ? "at the start" : `round ${t}`;
    const head = html("p", {}, `${number.name}. ${run.label}, ${when}.`);
    if (run.at[i] !== t) {
      title.replaceChildren(number.symbol);
      const some =
        all.every > 1
          ? `every ${all.every} rounds, and of the last`
          : `rounds ${run.at[0]}–${run.at[run.at.length - 1]}`;
      body.replaceChildren(head, html("p", {}, `This file has the equations of ${some}.`));
      return;
    }
    const [text, lines, notes, inputs] = roundsOf(number)[i];
    title.replaceChildren(`${number.symbol} = ${text}`);
    body.replaceChildren(
      head,
      ...lines.flatMap((line) => linesOf(all, line)),
      ...notes.map(([form, numbers]) => html("p", {}, filled(all.texts[form], numbers))),
    );
    if (inputs.length === 0) return;
    const ways = inputs.map(([symbol, words, other, value]) =>
      html(
        "button",
        {
          type: "button",
          title: all.texts[words],
          disabled: !run.numbers[parts(`${of}:${other}`)[1]],
          onclick: () => open(`${of}:${other}`),
        },
        `${all.texts[symbol]} = ${value ?? textOf(run, other, i)}`,
      ),
    );
    body.append(html("small", {}, "Made of"), ...ways);
  }

  // Before the stage hears of it, which would leave what it is in: a tile, or presenting.
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || panel.hidden) return;
    leave();
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("keydown", onKey, true);

  return {
    open,
    /** Explain another run; what is open of one before is shut. @param {Explanations} other */
    load(other) {
      if (other !== all) panel.hidden = true;
      all = other;
    },
    /** @param {number} t */
    draw(t) {
      now = t;
      if (!panel.hidden) write();
    },
  };
}

/** The run, the number's key, and the round it names, if any: "rb-d:e1@2". @param {string} name @returns {[string, string, number | null]} */
export function parts(name) {
  const [of, key, round] = /^([^:]*):([^@]*)(?:@(\d+))?$/.exec(name)?.slice(1) ?? ["", ""];
  return [of, key, round === undefined ? null : Number(round)];
}

/** The text of a number at the place i of the run's rounds, or in the round that its key names: "e1@2". @param {Run} run @param {string} name @param {number} i */
function textOf(run, name, i) {
  const [, key, round] = parts(`:${name}`);
  return roundsOf(run.numbers[key])[round === null ? i : run.at.indexOf(round)][0];
}

/** @param {Explanations} all @param {Line} line @returns {Element[]} */
function linesOf({ math, texts }, [equation, formula, values, numbers]) {
  const found = [html("small", {}, texts[equation]), element(math[formula], [])];
  if (values >= 0) {
    const made = element(math[values], numbers.split("\t"));
    made.prepend(element(["mo", {}, "="], []));
    found.push(made);
  }
  return found;
}

/** @param {Tree} tree @param {string[]} numbers @returns {Element} */
export function element([tag, attributes, ...children], numbers) {
  const made = document.createElementNS(MATHML, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(
    ...children.map((child) =>
      Array.isArray(child) ? element(child, numbers) : typeof child === "number" ? numbers[child] : child,
    ),
  );
  return made;
}

/** @param {string} form @param {string} numbers @returns {string} */
export function filled(form, numbers) {
  const each = numbers.split("\t");
  return form.replace(/\f/g, () => each.shift() ?? "");
}
