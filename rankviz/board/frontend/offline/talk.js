/** A page that carries several moments: the current one, its text, and navigation. */

import { carry, runName } from "./app.js";
import mount from "../stage/index.js";
import { byId, html, setText } from "../stage/draw/dom.js";
import { LessonAct, hidesLaterRounds } from "./lesson_act.js";
import { fillTheoremTables } from "./theorem_tables.js";
import { buildHandout } from "./handout.js";
import { linkAtRound, absoluteLink } from "./app_link.js";
import { offerColourScheme } from "../stage/board/colour_scheme.js";
import { projectedQuestion } from "../stage/follow/projected_question.js";
import { answersTable } from "../stage/follow/answers_table.js";
import { unfilter } from "./unfilter.js";
/** @import { Act } from "./lesson_act.js" */
/** @import { Question } from "../stage/follow/class_events.js" */
/** @import { Settings } from "../stage/control/view.js" */
/** @import { Explanations } from "./saved_explanations.js" */
/** @import { Theorems } from "./saved_theorems.js" */
/** @import { Filter } from "./unfilter.js" */

/**
 * Written by board/offline/talk.py.
 * @typedef {Object} Moment
 * @property {number} run index of the moment's run
 * @property {string} title
 * @property {string} note
 * @property {string} layout
 * @property {number} round
 * @property {Settings} settings
 * @property {MomentQuestion | null} asks
 * @property {Act | null} act the act of a lesson's step
 * @property {string} parameters
 * @property {string} link of the moment in an app; "" if unknown
 * @property {[number, string] | null} qr the link as a QR code: modules on a side, and the path of the dark ones
 *
 * @typedef {{prompt: string, options: [string, string][], right: number | null, why: string, t: number | null, about: string[], measures: string[], items: string[], says: [string, string][]}} MomentQuestion a question; `options`: words and hint
 * @typedef {{title: string, moments: Moment[], runs: Carried[]}} Opening
 * @typedef {{size: number, filters: Record<string, Filter>, theorems: Theorems, explanations: Explanations}} Carried one run
 */

/** @param {string} id */
const button = (id) => /** @type {HTMLButtonElement} */ (byId(id));
/** @param {HTMLElement} holder */
const stageIn = (holder) => /** @type {HTMLElement} */ (holder.querySelector(".rv-stage"));

/** @param {Opening} opening @param {ArrayBuffer} packs one after another, filtered @param {Record<string, string>} styles of the stage */
export function open(opening, packs, styles) {
  const runs = splitPacks(opening.runs, packs);
  /** @template T @param {T[]} each @returns {Record<string, T>} */
  const named = (each) => Object.fromEntries(each.map((one, i) => [runName(i), one]));
  carry({ runs: named(runs), styles, drawers: named(opening.runs) });
  const { moments } = opening;
  for (const each of moments) each.link = absoluteLink(each.link);
  let now = within(
    Number.parseInt(new URLSearchParams(window.location.search).get("moment") ?? "", 10) - 1,
    moments.length,
  );
  /** The choice that settled each moment's question or act, by the moment's index. @type {Map<number, string>} */
  const answered = new Map();
  let round = 0;
  /** Send the stage what is tried. @param {string} name @param {unknown} [detail] */
  const tell = (name, detail) => void stageIn(byId("stage")).dispatchEvent(new CustomEvent(name, { detail }));
  const acting = new LessonAct(
    byId("act"),
    () => round,
    (choice) => answer(choice),
    tell,
  );
  const menu = /** @type {HTMLSelectElement} */ (byId("choice"));
  menu.append(
    ...moments.map((each, i) =>
      html("option", { value: String(i) }, `${i + 1}. ${each.title || `Round ${each.round}`}`),
    ),
  );
  let proven = -1;
  /** @type {(t: number) => void} */
  let verdicts = () => {};
  const component = {
    data: stageData(moments[now], now, false),
    parentElement: byId("stage"),
    setStateValue() {},
    setTriggerValue() {},
  };
  /** Index of the run on the stage. */
  let there = "";
  /** Makes the board follow a finished act, called once its run is shown. @type {(() => void) | null} */
  let due = null;
  const follows = () => {
    if (!due || there !== runName(moments[now].run)) return;
    due();
    due = null;
  };
  /** Load the theorems of the moment's run. @param {Moment} moment */
  const prove = (moment) => {
    if (proven === moment.run) return;
    proven = moment.run;
    verdicts = fillTheoremTables(opening.runs[moment.run].theorems, byId("verdicts"), byId("claims"));
  };

  const show = () => {
    const moment = moments[now];
    setText(byId("where"), `${opening.title} · ${now + 1} of ${moments.length}`);
    menu.value = String(now);
    setText(byId("heading"), moment.title);
    setText(byId("note"), moment.note);
    byId("heading").hidden = !moment.title;
    byId("note").hidden = !moment.note;
    byId("asked").hidden = !moment.asks || moment.act !== null;
    acting.show(moment.act, answered.get(now));
    round = moment.round;
    const known = answered.has(now);
    button("reveal").hidden = known;
    setText(byId("prompt"), moment.asks?.prompt ?? "");
    byId("options").replaceChildren(
      ...(moment.asks?.options ?? []).map(([words, hint], k) =>
        option(words, hint, known && moment.asks?.right === k),
      ),
    );
    const says = moment.asks && !known && answersTable(moment.asks);
    byId("says").replaceChildren(...(says ? [says] : []));
    byId("why").hidden = !known;
    setText(byId("why"), (known && moment.asks?.why) || "");
    button("previous").disabled = now === 0;
    button("next").disabled = now === moments.length - 1;
    component.data = stageData(moment, now, answered.has(now));
    follow(moment.link, moment.round);
    prove(moment);
    mount(component);
    const choice = answered.get(now);
    const { act } = moment;
    due = act && choice !== undefined ? () => acting.showOutcome(act, choice) : null;
    follows();
    asked ??= projectedQuestion(stageIn(component.parentElement), reveal);
    asked.load(component.data.question, null);
  };
  /** @param {string} choice that settled the moment; "" if the answer was shown */
  const answer = (choice) => {
    answered.set(now, choice);
    show();
  };
  const reveal = () => answer("");
  /** The question on the projected screen. @type {ReturnType<typeof projectedQuestion> | undefined} */
  let asked;
  /** @param {number} to */
  const turn = (to) => {
    if (to === now || to !== within(to, moments.length)) return;
    // A trial belongs to the moment in which it began.
    if (moments[to].run === moments[now].run) tell("rv-unkeep");
    now = to;
    remember(now);
    show();
  };
  menu.addEventListener("change", () => turn(Number(menu.value)));
  button("previous").addEventListener("click", () => turn(now - 1));
  button("next").addEventListener("click", () => turn(now + 1));
  button("reveal").addEventListener("click", reveal);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target === menu) return;
    if (event.key !== "PageDown" && event.key !== "PageUp") return;
    turn(now + (event.key === "PageDown" ? 1 : -1));
    event.preventDefault();
  });
  document.addEventListener("rv-round", (event) => {
    const { run, t } = /** @type {CustomEvent<{run: string, t: number}>} */ (event).detail;
    [there, round] = [run, t];
    verdicts(t);
    follow(moments[now].link, t);
    follows();
  });
  // Also for printing by the browser's own keys.
  window.addEventListener("beforeprint", () => buildHandout(byId("handout"), opening, runs));
  button("print").addEventListener("click", () => {
    buildHandout(byId("handout"), opening, runs);
    window.print();
  });
  button("print").hidden = false;
  byId("words").hidden = false;
  byId("theorems").hidden = false;
  offerColourScheme(byId("scheme"), show);
}

