"""What is asked inside the page of its tiles, in JavaScript: where they are, what stands out of them, its type."""

# From a button of the stage: where each tile is, by its name.
BOXES = """(step) => {
  const tiles = step.getRootNode().querySelectorAll("[data-tile]");
  return Object.fromEntries([...tiles].map((tile) => {
    const box = tile.getBoundingClientRect();
    return [tile.dataset.tile, [box.left, box.top, box.right, box.bottom].map(Math.round)];
  }));
}"""

# From a button of the stage: the texts and pictures that leave their tile.
SPILLED = """(step) => {
  const out = [];
  for (const tile of step.getRootNode().querySelectorAll("[data-tile]")) {
    const edge = tile.getBoundingClientRect();
    for (const el of tile.querySelectorAll("text, canvas, p, b, span, button, select")) {
      if (el.closest("[hidden], [visibility=hidden], .rv-menu, .rv-hidden")) continue;
      if (!el.textContent && el.tagName !== "CANVAS") continue;
      const box = el.getBoundingClientRect();
      if (box.width < 1 || getComputedStyle(el).visibility === "hidden") continue;
      const beside = box.left < edge.left - 1 || box.right > edge.right + 1;
      if (beside || box.bottom > edge.bottom + 1 || box.top < edge.top - 1)
        if (!clipped(el, tile)) out.push(`${tile.dataset.tile}: ${el.tagName} ${el.textContent.slice(0, 40)}`);
    }
  }
  return out;
  function clipped(el, tile) {
    for (let at = el.parentElement; at && at !== tile; at = at.parentElement)
      if (getComputedStyle(at).textOverflow === "ellipsis") return true;
    return false;
  }
}"""

# From the tile of losses or of margins: what leaves it, and where what must not move is.
# Tags go up and down with their lines.
PLACES = """(tile) => {
  const box = tile.getBoundingClientRect();
  const out = [], fixed = [];
  for (const el of tile.querySelectorAll(".rv-drawing, .rv-drawing *, table, th, td, .rv-switches, .rv-switches *")) {
    const r = el.getBoundingClientRect();
    if (el.closest("defs, title") || getComputedStyle(el).visibility === "hidden" || !(r.width || r.height)) continue;
    const inside = r.left >= box.left - 1 && r.right <= box.right + 1 && r.bottom <= box.bottom + 1;
    if (!inside) out.push(`${el.tagName} ${el.getAttribute("class")} ${el.textContent}`);
    if (el.matches(".rv-tag, .rv-tag > *, .rv-margin-read, .rv-axis text, td, th, .rv-switches")) {
      const top = el.closest(".rv-tag") ? 0 : r.top - box.top;
      fixed.push([r.left - box.left, top, r.width, r.height].map(Math.round).join(" "));
    }
  }
  return { out, fixed: fixed.join("|"), box: [box.width, box.height].join(" ") };
}"""

# From a tile: its smallest type.
TYPE = """(tile) => Math.min(...[...tile.querySelectorAll("text, b, span, th, td, small, button, h3")]
  .filter((e) => e.textContent.trim() && e.getBoundingClientRect().width)
  .map((e) => parseFloat(getComputedStyle(e).fontSize)))"""

# From the tile of the ranking or of the pairs: what leaves it, where what must not move is, its smallest type.
PARTS = """(tile) => {
  const box = tile.getBoundingClientRect();
  const aside = ".rv-how, .rv-menu, title, .rv-hidden, option";
  const seen = [...tile.querySelectorAll("*")].filter((e) => !e.closest(aside));
  const parts = seen.map((e) => [e, e.getBoundingClientRect()]).filter(([, r]) => r.width > 0 && r.height > 0);
  const out = parts.filter(([, r]) => r.left < box.left - 1 || r.right > box.right + 1
    || r.top < box.top - 1 || r.bottom > box.bottom + 1);
  const fixed = "canvas, .rv-tile-head, .rv-most, .rv-maps-legend, .rv-ranks-foot, .rv-movers";
  const held = parts.filter(([e]) => e.matches(fixed));
  const scrolling = (e) => ["auto", "scroll"].includes(getComputedStyle(e).overflowY);
  const texts = seen.filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()));
  return {
    out: out.map(([e]) => `${e.tagName}.${e.getAttribute("class")}: ${e.textContent.slice(0, 40)}`),
    boxes: held.map(([, r]) => [r.x, r.y, r.width, r.height].map(Math.round).join(" ")),
    fonts: Math.min(99, ...texts.map((e) => parseFloat(getComputedStyle(e).fontSize))),
    scrolls: seen.filter((e) => e.scrollHeight > e.clientHeight + 2 && scrolling(e)).length,
  };
}"""
