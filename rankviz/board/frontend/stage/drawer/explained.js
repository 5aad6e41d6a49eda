/** One number explained: its equation, the equation with its values, links to its inputs, what uses it, and the trail. */

import { focusedBeside, html, setText } from "../draw/dom.js";
import { LatestQuestion } from "./answer_cache.js";
import { mathElement, afterEquals } from "./mathml.js";
import { parseName } from "./number_name.js";
/** @import { Child } from "../draw/dom.js" */
/** @import { AnswerCache, NoAnswer } from "./answer_cache.js" */
/** @import { Tree } from "./mathml.js" */

/**
 * Written by board/drawer/explained.py.
 * @typedef {[symbol: string, words: string, key: string, text: string, lost?: boolean]} Input `lost`: whether its equation is missing
 * @typedef {{of: string, rows: [string, Input[]][], more: string}} Table
 * @typedef {Object} Explained
 * @property {string} symbol
 * @property {string} short form of the symbol in the trail
 * @property {string} name
 * @property {string} label of the run
 * @property {string} text the value; "" if missing
 * @property {number} t
 * @property {[string, Tree, Tree | null][]} lines number of the equation, the equation, and the equation with its values
 * @property {string[]} notes
 * @property {Input[]} inputs
 * @property {Table | null} table
 * @typedef {{name: string, label: string, first: string, numbers: [string, string][], whole: boolean}} Menu a run and its numbers; `whole`: whether its items are explained, too, and all digits are available
 */

/** Maximum length of the trail. */
const MAX_TRAIL = 8;

/** Return the request for a number's explanation. @param {string} name @param {number} t @param {boolean} full */
const questionOf = (name, t, full) => {
  const at = name.indexOf(":");
  const query = new URLSearchParams({ run: name.slice(0, at), t: String(t), key: name.slice(at + 1) });
  if (full) query.set("full", "1");
  return `explain?${query}`;
};

export class ExplainedNumber {
  /** @param {AnswerCache} answers @param {() => void} changed called when another number is explained */
  constructor(answers, changed) {
    this.answers = answers;
    this.changed = changed;
    /** The explained number: a run, a colon, and the number's key. */
    this.text = "";
    /** @type {string[]} */
    this.trail = [];
    /** Short symbols in the trail, by name. @type {Map<string, string>} */
    this.shorts = new Map();
    /** @type {Menu[]} */
    this.menus = [];
    /** @type {readonly string[]} */
    this.items = [];
    this.t = 0;
    /** Whether the next number drawn gets the focus. */
    this.follows = false;
    this.choices = html("div", { class: "rv-choices" });
    this.digits = html("input", { type: "checkbox", role: "switch", onchange: () => this.draw(this.t) });
    this.crumbs = html("nav", { class: "rv-trail", "aria-label": "Trail", hidden: true });
    this.number = html("b");
    this.what = html("span");
    this.body = html("div");
    this.found = html(
      "div",
      { class: "rv-explained", tabindex: -1 },
      this.crumbs,
      html("div", { class: "rv-found-number", role: "status" }, this.number, this.what),
      this.body,
    );
    this.el = html("div", {}, this.choices, this.found);
    /** @type {LatestQuestion<Explained | NoAnswer>} */
    this.latest = new LatestQuestion(answers, (answer) => this.show(answer));
  }

  /** Take over another run. @param {readonly string[]} items */
  load(items) {
    this.items = items;
    this.menus = [];
    this.shorts.clear();
  }

  /** Load the menus of numbers, then draw the explained one. */
  async loadMenus() {
    const { url } = this.answers;
    const menus = await this.answers.ask("menus");
    if (url !== this.answers.url || !Array.isArray(menus) || !menus.length) return;
    this.menus = menus;
    this.draw(this.t);
  }

  /** Explain a number and start a new trail. @param {string} text @param {boolean} [follows] whether it gets the focus */
  start(text, follows = false) {
    this.trail = [text];
    this.go(text, follows);
  }

