/** What the page does for the next visit. */

/** Later visits need no network. A host without https has no such cache. @param {string} offline */
export async function registerOffline(offline) {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(offline);
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => data && (document.body.dataset.kept = "");
    active?.postMessage(window.location.href.replace(/#.*$/, ""), [port2]);
  } catch {
    // The page works; it only needs its host the next time, too.
  }
}
