/**
 * Decide whether the sidebar fits beside a board: on a wide screen, except on a first visit. The server reads the answer from a
 * cookie (rankviz/ui/serving/sidebar.py), styles from `data-narrow`. The script runs before anything is drawn.
 */
(function () {
  let been = false;
  try {
    been = localStorage.getItem("rankviz-been") !== null;
  } catch {
    // A sandboxed frame has no storage, so each visit is the first.
  }
  const roomy = been && window.innerWidth >= 1500;
  if (!roomy && document.currentScript?.hasAttribute("data-board"))
    document.documentElement.dataset.narrow = "";
  document.cookie = `rankviz_roomy=${Number(roomy)};path=${new URL(".", window.location.href).pathname};SameSite=Lax`;
})();
