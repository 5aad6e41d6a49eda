/** The stage's way in: Streamlit calls `mount` again with every change of data or theme; one instance lives on the element. */

import { styleSheet } from "./app.js";
import { NARROW } from "./board/arrange.js";
import { banner } from "./board/banner.js";
import { definitions } from "./board/definitions.js";
import { hasBeen, Opening } from "./board/opening.js";
import { presenting } from "./board/present.js";
import { drawerSpace, spaceFor } from "./board/space.js";
import { Cursor } from "./control/cursor.js";
import { html, setClass, setText } from "./draw/dom.js";
import { follow } from "./control/explain.js";
import { legend, listenToKeys } from "./control/keys.js";
import { beatOpened, RoundLink, toSend } from "./control/link.js";
import { LookLink } from "./control/look_link.js";
import { listenToLeaving } from "./control/leaving.js";
import { RoundEvents } from "./control/round_news.js";
import { ask } from "./print/ask.js";
import { notice } from "./print/notice.js";
import { save } from "./print/save.js";
import { Loader } from "./run/loader.js";
import { fullestQuery } from "./run/pairs.js";
import { layoutOf } from "./layouts/layouts.js";
import { Stage } from "./stage.js";
import { Theme } from "./draw/theme.js";
import { transport } from "./control/transport.js";
import { heed, nameOf, viewOf, writeLook } from "./control/view.js";
import { words } from "./panels/words.js";
/** @import { Banner } from "./board/banner.js" */
/** @import { Settings } from "./control/view.js" */
/** @import { Notes, Room } from "./follow/room.js" */
/** @import { Wish } from "./print/ask.js" */
/** @import { About } from "./print/sheet.js" */
/** @import { Run } from "./run/run.js" */

/** Seconds that a sentence takes. */
const READING = 3;
/** Where the stage is narrower, beside a lesson's words, the bar has no room for what the menu says too, px. */
const TIGHT = 1100;
/** Milliseconds in which Python answers a round. */
const ANSWER = 1000;

/**
 * @typedef {Object} StageData
 * @property {string} run_url
 * @property {string} [server]
 * @property {number} [round]
 * @property {boolean} [missing]
 * @property {boolean} [explains] whether numbers can be chosen
 * @property {boolean} [branches] whether another α can be chosen for a round
 * @property {string} [layout]
 * @property {Settings} [settings]
 * @property {Banner | null} [banner]
 * @property {boolean} [present]
 * @property {[string, string][]} [tabs] parts of the drawer: name and words
 * @property {string} [tab] the part that is open
 * @property {About} [about] what the caption of a saved picture says
 * @property {boolean} [looks] whether the page writes in its link what is shown
 * @property {boolean} [alone] whether the page around it is somebody else's: keys count only while the stage has the focus
 * @property {Room | null} [room] the class that follows
 * @property {Notes | null} [notes] what a presenter's second window shows
 * @property {number} [picked] the run that is picked, by its index; where there is one, another can be
 *
 * @typedef {Object} Component Streamlit's argument
 * @property {StageData} data
 * @property {HTMLElement | ShadowRoot} parentElement
 * @property {(name: string, value: unknown) => void} setStateValue
 * @property {(name: string, value: unknown) => void} setTriggerValue
 * @property {string} [key]
 * @property {string} [name]
 */

const KEY = Symbol.for("rankviz.stage");
const SHEETS = [
  "marks",
  "stage",
  "board",
  "pick",
  "code",
  "losses",
  "ties",
  "step",
  "ranking",
  "margins",
  "weights",
  "pairs",
  "pages",
  "qbrank",
  "beats",
  "print",
  "poll",
];

const sheets = SHEETS.map(() => new CSSStyleSheet());
const styled = Promise.all(SHEETS.map(async (name, i) => sheets[i].replace(await styleSheet(name))));

