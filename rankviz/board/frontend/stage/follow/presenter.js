/**
 * The presenter's second window: notes, clocks, the class's question, and a picture of the next moment. The stage sends all of
 * this, and receives the keys pressed here.
 */

import { appUrl } from "../host/app.js";
import { byId, html, setClass, setText } from "../draw/dom.js";
import { answered, nextAct, answerShares } from "./room.js";
import { CHANNEL } from "./second_window.js";
/** @import { Picture } from "./room.js" */
/** @import { StageGone, KeyPress, Status } from "./second_window.js" */

const [START, PLANNED] = ["rankviz-presenter-start", "rankviz-presenter-minutes"];
const SECOND = 1000;
/** What the button does next, in words. @type {Record<string, string>} */
const WORDS = {
  ask: "Ask the class",
  lock: "Lock the answers",
  bars: "Show the bars",
  reveal: "Reveal",
  drop: "Close the question",
  shut: "Close the question",
};
/** Keys passed to the stage, with their codes, which the page around it reads. @type {Record<string, number>} */
const KEYS = {
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowRight: 39,
  b: 66,
  f: 70,
  j: 74,
  v: 86,
  V: 86,
  ".": 190,
};

/** @param {string} id */
const button = (id) => /** @type {HTMLButtonElement} */ (byId(id));

/** Format seconds as minutes and seconds: 4:05, or −4:05 once overdue. @param {number} seconds */
export function clockText(seconds) {
  const whole = Math.floor(Math.abs(seconds));
  const sign = seconds < 0 && whole ? "−" : "";
  return `${sign}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Describe the position in one line. @param {Status} status */
export function position({ notes, code, counts, t }) {
  const place = notes ? [notes.playlist, `${notes.number} of ${notes.count}`] : [];
  const here = code ? [`class ${code}${counts ? `, ${counts.followers} here` : ""}`] : [];
  return [...place, `round ${t}`, ...here].join(" · ");
}

/**
 * Return the label of the next-step button and the key that it presses; "" for nothing.
 * @param {Status} status @returns {{words: string, key: string}}
 */
export function nextButton({ notes, code, question, act }) {
  if (notes) {
    const next = notes.next ? "Next" : "";
    return { words: WORDS[act] ?? next, key: "PageDown" };
  }
  return {
    words: code || question ? (WORDS[nextAct(question, act === "reveal", false)] ?? "") : "",
    key: "v",
  };
}

/** @param {Status} status */
function show(status) {
  const { notes, question, counts } = status;
  setText(byId("where"), position(status));
  setText(byId("title"), notes?.now.title ?? "");
  const none = notes?.now.say ? "" : "No note for this moment.";
  setText(
    byId("note"),
    notes ? notes.now.note || none : "This stage has no notes. Only playlists have them.",
  );
  setText(byId("say"), notes?.now.say ?? "");
  byId("next").hidden = !notes;
  setText(byId("next-title"), notes ? (notes.next?.title ?? "The end") : "");
  setText(byId("next-note"), notes?.next?.note ?? "");
  const { words } = nextButton(status);
  byId("turn").hidden = false;
  setText(byId("round"), String(status.t));
  setText(button("on"), words || "Next");
  button("on").disabled = !words;
  button("back").disabled = !notes || (notes.number === 1 && !question);
  byId("poll").hidden = !question;
  if (!question) return;
  setText(byId("prompt"), question.prompt);
  setText(byId("count"), counts ? answered(counts) : "");
  const tally = counts?.tally;
  const rows = question.options.map(([words], k) => {
    const row = html(
      "li",
      {},
      html("span", {}, words),
      tally ? html("b", {}, `${tally[k]} · ${Math.round(100 * answerShares(tally)[k])} %`) : null,
    );
    setClass(row, "right", question.right === k);
    return row;
  });
  byId("options").replaceChildren(...rows);
  setText(byId("advice"), question.why ?? counts?.advice ?? "");
}

/** Draws the picture of the next moment; a late one is dropped. */
class NextPicture {
  constructor() {
    this.image = /** @type {HTMLImageElement} */ (byId("picture"));
    this.now = "";
  }

  /** @param {Picture | null} picture */
  async show(picture) {
    const now = picture ? JSON.stringify(picture) : "";
    if (now === this.now) return;
    this.now = now;
    this.image.hidden = true;
    if (!picture) return;
    const answer = await fetch(appUrl(picture.run)).catch(() => null);
    if (!answer?.ok) return;
    const [pack, { drawBoard }, { addStyles, stylesLoaded }] = await Promise.all([
      answer.arrayBuffer(),
      import("../print/board_picture.js"),
      import("../host/style_sheets.js"),
    ]);
    await stylesLoaded;
    if (now !== this.now) return;
    if (!this.styled) addStyles(document);
    this.styled = true;
    this.image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawBoard(picture, pack))}`;
    this.image.hidden = false;
  }
}

