/** A follower's page: the stage stays at the class's round until the reader moves, and returns on request. */

import mount from "../index.js";
import { appUrl } from "../host/app.js";
import { offerColourScheme } from "../board/colour_scheme.js";
import { withdraw } from "../branch/trial_kinds.js";
import { byId, setClass, setText } from "../draw/dom.js";
import { listenToClass } from "./class_events.js";
import { votePanel } from "./vote_panel.js";
/** @import { Settings } from "../control/view.js" */
/** @import { ClassPosition, Moment, Question } from "./class_events.js" */

const [status, back, link] = [byId("said"), byId("back"), /** @type {HTMLAnchorElement} */ (byId("try"))];
const code = document.body.dataset.code ?? "";

/** The class's state, as far as known. @type {{moment: Moment | null, question: Question | null, at: ClassPosition}} */
const room = { moment: null, question: null, at: { t: 0, beat: 0 } };
let [away, here, over, out] = [false, true, "", ""];
/** The reader's round, and the address of the shown run. */
let at = { t: 0, beat: 0 };
let run = "";
/** Whether the class, not the reader, is moving the stage. */
let led = false;
/** The stage gets the first round when it is mounted, later ones as events. @type {number | null} */
let first = null;

const vote = votePanel(byId("question"), code, () => window.dispatchEvent(new Event("resize")));

/** @param {() => void} act a change of the stage by the class */
function leading(act) {
  led = true;
  act();
  led = false;
}

function show() {
  const { moment, question } = room;
  if (!moment) return;
  first ??= room.at.t;
  const data = {
    run_url: `api/run/${moment.run}`,
    layout: moment.layout,
    round: first,
    settings: { ...moment.settings, ...heldBy(question, moment.settings) },
    banner: moment.banner,
    about: moment.about,
    looks: false,
  };
  leading(() => mount({ data, parentElement: byId("stage"), setStateValue() {}, setTriggerValue() {} }));
}

/** Return the stage's settings during a question: the stage waits at the moment's round even before it is asked. @param {Question | null} question @param {Settings} settings @returns {Settings} */
function heldBy(question, settings) {
  if (!question) return {};
  const { about, measures } = question;
  const holds = [question.hold, settings.hold].filter((t) => typeof t === "number");
  return { about, measures, hold: holds.length ? Math.min(...holds) : null };
}

/** The presenter's trial that is drawn. @type {ClassPosition["tried"]} */
let tried;

/** Go to the class's round, and show its trial. */
function follow() {
  if (!away) leading(() => document.dispatchEvent(new CustomEvent("rv-go", { detail: room.at })));
  const next = away ? undefined : room.at.tried;
  const now = next ?? (tried && withdraw(tried));
  tried = next;
  if (now)
    byId("stage")
      .querySelector(".rv-stage")
      ?.dispatchEvent(new CustomEvent("rv-try", { detail: now }));
  say();
}

function say() {
  const gone = away && room.at.t !== at.t ? ` The class is at round ${room.at.t}.` : "";
  const now = !room.moment
    ? "Waiting for the presenter …"
    : away
      ? `On your own.${gone}`
      : "Following the class";
  setText(status, over || (here ? now : out || "Reconnecting …"));
  setClass(status, "lost", !here || over !== "");
  const alone = away && over === "";
  if (back.hidden === alone) {
    back.hidden = !alone;
    window.dispatchEvent(new Event("resize")); // on a phone the header may have another line now
  }
  link.hidden = !room.moment?.link;
  if (!room.moment?.link) return;
  const url = new URL(appUrl(room.moment.link));
  url.searchParams.set("t", String(at.t));
  link.href = url.href;
}

document.addEventListener("rv-round", (event) => {
  const { run: shown, at: there } = /** @type {CustomEvent<{run: string, at: ClassPosition}>} */ (event)
    .detail;
  const other = shown !== run;
  run = shown;
  at = there;
  if (other) return follow();
  if (!led && (at.t !== room.at.t || at.beat !== room.at.beat)) away = true;
  say();
});

back.addEventListener("click", () => {
  away = false;
  follow();
});

offerColourScheme(/** @type {HTMLButtonElement} */ (byId("scheme")), show);

listenToClass(code, {
  changed(changes) {
    // A new run or question brings everybody back together.
    if (changes.moment && changes.moment.run !== room.moment?.run) away = false;
    if (changes.question?.phase === "revealed" && room.question?.phase !== "revealed") away = false;
    Object.assign(room, changes);
    if (changes.question !== undefined) vote.ask(room.question);
    if (changes.moment || changes.question !== undefined) show();
    follow();
  },
  voted: (mine) => vote.voted(mine),
  here(now, why = "") {
    here = now;
    out = why && `${why} This page tries again by itself.`;
    say();
  },
  ended(why) {
    over = why.startsWith("No room") ? "The class has ended." : why;
    vote.ask(null);
    say();
  },
});
