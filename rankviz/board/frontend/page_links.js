/**
 * Fix Streamlit's page links for opening them elsewhere. The link to the first page has no path ("?data=…"), which is wrong on
 * any other page; and Streamlit opens a page in this tab even on a click with Ctrl or ⌘.
 */
const LINK = '[data-testid="stPageLink-NavLink"]';

/** @param {Event} event @returns {Element | null} */
const linkOf = (event) => (event.target instanceof Element ? event.target.closest(LINK) : null);

/** @param {Event} event an event before the address is used or shown */
function fixLink(event) {
  const link = linkOf(event);
  const href = link?.getAttribute("href");
  if (href === "" || href?.startsWith("?")) link?.setAttribute("href", `./${href}`);
}

for (const kind of ["pointerover", "pointerdown", "focusin", "contextmenu"])
  document.addEventListener(kind, fixLink, true);
document.addEventListener(
  "click",
  (event) => {
    // Without Streamlit's listener the browser does the right thing.
    if (linkOf(event) && (event.ctrlKey || event.metaKey || event.shiftKey)) event.stopPropagation();
  },
  true,
);