/** @param {Component} component @returns {() => void} called when the element goes away */
export default function mount(component) {
  const holder = /** @type {Record<symbol, Instance | undefined>} */ (
    /** @type {unknown} */ (component.parentElement)
  );
  const instance = holder[KEY] ?? (holder[KEY] = new Instance(component));
  instance.update(component);
  return () => {
    instance.stop();
    if (holder[KEY] === instance) delete holder[KEY];
  };
}

class Instance {
  /** @param {Component} component */
  constructor(component) {
    this.component = component;
    this.cursor = new Cursor(
      (t) => this.moved(t),
      () => this.played(),
    );
    /** @type {number | null} */
    this.sent = null;
    this.link = new RoundLink((t) =>
      this.component.setStateValue("round", (this.sent = toSend(t, this.sent))),
    );
    this.roundEvents = new RoundEvents();
    this.looks = new LookLink((look) => this.component.setStateValue("look", look));
    this.transport = transport(this.cursor, {
      deeper: (tab) => this.open(tab),
      present: () => this.present(!this.presents.on),
      future: () => this.future(),
      keys: () => this.presents.keys(),
      tiles: () => this.stage?.offered() ?? [],
      toggle: (name) => this.stage?.toggle(name),
      board: () => this.stage?.usual(),
      whole: () => this.stage?.choose([...(this.stage.layout.whole ?? [])]),
      terms: () => this.stage?.layout.terms,
      step: () => this.opening.step(),
      save: (kind) => void this.root.dispatchEvent(ask(kind, true)),
    });
    this.banner = banner((name) => this.request("remedy", name));
    this.cursor.reading = (t) => (this.banner.speaks(t) ? READING : 0);
    this.note = html("div", { class: "rv-status", role: "status", hidden: true });
    this.saving = notice();
    this.place = html("div", { class: "rv-place" }, html("p", { class: "rv-empty" }, "Fetching the run …"));
    this.legend = html("div", { class: "rv-legend-place" });
    this.root = html(
      "div",
      { class: "rv-stage", style: "visibility:hidden" },
      this.banner.el,
      this.transport.el,
      this.legend,
      this.note,
      this.place,
      this.saving.el,
    );
    this.presents = presenting(
      this.root,
      () => legend(this.turns, this.leads),
      () => this.alone,
    );
    this.defines = definitions(this.root);
    this.name = nameOf(component.parentElement);
    this.view = viewOf(this.name, component.data?.settings ?? {});
    this.opening = new Opening(this.root, this.cursor, this.view, () => this.everything());
    this.transport.el.append(this.opening.el);
    // Who comes to its beginning again has seen the story.
    this.skips = this.view.story && !component.data?.round && hasBeen();
    if (this.skips) this.opening.end(layoutOf(this.layout).glance ?? []);
    /** @type {Stage | null} */
    this.stage = null;
    /** @type {ReturnType<typeof words> | null} */
    this.words = null;
    this.theme = new Theme(this.root);
    /** What the page last asked for. @type {string | undefined} */
    this.asked = undefined;
    this.wanted = 0;
    /** The beat of the wanted round. */
    this.beat = 0;
    this.queries = "";
    this.busyTimer = 0;
    this.loader = new Loader({
      loaded: (run, url) => this.show(run, url),
      missing: (url) => this.component.setTriggerValue("missing", url),
      waiting: (text) => this.say(text),
    });
    const tree = component.parentElement.getRootNode();
    const owner = tree instanceof ShadowRoot ? tree : document;
    owner.adoptedStyleSheets = [...owner.adoptedStyleSheets, ...sheets];
    component.parentElement.append(this.root);
    this.root.addEventListener("click", (event) => this.clicked(event));
    this.root.addEventListener("rv-branch", (event) =>
      this.branch(/** @type {CustomEvent<string>} */ (event).detail),
    );
    this.root.addEventListener("rv-mark", (event) =>
      this.mark(/** @type {CustomEvent<number>} */ (event).detail),
    );
    this.root.addEventListener("rv-act", (event) =>
      this.request("act", /** @type {CustomEvent<string>} */ (event).detail),
    );
    this.root.addEventListener(
      "rv-save",
      (event) => void this.save(/** @type {CustomEvent<Wish>} */ (event)),
    );
    this.forgetKeys = listenToKeys(this.root, this.cursor, {
      present: () => this.present(!this.presents.on),
      step: () => this.opening.step(),
      enlarge: () => this.stage?.enlarge(this.stage.large ?? this.stage.current),
      best: () => this.transport.toBest(),
      blank: () => this.presents.blank(),
      legend: () => this.presents.keys(),
      leave: () => this.leave(),
      turns: () => this.turns,
      turn: () => this.link.drop(),
      alone: () => this.alone,
      leads: () => this.leads,
      question: (back) => void this.root.dispatchEvent(new CustomEvent("rv-question", { detail: back })),
      join: () => void this.root.dispatchEvent(new Event("rv-join")),
    });
    this.stay = listenToLeaving(this.root, this.link, [this.looks]);
    this.resized = this.resized.bind(this);
    this.sizes = new ResizeObserver(() => requestAnimationFrame(this.resized));
    window.addEventListener("resize", this.resized);
    this.led = this.led.bind(this);
    document.addEventListener("rv-go", this.led);
    void styled.finally(() => {
      this.root.style.visibility = "";
      if (tree instanceof ShadowRoot) /** @type {HTMLElement} */ (tree.host).dataset.drawn = "";
      this.theme.read();
      this.presents.set(Boolean(this.component.data?.present));
      this.resized();
      this.sizes.observe(/** @type {Element} */ (this.root.parentElement ?? this.root));
    });
  }

