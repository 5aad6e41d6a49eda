/** The line above the board: what is ranked, the question, and what a round answers. */

import { html, setAttr, setClass, setText } from "../draw/dom.js";

/**
 * @typedef {{question: string, captions: [number, string][], onward: [string, string] | null}} Banner
 * `captions`: round and sentence; one stands until the next. `onward`: words and address of where it goes on
 */

export function banner() {
  const title = html("h1", { class: "rv-title" });
  const caption = html("p", { class: "rv-caption", "aria-live": "polite" });
  const onward = html("a", { class: "rv-onward", hidden: true });
  const size = html("span", { class: "rv-size" });
  const el = html("div", { class: "rv-banner" }, title, caption, onward, size);
  /** @type {Banner | null} */
  let now = null;
  let data = "";

  /** @param {number} t */
  function draw(t) {
    const shown = now?.captions.filter(([round]) => round <= t).pop();
    setText(caption, shown ? shown[1] : now && !asks(now) ? now.question : "");
    const end = now && now.captions.length > 0 && t >= now.captions[now.captions.length - 1][0];
    onward.hidden = !now?.onward || !end;
  }

  return {
    el,
    draw,
    /** @param {Banner | null} next @param {import("../run/run.js").Run | null} run */
    load(next, run) {
      now = next;
      if (run) data = run.title;
      const question = now && asks(now) ? now.question : "";
      setText(title, question || data);
      setText(size, run ? (question ? data : sizeText(run)) : "");
      setClass(el, "rv-speaks", now !== null);
      if (now?.onward) {
        setText(onward, now.onward[0]);
        setAttr(onward, "href", now.onward[1]);
      }
    },
  };
}

/** With captions the question stands above them; a sentence alone stands beside the name of the data. @param {Banner} b */
const asks = (b) => b.captions.length > 0;

/** @param {import("../run/run.js").Run} run */
function sizeText(run) {
  const queries = run.queries.length > 1 ? `${run.queries.length.toLocaleString("en")} queries · ` : "";
  return `${queries}${run.n.toLocaleString("en")} items · ${run.m.toLocaleString("en")} ${run.m === 1 ? "pair" : "pairs"}`;
}
