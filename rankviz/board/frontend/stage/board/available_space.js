/** How much room the page leaves the stage: its width, and what is left of the screen's height. */

const PHONE = 640;
/** The screen of a tablet lying on its side, and more. */
const WIDE = 1000;
/** Lower than that a board cannot be read: the page scrolls instead. */
const LEAST = 430;
/** What a person on the last row reads: no text under this part of the screen's height when presenting. */
export const READABLE = 36;
/** The smallest type on the stage, px; stage.css keeps to it. */
export const SMALLEST = 12;

/** @typedef {{width: number, height: number, phone: boolean, zoom: number}} Space */

/**
 * @param {HTMLElement} root the stage @param {boolean} presenting @returns {Space} in pixels of the stage, `zoom` screen pixels each
 */
export function spaceFor(root, presenting) {
  if (presenting) {
    // A phone is held in a hand, not read from the last row.
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
  // Where much stands above it, the stage fills the screen once it is scrolled to.
  const from = window.innerHeight - top < LEAST ? header + 8 : top;
  // On a wide screen a narrow place beside words is a board of two columns: nothing there says that one can swipe.
  const phone = width < PHONE && window.innerWidth < WIDE;
  // Beside words that scroll under it the stage has a share of the screen alone.
  const share = Number.parseFloat(getComputedStyle(root).getPropertyValue("--rv-screen-share"));
  if (share) return { width, height: Math.floor(window.innerHeight * share), phone, zoom: 1 };
  return { width, height: Math.max(LEAST, Math.floor(window.innerHeight - from - 8)), phone, zoom: 1 };
}

/**
 * Where the drawer may begin and end, from the screen's top and bottom, so that the rounds stay in sight.
 * @param {HTMLElement} transport @param {boolean} phone @returns {{top: number, bottom: number}} px
 */
export function drawerSpace(transport, phone) {
  const [header, rounds] = [headerHeight(), transport.getBoundingClientRect()];
  // Under the thumb the rounds stand last.
  if (phone) return { top: header, bottom: Math.max(0, Math.round(window.innerHeight - rounds.top)) };
  const top = Math.max(header, Math.round(rounds.bottom));
  // Below much else, such as the panel of an upload, the rounds are out of sight anyway: the drawer is not.
  return { top: top > window.innerHeight / 2 ? header : top, bottom: 0 };
}

/** Streamlit's header may cover the top of the page. */
function headerHeight() {
  const header = document.querySelector('[data-testid="stHeader"]');
  return header && getComputedStyle(header).position !== "static" ? header.getBoundingClientRect().height : 0;
}

/** How far the page is scrolled, in whatever part of it scrolls. @param {HTMLElement} root */
function scrolled(root) {
  let sum = window.scrollY;
  const tree = root.getRootNode();
  for (let el = tree instanceof ShadowRoot ? tree.host : root.parentElement; el; el = el.parentElement)
    sum += el.scrollTop;
  return sum;
}
