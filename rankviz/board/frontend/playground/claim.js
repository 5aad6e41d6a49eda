/** A claim's page: the figure is ready-made, and changes by its sliders are computed by the engine in a worker. */

import { byId } from "../stage/draw/dom.js";
import { busyDuring } from "../stage/host/rest.js";
import { controlWidget } from "./controls.js";
import { Engine, Refused, Stopped } from "./engine.js";
import { Status } from "./status.js";
import { registerOffline } from "./offline_visits.js";
/** @import { Control } from "./controls.js" */
/** @import { EngineSource } from "./worker.js" */

/**
 * @typedef {{claim: string, controls: Control[], from: EngineSource, worker: string, offline: string}} Opening
 * @typedef {{parts: Record<string, string>, values: Record<string, string>, link: string, messages: string[], run: string}} Answered answer of site/playground/claims.py
 */

/** @param {unknown} error */
const words = (error) => (error instanceof Error ? error.message : String(error));

/** @param {Opening} opening */
export function open(opening) {
  new ClaimPage(opening).begin();
}

class ClaimPage {
  /** @param {Opening} opening */
  constructor(opening) {
    this.claim = opening.claim;
    this.controls = opening.controls;
    /** The options shown, as after the `#`, and the options requested. */
    this.shown = "";
    this.wanted = "";
    /** Whether the engine is computing. */
    this.busy = false;
    this.began = 0;
    this.status = new Status({ stop: () => this.stop() });
    this.engine = new Engine(opening.from, opening.worker, {
      says: (text) => this.say(`${text} …`),
      came: ({ bytes, of }) => this.status.showDownload(bytes, of),
      kept: () => void registerOffline(opening.offline),
      share: () => {},
      died: (why) => this.onCrash(`The engine stopped unexpectedly. (${why.message})`),
    });
    window.setInterval(() => this.showElapsed(), 1000);
    byId("sliders").addEventListener("submit", (event) => event.preventDefault());
    window.addEventListener("hashchange", () => this.onHashChange());
  }

  begin() {
    this.draw(readOptions(window.location.hash));
    this.onHashChange();
  }

  onHashChange() {
    const asked = window.location.hash.slice(1);
    if (asked === this.wanted) return;
    this.draw(readOptions(asked));
    this.request(asked);
  }

  /** @param {Record<string, string>} values of options that differ from their defaults */
  draw(values) {
    const made = this.controls.map((control) =>
      controlWidget({ ...control, value: values[control.name] ?? control.value }, (name, value) =>
        this.changed(name, value),
      ),
    );
    byId("sliders").replaceChildren(...made);
  }

  /** @param {string} name @param {string} value */
  changed(name, value) {
    const usual = this.controls.find((each) => each.name === name)?.value;
    const asked = writeOptions(changeOption(readOptions(window.location.hash), name, value, usual));
    this.write(asked);
    this.request(asked);
  }

  /** @param {string} asked */
  request(asked) {
    this.wanted = asked;
    this.status.showError("");
    if (!this.busy) void busyDuring(this.compute());
  }

  /** Compute one request at a time; of those that wait, only the last. */
  async compute() {
    this.busy = true;
    while (this.shown !== this.wanted) {
      const asked = this.wanted;
      try {
        await this.computeOnce(asked);
      } catch (error) {
        if (this.wanted !== asked && !(error instanceof Stopped)) continue;
        this.onRefusal(error);
      }
    }
    this.busy = false;
    this.calm();
  }

  /** @param {string} asked */
  async computeOnce(asked) {
    byId("figure").closest(".claim")?.setAttribute("aria-busy", "true");
    if (!this.engine.isThere) this.say("Loading the engine …");
    await this.engine.whenReady();
    this.began = performance.now();
    this.showElapsed();
    const { answer } = await this.engine.ask({ ask: "claim", name: this.claim, link: asked });
    if (this.wanted === asked) this.show(answer);
  }

  /** @param {Answered} answered */
  show({ parts, values, link, messages, run }) {
    for (const [id, markup] of Object.entries(parts)) byId(id).innerHTML = markup;
    const way = document.getElementById("shown-run");
    if (way instanceof HTMLAnchorElement) way.href = `../playground.html#${run}`;
    this.shown = this.wanted = link;
    if (window.location.hash.slice(1) !== link) {
      this.write(link);
      this.draw(values);
    }
    this.status.showError(messages.join(" "));
  }

  /** Return to what is shown, and say why the request failed. @param {unknown} error */
  onRefusal(error) {
    const link = this.wanted;
    this.wanted = this.shown;
    this.write(this.shown);
    this.draw(readOptions(this.shown));
    const stopped = error instanceof Stopped ? "Stopped. The previous result stays." : words(error);
    this.onCrash(stopped);
    if (!(error instanceof Refused)) this.status.offer("Compute it anyway", () => this.again(link));
  }

  /** @param {string} link */
  again(link) {
    this.write(link);
    this.draw(readOptions(link));
    this.request(link);
  }

  /** @param {string} why */
  onCrash(why) {
    this.calm();
    this.status.showError(why);
  }

  stop() {
    this.engine.stop();
  }

  /** @param {string} text @param {boolean} [stops] */
  say(text, stops = false) {
    byId("progress").hidden = !text;
    this.status.say(text, stops);
  }

  calm() {
    this.began = 0;
    this.say("");
    byId("figure").closest(".claim")?.removeAttribute("aria-busy");
  }

  /** Show the elapsed time while a request is under way. */
  showElapsed() {
    if (!this.began) return;
    const seconds = Math.round((performance.now() - this.began) / 1000);
    this.say(seconds ? `Computing the claim: ${seconds} s` : "Computing the claim …", true);
  }

  /** @param {string} link */
  write(link) {
    window.history.replaceState(null, "", link ? `#${link}` : window.location.pathname);
  }
}

/** Read the options after the `#`: those that differ from their defaults, under the app's names. @param {string} hash with or without the `#` @returns {Record<string, string>} */
export const readOptions = (hash) => Object.fromEntries(new URLSearchParams(hash.replace(/^#/, "")));

/** @param {Record<string, string>} values @returns {string} */
export const writeOptions = (values) => new URLSearchParams(values).toString();

/**
 * Return the values after one was changed, without those at their defaults.
 * @param {Record<string, string>} values @param {string} name @param {string} value @param {string | undefined} usual
 * @returns {Record<string, string>}
 */
export function changeOption(values, name, value, usual) {
  const kept = Object.entries({ ...values, [name]: value }).filter(
    ([key]) => key !== name || value !== usual,
  );
  return Object.fromEntries(kept);
}
