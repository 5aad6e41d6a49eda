/** Keys: arrows, space, Home and End, wherever they cannot mean anything else. */

/**
 * @param {HTMLElement} root the stage @param {import("./cursor.js").Cursor} cursor
 * @returns {() => void} stop listening
 */
export function listenToKeys(root, cursor) {
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.composedPath()[0];
    if (!(target instanceof Element) || !root.isConnected || cursor.rounds === 0) return;
    const inside = root.contains(target);
    // Outside, only what contains the stage (the page itself) may pass keys on to it.
    if (!inside && !(target === document.body || target.contains(hostOf(root)))) return;
    const control = target.closest("button, summary, a, select, input");
    const slider = control instanceof HTMLInputElement && control.type === "range";
    if (control instanceof HTMLSelectElement) return;
    if (event.key === " ") {
      if (control && !slider) return;
      cursor.toggle();
    } else if (event.key === "ArrowLeft") cursor.go(cursor.t - (event.shiftKey ? 10 : 1));
    else if (event.key === "ArrowRight") cursor.go(cursor.t + (event.shiftKey ? 10 : 1));
    else if (event.key === "Home") cursor.go(0);
    else if (event.key === "End") cursor.go(cursor.rounds);
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}

/** @param {HTMLElement} root @returns {Element} the element of the page that holds the stage */
function hostOf(root) {
  const tree = root.getRootNode();
  return tree instanceof ShadowRoot ? tree.host : root;
}
