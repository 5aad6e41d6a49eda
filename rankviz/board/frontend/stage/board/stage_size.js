/** The stage's size: as much of the screen as the page leaves it, updated when either changes. */

import { PHONE, setClass } from "../draw/dom.js";
import { Timer } from "../host/rest.js";
import { NARROW } from "./tile_boxes.js";
/** @import { Theme } from "../draw/theme.js" */
/** @import { Size } from "./stage.js" */

/** Below this width, beside a lesson's text, the bar has no room for what is also in the menu, px. */
const TIGHT = 1100;
/** Size of a tablet in landscape orientation, and above. */
const WIDE = 1000;
/** Below this height a board cannot be read, so the page scrolls. */
const MIN_HEIGHT = 430;
/** Legibility from the last row: when presenting, no text is smaller than the screen's height over this number. */
const READABLE = 36;
/** Smallest type on the stage, px; stage.css complies with it. */
const SMALLEST = 12;

/** @typedef {{width: number, height: number, phone: boolean, zoom: number}} Space */

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
    // On a phone a longer sentence above the board takes some of its place.
    this.phone = new ResizeObserver(() => this.root.dataset.size === "phone" && this.fits.startFrame());
    window.addEventListener("resize", this.fit);
    // The page may scroll inside an element.
    window.addEventListener("scroll", this.placeDrawer, { capture: true, passive: true });
  }

  /** Fit now, and whenever the stage's surroundings change size. */
  observe() {
    this.fit();
    this.sizes.observe(/** @type {Element} */ (this.root.parentElement ?? this.root));
    this.phone.observe(this.place);
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
    this.phone.disconnect();
    this.fits.stop();
    this.places.stop();
    window.removeEventListener("resize", this.fit);
    window.removeEventListener("scroll", this.placeDrawer, { capture: true });
  }
}

/**
 * Return the room that the page leaves the stage: its width, and the rest of the screen's height.
 * @param {HTMLElement} root the stage @param {boolean} presenting @returns {Space} in stage pixels of `zoom` screen pixels
 */
function spaceFor(root, presenting) {
  if (presenting) {
    // A phone is held in the hand, not read from the last row.
    const phone = window.innerWidth < PHONE && window.innerWidth < window.innerHeight;
    const zoom = phone ? 1 : Math.max(1, window.innerHeight / READABLE / SMALLEST);
    const [width, height] = [window.innerWidth / zoom, window.innerHeight / zoom];
    return {
      width: Math.floor(width),
      height: Math.floor(height),
      phone: phone || (width < PHONE && width < height),
      zoom,
    };
  }
  const width = root.clientWidth;
  const header = headerHeight();
  const top = root.getBoundingClientRect().top + scrolled(root);
  // Below a tall header the stage fills the screen once it is scrolled to.
  const from = window.innerHeight - top < MIN_HEIGHT ? header + 8 : top;
  // On a wide screen a narrow place beside text gets a board of two columns, because nothing suggests swiping there.
  const phone = width < PHONE && window.innerWidth < WIDE;
  // Beside scrolling text the stage is sticky and has only a share of the screen.
  const share = Number.parseFloat(getComputedStyle(root).getPropertyValue("--rv-screen-share"));
  if (share) return { width, height: Math.floor(window.innerHeight * share), phone, zoom: 1 };
  return { width, height: Math.max(MIN_HEIGHT, Math.floor(window.innerHeight - from - 8)), phone, zoom: 1 };
}

/**
 * Return the drawer's margins from the screen's top and bottom that keep the transport bar visible.
 * @param {HTMLElement} transport @param {boolean} phone @returns {{top: number, bottom: number}} px
 */
function drawerSpace(transport, phone) {
  const [header, rounds] = [headerHeight(), transport.getBoundingClientRect()];
  // On phones the transport bar is at the bottom, below the thumb.
  if (phone) return { top: header, bottom: Math.max(0, Math.round(window.innerHeight - rounds.top)) };
  const top = Math.max(header, Math.round(rounds.bottom));
  // Below other tall content, such as an upload panel, the bar is out of sight anyway; the drawer need not be.
  return { top: top > window.innerHeight / 2 ? header : top, bottom: 0 };
}

/** Return the height of Streamlit's header, which may cover the top of the page. */
function headerHeight() {
  const header = document.querySelector('[data-testid="stHeader"]');
  return header && getComputedStyle(header).position !== "static" ? header.getBoundingClientRect().height : 0;
}

/** Return how far the page is scrolled, in whichever element scrolls. @param {HTMLElement} root */
function scrolled(root) {
  let sum = window.scrollY;
  const tree = root.getRootNode();
  for (let el = tree instanceof ShadowRoot ? tree.host : root.parentElement; el; el = el.parentElement)
    sum += el.scrollTop;
  return sum;
}
