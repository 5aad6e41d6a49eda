/** Entry point of the stage: Streamlit calls `mount` for every change of data or theme; one instance lives on the element. */

import { banner } from "./board/banner.js";
import { definitions } from "./board/definitions.js";
import { StageSize } from "./board/stage_size.js";
import { isReturning, FirstVisit } from "./board/first_visit.js";
import { presentMode } from "./board/presenting.js";
import { Cursor } from "./control/cursor.js";
import { keyLegend, listenToKeys } from "./control/keys.js";
import { listenToLeaving } from "./control/leaving.js";
import { LookLink } from "./control/look_link.js";
import { Page } from "./control/page.js";
import { Requests } from "./control/requests.js";
import { WantedRound } from "./control/wanted_round.js";
import { transport } from "./control/transport.js";
import { TrialSession } from "./control/trial_session.js";
import { TieValue } from "./control/tie_value.js";
import { UNSAID, applySettings, viewFor, writeLook } from "./control/view.js";
import { html, setClass } from "./draw/dom.js";
import { openInLanguage, setLanguage } from "./draw/translate.js";
import { Theme } from "./draw/theme.js";
import { canChangeTieValue } from "./branch/modified_pairs.js";
import { layoutOf } from "./layouts/layouts.js";
import { Drawer } from "./drawer/drawer.js";
import { saveEvent } from "./control/save_request.js";
import { pictureSaver } from "./print/picture_saver.js";
import { busyDuringTransitions } from "./host/rest.js";
import { addStyles, stylesLoaded } from "./host/style_sheets.js";
import { CurrentRun } from "./board/current_run.js";
/** @import { Component } from "./control/page.js" */
/** @import { Flip } from "./panels/pick/answer_flipper.js" */
/** @import { Run } from "./run/run.js" */

/** Seconds to read a sentence. */
const READING = 3;

/** How long a note that needs no action stays, ms. */
const NOTED = 7000;

const KEY = Symbol.for("rankviz.stage");

/** Note shown when the server's run with a flipped answer arrives; kept here because the stage may be rebuilt meanwhile. */
let flipped = "";

/** Dispatch a key's request, and return whether it was handled. @param {HTMLElement} root @param {string} name @returns {boolean} */
const dispatchKey = (root, name) => !root.dispatchEvent(new Event(name, { cancelable: true }));

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

