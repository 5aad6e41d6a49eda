/** The slider "A tie is worth" above the board of a run made from votes: dragging it changes every round. */

import { html, setText } from "../draw/dom.js";
import { axisHandle } from "../draw/axis_handle.js";
/** @import { Try } from "../branch/trial_kinds.js" */
/** @import { Run } from "../run/run.js" */

/** Values from 0 to 1 in hundredths, like RULE in rankviz/engine/data/battles.py. */
const STEPS = 100;

/** @param {number} place position on the scale */
const valueAt = (place) => place / STEPS;

/** @param {number} tie @param {string} [then] */
const tieText = (tie, then = "") => `${Number(tie.toFixed(4))} ${tie === 1 ? "win" : "wins"} each${then}`;

export class TieValue {
  constructor() {
    this.out = html("output", {});
    this.home = 0;
    this.grip = axisHandle(
      {
        class: "rv-worth-grip",
        "aria-label": "A tie is worth",
        title: "Drag to see what another tie value does to every round; Esc restores the run",
      },
      {
        tried: (i) => this.tryValue(i),
        taken: (i) => this.el.dispatchEvent(new CustomEvent("rv-tie", { bubbles: true, detail: valueAt(i) })),
      },
    );
    this.el = html(
      "div",
      { class: "rv-worth", hidden: true },
      html("span", {}, "A voter’s tie is worth"),
      this.grip.el,
      this.out,
    );
  }

  /** @param {Run} run @param {boolean} offered whether the value can be changed */
  load(run, offered) {
    const votes = run.branch?.votes;
    this.el.hidden = !offered || !votes;
    if (!votes) return;
    this.home = votes.tie;
    this.grip.place(votes.tie * STEPS, STEPS + 1);
    this.say(tieText(votes.tie));
  }

  /** @param {number | null} i the position tried; null: no longer */
  tryValue(i) {
    const tie = i === null ? null : valueAt(i);
    this.say(tie === null ? tieText(this.home) : tieText(tie, ` · was ${Number(this.home.toFixed(4))}`));
    /** @type {Try} */
    const detail = { tie };
    this.el.dispatchEvent(new CustomEvent("rv-try", { bubbles: true, detail }));
  }

  /** @param {string} text */
  say(text) {
    setText(this.out, text);
    this.grip.say(text);
  }
}
