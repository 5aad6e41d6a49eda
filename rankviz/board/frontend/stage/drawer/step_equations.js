/** A step of the kernel method: its equations in order, with the round's numbers. */

import { html, setText } from "../draw/dom.js";
import { LatestQuestion } from "./answer_cache.js";
import { mathElement, afterEquals } from "./mathml.js";
/** @import { AnswerCache, NoAnswer } from "./answer_cache.js" */
/** @import { Tree } from "./mathml.js" */

/** @typedef {{head: string, parts: {key: string, words: string, formula: Tree, values: Tree, equals: boolean}[]}} KernelStep written by board/drawer/explained.py */

export class StepEquations {
  /** @param {AnswerCache} answers */
  constructor(answers) {
    this.answers = answers;
    this.t = 0;
    /** The number that gets the focus when drawn. */
    this.wanted = "";
    /** @type {KernelStep | NoAnswer | null} */
    this.drawn = null;
    this.digits = html("input", { type: "checkbox", role: "switch", onchange: () => this.draw(this.t) });
    this.head = html("p", { role: "status" });
    this.body = html("div");
    const digits = html("label", { class: "rv-switch" }, this.digits, "All digits");
    this.el = html("div", {}, html("div", { class: "rv-choices" }, digits), this.head, this.body);
    /** @type {LatestQuestion<KernelStep | NoAnswer>} */
    this.latest = new LatestQuestion(answers, (answer) => this.show(answer));
  }

  /** @param {number} t */
  question(t) {
    return `step?t=${t}${this.digits.checked ? "&full=1" : ""}`;
  }

  /** @param {number} t */
  draw(t) {
    this.t = t;
    this.latest.want(this.question(t));
  }

  /** @param {number[]} rounds */
  prefetch(rounds) {
    for (const t of rounds) void this.answers.ask(this.question(t));
  }

  /** @param {KernelStep | NoAnswer} answer */
  show(answer) {
    if (answer !== this.drawn) this.write(answer);
    this.drawn = answer;
    const found = /** @type {HTMLElement | null} */ (
      this.wanted && this.body.querySelector(`[data-explained="${this.wanted}"]`)
    );
    if (!found) return;
    this.wanted = "";
    found.focus({ preventScroll: true });
    found.scrollIntoView({ block: "nearest" });
  }

  /** @param {KernelStep | NoAnswer} answer */
  write(answer) {
    setText(this.head, "said" in answer ? answer.said : answer.head);
    const parts = "said" in answer ? [] : answer.parts;
    this.body.replaceChildren(
      ...parts.map(({ key, words, formula, values, equals }) =>
        html(
          "div",
          { class: "rv-explained", tabindex: -1, "data-explained": key },
          html("small", {}, words),
          mathElement(formula),
          equals ? afterEquals(values) : mathElement(values),
        ),
      ),
    );
  }
}
