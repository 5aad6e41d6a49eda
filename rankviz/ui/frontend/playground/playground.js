/** RankViz without a server: a ready-made run at once, and every other by the engine in a worker of this page. */

import { scheme } from "../stage/board/scheme.js";
import { html, setText } from "../stage/draw/dom.js";
import mount from "../stage/index.js";
import { carry, runName } from "../offline/app.js";
import { claims } from "../offline/claims.js";
import { explanationAt, menusOf } from "../offline/explanations.js";
import { theoremsAt } from "../offline/theorems.js";
import { unfilter } from "../offline/unfilter.js";
import { show } from "./controls.js";
import { Engine, Refused, Stopped } from "./engine.js";
import { kept, OwnFiles } from "./own.js";
/** @import { Banner } from "../stage/board/banner.js" */
/** @import { Settings } from "../stage/control/view.js" */
/** @import { About } from "../stage/print/sheet.js" */
/** @import { Filter } from "../offline/unfilter.js" */
/** @import { Group } from "./controls.js" */
/** @import { From } from "./engine.js" */
/** @import { Own } from "./own.js" */

/**
 * What ui/site/playground/desk.py answers to "run".
 * @typedef {Object} Shown
 * @property {string} layout
 * @property {string} title
 * @property {number} round
 * @property {Settings} settings
 * @property {Banner | null} banner
 * @property {About} about
 * @property {string} learned what is learned from, a sentence
 * @property {string[]} notes on the data
 * @property {[string, string][]} facts
 * @property {[string, string][]} again the ways to make the run elsewhere
 * @property {[string, string][]} runs name and label
 *
 * @typedef {{groups: Group[], pages: [string, string][], page: string, limits: string, starts: [string, string][], link: string}} Menus
 * @typedef {{link: string, menus: Menus, shown: Shown, filters: Record<string, Filter>, from: From, offline: string, keeps: string[]}} Opening
 */

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {Opening} opening @param {ArrayBuffer} pack filtered @param {Record<string, string>} styles of the stage */
export function open(opening, pack, styles) {
  unfilter(pack, opening.filters);
  const runs = { [runName(0)]: pack };
  const page = new Playground(opening, runs);
  carry({ runs, styles, asks: (what, query) => page.asked(what, query) });
  void page.begin().then(() => keep(opening));
}

/** Later visits need no network. A host without https has no such cache. @param {Opening} opening */
async function keep({ offline, keeps }) {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(offline);
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => data && (document.body.dataset.kept = "");
    active?.postMessage(
      keeps.map((each) => new URL(each, document.baseURI).href),
      [port2],
    );
  } catch {
    // The page works; it only needs its host the next time, too.
  }
}

class Playground {
  /** @param {Opening} opening @param {Record<string, ArrayBuffer>} runs what the stage asks for, by name */
  constructor(opening, runs) {
    this.runs = runs;
    this.count = 0;
    this.shown = opening.shown;
    this.found = opening.menus;
    /** The link of the run that is drawn, and the one that is wanted. */
    this.drawn = opening.link;
    this.wanted = window.location.hash.slice(1) || opening.link;
    this.t = opening.shown.round;
    /** The last change that was asked for. @type {Promise<unknown>} */
    this.changing = Promise.resolve();
    /** Questions about a round are asked once the reader rests on it. */
    this.resting = 0;
    /** Whether the engine knows the run that is drawn. */
    this.known = false;
    this.component = {
      data: this.data(),
      parentElement: element("stage"),
      setStateValue: (/** @type {string} */ name, /** @type {unknown} */ value) => this.told(name, value),
      setTriggerValue: (/** @type {string} */ name, /** @type {unknown} */ value) => this.told(name, value),
    };
    this.engine = new Engine(opening.from, {
      says: (text) => this.say(`${text} …`),
      share: (share) => this.say(`Computing the run: ${Math.round(100 * share)} %`, true),
    });
    /** The visitor's files, and the worker that has them. @type {Own | null} */
    this.own = kept();
    /** @type {Worker | undefined} */
    this.has = undefined;
    this.files = new OwnFiles((own) => this.take(own));
    document.addEventListener("rv-round", (event) => this.moved(event));
    element("stop").addEventListener("click", () => this.engine.stop());
    element("side").addEventListener("submit", (event) => event.preventDefault());
    element("again").addEventListener("click", () => this.go(this.wanted));
    window.addEventListener("hashchange", () => this.followed());
    scheme(element("scheme"), () => mount(this.component));
    this.about();
    this.menus(opening.menus);
  }