  /** @param {string} text @param {boolean} [follows] */
  go(text, follows = false) {
    this.text = text;
    this.follows ||= follows;
    this.draw(this.t);
    this.changed();
  }

  /** Return the run's explained number; α or the run's first number if none is named. @returns {string} "" before the menus are loaded */
  get chosen() {
    const [of, key] = parseName(this.text);
    const run = this.menus.find((menu) => menu.name === of) ?? this.menus[0];
    if (!run) return "";
    return run.name === of && key ? this.text : `${run.name}:${run.first}`;
  }

  /** @param {number} t */
  draw(t) {
    this.t = t;
    const { chosen } = this;
    if (!chosen) return void this.loadMenus();
    if (this.trail.at(-1) !== chosen) this.trail = [chosen];
    this.latest.want(questionOf(chosen, t, this.digits.checked));
  }

  /** Prefetch what will be drawn next. @param {number[]} rounds */
  prefetch(rounds) {
    const { chosen } = this;
    if (chosen) for (const t of rounds) void this.answers.ask(questionOf(chosen, t, this.digits.checked));
  }

  /** @param {Explained | NoAnswer} answer */
  show(answer) {
    const { chosen } = this;
    this.found.dataset.explained = chosen;
    if (!("said" in answer)) this.shorts.set(chosen, answer.short);
    this.choose(chosen);
    this.drawTrail();
    const focused = focusedBeside(this.el)?.getAttribute("data-way") ?? null;
    if ("said" in answer) {
      setText(this.number, "");
      setText(this.what, answer.said);
      this.body.replaceChildren();
    } else {
      const when = answer.t === 0 ? "at the start" : `round ${answer.t}`;
      const other = answer.t === this.t ? "" : `; the stage is at round ${this.t}`;
      setText(this.number, answer.text ? `${answer.symbol} = ${answer.text}` : answer.symbol);
      setText(this.what, `${answer.name}. ${answer.label}, ${when}${other}.`);
      this.body.replaceChildren(...this.equationOf(answer, parseName(chosen)[0]));
    }
    if (this.follows) this.focusExplained();
    else if (focused)
      /** @type {HTMLElement | null} */ (this.body.querySelector(`[data-way="${focused}"]`))?.focus();
  }

  /** @param {Explained} answer @param {string} run @returns {Element[]} */
  equationOf({ lines, notes, inputs, table }, run) {
    const found = lines.flatMap(([equation, formula, values]) => [
      html("small", {}, equation),
      mathElement(formula),
      ...(values ? [afterEquals(values)] : []),
    ]);
    found.push(...notes.map((note) => html("p", { class: "rv-note" }, note)));
    if (inputs.length) {
      const ways = inputs.map((way, i) => this.inputLink(way, run, String(i)));
      found.push(
        html("h3", {}, lines.length ? "Inputs" : "In this file"),
        html("div", { class: "rv-ways" }, ...ways),
      );
    }
    if (!table) return found;
    found.push(html("p", {}, html("strong", {}, table.of)));
    found.push(
      ...table.rows.map(([label, links], i) =>
        html(
          "div",
          { class: "rv-ways" },
          ...links.map((way, k) => this.inputLink(way, run, `${i}-${k}`)),
          html("span", {}, label),
        ),
      ),
    );
    if (table.more) found.push(html("p", { class: "rv-note" }, table.more));
    return found;
  }

  /** Return the link to an input. @param {Input} input @param {string} run @param {string} place @returns {Child} */
  inputLink([symbol, words, key, text, lost], run, place) {
    const [, name, round] = parseName(`:${key}`);
    const of = round !== null && !name.includes(":") ? ` (round ${round})` : "";
    const on = () => {
      this.trail = [...this.trail, `${run}:${key}`].slice(-MAX_TRAIL);
      this.go(`${run}:${key}`, true);
    };
    const attributes = { type: "button", title: words, disabled: Boolean(lost), "data-way": place };
    return html("button", { ...attributes, onclick: on }, `${symbol}${of} = ${text}`);
  }

