/** The question on the projected screen: how many answered; how they answered once the presenter wants it seen. */

import { html, setClass, setText } from "../draw/dom.js";
import { nextAct, shares } from "./room.js";
/** @import { Counts, Question } from "./room.js" */

/** Milliseconds in which the server answers a key: a second press meanwhile is none. */
const ANSWER = 800;
/** What the next press does, in words. @type {Record<string, string>} */
const WORDS = {
  lock: "Lock the answers",
  bars: "Show the bars",
  again: "Ask again",
  reveal: "Reveal",
  drop: "Close",
};

/** @param {HTMLElement} stage @param {(act: string) => void} ask the room to do something */
export function poll(stage, ask) {
  const [prompt, count, options, advice] = [
    html("p", { class: "rv-prompt" }),
    html("b"),
    html("ol"),
    html("span"),
  ];
  const [on, again] = [html("button", { type: "button" }), html("button", { type: "button" })];
  const foot = html("div", { class: "rv-poll-foot", hidden: true }, advice, again, on);
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
  let bars = false;
  /** Why the room did not do what was asked, while that is shown; and the last refusal that it gave. */
  let [why, refusal] = ["", ""];
  let asked = -Infinity;

  /** @param {boolean} back */
  function step(back) {
    if (!stage.classList.contains("rv-presents")) return;
    const act = nextAct(question, bars, back);
    if (act === "bars") {
      bars = true;
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
  stage.addEventListener("rv-question", heard);
  on.addEventListener("click", () => step(false));
  again.addEventListener("click", () => step(true));

  function draw() {
    el.hidden = !question && !why;
    setClass(el, "rv-revealed", question?.phase === "revealed");
    setText(prompt, question?.prompt ?? why);
    setText(count, question && counts ? `${counts.voted} of ${counts.followers} answered` : "");
    const tally = bars || question?.phase === "revealed" ? counts?.tally : undefined;
    options.replaceChildren(
      ...(question?.options ?? []).map(([words, hint], k) => option(words, hint, k, tally)),
    );
    setText(
      advice,
      (question && why) ||
        (bars && question?.phase === "locked" ? (counts?.advice ?? "") : (question?.why ?? "")),
    );
    const [next, other] = [nextAct(question, bars, false), nextAct(question, bars, true)];
    setText(on, question ? `${WORDS[next]} · V` : "");
    setText(again, question && other === "again" ? `${WORDS.again} · Shift V` : "");
    for (const button of [on, again]) button.hidden = !button.textContent;
    foot.hidden = !on.textContent;
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
      document.removeEventListener("rv-round", moved);
      el.remove();
    },
  };
}
