"""What is asked inside the page, in JavaScript."""

# Text of the page and of every shadow tree in it, of SVG, and what is read aloud.
TEXT = """() => {
  const parts = [document.body.innerText];
  const walk = (root) => {
    for (const el of root.querySelectorAll("*")) {
      if (el.getAttribute("aria-label")) parts.push(el.getAttribute("aria-label"));
      if (el.tagName === "text" && el.ownerSVGElement) parts.push(el.textContent);
      if (!el.shadowRoot) continue;
      for (const child of el.shadowRoot.children) {
        const silent = ["STYLE", "SCRIPT", "LINK"].includes(child.tagName);
        if (child instanceof HTMLElement && !silent) parts.push(child.innerText);
      }
      walk(el.shadowRoot);
    }
  };
  walk(document);
  return parts.join("\\n");
}"""

# All that is drawn on the stage, to the pixel: the tree of nodes and every canvas. What is hidden is left out, and
# so are the descriptions that follow when the reader rests.
PICTURE = """(step) => {
  const stage = step.getRootNode() instanceof ShadowRoot ? step.getRootNode() : document.querySelector("main");
  const boxes = [...stage.querySelectorAll("section, article")].map((el) => {
    const copy = el.cloneNode(true);
    for (const hidden of copy.querySelectorAll('[hidden], [visibility="hidden"], title')) hidden.remove();
    for (const node of copy.querySelectorAll("[title], [aria-label]")) {
      node.removeAttribute("title");
      node.removeAttribute("aria-label");
    }
    for (const node of copy.querySelectorAll("[class]")) {
      const names = (node.getAttribute("class") ?? "").split(/\\s+/).filter(Boolean);
      if (names.length) node.setAttribute("class", names.sort().join(" "));
      else node.removeAttribute("class");
    }
    return copy.outerHTML.replace(/(rv-[a-z]+-)\\d+(?=["\')])/g, "$1"); // ids count what was drawn before
  });
  return [...boxes, ...[...stage.querySelectorAll("canvas")].map((c) => c.toDataURL())];
}"""

# What this document has asked for in vain, or of another host. It is asked at the end: an event for each of the 150
# files of a page takes a tenth of what opening it costs.
_ASKED = """() => !location.protocol.startsWith("http") ? [] : performance.getEntries().flatMap((entry) => {
  if (entry.entryType !== "navigation" && entry.entryType !== "resource") return [];
  const url = new URL(entry.name);
  if (/^(http|ws)/.test(url.protocol) && url.host !== location.host) return [`to another host: ${entry.name}`];
  return entry.responseStatus >= 400 ? [`${entry.responseStatus}: ${entry.name}`] : [];
})"""

# Before a document's own scripts: what it asked for in vain is known to the next one, in the same tab.
HAND_ON = f"""{{
  performance.setResourceTimingBufferSize(10_000);
  addEventListener("pagehide", () => {{
    if (window.forgotten) return;
    try {{
      const found = [...JSON.parse(sessionStorage.getItem("asked") ?? "[]"), ...({_ASKED})()];
      if (found.length) sessionStorage.setItem("asked", JSON.stringify(found));
    }} catch {{ /* a page of no site */ }}
  }});
}}"""

# All of it in this tab since the last time.
ASKED = f"""() => {{
  let before = [];
  try {{
    before = JSON.parse(sessionStorage.getItem("asked") ?? "[]");
    sessionStorage.removeItem("asked");
  }} catch {{ /* a page of no site */ }}
  const found = ({_ASKED})();
  performance.clearResourceTimings();
  return [...before, ...found];
}}"""

# A run is drawn: its round and a tile are seen, and Streamlit's script has ended. Asked in the page every few
# milliseconds: a locator is looked up again each half a second.
RUN_DRAWN = """() => {
  if (document.querySelector("[data-testid=stApp]")?.dataset.testScriptState !== "notRunning") return false;
  const seen = (el) => el.getClientRects().length > 0 && el.checkVisibility({ visibilityProperty: true });
  return [...document.querySelectorAll("[data-drawn]")].some(({ shadowRoot: stage }) => {
    const said = [...stage.querySelectorAll(".rv-where")];
    const there = said.some((where) => /^Ro?unde? \\d+ (of|von) \\d+$/.test(where.textContent.trim()) && seen(where));
    return there && [...stage.querySelectorAll("[data-tile]")].some(seen);
  });
}"""

# The page says that nothing is under way. What an action brings about has begun two frames later.
FRAMES = "() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))"
RESTS = "() => document.documentElement.hasAttribute('data-rest')"

# What is under way instead.
UNDER_WAY = """() => [...(globalThis[Symbol.for("rankviz.busy")] ?? ["no script yet"])].map(
  (what) => `${what?.constructor?.name} ${what?.work ?? what}`,
)"""

