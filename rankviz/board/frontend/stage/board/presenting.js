/** Presenting: the stage fills the screen; a blank screen; the legend of keys. */

import { html, setClass } from "../draw/dom.js";

/** Hide what surrounds the stage; its ancestors must not clip it. */
const AROUND = `
  html.rv-presenting [data-testid="stHeader"], html.rv-presenting [data-testid="stSidebar"],
  html.rv-presenting [data-testid="stSidebarCollapsedControl"], html.rv-presenting [data-testid="stToolbar"] { display: none !important; }
  html.rv-presenting, html.rv-presenting body { overflow: hidden !important; }
`;
const sheet = new CSSStyleSheet();
/** The page whose stage was taken away while it was presented: mounted again there, it goes on. */
let interrupted = "";

/**
 * @param {HTMLElement} root the stage @param {() => string[][]} legend returns keys and what they do
 * @param {() => boolean} alone whether the stage is embedded in a foreign page, which it then leaves
 */
export function presentMode(root, legend, alone) {
  const blank = html("div", { class: "rv-blank", hidden: true });
  const list = html("dl");
  const keys = html("div", { class: "rv-keys", role: "dialog", "aria-label": "Keys", hidden: true }, list);
  keys.addEventListener("click", () => (keys.hidden = true));
  blank.addEventListener("click", () => (blank.hidden = true));
  root.append(blank, keys);
  let on = false;
  const page = window.location.pathname;

  return {
    get on() {
      return on;
    },
    /** @param {boolean} next @param {boolean} [asked] whether the reader asked, so that the browser allows full screen */
    set(next, asked = false) {
      on = next;
      if (!document.adoptedStyleSheets.includes(sheet)) {
        sheet.replaceSync(AROUND);
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      }
      setClass(document.documentElement, "rv-presenting", on);
      setClass(root, "rv-presents", on);
      blank.hidden = true;
      if (!asked) return;
      // A frame or a test may forbid it; then the stage fills the window.
      if (on) (alone() ? root : document.documentElement).requestFullscreen?.().catch(() => {});
      else if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
    },
    /** @param {boolean} linked whether the link presents @returns {boolean} whether it goes on without the link's word */
    start(linked) {
      const goesOn = interrupted === page && !linked;
      interrupted = "";
      this.set(linked || goesOn);
      return goesOn;
    },
    stop() {
      if (!on) return;
      interrupted = window.location.pathname === page ? page : "";
      this.set(false, !interrupted);
    },
    blank: () => void (blank.hidden = !blank.hidden),
    keys() {
      list.replaceChildren(...legend().flatMap(([key, text]) => [html("dt", {}, key), html("dd", {}, text)]));
      keys.hidden = !keys.hidden;
    },
    /** @returns {boolean} whether something was closed */
    close() {
      const open = !blank.hidden || !keys.hidden;
      blank.hidden = keys.hidden = true;
      return open;
    },
  };
}
