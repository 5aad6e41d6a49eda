/** Keep a small text in the browser for the next visit: a learner's progress, or a playlist. */

/** @typedef {{key?: string, page?: string, text: string, visit: string}} Stored `key`: of the local storage; `page`: the one it belongs to; `visit`: names the session, which begins without the text */
/** @typedef {{data: Stored, setStateValue: (name: string, value: unknown) => void}} Component */

const PROGRESS = "rankviz-progress";

/** The session that has received the stored text, by key. @type {Map<string, string>} */
const sessions = new Map();

/** @param {Component} component */
export default function ({ data, setStateValue }) {
  // After Back a message from this page would lead to it again.
  if (data.page && !location.pathname.split("/").includes(data.page)) return;
  try {
    const key = data.key ?? PROGRESS;
    const stored = localStorage.getItem(key);
    const first = sessions.get(key) !== data.visit;
    sessions.set(key, data.visit);
    if (first && stored && stored !== data.text) setStateValue("kept", stored);
    else localStorage.setItem(key, data.text);
  } catch {
    // A sandboxed frame has no storage.
  }
}
