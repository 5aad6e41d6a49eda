/** A page that carries several moments: the one that is shown, its words, and the way to the next. */

import mount from "../stage/index.js";
import { byId, html, setText } from "../stage/draw/dom.js";
import { LessonAct, hidesLaterRounds } from "./lesson_act.js";
import { carry, runName } from "./app.js";
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
 * What board/offline/talk.py writes.
 * @typedef {Object} Moment
 * @property {number} run which of the runs
 * @property {string} title
 * @property {string} note
 * @property {string} layout
 * @property {number} round
 * @property {Settings} settings
 * @property {MomentQuestion | null} asks
 * @property {Act | null} act of a lesson's step
 * @property {string} parameters
 * @property {string} link where an app shows it, "" where that is not known
 * @property {[number, string] | null} qr the link as a QR code: modules on a side, and the path of the dark ones
 *
 * @typedef {{prompt: string, options: [string, string][], right: number | null, why: string, t: number | null, about: string[], measures: string[], items: string[], says: [string, string][]}} MomentQuestion its options with words and hint
 * @typedef {{title: string, moments: Moment[], runs: Carried[]}} Opening
 * @typedef {{size: number, filters: Record<string, Filter>, theorems: Theorems, explanations: Explanations}} Carried one of the runs
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
  /** Moments whose question is answered, or whose act is done: the choice that did it. @type {Map<number, string>} */
  const answered = new Map();
  let round = 0;
  /** Tell the stage what is tried. @param {string} name @param {unknown} [detail] */
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
    data: data(moments[now], now, false),
    parentElement: byId("stage"),
    setStateValue() {},
    /** @param {string} name @param {unknown} value */
    setTriggerValue(name, value) {
      if (name === "mark" && !answered.has(now)) acting.tryChoice(String(value));
    },
  };
  /** The run on the stage. */
  let there = "";
  /** What has the board follow an act that is done, once its run is there. @type {(() => void) | null} */
  let due = null;
  const follows = () => {
    if (!due || there !== runName(moments[now].run)) return;
    due();
    due = null;
  };
  /** The theorems of the moment's run. @param {Moment} moment */
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
    component.data = data(moment, now, answered.has(now));
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
  /** @param {string} choice that settled the moment, "" where its answer was shown */
  const answer = (choice) => {
    answered.set(now, choice);
    show();
  };
  const reveal = () => answer("");
  /** The question on the presented screen. @type {ReturnType<typeof projectedQuestion> | undefined} */
  let asked;
  /** @param {number} to */
  const turn = (to) => {
    if (to === now || to !== within(to, moments.length)) return;
    // What was tried at one moment is nothing of the next.
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
  // Also for who prints by the browser's own keys.
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

/** The packs one by one, as they were. @param {Opening["runs"]} runs @param {ArrayBuffer} packs @returns {ArrayBuffer[]} */
export function splitPacks(runs, packs) {
  let start = 0;
  return runs.map(({ size, filters }) => {
    const pack = packs.slice(start, (start += size));
    unfilter(pack, filters);
    return pack;
  });
}

/** @param {number} number @param {number} count */
const within = (number, count) => Math.min(Math.max(number || 0, 0), count - 1);

/** @param {string} words @param {string} hint @param {boolean} right whether that is known */
function option(words, hint, right) {
  const text = html("span", {}, right ? `✓ ${words}` : words);
  return html("li", { class: right ? "right" : "" }, text, hint ? html("small", {}, hint) : null);
}

/** @param {Moment} moment @param {number} number @param {boolean} answered @returns {Question | null} as the presented screen shows it */
function questionOf({ asks, round }, number, answered) {
  if (!asks) return null;
  const { prompt, options, items, says, about, measures, right, why } = asks;
  const told = answered ? { right, why } : {};
  const phase = answered ? "revealed" : "open";
  const id = String(number);
  return { id, alone: true, phase, hold: round, prompt, options, items, says, about, measures, ...told };
}

/** What the stage shows of a moment; the round that answers its question once that is revealed. @param {Moment} moment @param {number} number @param {boolean} answered */
function data(moment, number, answered) {
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

/** The app opens at the moment, and the round, that is shown. @param {string} link @param {number} t */
function follow(link, t) {
  const app = /** @type {HTMLAnchorElement} */ (byId("app"));
  app.hidden = !link;
  if (!link) return;
  app.href = linkAtRound(link, t);
}

/** The address says the moment; what the stage wrote in it was of the one before. @param {number} now */
function remember(now) {
  try {
    window.history.replaceState(null, "", `?moment=${now + 1}`);
  } catch {
    // A sandboxed frame may forbid it.
  }
}
