/** The search of each round: what it compared, its cost, and when RankBoost+ fixes its independent set; another face of the ensemble tile. */

import { html, setAttr, setText } from "../draw/dom.js";
import { candidateLists } from "./candidates.js";
import { curvesPanel } from "./curves.js";
import { copiesFoundBy, fixedRounds, keepsIndependentSet } from "../run/search.js";
import { showFrom } from "./tile_faces.js";
/** @import { Boosted } from "../run/run.js" */
/** @import { Panel } from "./panel.js" */

/** @typedef {import("./panel.js").Ctx<Boosted>} Ctx */

/** Height of a line of the note, px. */
const LINE = 18;
/** Height of the charts above a list of candidates in a small tile, and height from which a tile is large, px. */
const CHARTS = 100;
const TALL = 420;
/** The beats in which candidates are scored and one is picked, when the tile still shows the previous round. */
const SCORED = 1;
const PICKED = 2;

/** Return flags where S is fixed. @param {readonly Boosted[]} algos */
export const fixedFlags = (algos) => fixedRounds(algos).map((round) => ({ round, label: "no new rankers" }));

/** @param {Ctx} ctx @param {HTMLElement | null} [face] the switch to the tile's other faces @returns {Panel} */
export function searchPanel(ctx, face = null) {
  const { algos } = ctx.run;
  const flags = () => fixedFlags(algos);
  const made = curvesPanel({
    id: "search",
    title: "Search",
    how: "the list shows the candidates with the largest slopes |{δ}|, best first. A frame marks members of S, the independent rankers: none is a combination of the others; the filled bar is the round's pick; names struck out are no longer searched (copies and, once S is complete, everything outside it). The charts count the candidates whose slopes each round compares, and its tests of independence. RB-D and RB-C compare all candidates in every round. RankBoost+ compares the members of S and the candidates outside it, without copies of rankers in S; once the best candidate depends on S, or after a set number of rounds, S is completed (that round costs the most), and from then on only S is searched.",
    tools: [face],
    charts: [
      { title: "Candidates compared", series: [{ key: "searched", label: "candidates" }], zero: true, flags },
      { title: "Tests of independence", series: [{ key: "tested", label: "tests" }], zero: true, flags },
    ],
  })(ctx);
  const keeping = algos.filter(keepsIndependentSet);
  const listed = algos.filter((a) => a.candidates);
  const list = listed.length ? candidateLists(ctx, listed) : null;
  const lines = keeping.map(() => html("p", { class: "rv-note rv-search-note" }));
  made.el.append(...(list ? [list.el] : []), ...lines);
  return {
    ...made,
    about: [SCORED],
    build(width, height) {
      const room = height - LINE * lines.length;
      if (!list) return made.build(width, room);
      const most = Math.max(...listed.map(({ candidates }) => candidates?.count ?? 0));
      const rows =
        height >= TALL
          ? most
          : Math.max(
              1,
              Math.min(most, Math.floor((room - CHARTS - list.room(0)) / (list.room(1) - list.room(0)))),
            );
      list.build(width, rows);
      made.build(width, room - list.room(rows));
    },
    draw(t, beat) {
      showFrom(face, t);
      const scoring = beat === SCORED || beat === PICKED;
      list?.draw(scoring ? t + 1 : t, beat !== SCORED);
      made.draw(t, beat);
      keeping.forEach((a, i) => setText(lines[i], sentence(a, t, keeping.length > 1)));
    },
    describe(t) {
      made.describe?.(t);
      list?.describe();
      keeping.forEach((a, i) => setAttr(lines[i], "title", copiesText(a, t)));
    },
  };
}

/** @param {Boosted} a @param {number} t @param {boolean} named */
function sentence(a, t, named) {
  const { fixed } = a.search;
  const set =
    fixed && t >= fixed.round
      ? `S, the independent rankers, is complete since round ${fixed.round}: it has ${fixed.size}`
      : "S, the independent rankers, still grows";
  const copies = copiesFoundBy(a, t);
  const more = copies.length ? `; copies left out: ${copies.map(([name]) => name).join(", ")}` : "";
  return `${named ? `${a.label}: ` : ""}${t === 0 ? "" : set}${more}`;
}

/** @param {Boosted} a @param {number} t */
function copiesText(a, t) {
  const copies = copiesFoundBy(a, t);
  const unlisted = a.search.copies_in_all - a.search.copies.length;
  const list = copies.map(([name, found]) => `${name} (round ${found})`).join(", ");
  return copies.length
    ? `Copies of rankers in S, with the round that found them: ${list}${unlisted > 0 && t >= a.rounds ? `, and ${unlisted} more` : ""}`
    : "";
}
