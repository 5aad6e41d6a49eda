/**
 * The presenter's side of a stage: it posts every change of round to the room, shows a badge with code and number of followers, puts
 * the question on the projected screen, and sends the notes to the second window.
 */

import { appUrl } from "../host/app.js";
import { trialValue } from "../branch/trial_kinds.js";
import { html, setText } from "../draw/dom.js";
import { fetchRefusal } from "./class_events.js";
import { joinScreen } from "./join_screen.js";
import { projectedQuestion } from "./projected_question.js";
import { answered } from "./room.js";
import { SecondWindow } from "./second_window.js";
/** @import { Component } from "../control/page.js" */
/** @import { Try } from "../branch/trial_kinds.js" */
/** @import { Changes } from "./class_events.js" */
/** @import { Counts, Notes, Question, Room } from "./room.js" */

/** Interval between two posts, ms: of rounds that fly by only some are sent, but always the last. */
const INTERVAL = 100;
const RETRY_DELAY = 1_000;
const KEY = Symbol.for("rankviz.class");
/** Events that mean release. */
const RELEASES = ["rv-branch", "rv-tie", "rv-flip"];

/**
 * @typedef {{t: number, beat: number, run: string, tried?: Try | null}} Step `run`: address of the pack; `tried`: the current trial
 * @typedef {HTMLElement | ShadowRoot} Holder the holder of a stage
 */

/** Start, update or stop presenting the stage in a holder. @param {Holder} holder @param {Component | null} component */
export default function lead(holder, component) {
  const sides = /** @type {Record<symbol, Side | undefined>} */ (/** @type {unknown} */ (holder));
  const { room = null, notes = null, question = null } = component?.data ?? {};
  if (!room && !notes) {
    sides[KEY]?.stop();
    sides[KEY] = undefined;
    return;
  }
  (sides[KEY] ??= new Side(holder)).update(room, notes, question);
}

class Side {
  /** @param {Holder} holder */
  constructor(holder) {
    this.holder = holder;
    this.teller = new SecondWindow();
    /** @type {Lead | undefined} */
    this.lead = undefined;
    /** The question on the projected screen that no class answers. @type {ReturnType<typeof projectedQuestion> | undefined} */
    this.poll = undefined;
  }

  /** @param {Room | null} room @param {Notes | null} notes @param {Question | null} question */
  update(room, notes, question) {
    if (this.lead?.code !== room?.code) {
      this.lead?.stop();
      this.teller.tell({ code: room?.code ?? "", question: null, counts: null });
      this.lead = room ? new Lead(this.holder, room, this.teller) : undefined;
    }
    if (room) this.lead?.update(room, question?.phase === "open");
    this.ask(room ? null : question);
    this.teller.tell({ notes, ...(room ? {} : { question }) });
  }

  /** @param {Question | null} question that no class answers */
  ask(question) {
    if (!question) this.poll?.stop();
    this.poll = question
      ? (this.poll ?? projectedQuestion(stageIn(this.holder), actOf(this.holder), tellOf(this.teller)))
      : undefined;
    this.poll?.load(question, null);
  }

  stop() {
    this.lead?.stop();
    this.ask(null);
    this.teller.stop();
  }
}

/** @param {Holder} holder */
const stageIn = (holder) => /** @type {HTMLElement} */ (holder.querySelector(".rv-stage"));

/** Return a function that sends an act to the page by name. @param {Holder} holder @returns {(name: string) => void} */
const actOf = (holder) => (name) =>
  void stageIn(holder).dispatchEvent(new CustomEvent("rv-act", { detail: name }));

/** @param {SecondWindow} teller @returns {(act: string) => void} */
const tellOf = (teller) => (act) => void (act !== teller.now.act && teller.tell({ act }));