  async begin() {
    this.say("Getting the engine …");
    const began = performance.now();
    try {
      await this.engine.ready;
    } catch (error) {
      this.fault(`The engine did not start, so that this run alone can be seen. (${error})`);
      return;
    }
    document.body.dataset.ready = String(Math.round(performance.now() - began));
    await this.go(this.wanted);
  }

  /** A worker that was started anew is given the visitor's files again. */
  async give() {
    await this.engine.ready;
    if (!this.own || this.has === this.engine.worker) return;
    this.has = this.engine.worker;
    await this.engine.ask({ ask: "keep", link: this.link(), ...this.own }).catch(() => {});
  }

  /** @param {Own} own */
  async take(own) {
    const { answer } = await this.engine.ask({ ask: "keep", link: this.link(), ...own });
    this.own = own;
    this.has = this.engine.worker;
    this.open(answer.link);
  }

  /** Show another run; the one before stays until it is there. @param {string} link */
  async go(link) {
    this.wanted = link;
    element("again").hidden = true;
    this.say("Computing the run …", true);
    try {
      await this.give();
      const found = (await this.engine.ask({ ask: "link", link })).answer;
      if (this.wanted !== link) return;
      this.wanted = found.link;
      this.menus(found);
      const { answer, pack } = await this.engine.ask({ ask: "run", link: found.link });
      if (this.wanted !== found.link) return;
      this.draw(found.link, answer, pack);
      this.say("");
      this.fault(found.messages.join(" "));
    } catch (error) {
      this.say("");
      if (error instanceof Stopped) this.fault("The run was stopped; the one before stays.");
      else this.fault(`${error instanceof Error ? error.message : error}`);
      element("again").hidden = error instanceof Refused;
    }
  }

  /** @param {string} link @param {Shown} shown @param {ArrayBuffer} pack */
  draw(link, shown, pack) {
    const same = link === this.drawn;
    this.known = true;
    this.drawn = link;
    this.shown = same ? { ...shown, round: this.t } : shown;
    const before = runName(this.count);
    this.runs[runName(++this.count)] = pack;
    this.component.data = this.data();
    mount(this.component);
    delete this.runs[before];
    this.address();
    this.about();
    this.rest();
  }

  data() {
    const { layout, round, settings, banner, about } = this.shown;
    return {
      run_url: runName(this.count),
      layout,
      round,
      settings,
      banner,
      about: { ...about, link: window.location.href },
      explains: this.known,
      aside: true,
      answers_url: runName(this.count),
      branches: this.known,
      looks: true,
    };
  }

  /** What the stage tells its page. @param {string} name @param {unknown} value */
  told(name, value) {
    if (name === "branch") this.change("fork", String(value));
    if (name === "look") this.remember("look", String(value).replace(/^[^;]*;/, ""));
  }

  /** @param {Event} event */
  moved(event) {
    this.t = /** @type {CustomEvent<{t: number}>} */ (event).detail.t;
    this.remember("t", String(this.t));
    this.rest();
  }

  rest() {
    window.clearTimeout(this.resting);
    this.resting = window.setTimeout(() => {
      this.theorems();
    }, 250);
  }

  async theorems() {
    if (!this.known) return;
    const { t } = this;
    const { answer } = await this.engine.ask({ ask: "theorems", t });
    if (t !== this.t) return;
    claims(answer, element("verdicts"), element("claims"))(t);
    element("theorems").hidden = false;
    const tables = this.shown.runs.map(async ([name, label]) => {
      const { rows } = (await this.engine.ask({ ask: "candidates", name, t })).answer;
      return rows.length ? [candidates(label, rows)] : [];
    });
    const made = (await Promise.all(tables)).flat();
    if (t === this.t) element("candidates").replaceChildren(...made);
  }

  /** What the stage's drawer asks. @param {string} what @param {URLSearchParams} query */
  async asked(what, query) {
    const [run, key] = [query.get("run") ?? "", query.get("key") ?? ""];
    const t = Number(query.get("t"));
    if (what === "theorems") return theoremsAt((await this.engine.ask({ ask: "theorems", t })).answer, t);
    const { answer } = await this.engine.ask({ ask: "explain", name: `${run}:${key}`, t });
    return what === "menus" ? menusOf(answer) : explanationAt(answer, run, key, t);
  }

