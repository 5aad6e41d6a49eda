/** The page around the stage, as the server describes it: its data, and what is sent to it. */

import { busyDuring } from "../host/rest.js";
import { stageName } from "./view.js";
/** @import { Language } from "../draw/translate.js" */
/** @import { Banner } from "../board/banner.js" */
/** @import { Notes, Question, Room } from "../follow/room.js" */
/** @import { About } from "../print/print_sheet.js" */
/** @import { Settings } from "./view.js" */

/**
 * @typedef {Object} StageData
 * @property {string} run_url
 * @property {string} [server]
 * @property {number} [round] that the server knows
 * @property {string} [order] the server's last order to go to a round
 * @property {boolean} [missing]
 * @property {boolean} [explains] whether numbers open their equation
 * @property {boolean} [branches] whether α can be changed in a round
 * @property {boolean} [ties] whether the tie value can be changed
 * @property {boolean} [flips] whether a ranker's answers can be flipped
 * @property {boolean} [keeps] whether the page computes and keeps such branches itself, because no engine answers
 * @property {string} [layout]
 * @property {Settings} [settings]
 * @property {Banner | null} [banner]
 * @property {boolean} [present]
 * @property {Language} [language] of the stage, if there is a choice
 * @property {[string, string][]} [tabs] parts of the drawer: name and label
 * @property {string} [tab] the open part
 * @property {string} [explain] the explained number: a run, a colon, and the number's key
 * @property {string} [answers_url] address for the drawer's questions about the run
 * @property {boolean} [aside] whether an equation is shown beside the board on a page without other parts
 * @property {About} [about] contents of a saved picture's caption
 * @property {boolean} [looks] whether the page's link says what is shown
 * @property {boolean} [alone] whether the stage is embedded in a foreign page: keys then work only while it has the focus
 * @property {Room | null} [room] the class that follows
 * @property {Notes | null} [notes] contents of a presenter's second window
 * @property {Question | null} [question] a question of the page that no class answers
 * @property {number} [picked] index of the picked run, if a run can be picked
 *
 * @typedef {Object} Component Streamlit's argument
 * @property {StageData} data
 * @property {HTMLElement | ShadowRoot} parentElement
 * @property {(name: string, value: unknown) => void} setStateValue
 * @property {(name: string, value: unknown) => void} setTriggerValue
 * @property {new (commit: (round: any) => void) => any} [RoundLink] replaces the class of round_link.js on a page without a server
 * @property {string} [key]
 * @property {string} [name]
 */

export class Page {
  /** @param {Component} component */
  constructor(component) {
    this.component = component;
    this.name = stageName(component.parentElement);
    /** Resolves when what was sent has left this browser; null if nothing is waiting. @type {Promise<void> | null} */
    this.going = null;
  }

  /** @returns {StageData} */
  get data() {
    return this.component.data ?? { run_url: "" };
  }

  /** @returns {Settings} */
  get settings() {
    return this.data.settings ?? {};
  }

  /** Return the name of the layout. */
  get layout() {
    return this.data.layout ?? "watch";
  }

  /** Return whether the page keys go to another moment. */
  get turns() {
    return Boolean(this.settings.turns);
  }

  /** Return whether a class follows the stage. */
  get leads() {
    return Boolean(this.data.room);
  }

  /** Return whether the page asks a question that no class answers. */
  get asks() {
    return Boolean(this.data.question);
  }

  /** Return whether the stage is embedded in a foreign page. */
  get alone() {
    return Boolean(this.data.alone);
  }

  /** Send a value that stays until it is sent again. @param {string} name @param {unknown} value */
  set(name, value) {
    this.component.setStateValue(name, value);
    this.waitUntilSent();
  }

  /** Send an event. @param {string} name @param {unknown} value */
  trigger(name, value) {
    this.component.setTriggerValue(name, value);
    this.waitUntilSent();
  }

  /** Wait until a message has left: Streamlit sends when the browser is next idle, by the same timer, so this timer ends after its own. */
  waitUntilSent() {
    const going = new Promise((/** @type {(value: void) => void} */ gone) => window.setTimeout(gone, 0));
    this.going = going;
    void busyDuring(going).then(() => this.going === going && (this.going = null));
  }
}