class Lead {
  /** @param {Holder} holder @param {Room} room @param {SecondWindow} teller */
  constructor(holder, room, teller) {
    this.code = room.code;
    this.teller = teller;
    this.el = html(
      "button",
      { type: "button", class: "rv-room", title: "How to join (J)", onclick: () => this.card.toggle() },
      room.code,
    );
    const stage = stageIn(holder);
    // A phone has no keys: the badge does what V does until the question has buttons.
    const begin = () => stage.dispatchEvent(new CustomEvent("rv-question", { detail: false }));
    this.ask = html("button", { type: "button", class: "rv-ask", onclick: begin }, "Ask the class");
    stage.querySelector(".rv-banner")?.append(this.el, this.ask);
    this.card = joinScreen(stage);
    this.poll = projectedQuestion(stage, actOf(holder), tellOf(teller));
    /** What waits to be sent. @type {Step | null} */
    this.next = null;
    /** The current round. @type {Step | null} */
    this.at = null;
    /** Whether the trial was released, and is kept until its run arrives. */
    this.let = false;
    this.busy = false;
    this.timer = 0;
    this.url = appUrl(`api/room/${room.code}/events?as=presenter`);
    this.again = 0;
    this.stopped = false;
    this.source = this.listen();
    this.onRound = this.onRound.bind(this);
    document.addEventListener("rv-round", this.onRound);
    document.dispatchEvent(new Event("rv-which-round"));
    this.stage = stage;
    this.onTrial = this.onTrial.bind(this);
    this.lets = () => void (this.let = true);
    stage.addEventListener("rv-try", this.onTrial);
    for (const name of RELEASES) stage.addEventListener(name, this.lets);
  }

  listen() {
    const source = new EventSource(this.url);
    source.onmessage = (event) => this.onEvent(JSON.parse(event.data));
    source.addEventListener("ended", () => this.stop());
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) void this.onRefused();
    };
    return source;
  }

  /** Reconnect after the server has refused the events, unless the room has ended. */
  async onRefused() {
    const asked = this.source;
    const refused = await fetchRefusal(this.url);
    if (this.stopped || this.source !== asked) return;
    if (refused?.wait === null) this.stop();
    else this.again = window.setTimeout(() => (this.source = this.listen()), refused?.wait ?? RETRY_DELAY);
  }

  /** @param {Room} room @param {boolean} waits whether the moment's question is still to be asked */
  update(room, waits) {
    this.card.load(room);
    this.poll.wait(waits);
    this.poll.refuse(room.refused);
  }

  /** @param {Changes & {counts?: Counts}} changes */
  onEvent({ question, counts }) {
    if (question !== undefined) this.teller.tell({ question });
    if (counts) {
      const here = counts.asks ? answered(counts) : `${counts.followers} here`;
      setText(this.el, `${this.code} · ${here}`);
      this.teller.tell({ counts });
    }
    this.ask.hidden = this.teller.now.question !== null;
    this.poll.load(this.teller.now.question, this.teller.now.counts);
  }

  /** @param {Event} event of the stage */
  onRound(event) {
    const { run, at } = /** @type {CustomEvent<{run: string, at: {t: number, beat: number}}>} */ (event)
      .detail;
    this.at = { ...at, run: run.slice(run.lastIndexOf("/") + 1) };
    this.let = false;
    this.post(this.at);
  }

  /** Post a trial, so that the class sees it as it happens. @param {Event} event of the stage */
  onTrial(event) {
    const tried = /** @type {CustomEvent<Try>} */ (event).detail;
    const none = trialValue(tried) === null;
    if (!this.at || (this.let && none)) return;
    this.let = false;
    this.post({ ...this.at, tried: none ? null : tried });
  }

  /** @param {Step} step */
  post(step) {
    this.next = step;
    if (!this.busy) void this.send();
  }

  async send() {
    const step = this.next;
    if (!step) return;
    this.next = null;
    this.busy = true;
    const how = {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(step),
    };
    const answer = await fetch(appUrl(`api/room/${this.code}/go`), how).catch(() => null);
    const again = !answer || answer.status === 429 || answer.status >= 500;
    if (again) this.next ??= step;
    const on = () => {
      this.busy = false;
      void this.send();
    };
    this.timer = window.setTimeout(on, again ? RETRY_DELAY : INTERVAL);
  }

  stop() {
    document.removeEventListener("rv-round", this.onRound);
    this.stage.removeEventListener("rv-try", this.onTrial);
    for (const name of RELEASES) this.stage.removeEventListener(name, this.lets);
    clearTimeout(this.timer);
    clearTimeout(this.again);
    this.stopped = true;
    this.source.close();
    this.next = null;
    this.el.remove();
    this.ask.remove();
    this.card.stop();
    this.poll.stop();
  }
}
