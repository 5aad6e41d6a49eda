/**
 * Streamlit's links to pages, mended for who opens them elsewhere. The link to the first page has an address without a path, "?data=…",
 * which from another page leads nowhere; and a click with Ctrl or ⌘, which asks for a new tab, would open the page in this one.
 */
const LINK = '[data-testid="stPageLink-NavLink"]';

/** @param {Event} event @returns {Element | null} */
const linkOf = (event) => (event.target instanceof Element ? event.target.closest(LINK) : null);

/** @param {Event} event what comes before an address is used or shown */
function mend(event) {
  const link = linkOf(event);
  const href = link?.getAttribute("href");
  if (href === "" || href?.startsWith("?")) link?.setAttribute("href", `./${href}`);
}

for (const kind of ["pointerover", "pointerdown", "focusin", "contextmenu"])
  document.addEventListener(kind, mend, true);
document.addEventListener(
  "click",
  (event) => {
    // The browser knows what to do, once nobody else answers.
    if (linkOf(event) && (event.ctrlKey || event.metaKey || event.shiftKey)) event.stopPropagation();
  },
  true,
);