  /** The name of the page's layout. */
  get layout() {
    return this.component.data?.layout ?? "watch";
  }

  /** Whether the page keys turn to another moment. */
  get turns() {
    return Boolean(this.component.data?.settings?.turns);
  }

  /** Whether a class follows the stage. */
  get leads() {
    return Boolean(this.component.data?.room);
  }

  /** @param {Component} component */
  update(component) {
    this.component = component;
    const data = component.data ?? { run_url: "" };
    setClass(this.root, "rv-explains", Boolean(data.explains));
    setClass(this.root, "rv-branches", Boolean(data.branches));
    this.transport.offer(data.tabs ?? [], data.tab ?? "");
    this.banner.load(data.banner ?? null, this.stage?.run ?? null);
    this.banner.draw(this.cursor.whole, this.cursor.beat);
    this.transport.ask(data.settings ?? {});
    this.words?.mark(data.picked ?? -1);
    const held = data.settings?.hold ?? Infinity;
    if (held !== this.cursor.held) {
      this.cursor.hold(held);
      if (this.stage) this.transport.draw(this.cursor.t);
    }
    // Tiles of another board have to wait for it: it comes with its run.
    const echo = this.looks.echoes(data.settings?.look);
    const heeded = heed(this.name, data.settings ?? {}, echo);
    this.opening.load(data.banner ?? null);
    if (heeded && this.stage?.name === this.layout) this.stage.build();
    if (this.theme.read()) this.stage?.retheme();
    this.link.server = data.server;
    this.link.run = data.run_url;
    if (this.asked !== data.settings?.asked) {
      if (this.asked !== undefined) this.link.anew();
      this.asked = data.settings?.asked;
    }
    const round = typeof data.round === "number" ? this.link.heard(data.round, data.server) : null;
    if (round !== null) {
      this.wanted = round;
      this.beat = beatOpened(round);
      if (this.stage && this.loader.url === data.run_url) this.cursor.go(round, this.beat);
    }
    if (this.loader.want(data.run_url)) {
      // Quick loads never dim: a short flash is worse than a short wait.
      clearTimeout(this.busyTimer);
      this.busyTimer = window.setTimeout(() => setClass(this.root, "rv-busy", true), 150);
    }
  }