# What has become of each component of the app: its state (mount.js), and what it has drawn.
COMPONENTS = """() => [...document.querySelectorAll("[data-testid^=stBidiComponent]")].map((el) => {
  const tree = el.shadowRoot ?? el;
  const { gone, close } = tree.__rankviz ?? {};
  const drawn = [...tree.children].map((child) => `${child.tagName}.${child.className} ${child.style.cssText}`);
  const key = el.closest("[class*=st-key-]")?.className.match(/st-key-[\\w-]+/);
  return `${key}: gone ${gone}, closes ${!!close}, ${drawn}`;
})"""

# Streamlit's script has ended.
AT_REST = "() => document.querySelector('[data-testid=stApp]')?.dataset.testScriptState === 'notRunning'"

# What has the focus, into each shadow.
FOCUS = """() => {
  const path = [];
  for (let el = document.activeElement; el; el = el.shadowRoot?.activeElement)
    path.push(el.tagName + " " + (el.getAttribute("aria-label") ?? el.className));
  return path.join(" > ");
}"""

# Go to an address within the page, as Back does.
FOLLOW = """(url) => {
  History.prototype.pushState.call(history, history.state, "", url);  // a step of its own, though nobody acted
  dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
}"""

# Press a button many times as fast as a quick reader does.
PRESS = """async (button, times) => {
  for (let i = 0; i < times; i++) {
    button.click();
    await new Promise((after) => setTimeout(after, 50));
  }
}"""

# The rounds the stage says, one entry a change.
RECORD = """(where) => {
  window.saidRounds = [];
  const round = () => Number(where.textContent.match(/^\\D+(\\d+) /)?.[1]);
  const say = () => window.saidRounds.push([round(), performance.now()]);
  new MutationObserver(say).observe(where, { childList: true, characterData: true, subtree: true });
}"""

# The element that has the focus, shadow trees included: its role-giving tag and its name.
FOCUSED = """() => {
  let el = document.activeElement;
  while (el && el.shadowRoot && el.shadowRoot.activeElement) el = el.shadowRoot.activeElement;
  if (!el) return ["", "", false];
  const style = getComputedStyle(el);
  const ring = style.outlineStyle !== "none" || style.boxShadow !== "none" || el.matches("input[type=range]");
  return [el.tagName.toLowerCase(), el.getAttribute("aria-label") ?? el.innerText ?? "", ring];
}"""
# What is wider than the screen, by its own doing: not inside something that scrolls by itself.
TOO_WIDE = """() => {
  const wide = [];
  const scrolls = (el) => /auto|scroll|hidden|clip/.test(getComputedStyle(el).overflowX);
  const walk = (root, clipped) => {
    for (const el of root.children) {
      const box = el.getBoundingClientRect();
      const shown = box.width > 1 && box.height > 1 && getComputedStyle(el).visibility !== "hidden";
      const out = box.left < innerWidth && box.right > innerWidth + 1;
      if (!clipped && shown && out) wide.push(`${el.tagName}.${el.className}: ${box.right}`);
      const inside = clipped || (scrolls(el) && !["HTML", "BODY", "MAIN", "SECTION"].includes(el.tagName));
      if (!(el instanceof SVGElement)) walk(el.shadowRoot ?? el, inside);
    }
  };
  walk(document, false);
  const main = document.querySelector("[data-testid=stMain]");
  const whole = document.scrollingElement.scrollWidth;
  if (whole > innerWidth) wide.push(`the page: ${whole}`);
  if (main && main.scrollWidth > main.clientWidth + 1) wide.push(`the main part: ${main.scrollWidth}`);
  return wide;
}"""

# Texts of the page's one drawing that leave it, or stand on another. A text's outline is no text; letters fill about
# three fifths of the height of their box.
MISPLACED = """() => {
  const whole = document.querySelector("svg").getBoundingClientRect();
  const texts = [...document.querySelectorAll("text")].filter((el) => el.getAttribute("fill") !== "none");
  const boxes = texts.map((el) => [el.getBoundingClientRect(), el.textContent]);
  const out = boxes.filter(([b]) => b.left < 0 || b.top < 0 || b.right > whole.right || b.bottom > whole.bottom);
  const found = out.map(([b, text]) => `outside: ${text}`);
  const ink = (b) => [b.left + 1, b.right - 1, b.top + b.height / 5, b.bottom - b.height / 5];
  boxes.forEach(([a, text], i) => {
    for (const [b, other] of boxes.slice(i + 1)) {
      const [l, r, t, u] = ink(a);
      const [left, right, top, under] = ink(b);
      if (l < right && left < r && t < under && top < u) found.push(`${text} on ${other}`);
    }
  });
  return found;
}"""
