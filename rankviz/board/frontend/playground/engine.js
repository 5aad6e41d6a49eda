/** The page's side of the engine: start its worker, ask it, and start another when one was stopped or has crashed. */

import { busyDuring } from "../stage/host/rest.js";
/** @import { EngineSource, Part } from "./worker.js" */
/**
 * @typedef {{answer: any, pack: ArrayBuffer}} Answer
 * @typedef {Object} Told
 * @property {(text: string) => void} says
 * @property {(came: {bytes: number, of: number}) => void} came
 * @property {(share: number) => void} share
 * @property {() => void} kept called when the downloads are stored for the next visit
 * @property {(why: Error) => void} died called when the worker has crashed and another was started
 */

/** Name of the cache for downloads and Python's memory. */
const CACHE = "rankviz-playground-parts";

/** The answer is a sentence that says why the request cannot be met. */
export class Refused extends Error {}

/** The worker was stopped before it answered. */
export class Stopped extends Error {}

/** The worker crashed before it answered. */
export class Died extends Error {}

export class Engine {
  /** @param {EngineSource} from @param {string} text the worker's @param {Told} told */
  constructor(from, text, told) {
    this.from = absolute(from);
    this.text = text;
    this.told = told;
    this.count = 0;
    /** @type {Map<number, {resolve: (answer: Answer) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
    /** The current or last start. @type {Promise<Answer> | null} */
    this.starting = null;
    /** Whether a worker is ready to answer. */
    this.isThere = false;
  }

  /** Wait for a worker, even if one is stopped meanwhile. @returns {Promise<Answer>} how it was started */
  async whenReady() {
    for (;;) {
      const starting = this.starting ?? (this.starting = this.begin());
      try {
        return await starting;
      } catch (error) {
        if (this.starting === starting) this.starting = null;
        if (!(error instanceof Stopped)) throw error;
      }
    }
  }

  /** Start the engine; after a failure, try once more without the stored files. @returns {Promise<Answer>} */
  async begin() {
    const found = await this.start().catch((error) => {
      if (error instanceof Stopped) throw error;
      return this.start();
    });
    this.isThere = true;
    return found;
  }

  /** @returns {Promise<Answer>} */
  start() {
    const address = URL.createObjectURL(new Blob([this.text], { type: "text/javascript" }));
    const worker = new Worker(address, { type: "module" });
    worker.addEventListener("message", ({ data }) => worker === this.worker && this.onMessage(data));
    worker.addEventListener("error", ({ message }) => worker === this.worker && this.onCrash(message));
    this.worker = worker;
    return this.post({ from: this.from });
  }

  /** @param {Record<string, unknown>} message @returns {Promise<Answer>} */
  post(message) {
    const id = ++this.count;
    return busyDuring(
      new Promise((resolve, reject) => {
        this.waiting.set(id, { resolve, reject });
        this.worker?.postMessage({ id, ...message });
      }),
    );
  }

  /** @param {{id?: number, says?: string, came?: {bytes: number, of: number}, share?: number, kept?: true, answer?: any, pack?: ArrayBuffer, failed?: string, ended?: boolean}} message */
  onMessage({ id, says, came, share, kept, answer, pack, failed, ended }) {
    if (says !== undefined) this.told.says(says);
    if (came !== undefined) this.told.came(came);
    if (share !== undefined) this.told.share(share);
    if (kept) this.told.kept();
    const asked = id === undefined ? undefined : this.waiting.get(id);
    if (id === undefined || !asked) return;
    if (failed !== undefined && ended && this.isThere) {
      this.onCrash(failed);
      return;
    }
    this.waiting.delete(id);
    if (failed !== undefined) asked.reject(new Error(failed));
    else if (answer.refused !== undefined) asked.reject(new Refused(answer.refused));
    else asked.resolve({ answer, pack: pack ?? new ArrayBuffer(0) });
  }

  /** Ask the engine once it is ready. @param {Record<string, unknown>} question @returns {Promise<Answer>} */
  async ask(question) {
    await this.whenReady();
    return this.post({ question });
  }

  /** Stop what is under way, and start another worker. */
  stop() {
    this.end(new Stopped());
    void this.whenReady().catch(() => {});
  }

  /** @param {string} why */
  onCrash(why) {
    const worked = this.isThere;
    const error = new Died(why || "it ended");
    this.end(error);
    // A worker that never started is handled by `begin`, which tries again.
    if (worked) this.told.died(error);
  }

  /** @param {Error} why */
  end(why) {
    this.worker?.terminate();
    this.worker = undefined;
    if (this.isThere) this.starting = null;
    this.isThere = false;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of waiting) reject(why);
  }
}

/** Make addresses absolute, because a worker made from text has no base address. @param {EngineSource} from @returns {EngineSource} */
function absolute(from) {
  const at = (/** @type {string} */ url) => new URL(url, document.baseURI).href;
  const part = (/** @type {Part} */ { url, size }) => ({ url: at(url), size });
  const copied = from.copied && {
    loader: part(from.copied.loader),
    core: part(from.copied.core),
    wasm: part(from.copied.wasm),
    library: part(from.copied.library),
    numpy: part(from.copied.numpy),
  };
  return { ...from, copied, engine: part(from.engine), memory: at(from.memory), cache: CACHE };
}
