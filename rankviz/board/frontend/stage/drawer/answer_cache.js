/** The drawer's questions about the shown run, with a cache of answers. */

import { request } from "../host/app.js";
import { busyDuring } from "../host/rest.js";

/** @typedef {import("./explained.js").Explained | import("./explained.js").Menu[] | import("./step_equations.js").KernelStep | import("./theorems.js").RunTheorems[] | import("./theorems.js").WithMinimum | NoAnswer} Answer */
/** @typedef {{said: string}} NoAnswer a sentence in place of the answer */

/** Pause before the server is asked again for a run that it no longer has, ms. */
const RETRIES = [400, 800, 1600, 3200, 6400];
/** Number of cached answers. */
const CACHED = 400;

export class AnswerCache {
  /** @param {() => void} missing called when the server no longer has the run, so that the page computes it again */
  constructor(missing) {
    this.missing = missing;
    this.url = "";
    /** Answers by question; the oldest first. @type {Map<string, unknown>} */
    this.known = new Map();
    /** @type {Map<string, Promise<unknown>>} */
    this.coming = new Map();
  }

  /** Switch to another run. @param {string} url @returns {boolean} whether it is another */
  load(url) {
    if (url === this.url) return false;
    this.url = url;
    this.known.clear();
    this.coming.clear();
    return true;
  }

  /** @template T @param {string} question @returns {Promise<T | null>} null if it failed, or another run is shown by then */
  ask(question) {
    if (this.known.has(question)) return Promise.resolve(/** @type {T} */ (this.known.get(question)));
    const coming = this.coming.get(question) ?? busyDuring(this.fetch(question));
    this.coming.set(question, coming);
    return /** @type {Promise<T | null>} */ (coming);
  }

  /** @param {string} question @returns {Promise<unknown>} */
  async fetch(question) {
    const url = this.url;
    const found = await this.fetchWithRetry(url, question);
    if (url !== this.url) return null;
    this.coming.delete(question);
    if (found === null) return null;
    this.known.set(question, found);
    if (this.known.size > CACHED) this.known.delete(/** @type {string} */ (this.known.keys().next().value));
    return found;
  }

  /** @param {string} url @param {string} question @returns {Promise<unknown>} */
  async fetchWithRetry(url, question) {
    for (const [i, wait] of RETRIES.entries()) {
      try {
        const answer = await request(`${url}/${question}`);
        if (answer.ok) return await answer.json();
        if (answer.status === 404 && i === 0) this.missing();
      } catch {
        // The server does not answer: try again.
      }
      await new Promise((resolve) => window.setTimeout(resolve, wait));
      if (url !== this.url) return null;
    }
    return null;
  }
}

/**
 * Ask only the latest of several questions: while one is under way, later ones replace each other.
 * @template T
 */
export class LatestQuestion {
  /** @param {AnswerCache} answers @param {(answer: T, question: string) => void} show */
  constructor(answers, show) {
    this.answers = answers;
    this.show = show;
    this.wanted = "";
    this.busy = false;
  }

  /** @param {string} question "" for none */
  want(question) {
    this.wanted = question;
    const { known } = this.answers;
    if (known.has(question)) this.show(/** @type {T} */ (known.get(question)), question);
    else if (question && !this.busy) void this.fetch();
  }

  async fetch() {
    const question = this.wanted;
    const { url } = this.answers;
    this.busy = true;
    const answer = await this.answers.ask(question);
    this.busy = false;
    if (this.wanted !== question || this.answers.url !== url) this.want(this.wanted);
    else if (answer !== null) this.show(/** @type {T} */ (answer), question);
  }
}