/** The clocks: time of day, total time, time on this moment, and the rest of the planned minutes. */
class Clocks {
  constructor() {
    const stored = Number(sessionStorage.getItem(START));
    this.start = stored || Date.now();
    this.since = Date.now();
    this.planned = /** @type {HTMLInputElement} */ (byId("planned"));
    this.planned.value = sessionStorage.getItem(PLANNED) ?? "";
    this.planned.addEventListener("input", () => {
      sessionStorage.setItem(PLANNED, this.planned.value);
      this.tick();
    });
    byId("restart").addEventListener("click", () => this.restart());
    if (!stored) this.restart();
    window.setInterval(() => this.tick(), SECOND / 4);
    this.tick();
  }

  restart() {
    this.start = this.since = Date.now();
    sessionStorage.setItem(START, String(this.start));
    this.tick();
  }

  /** Handle a new moment. */
  turn() {
    this.since = Date.now();
    this.tick();
  }

  tick() {
    const now = new Date();
    setText(byId("time"), `${now.getHours()}:${String(now.getMinutes()).padStart(2, "0")}`);
    const passed = (now.getTime() - this.start) / SECOND;
    setText(byId("all"), clockText(passed));
    setText(byId("here"), clockText((now.getTime() - this.since) / SECOND));
    const minutes = Number(this.planned.value);
    byId("rest").hidden = !(minutes > 0);
    setText(byId("left"), clockText(60 * minutes - passed));
    setClass(byId("rest"), "late", 60 * minutes < passed);
  }
}

/**
 * Return whether a window opened at a given time switches from its stage to the one that speaks, because several tabs may have one. It
 * shows the stage that was last used before, which is the one that opened it.
 * @param {Status | null} shown @param {Status} speaks @param {number} opened
 */
export function switchesTo(shown, speaks, opened) {
  if (!shown || shown.stage === speaks.stage) return true;
  return shown.used < speaks.used && speaks.used <= opened;
}

function open() {
  const [clocks, next, opened] = [new Clocks(), new NextPicture(), Date.now()];
  let moment = "";
  /** @type {Status | null} */
  let status = null;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = (/** @type {MessageEvent<Status | KeyPress | StageGone | "?">} */ { data }) => {
    if (data === "?" || "key" in data) return; // another second window
    if ("gone" in data) {
      if (data.gone === status?.stage) status = null; // show the next stage that speaks
      return;
    }
    if (!switchesTo(status, data, opened)) return;
    const now = data.notes ? `${data.notes.playlist} ${data.notes.number}` : "";
    if (now !== moment) clocks.turn();
    moment = now;
    status = data;
    show(data);
    void next.show(data.notes?.picture ?? null);
  };
  channel.postMessage("?");
  /** @param {string} key @param {boolean} [shiftKey] */
  const send = (key, shiftKey = false) =>
    channel.postMessage({
      stage: status?.stage,
      key,
      code: key.length > 1 ? key : `Key${key.toUpperCase()}`,
      keyCode: KEYS[key],
      shiftKey,
    });
  button("back").addEventListener("click", () => send("PageUp"));
  button("on").addEventListener("click", () => status && send(nextButton(status).key));
  button("round-back").addEventListener("click", () => send("ArrowLeft"));
  button("round-on").addEventListener("click", () => send("ArrowRight"));
  document.addEventListener("keydown", (event) => {
    const { key, shiftKey } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || !(key in KEYS)) return;
    if (event.target instanceof HTMLInputElement) return;
    send(key, shiftKey);
    event.preventDefault();
  });
}

if (typeof document !== "undefined") open();
