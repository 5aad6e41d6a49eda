/** The question to the class: its options, the reader's answer, and the result once revealed. */

import { appUrl } from "../host/app.js";
import { html, setClass, setText } from "../draw/dom.js";
import { answerShares } from "./room.js";
import { answersTable } from "./answers_table.js";
/** @import { Question, Vote } from "./class_events.js" */

const RETRY_DELAY = 2_000;

/** Return the text below the options. @param {Question} q @param {number | null} mine @param {boolean} sent */
export function voteNote(q, mine, sent) {
  if (q.phase === "revealed") {
    const verdict =
      mine === null || typeof q.right !== "number"
        ? ""
        : mine === q.right
          ? "You were right. "
          : "Not your answer. ";
    return `${verdict}${q.why ?? ""}`;
  }
  if (q.phase === "locked")
    return mine === null ? "Voting is closed." : "Your answer is counted. Voting is closed.";
  if (mine === null)
    return q.hold === null
      ? "Choose an answer."
      : "Choose an answer. The next round, which shows the result, is held back.";
  return sent ? "Counted. You may change it until the presenter ends the vote." : "Sending your answer …";
}

/** @param {HTMLElement} place @param {string} code @param {() => void} resized called when its height may have changed */
export function votePanel(place, code, resized) {
  /** @type {Question | null} */
  let now = null;
  /** The reader's votes known to the server, by question: a question that was put aside may return. @type {Map<string, number>} */
  const votes = new Map();
  /** @type {number | null} */
  let mine = null;
  let sent = false;
  let tries = 0;
  let timer = 0;
  const foot = html("p", { class: "note", role: "status" });

  /** Send the newest vote; one that does not arrive is sent again. */
  async function send() {
    clearTimeout(timer);
    if (!now || mine === null) return;
    const [question, option, turn] = [now.id, mine, ++tries];
    const body = JSON.stringify({ question, option });
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(appUrl(`api/room/${code}/vote`), { method: "POST", headers, body }).catch(
      () => null,
    );
    if (turn !== tries || now?.id !== question) return;
    if (!answer || answer.status === 429 || answer.status >= 500)
      timer = window.setTimeout(send, RETRY_DELAY);
    else if (answer.ok) {
      sent = true;
      votes.set(question, option);
    } else mine = votes.get(question) ?? null; // the vote had ended
    draw();
  }

  /** @param {number} option */
  function choose(option) {
    mine = option;
    sent = false;
    draw();
    void send();
  }

  function shut() {
    now = null;
    draw();
  }

  function draw() {
    place.hidden = !now;
    if (!now) return resized();
    const q = now;
    setClass(place, "revealed", q.phase === "revealed");
    const part = q.tally ? answerShares(q.tally) : null;
    const options = q.options.map(([words, hint], k) => {
      const bar = part ? [html("span", { class: "bar", style: `width:${100 * part[k]}%` })] : [];
      const aside = part ? `${mine === k ? "yours · " : ""}${Math.round(100 * part[k])} %` : hint; // the stage, with the answer on it, needs the room
      const pressed = {
        type: "button",
        "aria-pressed": mine === k,
        class: q.right === k ? "right" : "",
        onclick: () => choose(k),
      };
      const button = html(
        "button",
        pressed,
        q.right === k ? `✓ ${words}` : words,
        ...(aside ? [html("small", {}, aside)] : []),
        ...bar,
      );
      button.disabled = q.phase !== "open";
      return html("li", {}, button);
    });
    setText(foot, voteNote(q, mine, sent));
    const focused = [...place.querySelectorAll("button")].findIndex(
      (button) => button === document.activeElement,
    );
    const close =
      q.phase === "revealed"
        ? [html("button", { type: "button", class: "close", onclick: () => shut() }, "Close")]
        : [];
    place.replaceChildren(
      html("p", { class: "prompt" }, q.prompt),
      html("ul", { class: "options" }, ...options),
      ...(q.phase === "revealed" ? [] : [answersTable(q) ?? ""]),
      foot,
      ...close,
    );
    if (focused >= 0) place.querySelectorAll("button")[focused]?.focus();
    resized();
  }

  return {
    /** @param {Question | null} question */
    ask(question) {
      if (question?.id !== now?.id) {
        clearTimeout(timer);
        mine = votes.get(question?.id ?? "") ?? null;
        sent = mine !== null;
      }
      now = question;
      draw();
    },
    /** Take the vote that the server has, because the reader may have reloaded the page. @param {Vote} vote */
    voted({ question, option }) {
      votes.set(question, option);
      if (now?.id !== question || mine !== null) return;
      [mine, sent] = [option, true];
      draw();
    },
  };
}
