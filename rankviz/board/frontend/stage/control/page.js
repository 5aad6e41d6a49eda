/** The page around the stage, as Python says it: what it asks for, and what is told to it. */

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
 * @property {number} [round] that Python knows
 * @property {string} [order] Python's last one to go to a round
 * @property {boolean} [missing]
 * @property {boolean} [explains] whether numbers can be chosen
 * @property {boolean} [branches] whether another α can be chosen for a round
 * @property {boolean} [ties] whether another worth of a tie can be chosen
 * @property {boolean} [flips] whether another answer of a ranker can be chosen
 * @property {boolean} [keeps] whether the page itself computes such a branch and keeps it, where no engine answers
 * @property {string} [layout]
 * @property {Settings} [settings]
 * @property {Banner | null} [banner]
 * @property {boolean} [present]
 * @property {Language} [language] in which the stage speaks, where there is a choice
 * @property {[string, string][]} [tabs] parts of the drawer: name and words
 * @property {string} [tab] the part that is open
 * @property {string} [explain] the number that is explained: a run, a colon, and the number's key
 * @property {string} [answers_url] where the drawer asks about the run
 * @property {boolean} [aside] whether an equation stands beside the board on a page that has no parts of a drawer
 * @property {About} [about] what the caption of a saved picture says
 * @property {boolean} [looks] whether the page writes in its link what is shown
 * @property {boolean} [alone] whether the page around it is somebody else's: keys count only while the stage has the focus
 * @property {Room | null} [room] the class that follows
 * @property {Notes | null} [notes] what a presenter's second window shows
 * @property {Question | null} [question] what the page asks where no class answers it
 * @property {number} [picked] the run that is picked, by its index; where there is one, another can be
 *
 * @typedef {Object} Component Streamlit's argument
 * @property {StageData} data
 * @property {HTMLElement | ShadowRoot} parentElement
 * @property {(name: string, value: unknown) => void} setStateValue
 * @property {(name: string, value: unknown) => void} setTriggerValue
 * @property {string} [key]
 * @property {string} [name]
 */

export class Page {
  /** @param {Component} component */
  constructor(component) {
    this.component = component;
    this.name = stageName(component.parentElement);
    /** Kept when what was told has left this browser; null when nothing waits to. @type {Promise<void> | null} */
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

  /** The name of its layout. */
  get layout() {
    return this.data.layout ?? "watch";
  }

  /** Whether the page keys turn to another moment. */
  get turns() {
    return Boolean(this.settings.turns);
  }

  /** Whether a class follows the stage. */
  get leads() {
    return Boolean(this.data.room);
  }

  /** Whether the page asks something that no class answers. */
  get asks() {
    return Boolean(this.data.question);
  }

  /** Whether the page is somebody else's. */
  get alone() {
    return Boolean(this.data.alone);
  }

  /** Tell what stays until it is told again. @param {string} name @param {unknown} value */
  set(name, value) {
    this.component.setStateValue(name, value);
    this.waitUntilSent();
  }

  /** Tell what happens once. @param {string} name @param {unknown} value */
  trigger(name, value) {
    this.component.setTriggerValue(name, value);
    this.waitUntilSent();
  }

  /** Streamlit sends what is told when the browser is idle next, by the same timer: this one ends after its own. */
  waitUntilSent() {
    const going = new Promise((/** @type {(value: void) => void} */ gone) => window.setTimeout(gone, 0));
    this.going = going;
    void busyDuring(going).then(() => this.going === going && (this.going = null));
  }
}
