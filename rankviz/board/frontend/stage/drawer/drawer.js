/**
 * The drawer, with the origin of the shown round's numbers: beside the board, in parts with tabs; or below it, on pages whose only part is the
 * equation. Parts that the server draws are placed into the frame that the drawer reserves.
 */

import { html, setAttr, setClass, setText } from "../draw/dom.js";
import { Timer } from "../host/rest.js";
import { AnswerCache, LatestQuestion } from "./answer_cache.js";
import { ExplainedNumber } from "./explained.js";
import { parseName } from "./number_name.js";
import { StepEquations } from "./step_equations.js";
import { summariseVerdicts, TheoremsPart, listViolated } from "./theorems.js";
/** @import { Cursor } from "../control/cursor.js" */
/** @import { Page } from "../control/page.js" */
/** @import { Run } from "../run/run.js" */
/** @import { RunTheorems } from "./theorems.js" */

/** Numbers of the kernel method, whose equations are shown as one sequence. */
const OF_KERNEL = /^kernel-gd[~:]/;
const CLICK = "Click a number in a tile to open its equation.";
/** Pause without motion after which the next rounds are prefetched, ms. */
const PAUSE = 150;

/** The number explained below each stage, by the stage's name, for when it is shown again. @type {Map<string, string>} */
const below = new Map();

/** @typedef {"aside" | "below"} Place */

export class Drawer {
  /**
   * @param {Page} page @param {Cursor} cursor
   * @param {(python: boolean) => void} changed called when another part or number is open; `python`: whether the server draws the part
   */
  constructor(page, cursor, changed) {
    this.page = page;
    this.cursor = cursor;
    this.changed = changed;
    this.answers = new AnswerCache(() => page.trigger("missing", page.data.run_url));
    this.explain = new ExplainedNumber(this.answers, () => this.onNumberChosen());
    this.step = new StepEquations(this.answers);
    /** The parts drawn here. @type {Record<string, ExplainedNumber | StepEquations | TheoremsPart>} */
    this.own = { explain: this.explain, step: this.step, theorems: new TheoremsPart(this.answers) };
    /** The open part; "" if the drawer is closed. */
    this.tab = "";
    /** @type {[string, string][]} */
    this.tabs = [];
    /** @type {string | undefined} */
    this.asked = undefined;
    /** Whether the board's run is loaded. */
    this.loaded = false;
    this.resting = new Timer(() => this.prefetch());
    /** @type {HTMLElement | null} */
    this.opener = null;
    const close = html("button", { type: "button", class: "rv-close", onclick: () => this.open("") });
    close.append(html("span", { "aria-hidden": "true" }, "✕ "), "Close");
    this.list = html("div", { role: "tablist", "aria-label": "Look deeper" });
    this.list.addEventListener("keydown", (event) => this.onArrowKey(event));
    this.title = html("h2", {}, "Explain");
    this.body = html("div", { class: "rv-part", role: "tabpanel" });
    /** Reserves the place of the server's part. */
    this.waits = html("p", { class: "rv-note rv-waits", "aria-hidden": true }, "Opening …");
    this.verdicts = html("p", { class: "rv-note" });
    this.broken = html("p", { class: "rv-broken", role: "alert", hidden: true });
    this.foot = html("footer", {}, this.broken, this.verdicts);
    this.el = html(
      "aside",
      { class: "rv-drawer", hidden: true },
      html("header", {}, close, this.title, this.list),
      this.body,
      this.foot,
    );
    /** @type {LatestQuestion<RunTheorems[]>} */
    this.latest = new LatestQuestion(this.answers, (runs) => this.showSummary(runs));
    this.sizes = new ResizeObserver(() => this.announceFrame());
    this.sizes.observe(this.body);
  }

  /** Return whether the drawer is beside the board or below it. @returns {Place} */
  get place() {
    return this.page.data.aside || this.page.data.tabs?.length ? "aside" : "below";
  }

  /** Return what the link says about the drawer. */
  get linkState() {
    return this.tabs.length ? { tab: this.tab, explain: this.explain.text } : { tab: "", explain: "" };
  }

  /** Return whether the server draws the open part. */
  get byPython() {
    return this.tab !== "" && !(this.tab in this.own);
  }

  /** Apply what the server sent. @param {boolean} echo whether it only repeats a choice made here */
  update(echo) {
    const { data, settings, name } = this.page;
    const { place } = this;
    this.setTabs(data.tabs ?? []);
    setClass(this.el, "rv-aside", place === "aside");
    setClass(this.el, "rv-below", place === "below");
    this.el.setAttribute("aria-label", place === "aside" && data.tabs?.length ? "Look deeper" : "Equation");
    const other = this.answers.load(data.answers_url ?? "");
    if (data.tabs?.length) {
      if (!echo && data.explain !== undefined && data.explain !== this.explain.text)
        this.explain.text = data.explain;
      if (!echo) this.tab = data.tab ?? "";
    } else {
      const asked = settings.asked ?? "";
      const left = this.asked !== undefined && this.asked !== asked;
      const text = this.explain.text || below.get(name) || "";
      // In another run the same keys belong to other pairs and items.
      if (left || (other && parseName(text)[1].includes(":"))) this.set("");
      else this.set(text);
      this.asked = asked;
    }
    if (other) this.loaded = false;
    this.draw();
  }

