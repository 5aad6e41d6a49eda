/** The visitor's saved work: the run on the stage as a separate page, and moments as a playlist in this browser. */

import { byId, html, setText } from "../stage/draw/dom.js";
import { download } from "../stage/print/save_picture.js";
import { base64 } from "./base64.js";
import { Stopped } from "./engine.js";
/** @import { Answer } from "./engine.js" */
/** @import { Player } from "./player.js" */

/**
 * @typedef {Object} Page the page's functions that this module needs
 * @property {(question: Record<string, unknown>) => Promise<Answer>} ask
 * @property {() => {link: string, title: string}} now returns the moment on the stage
 * @property {(link: string) => void} open shows a moment
 * @property {() => void} stop ends what the engine does
 * @property {() => string} nonce returns the nonce of this page's policy
 * @property {Player} player
 */

/** Placeholder in a separate page for the nonce of its own policy. */
const NONCE = /script-src 'nonce-([0-9a-f]+)'/;

/** Placeholder in a page for its own public address. */
const here = () =>
  /^https?:$/.test(window.location.protocol) ? window.location.href.replace(/[?#].*$/, "") : "";

export class SavedMoments {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.asks = /** @type {[string, string][]} */ ([]);
    /** @type {Playlist} */
    this.list = loadPlaylist(window);
    this.dialog = /** @type {HTMLDialogElement} */ (byId("playlist"));
    this.title = /** @type {HTMLInputElement} */ (byId("playlist-title"));
    this.title.addEventListener("change", () =>
      this.storePlaylist({ ...this.list, title: this.title.value }),
    );
    /** @type {[string, () => unknown][]} */
    const does = [
      ["playlist-open", () => this.open()],
      ["playlist-close", () => this.dialog.close()],
      ["playlist-add", () => this.add()],
      ["playlist-play", () => this.makePage("Play")],
      ["playlist-save", () => this.makePage("Save")],
      ["playlist-text", () => this.saveText()],
      ["playlist-stop", () => page.stop()],
    ];
    for (const [id, on] of does) byId(id).addEventListener("click", on);
    const file = /** @type {HTMLInputElement} */ (byId("playlist-file"));
    file.addEventListener("change", () => void this.read(file));
    this.draw();
  }

  open() {
    this.say("");
    this.draw();
    this.dialog.showModal();
  }

  add() {
    const { link, title } = this.page.now();
    this.storePlaylist(addMoment(this.list, { link, title, note: "", ask: "" }));
    byId("playlist-moments").lastElementChild?.querySelector("textarea")?.focus();
  }

  /** @param {Playlist} list @param {boolean} [drawn] whether the dialog already shows it */
  storePlaylist(list, drawn = false) {
    this.list = list;
    try {
      window.localStorage.setItem(KEY, JSON.stringify(list));
    } catch {
      this.say("This browser stores nothing for this page, so the playlist is lost when you close the tab.");
    }
    if (!drawn) this.draw();
  }

  /** Save the run on the stage as a separate page. */
  async save() {
    const { link } = this.page.now();
    const { answer, pack } = await this.page.ask({ ask: "page", link, address: here() });
    download(new Blob([pack], { type: "text/html" }), answer.name);
  }

  /** Make the playlist's page, and play or save it. @param {"Play" | "Save"} then */
  async makePage(then) {
    await this.withStatus("Making the page: each run is computed once …", async () => {
      const { answer, pack } = await this.page.ask({ ask: "playlist", ...this.list, address: here() });
      if (then === "Save") download(new Blob([pack], { type: "text/html" }), answer.name);
      else this.play(new TextDecoder().decode(pack));
    });
  }

  async saveText() {
    await this.withStatus("", async () => {
      const { answer, pack } = await this.page.ask({ ask: "text", ...this.list });
      download(new Blob([pack], { type: "text/markdown" }), answer.name);
    });
  }

  /** Read a playlist that was saved as text, here or by the app. @param {HTMLInputElement} file */
  async read(file) {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    await this.withStatus("Reading …", async () => {
      const contents = base64(new Uint8Array(await chosen.arrayBuffer()));
      const { answer } = await this.page.ask({ ask: "opened", contents });
      this.storePlaylist(answer);
    });
    file.value = "";
  }

  /** @param {string} page its text */
  play(page) {
    // A page in a frame must also satisfy the policy of the page around it, which has another nonce.
    const own = NONCE.exec(page)?.[1];
    const text = own ? page.replaceAll(own, this.page.nonce()) : page;
    const src = URL.createObjectURL(new Blob([text], { type: "text/html" }));
    this.page.player.play(this.list.title || "Playlist", src, () => URL.revokeObjectURL(src));
  }

  /** @param {string} words @param {() => Promise<void>} does */
  async withStatus(words, does) {
    this.say(words, words.startsWith("Making"));
    try {
      await does();
      this.say("");
    } catch (error) {
      this.say(
        error instanceof Stopped ? "Stopped." : error instanceof Error ? error.message : String(error),
      );
    }
  }

  /** @param {string} text @param {boolean} [stops] whether it can be stopped */
  say(text, stops = false) {
    setText(byId("playlist-fault"), text);
    byId("playlist-stop").hidden = !stops;
  }

  draw() {
    const { title, moments } = this.list;
    this.title.value = title;
    setText(byId("playlist-open"), moments.length ? `Playlist (${moments.length})` : "Playlist");
    for (const id of ["playlist-play", "playlist-save", "playlist-text"])
      /** @type {HTMLButtonElement} */ (byId(id)).disabled = moments.length === 0;
    byId("playlist-moments").replaceChildren(...moments.map((moment, i) => this.momentRow(moment, i)));
  }

  /** @param {Moment} moment @param {number} i */
  momentRow(moment, i) {
    const { moments } = this.list;
    /** @param {Partial<Moment>} some */
    const set = (some) => {
      const now = this.list.moments.map((each, k) => (k === i ? { ...each, ...some } : each));
      this.storePlaylist({ ...this.list, moments: now }, true);
    };
    const title = html("input", { value: moment.title, "aria-label": `Title of moment ${i + 1}` });
    title.addEventListener("change", () => set({ title: title.value }));
    const note = html("textarea", { rows: 2, placeholder: "What to say here", "aria-label": "Note" });
    note.value = moment.note;
    note.addEventListener("change", () => set({ note: note.value }));
    const ask = html("select", {}, ...this.asks.map(([value, words]) => html("option", { value }, words)));
    ask.value = moment.ask;
    ask.addEventListener("change", () => set({ ask: ask.value }));
    const list = (/** @type {Moment[]} */ now) => this.storePlaylist({ ...this.list, moments: now });
    const named = `moment ${i + 1}`;
    const press = (
      /** @type {string} */ sign,
      /** @type {string} */ words,
      /** @type {() => void} */ onclick,
      disabled = false,
    ) =>
      html(
        "button",
        { type: "button", "aria-label": `${words} ${named}`, title: words, onclick, disabled },
        sign,
      );
    const buttons = html(
      "span",
      { class: "row" },
      press("↑", "Move up", () => list(moveMoment(moments, i, -1)), i === 0),
      press("↓", "Move down", () => list(moveMoment(moments, i, 1)), i === moments.length - 1),
      press("Show", "Show", () => this.show(moment.link)),
      press("×", "Remove", () => list(removeMoment(moments, i))),
    );
    const asks = html("label", { class: "row" }, "Ask before the next round ", ask);
    return html("li", {}, html("span", { class: "row" }, title, buttons), note, asks);
  }

  /** @param {string} link */
  show(link) {
    this.dialog.close();
    this.page.open(link);
  }
}

/**
 * @typedef {{link: string, title: string, note: string, ask: string}} Moment `link`: as after the `#`
 * @typedef {{title: string, moments: Moment[]}} Playlist
 */

/** Key of the playlist in local storage. */
const KEY = "rankviz-playlist";

/** @param {Playlist} list @param {Moment} moment @returns {Playlist} */
export const addMoment = (list, moment) => ({ ...list, moments: [...list.moments, moment] });

/** @param {Moment[]} moments @param {number} i */
export const removeMoment = (moments, i) => moments.filter((_, k) => k !== i);

/** Move a moment one place up or down; at the ends nothing changes. @param {Moment[]} moments @param {number} i @param {-1 | 1} by */
export function moveMoment(moments, i, by) {
  const found = [...moments];
  const to = i + by;
  if (to >= 0 && to < found.length) [found[i], found[to]] = [found[to], found[i]];
  return found;
}

/** Return the stored playlist, or an empty one if there is none or it is invalid. @param {{localStorage: Storage}} browser @returns {Playlist} */
export function loadPlaylist(browser) {
  try {
    const found = JSON.parse(browser.localStorage.getItem(KEY) ?? "null");
    const text = (/** @type {unknown} */ value) => (typeof value === "string" ? value : "");
    return {
      title: text(found.title),
      moments: found.moments.map((/** @type {Record<string, unknown>} */ each) => ({
        link: text(each.link),
        title: text(each.title),
        note: text(each.note),
        ask: text(each.ask),
      })),
    };
  } catch {
    return { title: "", moments: [] };
  }
}
