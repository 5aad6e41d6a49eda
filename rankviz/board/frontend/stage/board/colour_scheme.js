/** A page that is not Streamlit's is as light or dark as the system, until its reader wants the other. */

/** @param {HTMLButtonElement | HTMLElement} button @param {() => void} changed called at once, and after every change */
export function offerColourScheme(button, changed) {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const isDark = () => (root.dataset.scheme ?? (system.matches ? "dark" : "light")) === "dark";
  const say = () => {
    button.textContent = isDark() ? "Light" : "Dark";
    changed();
  };
  button.addEventListener("click", () => {
    root.dataset.scheme = isDark() ? "light" : "dark";
    say();
  });
  system.addEventListener("change", say);
  button.hidden = false;
  say();
}