  /** @param {string} text number explained below the stage, or beside it if the drawer has no other part */
  set(text) {
    this.explain.text = text;
    this.tab = text ? "explain" : "";
    below.set(this.page.name, text);
  }

  /** Take over another run. @param {Run} run */
  load(run) {
    this.loaded = true;
    this.explain.load(run.labels);
    this.draw();
  }

  /** @param {[string, string][]} tabs names and labels of the parts */
  setTabs(tabs) {
    if (JSON.stringify(tabs) === JSON.stringify(this.tabs)) return;
    this.tabs = tabs;
    this.list.hidden = tabs.length === 0;
    this.title.hidden = tabs.length > 0;
    this.list.replaceChildren(
      ...tabs.map(([name, words]) =>
        html(
          "button",
          {
            type: "button",
            role: "tab",
            name,
            id: `rv-tab-${name}`,
            tabindex: -1,
            onclick: () => this.open(name),
          },
          words,
        ),
      ),
    );
  }

  /** Open a part; close the drawer if the name is empty. @param {string} tab */
  open(tab) {
    this.cursor.pause();
    if (!tab && this.place === "below") return this.shut();
    this.tab = tab;
    if (!tab && !this.tabs.length) this.set("");
    this.draw();
    this.changed(this.byPython);
    if (!tab) this.leave();
  }

  shut() {
    this.set("");
    this.draw();
    this.leave();
  }

  leave() {
    this.opener?.focus({ preventScroll: true });
    this.opener = null;
  }

  /** Explain a number of the stage. @param {string} key a run and a number's key: "rb-d:alpha" @param {HTMLElement | null} opener */
  explainNumber(key, opener) {
    this.cursor.pause();
    this.opener = opener;
    if (this.tabs.some(([name]) => name === "step") && OF_KERNEL.test(key)) {
      this.tab = "step";
      this.step.wanted = key;
      this.draw();
      return this.changed(false);
    }
    this.tab = "explain";
    this.explain.start(key, true);
    this.draw();
  }

  /** Handle the choice of another number. */
  onNumberChosen() {
    if (!this.tabs.length) below.set(this.page.name, this.explain.text);
    this.changed(false);
  }

  draw() {
    const { tab, cursor } = this;
    const part = this.own[tab];
    this.el.hidden = tab === "" || !this.loaded;
    const there = !this.el.hidden && this.byPython && this.page.data.tab === tab;
    document.documentElement.dataset.rvPart = there ? "python" : "";
    if (this.el.hidden) return;
    for (const button of this.list.querySelectorAll("button")) {
      const comes = button.name === tab && button.tabIndex !== 0;
      setAttr(button, "aria-selected", String(button.name === tab));
      button.tabIndex = button.name === tab ? 0 : -1;
      if (comes) button.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    setClass(this.el, "rv-by-python", this.byPython);
    if (this.tabs.length) setAttr(this.body, "aria-labelledby", `rv-tab-${tab}`);
    this.body.setAttribute("role", this.tabs.length && part ? "tabpanel" : "presentation");
    const shown = part?.el ?? this.waits;
    if (this.body.firstChild !== shown) this.body.replaceChildren(shown);
    part?.draw(cursor.t);
    this.foot.hidden = this.tabs.length === 0;
    if (!this.foot.hidden) this.latest.want(`theorems?t=${cursor.t}`);
    this.announceFrame();
    this.resting.stop();
    if (part && !cursor.playing) this.resting.start(PAUSE);
  }

  /** Prefetch the rounds that may come next. */
  prefetch() {
    const { t, rounds } = this.cursor;
    const near = [t + 1, t - 1].filter((each) => each >= 0 && each <= rounds);
    this.own[this.tab]?.prefetch(near);
    if (!this.foot.hidden) for (const each of near) void this.answers.ask(`theorems?t=${each}`);
  }

  /** Show the verdicts of the round in one line. @param {RunTheorems[]} runs */
  showSummary(runs) {
    const broken = listViolated(runs);
    this.broken.hidden = broken.length === 0;
    setText(this.broken, broken.length ? `Violated in round ${this.cursor.t}: ${broken.join("; ")}.` : "");
    const clicks = this.page.data.explains && this.tabs.some(([name]) => name === "explain");
    setText(this.verdicts, `Theorems at this round. ${summariseVerdicts(runs)}. ${clicks ? CLICK : ""}`);
  }

  /** Announce where the server's part is to be, because the frame is drawn here. */
  announceFrame() {
    if (!this.byPython || this.el.hidden) return;
    const { top, bottom } = this.body.getBoundingClientRect();
    const { style } = document.documentElement;
    style.setProperty("--rv-part-top", `${Math.round(top)}px`);
    style.setProperty("--rv-part-bottom", `${Math.round(window.innerHeight - bottom)}px`);
  }

  /** Move between tabs with the arrow keys. @param {KeyboardEvent} event */
  onArrowKey(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const names = this.tabs.map(([name]) => name);
    const next = names[(names.indexOf(this.tab) + by + names.length) % names.length];
    event.preventDefault();
    event.stopPropagation();
    this.open(next);
    /** @type {HTMLElement | null} */ (this.list.querySelector(`[name="${next}"]`))?.focus();
  }

  stop() {
    this.resting.stop();
    this.sizes.disconnect();
    document.documentElement.dataset.rvPart = "";
    this.el.remove();
  }
}