  /** @param {Run} run @param {string} url its address */
  async show(run, url) {
    await styled;
    clearTimeout(this.busyTimer);
    setClass(this.root, "rv-busy", false);
    this.cursor.pause();
    const layout = layoutOf(this.layout);
    this.cursor.beats = Boolean(layout.beats) && run.algos.some((a) => a.boosted);
    this.cursor.load(run.rounds, this.wanted, this.beat, run.ends);
    this.opening.draw();
    const queries = run.queries.join("\n");
    if (queries !== this.queries) this.view.usual = fullestQuery(run);
    const other = this.queries !== "" && queries !== this.queries;
    if (other || this.view.query < 0 || this.view.query >= run.queries.length)
      this.view.query = this.view.usual;
    this.queries = queries;
    this.stage?.stop();
    this.transport.load(run, "losses" in layout.tiles);
    this.transport.draw(this.cursor.t);
    this.transport.ask(this.component.data?.settings ?? {});
    this.banner.load(this.component.data?.banner ?? null, run);
    this.banner.draw(this.cursor.whole, this.cursor.beat);
    const { picked } = this.component.data ?? {};
    this.words = words(
      run,
      picked === undefined ? null : { pick: (index) => this.component.setStateValue("picked", index) },
    );
    this.words.mark(picked ?? -1);
    this.words.draw(this.cursor.t, this.cursor.beat);
    this.legend.replaceChildren(this.words.el);
    this.stage = new Stage(run, this.theme, this.cursor, this.view, this.layout, () => this.looked());
    this.place.replaceChildren(this.stage.el);
    this.roundEvents.tell(this.cursor, url);
    this.resized();
    if (this.skips) this.looked();
    this.skips = false;
    if (this.cursor.t !== this.wanted || this.cursor.beat)
      this.link.moved(this.cursor.t, false, this.cursor.beat);
    this.wanted = this.cursor.t;
    this.beat = this.cursor.beat;
  }

  /** @param {number} t */
  moved(t) {
    const { beat, playing } = this.cursor;
    this.wanted = t;
    this.beat = beat;
    this.opening.draw();
    this.transport.draw(t);
    this.banner.draw(this.cursor.whole, this.cursor.beat);
    this.words?.draw(t, beat);
    this.stage?.draw();
    this.roundEvents.tell(this.cursor);
    this.link.moved(t, playing, beat);
  }

  /** The class that this page follows goes to a round. @param {Event} event */
  led(event) {
    const { t, beat } = /** @type {CustomEvent<{t: number, beat: number}>} */ (event).detail;
    this.wanted = t;
    this.beat = beat;
    if (this.stage && !this.loader.loading) this.cursor.go(t, beat);
  }

  played() {
    this.transport.playing();
    if (!this.cursor.playing) {
      this.stage?.draw();
      this.link.moved(this.cursor.t, false, this.cursor.beat);
    }
  }

  /** The story is left for the whole board. */
  everything() {
    this.opening.end(layoutOf(this.layout).whole ?? []);
    this.resized();
    this.stage?.rebuild();
  }

  /** What is shown has changed. */
  looked() {
    if (this.component.data?.looks) this.looks.write(writeLook(this.view), this.presents.on);
  }

  future() {
    this.view.faint = !this.view.faint;
    this.stage?.rebuild();
  }

  /** @param {string} tab part of the drawer, "" to close it */
  open(tab) {
    this.request("tab", tab || "none");
  }

  /** @param {boolean} on */
  present(on) {
    this.presents.set(on, true);
    this.resized();
    this.looked();
  }

  /** Escape: the innermost thing that is open. @returns {boolean} */
  leave() {
    if (this.defines.close() || this.presents.close() || this.words?.close()) return true;
    if (this.component.data?.tab) this.open("");
    else if (this.stage?.large) this.stage.enlarge(this.stage.large);
    else if (this.presents.on) this.present(false);
    else return false;
    return true;
  }