  /** Draw the trail, each step a link back. */
  drawTrail() {
    const short = (/** @type {string} */ name) => {
      const round = parseName(name)[2];
      return `${this.shorts.get(name) ?? ""}${round === null ? "" : ` (round ${round})`}`;
    };
    const back = (/** @type {number} */ place) => {
      this.trail = this.trail.slice(0, place + 1);
      this.go(this.trail[place], true);
    };
    this.crumbs.hidden = this.trail.length < 2;
    this.crumbs.replaceChildren(
      ...this.trail
        .slice(0, -1)
        .map((step, i) => html("button", { type: "button", onclick: () => back(i) }, `${short(step)} ›`)),
      html("b", {}, short(/** @type {string} */ (this.trail.at(-1)))),
    );
  }

  /** Set the menus of run, number or item to what is explained. @param {string} chosen */
  choose(chosen) {
    const [of, key] = parseName(chosen);
    const run = /** @type {Menu} */ (this.menus.find((menu) => menu.name === of));
    if (this.choices.dataset.of === chosen && this.choices.childElementCount) return;
    this.choices.dataset.of = chosen;
    const focused = focusedBeside(this.el)?.getAttribute("name") ?? null;
    const runs = this.menus.map((menu) =>
      html(
        "button",
        {
          type: "button",
          name: menu.name,
          "aria-pressed": menu.name === of,
          onclick: () => this.start(`${menu.name}:${keyFor(menu, key)}`),
        },
        menu.label,
      ),
    );
    const numbers = html(
      "select",
      { name: "number", onchange: () => numbers.value && this.start(`${of}:${numbers.value}`) },
      html("option", { value: "" }, "choose a number"),
      ...run.numbers.map(([value, words]) => html("option", { value, selected: value === key }, words)),
    );
    const items = run.whole && this.items.length ? this.itemChoice(of, key) : null;
    this.choices.replaceChildren(
      html("div", { class: "rv-segments", role: "group", "aria-label": "Run" }, ...runs),
      html("label", { class: "rv-wide" }, html("span", {}, "A number of this round"), numbers),
      ...(items ? [items] : []),
      ...(run.whole ? [html("label", { class: "rv-switch" }, this.digits, "All digits")] : []),
    );
    if (focused)
      /** @type {HTMLElement | null} */ (this.choices.querySelector(`[name="${focused}"]`))?.focus();
  }

  /** Return a field for an item's name, with a list of all items. @param {string} of a run @param {string} key */
  itemChoice(of, key) {
    const now = /^item:(\d+)$/.exec(key);
    const list = html(
      "datalist",
      { id: "rv-items" },
      ...this.items.map((label) => html("option", { value: label })),
    );
    const field = html("input", {
      name: "item",
      list: "rv-items",
      placeholder: "choose an item",
      autocomplete: "off",
      value: now ? this.items[Number(now[1])] : "",
      onchange: () => {
        const at = this.items.indexOf(field.value);
        if (at >= 0) this.start(`${of}:item:${at}`);
      },
    });
    return html("label", {}, html("span", {}, "or an item's score"), field, list);
  }

  /** Scroll the explained number into view and focus it. */
  focusExplained() {
    this.follows = false;
    const { found } = this;
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    found.focus({ preventScroll: true });
    const fits = found.offsetHeight < window.innerHeight - 88;
    found.scrollIntoView({ behavior: still ? "auto" : "smooth", block: fits ? "nearest" : "start" });
  }
}

/** Return the key of the same number in another run, if it has it. @param {Menu} menu @param {string} key */
const keyFor = (menu, key) =>
  key.startsWith("item:") || menu.numbers.some(([other]) => other === key) ? key : menu.first;
