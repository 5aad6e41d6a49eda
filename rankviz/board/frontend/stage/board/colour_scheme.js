/** Pages outside Streamlit follow the system's light or dark scheme until the reader chooses the other. */

/** @param {HTMLButtonElement | HTMLElement} button @param {() => void} changed called immediately and after every change */
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
