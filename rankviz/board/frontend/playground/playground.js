/** RankViz without a server: a ready-made run at once, all others by the engine in a worker of this page. */

import { carry, runName } from "../offline/app.js";
import { offerColourScheme } from "../stage/board/colour_scheme.js";
import { byId } from "../stage/draw/dom.js";
import mount from "../stage/index.js";
import { busyDuring } from "../stage/host/rest.js";
import { RoundLink } from "../notebook/round_link.js";
import { unfilter } from "../offline/unfilter.js";
import { describeRun } from "./run_description.js";
import { withParam } from "./link_params.js";
import { TableEditor } from "./table_editor.js";
import { Engine, Refused, Stopped } from "./engine.js";
import { SavedMoments } from "./saved_moments.js";
import { listLessons } from "./lesson_list.js";
import { showMenus } from "./menus.js";
import { loadFiles, VisitorFiles } from "./visitor_files.js";
import { Player } from "./player.js";
import { ReadyMade } from "./ready_made.js";
import { RunQuestions } from "./run_questions.js";
import { Status } from "./status.js";
import { registerOffline } from "./offline_visits.js";
/** @import { Filter } from "../offline/unfilter.js" */
/** @import { RunFacts } from "./run_description.js" */
/** @import { EditorData } from "./table_editor.js" */
/** @import { Menus } from "./menus.js" */
/** @import { EngineSource } from "./worker.js" */
/** @import { GivenFiles } from "./visitor_files.js" */

/**
 * @typedef {{link: string, menus: Menus, shown: RunFacts, filters: Record<string, Filter>, from: EngineSource, worker: string, offline: string, made: Record<string, string>, lessons: [string, string][]}} Opening
 */

/** GB of memory, as browsers report it, that the engine and a run need. */
const MIN_MEMORY = 2;

/** @param {unknown} error */
const words = (error) => (error instanceof Error ? error.message : String(error));

/** @param {Opening} opening @param {ArrayBuffer} pack filtered @param {Record<string, string>} styles of the stage */
export function open(opening, pack, styles) {
  unfilter(pack, opening.filters);
  const runs = { [runName(0)]: pack };
  const page = new Playground(opening, runs);
  carry({ runs, styles, asks: (what, query) => page.run.answerDrawer(what, query) });
  void busyDuring(page.begin());
}

class Playground {
  /** @param {Opening} opening @param {Record<string, ArrayBuffer>} runs packs by the name that the stage requests */
  constructor(opening, runs) {
    this.runs = runs;
    this.count = 0;
    this.shown = opening.shown;
    this.found = opening.menus;
    /** Links of the run that is drawn, and of the one that is requested. */
    this.drawn = opening.link;
    this.wanted = window.location.hash.slice(1) || opening.link;
    this.t = opening.shown.round;
    /** The last change requested. @type {Promise<unknown>} */
    this.changing = Promise.resolve();
    /** Whether the engine computed the run that is drawn. */
    this.known = false;
    /** Whether the engine starts only on request, because the device has little memory. */
    this.waits = false;
    this.component = {
      RoundLink,
      data: this.stageData(),
      parentElement: byId("stage"),
      setStateValue: (/** @type {string} */ name, /** @type {unknown} */ value) =>
        this.onMessage(name, value),
      setTriggerValue: (/** @type {string} */ name, /** @type {unknown} */ value) =>
        this.onMessage(name, value),
    };
    this.status = new Status({ stop: () => this.stop() });
    this.made = new ReadyMade(opening.made);
    this.engine = new Engine(opening.from, opening.worker, {
      says: (text) => this.status.say(`${text} …`),
      came: ({ bytes, of }) => this.status.showDownload(bytes, of),
      kept: () => void registerOffline(opening.offline),
      share: (share) => this.status.say(`Computing the run: ${Math.round(100 * share)} %`, true),
      died: (why) => this.onCrash(why),
    });
    this.run = new RunQuestions(
      this.engine,
      () => this.sendFiles(),
      () => this.status.say(""),
    );
    /** The visitor's files, and the worker that has received them. @type {GivenFiles | null} */
    this.own = loadFiles();
    /** @type {Worker | undefined} */
    this.has = undefined;
    this.bench = new TableEditor({
      edit: (edit) => this.followAnswer({ ask: "edit", edit }),
      change: (name, value) => this.changeControl(name, value),
    });
    this.files = new VisitorFiles((own) => this.takeFiles(own));
    /** Whether the engine writes a page or playlist instead of computing a run. */
    this.writing = false;
    const player = new Player();
    this.keeps = new SavedMoments({
      ask: (question) => this.askEngine(question),
      now: () => ({ link: this.currentLink(), title: `${this.shown.title}, round ${this.t}` }),
      open: (link) => this.open(link),
      stop: () => this.stop(),
      nonce: () => /** @type {HTMLElement} */ (document.querySelector("script[nonce]")).nonce ?? "",
      player,
    });
    listLessons(opening.lessons, player, (link) => this.open(link));
    byId("save").addEventListener("click", () => void this.save());
    document.addEventListener("rv-round", (event) => this.onRound(event));
    for (const link of document.querySelectorAll("[data-to]"))
      link.addEventListener("click", (event) => {
        // The part after the # is the run, so scroll without changing it.
        event.preventDefault();
        byId(/** @type {HTMLElement} */ (link).dataset.to ?? "").scrollIntoView();
      });
    byId("side").addEventListener("submit", (event) => event.preventDefault());
    window.addEventListener("hashchange", () => this.onHashChange());
    offerColourScheme(byId("scheme"), () => mount(this.component));
    describeRun(this.shown);
    this.menus(opening.menus);
  }