/** Split the packs and undo their filters. @param {Opening["runs"]} runs @param {ArrayBuffer} packs @returns {ArrayBuffer[]} */
function splitPacks(runs, packs) {
  let start = 0;
  return runs.map(({ size, filters }) => {
    const pack = packs.slice(start, (start += size));
    unfilter(pack, filters);
    return pack;
  });
}

/** @param {number} number @param {number} count */
const within = (number, count) => Math.min(Math.max(number || 0, 0), count - 1);

/** @param {string} words @param {string} hint @param {boolean} right whether to mark it as right */
function option(words, hint, right) {
  const text = html("span", {}, right ? `✓ ${words}` : words);
  return html("li", { class: right ? "right" : "" }, text, hint ? html("small", {}, hint) : null);
}

/** @param {Moment} moment @param {number} number @param {boolean} answered @returns {Question | null} as the projected screen shows it */
function questionOf({ asks, round }, number, answered) {
  if (!asks) return null;
  const { prompt, options, items, says, about, measures, right, why } = asks;
  const told = answered ? { right, why } : {};
  const phase = answered ? "revealed" : "open";
  const id = String(number);
  return { id, alone: true, phase, hold: round, prompt, options, items, says, about, measures, ...told };
}

/** Return the stage's data for a moment; once the question is revealed, with the round that answers it. @param {Moment} moment @param {number} number @param {boolean} answered */
function stageData(moment, number, answered) {
  const { asks, act } = moment;
  const held = (asks !== null || act !== null) && !answered && hidesLaterRounds(act);
  return {
    run_url: runName(moment.run),
    layout: moment.layout,
    round: answered ? (act?.shows ?? asks?.t ?? moment.round) : moment.round,
    order: `talk.${number}${answered ? "!" : ""}`,
    settings: {
      ...moment.settings,
      ...(act && answered ? act.done : {}),
      hold: held ? moment.round : null,
      ...(held && asks?.about.length ? { about: asks.about, measures: asks.measures } : {}),
      turns: true,
      asked: `${number}${answered ? "!" : ""}`,
    },
    banner: null,
    explains: true,
    keeps: !held,
    aside: true,
    answers_url: runName(moment.run),
    about: { parameters: moment.parameters, link: moment.link },
    looks: true,
    question: questionOf(moment, number, answered),
  };
}

/** Update the link to the app when the moment or round changes. @param {string} link @param {number} t */
function follow(link, t) {
  const app = /** @type {HTMLAnchorElement} */ (byId("app"));
  app.hidden = !link;
  if (!link) return;
  app.href = linkAtRound(link, t);
}

/** Write the moment into the address; what the stage wrote there belonged to the previous one. @param {number} now */
function remember(now) {
  try {
    window.history.replaceState(null, "", `?moment=${now + 1}`);
  } catch {
    // A sandboxed frame may forbid it.
  }
}
