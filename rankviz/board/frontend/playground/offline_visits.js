/** Prepare the page for the next visit. */

/** Register the service worker, so that later visits need no network. Without https there is none. @param {string} offline */
export async function registerOffline(offline) {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(offline);
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => data && (document.body.dataset.kept = "");
    active?.postMessage(window.location.href.replace(/#.*$/, ""), [port2]);
  } catch {
    // The page still works; the next visit only needs its host again.
  }
}