  async begin() {
    const { deviceMemory = MIN_MEMORY } = /** @type {{deviceMemory?: number}} */ (navigator);
    this.waits = deviceMemory < MIN_MEMORY;
    if (this.waits) await this.showRun(this.wanted);
    else await this.start();
  }

  /** Say why the engine has not started, and offer to start it. */
  offerStart() {
    this.status.say("");
    this.status.showError(
      "This device has little memory, so the engine was not started. The runs under “Start from …” work without it; anything else needs it.",
    );
    this.status.offer("Start the engine", () => this.start());
  }

  async start() {
    this.waits = false;
    this.status.showError("");
    this.status.say("Loading the engine …");
    const began = performance.now();
    try {
      void this.showReadyMade(this.wanted);
      const { answer } = await this.engine.whenReady();
      document.body.dataset.memory = answer.remembered ? "kept" : "new";
    } catch (error) {
      this.status.say("");
      this.status.showError(
        `The engine did not start. The runs under “Start from …” work without it. (${words(error)})`,
      );
      this.status.offer("Try again", () => this.start());
      return;
    }
    document.body.dataset.ready = String(Math.round(performance.now() - began));
    await this.showRun(this.wanted);
  }

  /** Give the visitor's files to a new worker. */
  async sendFiles() {
    await this.engine.whenReady();
    if (!this.own || this.has === this.engine.worker) return;
    this.has = this.engine.worker;
    await this.engine.ask({ ask: "keep", link: this.currentLink(), ...this.own }).catch(() => {});
  }

  /** @param {GivenFiles} own */
  async takeFiles(own) {
    if (this.waits) void this.start();
    const { answer } = await this.engine.ask({ ask: "keep", link: this.currentLink(), ...own });
    this.own = own;
    this.has = this.engine.worker;
    this.open(answer.link);
  }

  /** Show a start's ready-made run while there is no engine. @param {string} link */
  async showReadyMade(link) {
    if (link === this.drawn) return;
    const made = await this.made.get(link).catch(() => null);
    if (!made || this.engine.isThere || this.wanted !== link) return;
    this.menus(made.menus);
    this.draw(link, made.shown, made.pack, false);
  }

  /** Show another run; the previous one stays until it is ready. @param {string} link */
  async showRun(link) {
    this.wanted = link;
    this.status.showError("");
    if (!this.engine.isThere) await this.showReadyMade(link);
    if (this.waits) {
      this.offerStart();
      return;
    }
    if (this.wanted !== link) return;
    this.status.say("Computing the run …", true);
    try {
      await this.sendFiles();
      const found = (await this.engine.ask({ ask: "link", link })).answer;
      if (this.wanted !== link) return;
      this.wanted = found.link;
      this.menus(found);
      if (found.bench) {
        this.showTable(found.link, found.bench);
        return;
      }
      const { answer, pack } = await this.run.make(found.link);
      if (this.wanted !== found.link) return;
      this.draw(found.link, answer, pack, true);
      this.status.say("");
      this.status.showError(found.messages.join(" "));
    } catch (error) {
      this.status.say("");
      this.bench.redraw();
      if (error instanceof Stopped) return;
      this.status.showError(words(error));
      if (!(error instanceof Refused)) this.status.offer("Try again", () => this.showRun(this.wanted));
    }
  }

  /** Show a table that has no run yet. @param {string} link @param {EditorData} table */
  showTable(link, table) {
    this.known = false;
    this.drawn = this.run.drawn = link;
    this.writeLink(link);
    this.rest();
    byId("stage").hidden = true;
    this.bench.show(table, "");
    this.status.say("");
  }

  /** Ask the engine what does not depend on the run on the stage; start the engine if it waits for the reader's request. @param {Record<string, unknown>} question */
  async askEngine(question) {
    if (this.waits) void this.start();
    await this.sendFiles();
    this.writing = true;
    return this.engine.ask(question).finally(() => (this.writing = false));
  }

