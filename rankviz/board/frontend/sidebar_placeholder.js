/**
 * Release the place reserved for the sidebar (sidebar_placeholder.css, the style before this script) once the sidebar and the
 * page are visible, because later pages may have none; or after a timeout if they never appear. From then on the document has
 * `data-came`: what a style hides until the whole page is there is not hidden again.
 */

const TIMEOUT = 30_000; // milliseconds: on its first run a machine compiles for a while
const place = document.querySelector("body > style:last-of-type");
const looking = new MutationObserver(() => {
  const page = document.querySelector(".stMain");
  if (page && document.querySelector(".stSidebar") && getComputedStyle(page).visibility === "visible")
    release();
});
const release = () => {
  looking.disconnect();
  place?.remove();
  document.documentElement.dataset.came = "";
};
looking.observe(document.body, { childList: true, subtree: true, attributeFilter: ["data-drawn"] });
setTimeout(release, TIMEOUT);
