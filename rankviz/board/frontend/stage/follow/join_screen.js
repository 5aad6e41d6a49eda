/** The instructions for joining the class, over the whole projected screen: address, code, and a QR code of both. */

import { html, setAttrs, setText } from "../draw/dom.js";
import { svg } from "../draw/svg.js";
/** @import { Room } from "./room.js" */

const UNREACHED =
  "This address works only on this computer. Open RankViz at the computer's network address, which is under Class.";

/** @param {HTMLElement} stage */
export function joinScreen(stage) {
  const path = svg("path", {});
  const code = svg("svg", { class: "rv-qr", role: "img", "aria-label": "The address as a QR code" }, path);
  const [address, letters] = [html("span"), html("b")];
  const alone = html("small", { hidden: true }, UNREACHED);
  const el = html(
    "div",
    { class: "rv-join", role: "dialog", "aria-label": "Join the class", hidden: true },
    code,
    html("p", {}, address, letters, alone),
  );
  el.addEventListener("click", () => (el.hidden = true));
  stage.append(el);
  const toggle = () => void (el.hidden = !el.hidden);
  /** Close this before the stage handles the key. @param {KeyboardEvent} event */
  const escape = (event) => {
    if (event.key !== "Escape" || el.hidden) return;
    el.hidden = true;
    event.preventDefault();
    event.stopPropagation();
  };
  stage.addEventListener("rv-join", toggle);
  document.addEventListener("keydown", escape, true);

  return {
    toggle,
    /** @param {Room} room */
    load(room) {
      const [size, dark] = room.qr ?? [1, ""];
      code.toggleAttribute("hidden", !room.qr);
      alone.hidden = room.qr !== null;
      setAttrs(code, { viewBox: `0 0 ${size} ${size}` });
      setAttrs(path, { d: dark });
      setText(address, room.address);
      setText(letters, room.code);
    },
    stop() {
      stage.removeEventListener("rv-join", toggle);
      document.removeEventListener("keydown", escape, true);
      el.remove();
    },
  };
}
