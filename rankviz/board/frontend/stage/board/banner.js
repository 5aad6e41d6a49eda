/** The line above the board: the data, the question, and what a round answers. */

import { LAST, NAMES, SENTENCES } from "../beats/beats.js";
import { html, setClass, setText } from "../draw/dom.js";
import { UNSAID } from "../control/view.js";
/** @import { Subject } from "../control/view.js" */
/** @import { Run } from "../run/run.js" */

/**
 * @typedef {{question: string, captions: [number, string, string, string][], onward: [string, string][], introduction?: string, learn?: [string, string] | null, grows?: boolean,
 *   halts?: [number, string][], remedies?: [string, string][], why?: [string, string] | null}} Banner
 * `captions`: round, sentence, and the tile and algorithm that it speaks of; shown until the next. `onward`: label and address of what is next; `learn`: of
 * the first lesson. `introduction`: replaces the question before the first round. `grows`: whether the board grows with the rounds.
 * `halts`: round and sentence of runs that end there; `remedies`: label and name of what lets them continue; `why`: label and address of the explanation
 */

/** @param {(name: string) => void} mend called when a remedy is chosen */
export function banner(mend) {
  const title = html("h1", { class: "rv-title" });
  const caption = html("p", { class: "rv-caption", "aria-live": "polite" });
  const onward = html("nav", { class: "rv-onward", "aria-label": "What next", hidden: true });
  const mending = html("span", { class: "rv-onward rv-mending", hidden: true });
  const size = html("span", { class: "rv-size" });
  const el = html("div", { class: "rv-banner" }, title, caption, mending, onward, size);
  /** @type {Banner | null} */
  let now = null;
  let data = "";
  let question = "";

  /** Draw the sentence of a round, and return its subject. @param {number} t @param {number} [beat] of the round under way, whose name and effect are then shown @returns {Subject} */
  function draw(t, beat = 0) {
    const shown = now?.captions.filter(([round]) => round <= t).pop();
    setText(title, (now && t === 0 && now.introduction) || question || data);
    const halts = (now?.halts ?? []).filter(([round]) => round <= t).map(([, words]) => words);
    setText(
      caption,
      [shown ? shown[1] : now && !asks(now) ? now.question : "", ...halts].filter(Boolean).join(" "),
    );
    if (now && beat) {
      setText(title, `${beat}/${LAST} ${NAMES[beat]}`);
      setText(caption, SENTENCES[beat]);
    }
    const end = now && !beat && now.captions.length > 0 && t >= now.captions[now.captions.length - 1][0];
    onward.hidden = !now?.onward.length || !end;
    const links = onward.hidden ? [] : (now?.onward ?? []);
    if (links.length !== onward.childElementCount)
      onward.replaceChildren(...links.map(([words, href]) => html("a", { href }, words)));
    mending.hidden = halts.length === 0 || beat > 0 || mending.childElementCount === 0;
    if (!shown || beat) return UNSAID;
    const [round, , tile, algo] = shown;
    return { key: `${data} ${round}`, tile, algo };
  }

  return {
    el,
    draw,
    /** Return whether a sentence begins at a round. @param {number} t */
    speaks: (t) => now !== null && now.captions.some(([round]) => round === t),
    /** @param {Banner | null} next @param {Run | null} run */
    load(next, run) {
      now = next;
      if (run) data = run.title;
      question = now && asks(now) ? now.question : "";
      setText(size, run ? (question ? data : sizeText(run)) : "");
      setClass(el, "rv-speaks", now !== null && (now.question !== "" || asks(now)));
      setClass(el, "rv-halting", Boolean(now?.halts?.length));
      const buttons = (now?.remedies ?? []).map(([words, name]) =>
        html("button", { type: "button", onclick: () => mend(name) }, words),
      );
      const why = now?.why ? [html("a", { href: now.why[1] }, now.why[0])] : [];
      mending.replaceChildren(...buttons, ...why);
      onward.replaceChildren();
    },
  };
}

/** Show the question above captions; without captions, beside the name of the data. @param {Banner} b */
const asks = (b) => b.captions.length > 0;

/** @param {Run} run */
function sizeText(run) {
  const queries = run.queries.length > 1 ? `${run.queries.length.toLocaleString("en")} queries · ` : "";
  return `${queries}${run.n.toLocaleString("en")} items · ${run.m.toLocaleString("en")} ${run.m === 1 ? "pair" : "pairs"}`;
}
