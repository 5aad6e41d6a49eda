/** A small text that the browser keeps for the next visit: what a learner has done. */

/** @typedef {{text: string, visit: string}} Kept `visit`: names the session, which begins with nothing */
/** @typedef {{data: Kept, setStateValue: (name: string, value: unknown) => void}} Component */

const KEY = "rankviz-progress";

/** The session that has been told what was kept. */
let told = "";

/** @param {Component} component */
export default function ({ data, setStateValue }) {
  try {
    const kept = localStorage.getItem(KEY);
    const first = told !== data.visit;
    told = data.visit;
    if (first && kept && kept !== data.text) setStateValue("kept", kept);
    else localStorage.setItem(KEY, data.text);
  } catch {
    // A sandboxed frame remembers nothing.
  }
}
