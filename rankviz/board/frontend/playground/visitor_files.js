/** The visitor's files: chosen, dropped on the page, or pasted. They go to the page's worker and nowhere else. */

import { byId } from "../stage/draw/dom.js";
import { base64 } from "./base64.js";

/** @typedef {[name: string, contents: string]} GivenFile a file; `contents`: base64 */
/** @typedef {{scheme: string, files: GivenFile[]}} GivenFiles the visitor's files and their format */

/** Session storage key: the files survive a reload, and are gone when the tab closes. */
const STORAGE_KEY = "rankviz-own";

/** Names of pasted files. */
const PASTED = ["pasted.csv", "pasted-pairs.csv"];

export class VisitorFiles {
  /** @param {(own: GivenFiles) => Promise<void>} take receives the files; the dialog shows its error */
  constructor(take) {
    this.take = take;
    this.dialog = /** @type {HTMLDialogElement} */ (byId("own"));
    this.form = /** @type {HTMLFormElement} */ (byId("own-form"));
    /** Dropped files that are not used yet. @type {File[]} */
    this.dropped = [];
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.useFiles();
    });
    byId("own-open").addEventListener("click", () => this.open());
    byId("own-cancel").addEventListener("click", () => this.dialog.close());
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => this.onDrop(event));
  }

  /** @param {string} limits sizes that this page accepts, in words */
  showLimits(limits) {
    byId("own-limits").textContent = limits;
  }

  open() {
    this.say("");
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** @param {DragEvent} event */
  onDrop(event) {
    event.preventDefault();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (!files.length) return;
    this.form.reset();
    this.dropped = files.slice(0, 2);
    this.open();
    void this.useFiles();
  }

  async useFiles() {
    this.say("Reading …");
    try {
      const files = await Promise.all(
        [0, 1].map(async (place) => {
          const [chosen] = this.field(`file-${place}`).files ?? [];
          const file = chosen ?? this.dropped[place];
          const text = this.field(`text-${place}`).value;
          if (!file && !text.trim()) return [];
          const bytes = file ? await file.arrayBuffer() : new TextEncoder().encode(text).buffer;
          return [/** @type {GivenFile} */ ([file?.name ?? PASTED[place], base64(new Uint8Array(bytes))])];
        }),
      );
      const own = { scheme: this.field("scheme").value, files: files.flat() };
      if (!own.files.length) throw new Error("Choose a file, or paste its text.");
      await this.take(own);
      storeFiles(own);
      this.dropped = [];
      this.form.reset();
      this.dialog.close();
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {string} name */
  field(name) {
    return /** @type {HTMLInputElement} */ (this.form.elements.namedItem(name));
  }

  /** @param {string} text */
  say(text) {
    byId("own-fault").textContent = text;
  }
}

/** Return the files given before the page was reloaded. @returns {GivenFiles | null} */
export function loadFiles() {
  try {
    return /** @type {GivenFiles | null} */ (
      JSON.parse(window.sessionStorage.getItem(STORAGE_KEY) ?? "null")
    );
  } catch {
    return null;
  }
}

/** @param {GivenFiles} own */
function storeFiles(own) {
  try {
    window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify(own));
  } catch {
    // Too large for the browser, or forbidden: after a reload the visitor has to give the file again.
  }
}
