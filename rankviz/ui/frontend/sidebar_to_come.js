/**
 * The place that was kept for the sidebar (sidebar_to_come.css, the style before this script) is given up once the sidebar is
 * there: pages that are opened later may have none. The same after a while, should it not come.
 */

const LONGEST = 15_000; // milliseconds
const kept = document.querySelector("body > style:last-of-type");
const looking = new MutationObserver(() => {
  if (document.querySelector(".stSidebar")) give();
});
const give = () => {
  looking.disconnect();
  kept?.remove();
};
looking.observe(document.body, { childList: true, subtree: true });
setTimeout(give, LONGEST);