/** Creates the parts of a stage and connects them. */
class Instance {
  /** @param {Component} component */
  constructor(component) {
    const page = (this.page = new Page(component));
    setLanguage(page.data.language);
    const cursor = (this.cursor = new Cursor(
      () => this.moved(),
      () => this.played(),
    ));
    const root = (this.root = html("div", { class: "rv-stage", style: "visibility:hidden" }));
    this.rounds = new WantedRound(page, cursor, (url) => this.shown.isShowing(url));
    this.requests = new Requests(page, cursor, this.rounds.link);
    this.looks = new LookLink((text) => page.set("look", text));
    this.drawer = new Drawer(page, cursor, (python) => this.recordDrawer(python));
    this.view = viewFor(page.name, page.settings);
    this.theme = new Theme(root);
    this.banner = banner((name) => this.requests.ask("remedy", name));
    cursor.reading = (t) => (this.banner.speaks(t) ? READING : 0);
    this.transport = this.buildBar();
    this.shown = new CurrentRun(root, page, cursor, this.view, this.theme, {
      comes: (run) => this.prepareRun(run),
      came: (url) => this.onRunShown(url),
      looked: () => this.recordView(),
    });
    this.trying = new TrialSession(root, () => this.shown.stage);
    this.saving = pictureSaver(
      () => this.shown.stage,
      () => page.data.about ?? {},
    );
    this.worth = new TieValue();
    const { place, legend: words, note } = this.shown;
    root.append(this.banner.el, this.transport.el, this.worth.el, words, note, place, this.saving.el);
    this.presents = presentMode(
      root,
      () => keyLegend(page.turns, page.leads, page.asks),
      () => page.alone,
    );
    this.defines = definitions(root);
    this.fitting = new StageSize(
      root,
      place,
      this.transport.el,
      this.theme,
      () => this.presents.on,
      (size) => this.shown.stage?.resize(size),
    );
    this.opening = new FirstVisit(root, cursor, this.view, () => this.showWholeBoard());
    this.transport.el.append(this.opening.el);
    // A reader who returns to the beginning has seen the story.
    this.skips = this.view.story && !page.data.round && isReturning();
    if (this.skips) this.opening.end(layoutOf(page.layout).glance ?? []);
    const tree = addStyles(component.parentElement);
    component.parentElement.append(root, this.drawer.el);
    this.requests.listen(root, (key, from) => this.drawer.explainNumber(key, from));
    root.addEventListener("rv-branch", (event) => {
      if (page.data.branches) this.trying.wait();
      else if (page.data.keeps) this.keep(/** @type {CustomEvent<string>} */ (event).detail);
    });
    root.addEventListener("rv-tie", (event) => {
      const tie = /** @type {CustomEvent<number>} */ (event).detail;
      if (page.data.ties) {
        this.trying.wait();
        this.requests.ask("tie", tie);
      } else this.keepTie(tie);
    });
    root.addEventListener("rv-unkeep", () => void this.dropBranch());
    root.addEventListener("rv-flip", (event) => this.flip(/** @type {CustomEvent<Flip>} */ (event).detail));
    /** The run without the kept branch, if there is one. @type {Run | null} */
    this.left = null;
    /** The run that another branch would start from, if a branch is kept. @type {Run | null} */
    this.base = null;
    this.saving.listen(root);
    busyDuringTransitions(root);
    /** The question on the projected screen. @type {import("./control/view.js").View["stands"]} */
    this.asked = null;
    root.addEventListener("rv-asked", (event) => {
      this.asked = /** @type {CustomEvent<Instance["asked"]>} */ (event).detail;
      this.showQuestion();
    });
    this.forgetKeys = this.listen();
    this.stay = listenToLeaving(root, page, this.rounds.link, [this.looks]);
    void stylesLoaded.finally(() => this.appear(tree));
  }

  /** Build the transport bar and connect its buttons. */
  buildBar() {
    const { page } = this;
    return transport(this.cursor, {
      deeper: (tab) => this.drawer.open(tab),
      present: () => this.present(!this.presents.on),
      future: () => this.toggleFuture(),
      keys: () => this.presents.keys(),
      tiles: () => this.shown.stage?.menuEntries() ?? [],
      toggle: (name) => this.shown.stage?.toggle(name),
      board: () => this.shown.stage?.showFewTiles(),
      whole: () => this.shown.stage?.choose([...(this.shown.stage.layout.whole ?? [])]),
      languages: () => (page.data.language?.all ?? []).filter(([name]) => name !== page.data.language?.now),
      language: openInLanguage,
      layout: () => page.layout,
      step: () => this.opening.step(),
      save: (kind) => void this.root.dispatchEvent(saveEvent(kind, true)),
    });
  }

  /** Listen to keys. @returns {() => void} stops listening */
  listen() {
    const { page, presents, root, shown } = this;
    return listenToKeys(root, this.cursor, {
      present: () => this.present(!presents.on),
      step: () => this.opening.step(),
      enlarge: () => shown.stage?.enlarge(shown.stage.enlarged ?? shown.stage.current),
      best: () => this.transport.toBest(),
      blank: () => presents.blank(),
      legend: () => presents.keys(),
      leave: () => this.leave(),
      turns: () => page.turns,
      turn: () => this.rounds.link.postpone(),
      alone: () => page.alone,
      leads: () => page.leads,
      asks: () => page.asks,
      onward: () => presents.on && this.cursor.isAtEnd && dispatchKey(root, "rv-reveal"),
      turned: (back) => dispatchKey(root, back ? "rv-page-back" : "rv-page-on"),
      question: (back) => void root.dispatchEvent(new CustomEvent("rv-question", { detail: back })),
      join: () => void root.dispatchEvent(new Event("rv-join")),
    });
  }

