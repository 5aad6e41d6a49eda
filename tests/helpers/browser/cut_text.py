"""Which words on a page are cut off, in JavaScript: by what they stand in, by the window, or by words beside them."""

# Texts that leave what hides the rest of them, or the window, and texts of a picture that cover each other.
# A line is higher than its letters: a quarter of it may be hidden. Names that may be cut are marked in the style sheets
# by `text-overflow: ellipsis` and carry their whole text as a title.
CUT = """() => {
  const found = new Set(), drawn = new Map();
  const unseen = ".rv-hidden, [hidden], option, style, script, noscript, title, defs, .rv-menu, .rv-how, " +
    "details:not([open]) > :not(summary), [data-testid=stIconMaterial], [data-testid=stSidebar]";
  const walk = (root) => {
    for (const el of root.children) {
      look(el);
      walk(el);
      if (el.shadowRoot) walk(el.shadowRoot);
    }
  };
  walk(document.body);
  for (const texts of drawn.values())
    texts.forEach(([el, box], i) => texts.slice(i + 1).forEach(([other, b]) => {
      const wide = Math.min(box.right, b.right) - Math.max(box.left, b.left);
      const high = Math.min(box.bottom, b.bottom) - Math.max(box.top, b.top);
      if (wide > 3 && high > Math.min(box.height, b.height) * 0.45)
        say(el, `covers ${other.textContent}`);
    }));
  return [...found];

  function say(el, what) {
    const tile = el.closest("[data-tile]");
    found.add(`${tile ? tile.dataset.tile : "page"}: ${el.textContent.trim().slice(0, 60)} (${what})`);
  }

  function look(el) {
    const own = [...el.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const style = getComputedStyle(el);
    if (!own || el.closest(unseen) || style.visibility === "hidden" || style.opacity === "0") return;
    const range = document.createRange();
    range.selectNodeContents(el);
    let box = el instanceof SVGElement ? el.getBoundingClientRect() : range.getBoundingClientRect();
    if (box.width < 2 || box.height < 2 || box.bottom < 0 || box.top > innerHeight) return;
    const tall = box.height * 0.28;
    let cut = "", scrolls = false;
    for (let at = el; at && at !== document.body; at = at.parentElement ?? at.getRootNode().host) {
      const around = getComputedStyle(at), edge = at.getBoundingClientRect();
      if (/auto|scroll/.test(around.overflowX + around.overflowY)) scrolls = true;
      const hides = at.tagName === "svg" ? around.overflow !== "visible" : false;
      if (hides || /hidden|clip/.test(around.overflowX)) {
        // For those who hear the page, or another page of a carousel.
        if (edge.width < 3 || Math.min(box.right, edge.right) - Math.max(box.left, edge.left) < 3) return;
        const shortened = around.textOverflow === "ellipsis" && at.closest("[title]");
        if (shortened && box.top > edge.bottom - 1) return; // left out as a whole
        if (shortened) box = new DOMRect(box.x, box.y, Math.min(box.right, edge.right) - box.x, box.height);
        else if (box.right > edge.right + 3 || box.left < edge.left - 3) cut ||= "at its side";
      }
      if ((hides || /hidden|clip/.test(around.overflowY)) && !scrolls)
        if (box.bottom > edge.bottom + tall || box.top < edge.top - tall) cut ||= "above or below";
    }
    if (cut) say(el, cut);
    else if (box.right > innerWidth + 1 || box.left < -1) say(el, "off the screen");
    const picture = el.tagName === "text" ? el.ownerSVGElement : null;
    if (picture) drawn.set(picture, [...(drawn.get(picture) ?? []), [el, box]]);
  }
}"""