  /** Save the run on the stage as a separate page. */
  async save() {
    this.status.showError("");
    this.status.say("Writing the page …", true);
    try {
      await this.keeps.save();
    } catch (error) {
      this.status.showError(error instanceof Stopped ? "The page was not saved." : words(error));
    }
    this.status.say("");
  }

  /** Stop the run that was requested. */
  stop() {
    if (this.writing) {
      this.engine.stop();
      return;
    }
    const link = this.wanted;
    if (this.engine.isThere) this.engine.stop();
    this.wanted = this.drawn;
    this.writeLink(this.drawn);
    void this.engine.whenReady().then(
      () => this.status.say(""),
      () => {},
    );
    this.status.showError("The run was stopped. The previous run stays.");
    this.status.offer("Compute it anyway", () => this.open(link));
  }

  /** Handle a crash of the engine; whatever waited for it shows the error, too. @param {Error} why */
  onCrash(why) {
    this.status.say("");
    this.status.showError(
      `The engine stopped unexpectedly and is being restarted. The previous run stays. (${words(why)})`,
    );
    this.status.offer("Try again", () => this.showRun(this.wanted));
    void this.engine
      .whenReady()
      .then(() => this.status.say(""))
      .catch((error) => this.status.showError(`The engine could not be restarted. (${words(error)})`));
  }

  /** @param {string} link @param {RunFacts} shown @param {ArrayBuffer} pack @param {boolean} known */
  draw(link, shown, pack, known) {
    const same = link === this.drawn;
    this.known = known;
    this.drawn = this.run.drawn = link;
    this.shown = same ? { ...shown, round: this.t } : shown;
    this.t = this.shown.round;
    const before = runName(this.count);
    this.runs[runName(++this.count)] = pack;
    this.component.data = this.stageData();
    byId("stage").hidden = false;
    // The stage reports its round, which is written into this link.
    if (known) this.writeLink(link);
    mount(this.component);
    this.bench.show(shown.bench, runName(this.count));
    delete this.runs[before];
    if (known) this.address();
    describeRun(this.shown);
    this.rest();
  }

  stageData() {
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
      flips: this.known && this.shown.flips,
      looks: true,
    };
  }

  /** Handle what the stage sends. @param {string} name @param {unknown} value */
  onMessage(name, value) {
    if (name === "branch") this.changeControl("fork", String(value));
    if (name === "flip") this.followAnswer({ ask: "flip", cell: String(value) });
    if (name === "look") this.remember("look", String(value).replace(/^[^;]*;/, ""));
  }

  /** @param {Event} event */
  onRound(event) {
    this.t = /** @type {CustomEvent<{t: number}>} */ (event).detail.t;
    this.remember("t", String(this.t));
    this.rest();
  }

  rest() {
    this.run.rest(this.known ? this.t : null, this.shown.runs);
  }

  /** Handle a changed control: changes are applied one after another, each to the result of the one before. @param {string} name @param {string} value */
  changeControl(name, value) {
    if (name === "family" && value === "own") {
      this.menus(this.found);
      this.files.open();
      return;
    }
    if (this.waits) {
      this.menus(this.found);
      this.offerStart();
      return;
    }
    this.followAnswer({ ask: "change", name, value });
  }

  /** Go to the answer's link. @param {Record<string, unknown>} question about the link */
  followAnswer(question) {
    const made = this.changing.then(async () => {
      const { answer } = await this.engine.ask({ ...question, link: this.currentLink() });
      this.open(answer.link);
      if (answer.messages?.length) this.status.showError(answer.messages.join(" "));
    });
    this.changing = busyDuring(
      made.catch((error) => {
        this.status.showError(words(error));
        this.bench.redraw();
      }),
    );
  }

  /** Go to another run, with an entry in the browser's history. @param {string} link */
  open(link) {
    if (link === this.currentLink()) return;
    window.history.pushState(null, "", `#${link}`);
    void busyDuring(this.showRun(link));
  }

  /** @param {Menus} found */
  menus(found) {
    this.found = found;
    this.files.showLimits(found.limits);
    this.keeps.asks = found.asks;
    showMenus(
      found,
      (link) => this.open(link),
      (name, value) => this.changeControl(name, value),
    );
  }

  /** Return the link of what is shown now. */
  currentLink() {
    return window.location.hash.slice(1) || this.drawn;
  }

  address() {
    this.writeLink(this.drawn);
    this.remember("t", String(this.t));
  }

  /** @param {string} name @param {string} value */
  remember(name, value) {
    if (!this.known || this.wanted !== this.drawn) return;
    this.writeLink(withParam(this.currentLink(), name, value));
    this.drawn = this.wanted = this.currentLink();
  }

  /** @param {string} link */
  writeLink(link) {
    window.history.replaceState(null, "", `#${link}`);
  }

  onHashChange() {
    const link = window.location.hash.slice(1);
    if (link !== this.wanted) void busyDuring(this.showRun(link));
  }
}
