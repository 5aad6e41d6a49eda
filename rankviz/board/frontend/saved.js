/** What opens a saved page with one run, one with several moments, and a widget of a notebook. */

export { replay } from "./offline/replay.js";
export { open as talk } from "./offline/talk.js";
export { open as widget } from "./notebook/widget.js";