  /** Show the stage once its style sheets are loaded, if it is still there. @param {Node} tree that they style */
  appear(tree) {
    if (!this.root.isConnected) return;
    this.root.style.visibility = "";
    if (tree instanceof ShadowRoot) /** @type {HTMLElement} */ (tree.host).dataset.drawn = "";
    this.theme.read();
    if (this.presents.start(Boolean(this.page.data.present))) this.recordView();
    this.fitting.observe();
    this.showQuestion();
  }

  /** @param {Component} component */
  update(component) {
    const { page, cursor, shown, transport } = this;
    page.component = component;
    const { data, settings } = page;
    setClass(this.root, "rv-explains", Boolean(data.explains) && !shown.run?.here);
    setClass(this.root, "rv-branches", Boolean(data.branches || data.keeps));
    setClass(this.root, "rv-flips", Boolean(data.flips || data.keeps));
    this.showSentence(shown.run);
    transport.ask(settings);
    shown.words?.mark(data.picked ?? -1);
    const held = settings.hold ?? Infinity;
    if (held !== cursor.held) {
      cursor.hold(held);
      if (shown.stage) transport.draw(cursor.t);
    }
    // Tiles of another board arrive with its run.
    const heard = this.looks.isNew({ look: settings.look, tab: data.tab, explain: data.explain });
    const heeded = applySettings(page.name, settings, heard === "echo");
    this.opening.load(data.banner ?? null);
    if (heeded && shown.stage?.name === page.layout) shown.stage.build();
    if (this.theme.read()) shown.stage?.retheme();
    this.rounds.update();
    this.drawer.update(heard !== "new");
    transport.offer(data.tabs ?? [], this.drawer.tab);
    shown.update();
  }

  /** Show the sentence above the board. @param {Run | null} run */
  showSentence(run) {
    this.banner.load(this.page.data.banner ?? null, run);
    this.drawSentence();
  }

  /** Draw the sentence above the board. Its algorithm replaces the reader's choice, but not that of a link. */
  drawSentence() {
    const { view } = this;
    const said = this.banner.draw(this.cursor.whole, this.cursor.beat);
    if (said.key === view.said.key) return;
    const first = view.said === UNSAID && view.algo;
    view.said = first ? { ...said, algo: "" } : said;
    if (first || !view.algo || !said.algo) return;
    view.algo = "";
    this.recordView();
  }

  /** Prepare for a new run. @param {Run} run */
  prepareRun(run) {
    const layout = layoutOf(this.page.layout);
    [this.left, this.base] = [null, null];
    this.root.removeAttribute("data-kept");
    setClass(this.root, "rv-explains", Boolean(this.page.data.explains) && !run.here);
    this.cursor.pause();
    this.cursor.beats = Boolean(layout.beats) && run.algos.some((a) => a.boosted);
    this.rounds.load(run);
    this.opening.draw();
    const { ties, keeps } = this.page.data;
    this.worth.load(run, Boolean(ties) || (Boolean(keeps) && canChangeTieValue(run)));
    this.transport.load(run, "losses" in layout.tiles);
    this.transport.draw(this.cursor.t);
    this.transport.ask(this.page.settings);
    this.showSentence(run);
  }

  /** Handle a new run's arrival. @param {string} url address of its pack */
  onRunShown(url) {
    this.rounds.events.tell(this.cursor, url);
    if (this.shown.run) this.trying.onRunArrived(this.shown.run);
    if (this.shown.run) this.drawer.load(this.shown.run);
    this.fitting.fit();
    if (this.skips) this.recordView();
    this.skips = false;
    this.rounds.loaded();
    if (flipped) this.showNote(flipped);
    flipped = "";
  }

  /** Compute a branch here and keep it, in place of an earlier one. @param {string} fork as the command line writes it */
  keep(fork) {
    const { run } = this.shown;
    const base = this.base ?? run;
    const made = base && this.trying.branchFor(base, fork);
    if (made) this.keepRun(made, this.left ?? base, base, "The branch");
  }

  /** Do the same for another tie value. @param {number} tie */
  keepTie(tie) {
    const left = this.left ?? this.shown.run;
    const made = left && this.trying.branchWithTie(left, tie);
    if (made) this.keepRun(made, left, made, "What follows");
  }

