/** The page's side of the engine: starts its worker, asks it, and starts another when one was stopped or has died. */

/**
 * @typedef {{pyodide: string, engine: string, worker: string}} From where Pyodide and the engine's archive are, and the worker's text
 * @typedef {{answer: any, pack: ArrayBuffer}} Answer
 * @typedef {{says: (text: string) => void, share: (share: number) => void}} Told
 */

/** An answer that is a sentence: what was asked cannot be had. */
export class Refused extends Error {}

/** A question that got no answer, because the worker was stopped. */
export class Stopped extends Error {}

export class Engine {
  /** @param {From} from @param {Told} told */
  constructor(from, told) {
    this.from = from;
    this.told = told;
    this.count = 0;
    /** @type {Map<number, {resolve: (answer: Answer) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
    this.ready = this.start();
  }

  /** @returns {Promise<unknown>} */
  start() {
    const address = URL.createObjectURL(new Blob([this.from.worker], { type: "text/javascript" }));
    this.worker = new Worker(address, { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.heard(data));
    this.worker.addEventListener("error", (event) => this.end(new Error(event.message || "it ended")));
    const [pyodide, engine] = [this.from.pyodide, this.from.engine].map(
      (each) => new URL(each, document.baseURI).href,
    );
    return this.post({ from: { pyodide, engine } });
  }

  /** @param {Record<string, unknown>} message @returns {Promise<Answer>} */
  post(message) {
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker?.postMessage({ id, ...message });
    });
  }

  /** @param {{id?: number, says?: string, share?: number, answer?: any, pack?: ArrayBuffer, failed?: string}} message */
  heard({ id, says, share, answer, pack, failed }) {
    if (says !== undefined) this.told.says(says);
    if (share !== undefined) this.told.share(share);
    const asked = id === undefined ? undefined : this.waiting.get(id);
    if (id === undefined || !asked) return;
    this.waiting.delete(id);
    if (failed !== undefined) asked.reject(new Error(failed));
    else if (answer.refused !== undefined) asked.reject(new Refused(answer.refused));
    else asked.resolve({ answer, pack: pack ?? new ArrayBuffer(0) });
  }

  /** Ask the engine, once it is there. @param {Record<string, unknown>} question @returns {Promise<Answer>} */
  async ask(question) {
    await this.ready;
    return this.post({ question });
  }

  /** Stop what is under way; another worker is started. */
  stop() {
    this.end(new Stopped());
  }

  /** @param {Error} why */
  end(why) {
    this.worker?.terminate();
    for (const { reject } of this.waiting.values()) reject(why);
    this.waiting.clear();
    this.ready = this.start();
    this.ready.catch(() => {});
  }
}
