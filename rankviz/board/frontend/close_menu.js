/** On a phone the list of pages covers the page: it closes as soon as one of them is chosen. */

const NARROW = 768; // px: so narrow Streamlit lays its sidebar over the page
document.addEventListener("click", (event) => {
  const link =
    event.target instanceof Element
      ? event.target.closest('[data-testid="stSidebarNav"] a, .stSidebar nav a')
      : null;
  if (!link || window.innerWidth > NARROW) return;
  // Once the click has chosen the page.
  setTimeout(() =>
    /** @type {HTMLElement | null} */ (
      document.querySelector('[data-testid="stSidebarCollapseButton"] button')
    )?.click(),
  );
});
