/**
 * Whether a board has room for its sidebar: on a wide screen, and not for who comes here for the first time. The server hears it
 * in a cookie (rankviz/ui/serving/sidebar.py), the styles of a page to come by `data-narrow`. It runs before anything is drawn.
 */
(function () {
  let been = false;
  try {
    been = localStorage.getItem("rankviz-been") !== null;
  } catch {
    // A sandboxed frame remembers nothing: each visit is the first.
  }
  const roomy = been && window.innerWidth >= 1500;
  if (!roomy && document.currentScript?.hasAttribute("data-board"))
    document.documentElement.dataset.narrow = "";
  document.cookie = `rankviz_roomy=${Number(roomy)};path=${new URL(".", window.location.href).pathname};SameSite=Lax`;
})();
