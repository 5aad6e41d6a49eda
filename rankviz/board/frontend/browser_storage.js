/** A small text that the browser keeps for the next visit: what a learner has done, or a playlist. */

/** @typedef {{key?: string, text: string, visit: string}} Stored `key`: where the text is stored; `visit`: names the session, which begins with nothing */
/** @typedef {{data: Stored, setStateValue: (name: string, value: unknown) => void}} Component */

const PROGRESS = "rankviz-progress";

/** By key, the session that has got the stored text. @type {Map<string, string>} */
const sessions = new Map();

/** @param {Component} component */
export default function ({ data, setStateValue }) {
  try {
    const key = data.key ?? PROGRESS;
    const stored = localStorage.getItem(key);
    const first = sessions.get(key) !== data.visit;
    sessions.set(key, data.visit);
    if (first && stored && stored !== data.text) setStateValue("kept", stored);
    else localStorage.setItem(key, data.text);
  } catch {
    // A sandboxed frame remembers nothing.
  }
}
