/** The presenter's second window: notes, the next moment, clocks, and the class's question. The stage beside it sends all of that. */

import { html, setClass, setText } from "../draw/dom.js";
import { answered, shares } from "./room.js";
import { CHANNEL } from "./teller.js";
/** @import { Status } from "./teller.js" */

const START = "rankviz-presenter-start";
const SECOND = 1000;

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Minutes and seconds: 4:05. @param {number} seconds */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Where one is, in a line. @param {Status} status */
export function where({ notes, code, counts, t }) {
  const place = notes ? [notes.playlist, `${notes.number} of ${notes.count}`] : [];
  const here = code ? [`class ${code}${counts ? `, ${counts.followers} here` : ""}`] : [];
  return [...place, `round ${t}`, ...here].join(" · ");
}

/** @param {Status} status */
function show(status) {
  const { notes, question, counts } = status;
  setText(element("where"), where(status));
  setText(element("title"), notes?.now.title ?? "");
  setText(
    element("note"),
    notes ? notes.now.note || "No note for this moment." : "This stage has no notes: a playlist has.",
  );
  element("next").hidden = !notes;
  setText(element("next-title"), notes ? (notes.next?.title ?? "The end") : "");
  setText(element("next-note"), notes?.next?.note ?? "");
  element("poll").hidden = !question;
  if (!question) return;
  setText(element("prompt"), question.prompt);
  setText(element("count"), counts ? answered(counts) : "");
  const tally = counts?.tally;
  const rows = question.options.map(([words], k) => {
    const row = html(
      "li",
      {},
      html("span", {}, words),
      tally ? html("b", {}, `${tally[k]} · ${Math.round(100 * shares(tally)[k])} %`) : null,
    );
    setClass(row, "right", question.right === k);
    return row;
  });
  element("options").replaceChildren(...rows);
  setText(element("advice"), question.why ?? counts?.advice ?? "");
}

function open() {
  const stored = Number(sessionStorage.getItem(START));
  let start = stored || Date.now();
  let since = Date.now();
  let moment = "";
  const tick = () => {
    setText(element("all"), clock((Date.now() - start) / SECOND));
    setText(element("here"), clock((Date.now() - since) / SECOND));
  };
  const restart = () => {
    start = since = Date.now();
    sessionStorage.setItem(START, String(start));
    tick();
  };
  if (!stored) restart();
  element("restart").addEventListener("click", restart);
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = (/** @type {MessageEvent<Status | "?">} */ { data }) => {
    if (data === "?") return; // another such window
    const now = data.notes ? `${data.notes.playlist} ${data.notes.number}` : "";
    if (now !== moment) since = Date.now();
    moment = now;
    show(data);
    tick();
  };
  channel.postMessage("?");
  window.setInterval(tick, SECOND / 4);
}

if (typeof document !== "undefined") open();
