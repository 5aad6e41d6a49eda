/** On a phone the list of pages covers the page: close it as soon as a page is chosen. */

const NARROW = 768; // px: below this width Streamlit lays its sidebar over the page
document.addEventListener("click", (event) => {
  const link =
    event.target instanceof Element
      ? event.target.closest('[data-testid="stSidebarNav"] a, .stSidebar nav a')
      : null;
  if (!link || window.innerWidth > NARROW) return;
  // After the click has chosen the page.
  setTimeout(() =>
    /** @type {HTMLElement | null} */ (
      document.querySelector('[data-testid="stSidebarCollapseButton"] button')
    )?.click(),
  );
});
