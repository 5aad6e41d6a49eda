/** The room that the page leaves the stage: its width, and the rest of the screen's height. */

const PHONE = 640;
/** Size of a tablet in landscape orientation, and above. */
const WIDE = 1000;
/** Below this height a board cannot be read, so the page scrolls. */
const MIN_HEIGHT = 430;
/** Legibility from the last row: when presenting, no text is smaller than the screen's height over this number. */
export const READABLE = 36;
/** Smallest type on the stage, px; stage.css complies with it. */
export const SMALLEST = 12;

/** @typedef {{width: number, height: number, phone: boolean, zoom: number}} Space */

/**
 * @param {HTMLElement} root the stage @param {boolean} presenting @returns {Space} in stage pixels of `zoom` screen pixels
 */
export function spaceFor(root, presenting) {
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
export function drawerSpace(transport, phone) {
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
