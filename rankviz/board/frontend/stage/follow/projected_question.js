/**
 * The question on the projected screen: how many have answered, and how, once the presenter wants it shown. Advice drawn from that is
 * for the presenter only (presenter.js).
 */

import { html, setClass, setText } from "../draw/dom.js";
import { answered, nextAct, answerShares, turnAct } from "./room.js";
import { answersTable } from "./answers_table.js";
/** @import { Counts, Question } from "./room.js" */

/** The longest wait for the room's answer to an act, ms: until it comes, further keys do nothing. */
const PATIENCE = 5000;
/** A clicker's keys (sent by index.js). */
const [ON, BACK] = ["rv-page-on", "rv-page-back"];
/** What the next press does, in words. @type {Record<string, string>} */
const WORDS = {
  lock: "Lock the answers",
  bars: "Show the bars",
  again: "Ask again",
  reveal: "Reveal",
  drop: "Close",
  shut: "Close",
};

/** @param {HTMLElement} stage @param {(act: string) => void} ask sends an act to the room or the page @param {(act: string) => void} [tell] sends to the second window what the next key does */
export function projectedQuestion(stage, ask, tell = () => {}) {
  const [prompt, count, options, said] = [
    html("p", { class: "rv-prompt" }),
    html("b"),
    html("ol"),
    html("span"),
  ];
  const table = html("div");
  const [on, again] = [html("button", { type: "button" }), html("button", { type: "button" })];
  const foot = html("div", { class: "rv-poll-foot", hidden: true }, said, again, on);
  const el = html(
    "section",
    { class: "rv-poll", "aria-label": "Question", hidden: true },
    html("div", {}, prompt, count),
    options,
    table,
    foot,
  );
  stage.append(el);
  /** @type {Question | null} */
  let question = null;
  /** @type {Counts | null} */
  let counts = null;
  let [bars, shut, waits] = [false, false, false];
  /** The question for which the board has made room. @type {Question | null} */
  let told = null;
  /** Why the room refused an act, while that is shown; and the room's last refusal. */
  let [why, refusal] = ["", ""];
  let asked = -Infinity;

  /** Keys from the second window always count, because that window has the focus. */
  const heeds = () => presents() || !document.hasFocus();
  const presents = () => stage.classList.contains("rv-presents");
  /** @param {boolean} back */
  function step(back) {
    if (heeds()) act(nextAct(question, bars, back));
  }

  const pending = () => performance.now() - asked < PATIENCE;

  /** @param {string} name of the step */
  function act(name) {
    if (name === "bars" || name === "bare" || name === "shut") {
      [bars, shut] = [name === "bars", name === "shut"];
      draw();
    } else if (name && !pending()) {
      asked = performance.now();
      refusal = "";
      ask(name);
    }
  }
  const moved = () => {
    if (!why) return;
    why = "";
    draw();
  };
  document.addEventListener("rv-round", moved);
  const heard = (/** @type {Event} */ event) => step(/** @type {CustomEvent<boolean>} */ (event).detail);
  /** Handle an arrow key if the next step is to reveal. @param {Event} event */
  const onward = (event) => {
    if (!presents() || !question?.alone || question.phase !== "open") return;
    event.preventDefault();
    step(false);
  };
  /** Handle a page key: with a class it is a step of the question, wherever the presenter looks. @param {boolean} back */
  const pageAct = (back) =>
    !presents() && question?.alone ? "" : turnAct(question, bars || !presents(), back, waits);
  const tellAct = () => tell(pageAct(false));
  const presented = new MutationObserver(tellAct);
  presented.observe(stage, { attributes: true, attributeFilter: ["class"] });
  /** @param {Event} event */
  const turned = (event) => {
    const next = pageAct(event.type === BACK);
    if (!next && !pending()) return;
    event.preventDefault();
    act(next === "bare" && !presents() ? "back" : next);
  };
  stage.addEventListener("rv-question", heard);
  stage.addEventListener("rv-reveal", onward);
  for (const name of [ON, BACK]) stage.addEventListener(name, turned);
  on.addEventListener("click", () => step(false));
  again.addEventListener("click", () => step(true));

  function draw() {
    el.hidden = shut || (!question && !why);
    makeRoom(el.hidden ? null : question);
    tellAct();
    setClass(el, "rv-revealed", question?.phase === "revealed");
    setText(prompt, question?.prompt ?? why);
    setText(count, question && counts ? answered(counts) : "");
    const tally = question?.alone
      ? undefined
      : bars || question?.phase === "revealed"
        ? counts?.tally
        : undefined;
    options.replaceChildren(
      ...(question?.options ?? []).map(([words, hint], k) => option(words, hint, k, tally)),
    );
    const says = question && question.phase !== "revealed" && answersTable(question);
    table.replaceChildren(...(says ? [says] : []));
    setText(said, (question && why) || (question?.why ?? ""));
    const [next, other] = [nextAct(question, bars, false), nextAct(question, bars, true)];
    setText(on, question ? `${WORDS[next]} · V` : "");
    setText(again, question && other === "again" ? `${WORDS.again} · Shift V` : "");
    for (const button of [on, again]) button.hidden = !button.textContent;
    foot.hidden = !on.textContent;
  }

  /** Make room on the board for the question and its tiles. @param {Question | null} now */
  function makeRoom(now) {
    if (now?.id === told?.id) return;
    told = now;
    stage.dispatchEvent(new CustomEvent("rv-asked", { detail: now }));
  }

  /** @param {string} words @param {string} hint @param {number} k @param {number[] | undefined} tally */
  function option(words, hint, k, tally) {
    const right = question?.right === k;
    const share = tally ? answerShares(tally)[k] : 0;
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
        // After going back from the reveal, the bars are still shown.
        bars = next?.phase === "locked" && next.id === question?.id && question.phase === "revealed";
      }
      [question, counts] = [next, now];
      draw();
    },
    /** Set whether the moment's question is still to be asked. @param {boolean} now */
    wait(now) {
      waits = now;
      tellAct();
    },
    /** Show why the room refused an act. @param {string} sentence */
    refuse(sentence) {
      if (sentence === refusal) return;
      asked = -Infinity;
      why = refusal = sentence;
      draw();
    },
    stop() {
      stage.removeEventListener("rv-question", heard);
      stage.removeEventListener("rv-reveal", onward);
      for (const name of [ON, BACK]) stage.removeEventListener(name, turned);
      makeRoom(null);
      presented.disconnect();
      tell("");
      document.removeEventListener("rv-round", moved);
      el.remove();
    },
  };
}