  /** A control was changed: one after the other, each from what the one before has made. @param {string} name @param {string} value */
  change(name, value) {
    if (name === "family" && value === "own") {
      this.menus(this.found);
      this.files.open();
      return;
    }
    const made = this.changing.then(async () => {
      const { answer } = await this.engine.ask({ ask: "change", link: this.link(), name, value });
      this.open(answer.link);
      if (answer.messages.length) this.fault(answer.messages.join(" "));
    });
    this.changing = made.catch((error) => this.fault(`${error instanceof Error ? error.message : error}`));
  }

  /** Go to another run, which Back leaves. @param {string} link */
  open(link) {
    if (link === this.link()) return;
    window.history.pushState(null, "", `#${link}`);
    void this.go(link);
  }

  /** @param {Menus} found */
  menus(found) {
    const { groups, pages, page, starts, link, limits } = (this.found = found);
    this.files.limits(limits);
    show(element("controls"), groups, (name, value) => this.change(name, value));
    const tabs = pages.map(([name, words]) =>
      html("a", { href: `#${name}`, "aria-current": name === page ? "page" : null }, words),
    );
    element("pages").replaceChildren(...tabs);
    const start = /** @type {HTMLSelectElement} */ (element("starts"));
    const first = html("option", { value: "" }, "Start from …");
    start.replaceChildren(first, ...starts.map(([to, words]) => html("option", { value: to }, words)));
    start.value = starts.some(([to]) => to === link) ? link : "";
    start.onchange = () => start.value && this.open(start.value);
  }

  /** The link of what is shown now. */
  link() {
    return window.location.hash.slice(1) || this.drawn;
  }

  address() {
    this.write(this.drawn);
    this.remember("t", String(this.t));
  }

  /** @param {string} name @param {string} value */
  remember(name, value) {
    if (!this.known || this.wanted !== this.drawn) return;
    const [page, query] = this.link().split("?");
    const params = new URLSearchParams(query);
    params.set(name, value);
    const text = params.toString().replace(/%3A/g, ":").replace(/%2F/g, "/").replace(/%2C/g, ",");
    this.write(`${page}?${text}`);
    this.drawn = this.wanted = this.link();
  }

  /** @param {string} link */
  write(link) {
    window.history.replaceState(null, "", `#${link}`);
  }

  followed() {
    const link = window.location.hash.slice(1);
    if (link !== this.wanted) void this.go(link);
  }

  about() {
    const { title, learned, notes, facts, again } = this.shown;
    document.title = `${title} · RankViz`;
    setText(element("learned"), learned);
    element("notes").replaceChildren(...notes.map((each) => html("li", {}, each)));
    element("facts").replaceChildren(
      ...facts.flatMap(([name, text]) => [html("dt", {}, name), html("dd", {}, text)]),
    );
    element("ways").replaceChildren(
      ...again.flatMap(([name, text]) => [html("h3", {}, name), html("pre", {}, html("code", {}, text))]),
    );
  }

  /** @param {string} text "" for nothing @param {boolean} [stops] whether it can be stopped */
  say(text, stops = false) {
    setText(element("status"), text);
    element("stop").hidden = !stops;
  }

  /** @param {string} text */
  fault(text) {
    setText(element("fault"), text);
    element("fault").hidden = !text;
  }
}

const COLUMNS = /** @type {const} */ ([
  ["ranker", "weak ranker"],
  ["delta", "δ"],
  ["eps_correct", "ε⁺"],
  ["eps_tied", "ε⁰"],
  ["eps_reversed", "ε⁻"],
  ["alpha", "α"],
  ["z", "Z"],
]);

/** @param {string} label of the run @param {Record<string, string | number | boolean | null>[]} rows */
function candidates(label, rows) {
  const cell = (/** @type {string | number | boolean | null} */ value) =>
    html("td", {}, typeof value === "number" ? String(Number(value.toPrecision(4))) : String(value ?? "—"));
  return html(
    "table",
    {},
    html("caption", {}, label),
    html("thead", {}, html("tr", {}, ...COLUMNS.map(([, name]) => html("th", { scope: "col" }, name)))),
    html(
      "tbody",
      {},
      ...rows.map((row) =>
        html("tr", { class: row.chosen ? "chosen" : "" }, ...COLUMNS.map(([key]) => cell(row[key]))),
      ),
    ),
  );
}
