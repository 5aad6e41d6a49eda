/**
 * The place held for the sidebar (sidebar_to_come.css, the style before this script) is given up once the sidebar and the
 * page are seen: pages that are opened later may have none. It is given up after a while, too, if they do not come. From then on
 * the document says `data-came`: what a style hides until all of a page is there is not hidden again.
 */

const LONGEST = 30_000; // milliseconds: a machine that never ran it compiles for a while
const place = document.querySelector("body > style:last-of-type");
const looking = new MutationObserver(() => {
  const page = document.querySelector(".stMain");
  if (page && document.querySelector(".stSidebar") && getComputedStyle(page).visibility === "visible") give();
});
const give = () => {
  looking.disconnect();
  place?.remove();
  document.documentElement.dataset.came = "";
};
looking.observe(document.body, { childList: true, subtree: true, attributeFilter: ["data-drawn"] });
setTimeout(give, LONGEST);
