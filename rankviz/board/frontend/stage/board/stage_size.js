/** The stage's size: as much of the screen as the page leaves it, updated when either changes. */

import { setClass } from "../draw/dom.js";
import { Timer } from "../host/rest.js";
import { NARROW } from "./tile_boxes.js";
import { drawerSpace, spaceFor } from "./available_space.js";
/** @import { Theme } from "../draw/theme.js" */
/** @import { Size } from "./stage.js" */

/** Below this width, beside a lesson's text, the bar has no room for what is also in the menu, px. */
const TIGHT = 1100;

export class StageSize {
  /**
   * @param {HTMLElement} root the stage @param {HTMLElement} place of the board in it
   * @param {HTMLElement} bar under which the drawer begins @param {Theme} theme
   * @param {() => boolean} presents whether the stage fills the screen @param {(size: Size) => void} resize resizes the board
   */
  constructor(root, place, bar, theme, presents, resize) {
    this.root = root;
    this.place = place;
    this.bar = bar;
    this.theme = theme;
    this.presents = presents;
    this.resize = resize;
    this.fit = this.fit.bind(this);
    this.placeDrawer = this.placeDrawer.bind(this);
    this.fits = new Timer(this.fit);
    this.places = new Timer(this.placeDrawer);
    this.sizes = new ResizeObserver(() => this.fits.startFrame());
    this.above = new ResizeObserver(() => this.places.startFrame());
    window.addEventListener("resize", this.fit);
    // The page may scroll inside an element.
    window.addEventListener("scroll", this.placeDrawer, { capture: true, passive: true });
  }

  /** Fit now, and whenever the stage's surroundings change size. */
  observe() {
    this.fit();
    this.sizes.observe(/** @type {Element} */ (this.root.parentElement ?? this.root));
    // A longer sentence above the board takes some of its place.
    this.sizes.observe(this.place);
    // Panels above the stage open and close.
    const page = document.querySelector('[data-testid="stMainBlockContainer"]');
    if (page) this.above.observe(page);
  }

  placeDrawer() {
    const page = document.documentElement.style;
    const drawer = drawerSpace(this.bar, this.root.dataset.size === "phone");
    page.setProperty("--rv-drawer-top", `${drawer.top}px`);
    page.setProperty("--rv-drawer-bottom", `${drawer.bottom}px`);
  }

  fit() {
    const { root, place } = this;
    const presents = this.presents();
    const space = spaceFor(root, presents);
    if (space.width <= 0) return;
    const { style } = root;
    root.dataset.size = space.phone ? "phone" : space.width < NARROW ? "narrow" : "desk";
    setClass(root, "rv-short-bar", space.width < TIGHT);
    style.zoom = space.zoom === 1 ? "" : String(space.zoom);
    style.height = `${space.height}px`;
    style.width = presents ? `${space.width}px` : "";
    this.placeDrawer();
    const page = document.documentElement.style;
    page.setProperty("--rv-page", this.theme.page);
    page.setProperty("--rv-line", this.theme.line);
    const { width, height } = place.getBoundingClientRect();
    if (width < 1 || height < 1) return; // not on the screen
    this.resize({
      width: Math.floor(width / space.zoom),
      height: Math.floor(height / space.zoom),
      phone: space.phone,
      fixed: presents,
      dense: Math.min(3, (window.devicePixelRatio || 1) * space.zoom),
    });
    // Two columns are taller than the screen, so what is below the stage moves down.
    const over = presents ? 0 : place.scrollHeight - place.clientHeight;
    style.marginBottom = over > 0 ? `${over}px` : "";
  }

  stop() {
    this.sizes.disconnect();
    this.above.disconnect();
    this.fits.stop();
    this.places.stop();
    window.removeEventListener("resize", this.fit);
    window.removeEventListener("scroll", this.placeDrawer, { capture: true });
  }
}