  resized() {
    const space = spaceFor(this.root, this.presents.on);
    if (space.width <= 0) return;
    const { style } = this.root;
    this.root.dataset.size = space.phone ? "phone" : space.width < NARROW ? "narrow" : "desk";
    setClass(this.root, "rv-short-bar", space.width < TIGHT);
    style.zoom = space.zoom === 1 ? "" : String(space.zoom);
    style.height = `${space.height}px`;
    style.width = this.presents.on ? `${space.width}px` : "";
    const page = document.documentElement.style;
    const drawer = drawerSpace(this.transport.el, space.phone);
    page.setProperty("--rv-drawer-top", `${drawer.top}px`);
    page.setProperty("--rv-drawer-bottom", `${drawer.bottom}px`);
    page.setProperty("--rv-page", this.theme.page);
    page.setProperty("--rv-line", this.theme.line);
    const { width, height } = this.place.getBoundingClientRect();
    if (width < 1 || height < 1) return; // not on the screen
    this.stage?.resize({
      width: Math.floor(width / space.zoom),
      height: Math.floor(height / space.zoom),
      phone: space.phone,
      dense: Math.min(3, (window.devicePixelRatio || 1) * space.zoom),
    });
    // Two columns are taller than the screen: what comes below the stage makes room.
    const over = this.presents.on ? 0 : this.place.scrollHeight - this.place.clientHeight;
    style.marginBottom = over > 0 ? `${over}px` : "";
  }

  /** Whether the page around the stage is somebody else's. */
  get alone() {
    return Boolean(this.component.data?.alone);
  }

  /** A number was chosen: tell the round it stands for, and which. @param {MouseEvent} event */
  clicked(event) {
    const target = event.target instanceof Element ? event.target.closest("[data-explain]") : null;
    const key = target?.getAttribute("data-explain");
    if (!key || !this.component.data?.explains) return;
    this.request("explain", key);
    follow(key);
  }

  /** Another α was chosen for a round. @param {string} fork as the command line writes it */
  branch(fork) {
    if (this.component.data?.branches) this.request("branch", fork);
  }

  /** Ask Python for something at the round that is shown. @param {string} what @param {string} value as Python knows it */
  request(what, value) {
    this.cursor.pause();
    this.link.now(this.cursor.t);
    this.component.setTriggerValue(what, value);
  }

  /** A round was marked on the losses' chart. @param {number} t */
  mark(t) {
    this.cursor.pause();
    this.link.now(t);
    const tell = () => this.component.setTriggerValue("mark", t);
    // What answers the mark may lead to another round: it must not meet this one under way.
    if (this.link.unanswered()) this.link.answered(ANSWER, tell);
    else tell();
  }

  /** A picture was asked for. @param {CustomEvent<Wish>} event */
  async save({ target, detail }) {
    if (!this.stage) return;
    const tile = target instanceof Element && !detail.all ? target.closest("[data-tile]") : null;
    const name = /** @type {HTMLElement | null} */ (tile)?.dataset.tile ?? null;
    const about = this.component.data?.about ?? {};
    await this.saving.during(detail.kind.toUpperCase(), save(this.stage, name, detail.kind, about));
  }

  /** @param {string} text */
  say(text) {
    this.note.hidden = !text;
    setText(this.note, text);
    if (!this.stage && text) this.place.querySelector("p")?.replaceChildren(text);
  }

  stop() {
    this.cursor.pause();
    this.loader.stop();
    this.link.stop();
    this.looks.stop();
    this.roundEvents.stop();
    document.removeEventListener("rv-go", this.led);
    this.stage?.stop();
    this.sizes.disconnect();
    this.forgetKeys();
    this.stay();
    this.saving.stop();
    window.removeEventListener("resize", this.resized);
    if (this.presents.on) this.presents.set(false, true);
    clearTimeout(this.busyTimer);
    this.root.remove();
  }
}
