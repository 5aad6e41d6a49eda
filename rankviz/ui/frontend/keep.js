/** A small text that the browser keeps for the next visit: what a learner has done, or a playlist. */

/** @typedef {{key?: string, text: string, visit: string}} Kept `key`: what it is kept under; `visit`: names the session, which begins with nothing */
/** @typedef {{data: Kept, setStateValue: (name: string, value: unknown) => void}} Component */

const PROGRESS = "rankviz-progress";

/** By key, the session that has been told what was kept. @type {Map<string, string>} */
const told = new Map();

/** @param {Component} component */
export default function ({ data, setStateValue }) {
  try {
    const key = data.key ?? PROGRESS;
    const kept = localStorage.getItem(key);
    const first = told.get(key) !== data.visit;
    told.set(key, data.visit);
    if (first && kept && kept !== data.text) setStateValue("kept", kept);
    else localStorage.setItem(key, data.text);
  } catch {
    // A sandboxed frame remembers nothing.
  }
}
