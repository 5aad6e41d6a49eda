/**
 * The question on the projected screen: how many answered; how they answered once the presenter wants it seen. What that advises is for
 * the presenter alone (presenter.js).
 */

import { html, setClass, setText } from "../draw/dom.js";
import { nextAct, shares } from "./room.js";
/** @import { Counts, Question } from "./room.js" */

/** Milliseconds in which the server answers a key: a second press meanwhile is none. */
const ANSWER = 800;
const ONWARD = ["rv-reveal", "rv-page-on"];
/** What the next press does, in words. @type {Record<string, string>} */
const WORDS = {
  lock: "Lock the answers",
  bars: "Show the bars",
  again: "Ask again",
  reveal: "Reveal",
  drop: "Close",
  shut: "Close",
};

/** @param {HTMLElement} stage @param {(act: string) => void} ask the room, or the page, to do something */
export function poll(stage, ask) {
  const [prompt, count, options, said] = [
    html("p", { class: "rv-prompt" }),
    html("b"),
    html("ol"),
    html("span"),
  ];
  const [on, again] = [html("button", { type: "button" }), html("button", { type: "button" })];
  const foot = html("div", { class: "rv-poll-foot", hidden: true }, said, again, on);
  const el = html(
    "section",
    { class: "rv-poll", "aria-label": "Question", hidden: true },
    html("div", {}, prompt, count),
    options,
    foot,
  );
  stage.append(el);
  /** @type {Question | null} */
  let question = null;
  /** @type {Counts | null} */
  let counts = null;
  let [bars, shut] = [false, false];
  /** What the board has made room for. @type {Question | null} */
  let told = null;
  /** Why the room did not do what was asked, while that is shown; and the last refusal that it gave. */
  let [why, refusal] = ["", ""];
  let asked = -Infinity;

  /** @param {boolean} back */
  function step(back) {
    if (!stage.classList.contains("rv-presents")) return;
    const act = nextAct(question, bars, back);
    if (act === "bars" || act === "shut") {
      [bars, shut] = [act === "bars", act === "shut"];
      draw();
    } else if (act && performance.now() - asked > ANSWER) {
      asked = performance.now();
      refusal = "";
      ask(act);
    }
  }
  const moved = () => {
    if (!why) return;
    why = "";
    draw();
  };
  document.addEventListener("rv-round", moved);
  const heard = (/** @type {Event} */ event) => step(/** @type {CustomEvent<boolean>} */ (event).detail);
  /** An arrow or a page key where the next step is to reveal. @param {Event} event */
  const onward = (event) => {
    if (!stage.classList.contains("rv-presents") || !question?.alone || question.phase !== "open") return;
    event.preventDefault();
    step(false);
  };
  stage.addEventListener("rv-question", heard);
  for (const name of ONWARD) stage.addEventListener(name, onward);
  on.addEventListener("click", () => step(false));
  again.addEventListener("click", () => step(true));

  function draw() {
    el.hidden = shut || (!question && !why);
    tell(el.hidden ? null : question);
    setClass(el, "rv-revealed", question?.phase === "revealed");
    setText(prompt, question?.prompt ?? why);
    setText(count, question && counts ? `${counts.voted} of ${counts.followers} answered` : "");
    const tally = question?.alone
      ? undefined
      : bars || question?.phase === "revealed"
        ? counts?.tally
        : undefined;
    options.replaceChildren(
      ...(question?.options ?? []).map(([words, hint], k) => option(words, hint, k, tally)),
    );
    setText(said, (question && why) || (question?.why ?? ""));
    const [next, other] = [nextAct(question, bars, false), nextAct(question, bars, true)];
    setText(on, question ? `${WORDS[next]} · V` : "");
    setText(again, question && other === "again" ? `${WORDS.again} · Shift V` : "");
    for (const button of [on, again]) button.hidden = !button.textContent;
    foot.hidden = !on.textContent;
  }

  /** The board makes room for the question, and shows what it is about. @param {Question | null} now */
  function tell(now) {
    if (now?.id === told?.id) return;
    told = now;
    stage.dispatchEvent(new CustomEvent("rv-asked", { detail: now }));
  }

  /** @param {string} words @param {string} hint @param {number} k @param {number[] | undefined} tally */
  function option(words, hint, k, tally) {
    const right = question?.right === k;
    const share = tally ? shares(tally)[k] : 0;
    const aside = tally ? `${tally[k]} · ${Math.round(100 * share)} %` : hint;
    const bar = tally ? [html("i", { style: `--share:${100 * share}%` })] : [];
    return html(
      "li",
      { class: right ? "right" : "" },
      html("span", {}, right ? `✓ ${words}` : words),
      html("small", {}, aside),
      ...bar,
    );
  }

  return {
    /** @param {Question | null} next @param {Counts | null} now */
    load(next, now) {
      if (next?.id !== question?.id || next?.phase !== question?.phase) {
        asked = -Infinity;
        why = "";
        shut = false;
        if (next?.phase !== "locked") bars = false;
      }
      [question, counts] = [next, now];
      draw();
    },
    /** Show why the room did not do what was asked. @param {string} sentence */
    refuse(sentence) {
      if (sentence === refusal) return;
      why = refusal = sentence;
      draw();
    },
    stop() {
      stage.removeEventListener("rv-question", heard);
      for (const name of ONWARD) stage.removeEventListener(name, onward);
      tell(null);
      document.removeEventListener("rv-round", moved);
      el.remove();
    },
  };
}