  /** Flip an answer: the server computes it, or it is kept here beside earlier flips. @param {Flip} flip */
  flip({ ranker, item, answers, first }) {
    const run = (first && this.left) || this.shown.run;
    if (!run) return;
    if (this.page.data.flips) {
      this.trying.wait();
      flipped = `${answers[0].name} of ${run.labels[item]} is flipped: these are data of your own now. Back in the browser undoes it.`;
      this.requests.ask("flip", `${ranker}:${item}`);
      return;
    }
    const made = this.trying.branchWithAnswers(run, answers);
    if (made) this.keepRun(made, this.left ?? run, made, "What follows");
  }

  /** @param {Run} run computed here @param {Run} left that Escape restores @param {Run} base from which other branches start @param {string} name */
  keepRun(run, left, base, name) {
    void this.shown.show(run, this.shown.loader.url).then(() => {
      [this.left, this.base] = [left, base];
      // Clear what the page says about the runs that were replaced.
      this.root.toggleAttribute("data-kept", base === run);
      this.showNote(`${name} was computed in your browser. Esc takes it away.`);
    });
  }

  /** Show a note for a while. @param {string} words */
  showNote(words) {
    this.shown.say(words);
    window.setTimeout(() => this.shown.note.textContent === words && this.shown.say(""), NOTED);
  }

  /** Remove the kept branch. @returns {boolean} whether there was one */
  dropBranch() {
    const { left } = this;
    if (!left) return false;
    void this.shown.show(left, this.shown.loader.url);
    return true;
  }

  /** Make room for the question on the projected screen, or close it. */
  showQuestion() {
    const stands = this.presents.on ? this.asked : null;
    const other = stands !== this.view.stands;
    this.view.stands = stands;
    setClass(this.root, "rv-asked", stands !== null);
    this.fitting.fit();
    if (other) this.shown.stage?.build();
  }

  moved() {
    this.rounds.moved();
    this.opening.draw();
    this.drawSentence();
    this.shown.draw(); // before the rest is written: see Panel.first
    this.transport.draw(this.cursor.t);
    this.drawer.draw();
    this.rounds.tell();
  }

  played() {
    this.transport.playing();
    if (this.cursor.playing) return;
    this.shown.stage?.draw();
    this.drawer.draw();
    this.rounds.writeRound();
  }

  /** Leave the story for the whole board. */
  showWholeBoard() {
    this.opening.end(layoutOf(this.page.layout).whole ?? []);
    this.fitting.fit();
    this.shown.stage?.rebuild();
  }

  /** Record a change of the view. */
  recordView(step = false) {
    if (!this.page.data.looks) return;
    const { tab, explain } = this.drawer.linkState;
    this.looks.write({ look: writeLook(this.view), present: this.presents.on, tab, explain }, step);
  }

  /** Record which part of the drawer is open, or which number. @param {boolean} python whether the server draws it */
  recordDrawer(python) {
    this.transport.offer(this.page.data.tabs ?? [], this.drawer.tab);
    if (!this.page.data.tabs?.length) return;
    this.recordView(true);
    if (!python) return;
    this.rounds.link.tell();
    this.looks.send();
  }

  toggleFuture() {
    this.view.faint = !this.view.faint;
    this.shown.stage?.rebuild();
  }

  /** @param {boolean} on */
  present(on) {
    this.presents.set(on, true);
    this.showQuestion();
    this.recordView();
  }

  /** Handle Escape: close the innermost open part. @returns {boolean} */
  leave() {
    const { stage, words } = this.shown;
    if (this.defines.close() || this.presents.close() || words?.close()) return true;
    if (!this.drawer.el.hidden) this.drawer.open("");
    else if (stage?.enlarged) stage.enlarge(stage.enlarged);
    else if (this.dropBranch()) return true;
    else if (this.presents.on) this.present(false);
    else return false;
    return true;
  }

  stop() {
    this.cursor.pause();
    this.trying.stop();
    this.shown.stop();
    this.rounds.stop();
    this.looks.stop();
    this.fitting.stop();
    this.forgetKeys();
    this.stay();
    this.saving.stop();
    this.drawer.stop();
    this.presents.stop();
    this.root.remove();
  }
}
