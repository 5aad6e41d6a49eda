/** The act of a lesson's step in a saved page: the page carries all outcomes, and each try gets its reply. */

import { html, setText } from "../stage/draw/dom.js";
/** @import { Flip } from "../stage/panels/pick/answer_flipper.js" */

/**
 * Written by rankviz/lessons/outcomes.py.
 * @typedef {{choice: string, right: boolean, reply: string, hint: string}} Outcome
 * @typedef {Object} Act
 * @property {"choose" | "find" | "mark" | "flip" | "drag"} kind
 * @property {string} prompt
 * @property {Outcome[]} outcomes one per choice; to find a round, one per round from 1
 * @property {number} answer index of the outcome shown after giving up
 * @property {number} start
 * @property {number} shows round that the board goes to when the act is done
 * @property {string} after text shown when the act is done
 * @property {string[]} items
 * @property {[string, string][]} table names of rankers, and their answers as 0 and 1
 * @property {[number, string]} [run] run whose α is dragged: its index, and its name in a fork
 * @property {import("../stage/control/view.js").Settings} done settings of the figure when the act is done
 */

/** Return whether later rounds stay hidden because they would give the answer away. @param {Act | null} act */
export const hidesLaterRounds = (act) => act === null || act.kind === "choose";

/** Return the table's answers with the answer of a choice flipped. @param {Act} act @param {string} choice "h1:3" @returns {Flip} */
function flipOf(act, choice) {
  const [name, row] = choice.split(":");
  const ranker = act.table.findIndex(([each]) => each === name);
  const item = Number(row);
  const bits = Array.from(act.table[ranker][1], (bit, i) => (i === item ? 1 - Number(bit) : Number(bit)));
  return { ranker, item, answers: [{ name, bits }], first: true };
}

/** The question's panel: the task, its controls, and the reply. */
export class LessonAct {
  /**
   * @param {HTMLElement} place @param {() => number} round that the board shows
   * @param {(choice: string) => void} settled called when the act is done, with the right choice, or "" if the answer was shown
   * @param {(name: string, detail: unknown) => void} tell sends the stage what is tried
   */
  constructor(place, round, settled, tell) {
    this.tell = tell;
    this.place = place;
    this.round = round;
    this.settled = settled;
    this.said = html("p", { class: "reply", role: "status" });
    /** @type {Act | null} */
    this.act = null;
  }

  /** Show an act, and the choice that settled it. @param {Act | null} act @param {string | undefined} choice */
  show(act, choice) {
    this.act = act;
    this.place.hidden = !act;
    if (!act) return;
    setText(this.said, "");
    this.place.replaceChildren(html("p", {}, act.prompt), ...this.buildTools(act, choice), this.said);
    if (choice === undefined) return;
    const answer = act.outcomes[act.answer];
    const beside = act.kind === "mark" && choice !== answer.choice ? `It is round ${answer.choice}. ` : "";
    this.said.replaceChildren(
      html("b", {}, choice ? `Right. ${beside}` : `${this.textAfterGivingUp(act)} `),
      (act.outcomes.find((each) => each.choice === choice) ?? answer).reply,
      ...(act.after ? [html("span", { class: "after" }, act.after)] : []),
    );
  }

  /** Return the text shown before the answer after giving up. @param {Act} act */
  textAfterGivingUp(act) {
    const { choice } = act.outcomes[act.answer];
    if (act.kind === "find" || act.kind === "mark") return `It is round ${choice}.`;
    return act.kind === "choose" ? "The answer:" : "One way to do it:";
  }

  /** @param {Act} act @param {string | undefined} choice @returns {HTMLElement[]} */
  buildTools(act, choice) {
    if (choice !== undefined)
      return act.kind === "flip" ? [this.buildTable(act, choice || act.outcomes[act.answer].choice)] : [];
    if (act.kind === "choose")
      return act.outcomes.map((each) =>
        html(
          "button",
          { type: "button", class: "option", onclick: () => this.tryChoice(each.choice) },
          each.hint ? `${each.choice} (${each.hint})` : each.choice,
        ),
      );
    if (act.kind === "flip") return [this.buildTable(act, "")];
    if (act.kind === "drag") return [this.buildSlider(act)];
    const label = act.kind === "mark" ? "Mark this round" : "It is this round";
    return [
      html(
        "button",
        { type: "button", class: "main", onclick: () => this.tryChoice(String(this.round())) },
        label,
      ),
    ];
  }

  /** @param {Act} act @returns {HTMLElement} slider for α, which starts in the middle */
  buildSlider(act) {
    const { outcomes } = act;
    const value = html("output", {});
    const slider = /** @type {HTMLInputElement} */ (
      html("input", {
        type: "range",
        min: "0",
        max: String(outcomes.length - 1),
        value: String(outcomes.length >> 1),
        "aria-label": "α",
        oninput: () => {
          tell();
          tried();
        },
        onchange: () => this.tryChoice(outcomes[Number(slider.value)].choice),
      })
    );
    const tell = () => {
      const said = `α = ${outcomes[Number(slider.value)].choice.replace("-", "−")}`;
      setText(value, said);
      slider.setAttribute("aria-valuetext", said);
    };
    const tried = () => {
      const alpha = Number(outcomes[Number(slider.value)].choice);
      if (act.run) this.tell("rv-try", { index: act.run[0], round: act.start, alpha });
    };
    tell();
    return html("label", { class: "alpha" }, slider, value);
  }

  /** @param {Act} act @param {string} flipped the flipped cell @returns {HTMLElement} a table with a button per answer, none when the act is done */
  buildTable(act, flipped) {
    /** @param {string} ranker @param {string} bit @param {number} row */
    const cell = (ranker, bit, row) => {
      const choice = `${ranker}:${row}`;
      const changed = choice === flipped;
      const sign = (bit === "1") !== changed ? "●" : "○";
      const known = act.outcomes.some((each) => each.choice === choice);
      const name = `${ranker} of ${act.items[row]}: ${bit === "1" ? "yes" : "no"}`;
      if (flipped || !known) return html("td", changed ? { class: "flipped" } : {}, sign);
      return html(
        "td",
        {},
        html("button", { type: "button", "aria-label": name, onclick: () => this.tryChoice(choice) }, sign),
      );
    };
    return html(
      "table",
      {},
      html("tr", {}, html("th", {}), ...act.items.map((item) => html("th", { scope: "col" }, item))),
      ...act.table.map(([ranker, bits]) =>
        html(
          "tr",
          {},
          html("th", { scope: "row" }, ranker),
          ...[...bits].map((bit, row) => cell(ranker, bit, row)),
        ),
      ),
    );
  }

  /** Show on the board what follows from a choice. @param {Act} act @param {string} choice "" for the answer */
  showOutcome(act, choice) {
    choice ||= act.outcomes[act.answer].choice;
    if (act.kind === "flip") this.tell("rv-flip", flipOf(act, choice));
    else if (act.kind === "drag" && act.run)
      this.tell("rv-branch", `${act.run[1]}:${act.start}:alpha=${choice}`);
  }

  /** Try a choice. @param {string} choice */
  tryChoice(choice) {
    const { act } = this;
    if (!act) return;
    const found = act.outcomes.find((each) => each.choice === choice);
    if (found?.right) {
      this.settled(choice);
      return;
    }
    this.showOutcome(act, choice);
    this.said.replaceChildren(
      html("b", {}, act.kind === "flip" || act.kind === "drag" ? "Not yet. " : "Not this one. "),
      found?.reply ?? "",
      html("button", { type: "button", onclick: () => this.settled("") }, "Show the answer"),
    );
  }
}
