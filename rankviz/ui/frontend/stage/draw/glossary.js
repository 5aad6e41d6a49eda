/** The meaning of the symbols, each once; `rich` puts the explanation under a term where it appears. */

import { html } from "./dom.js";

/** @type {Record<string, string>} */
export const TERMS = {
  R̂1: "the share of the critical pairs that are in the wrong order or tied (3)",
  R̂2: "the share of the critical pairs in the wrong order, plus half the share of tied ones (4)",
  Ê1: "the mean of exp(−s) over the critical pairs, s = score of the higher minus score of the lower item: a smooth stand-in for R̂1 that RB-D lowers, and RB-C, too; a tied pair costs exactly 1 (5)",
  Ê2: "a smooth stand-in for R̂2 that RankBoost+ lowers: as Ê1, but a ranker with weight η that ties a pair costs cosh η (22)–(24)",
  bound:
    "what the loss that the algorithm lowers never exceeds: Ê1 for RB-D (Theorem 1) and RB-C (from (18) and (19), by RankViz: the paper has no theorem about it), Ê2 for RankBoost+ (Theorem 2)",
  "ε⁺": "weight of the pairs the chosen ranker orders correctly",
  "ε⁰": "weight of the pairs it ties",
  "ε⁻": "weight of the pairs it reverses",
  α: "the weight given to the chosen ranker in this round",
  Z: "what the loss is multiplied by in this round: the sum of the pairs' weights after the step, before they are scaled to 1 again",
  η: "the weight a ranker has gathered over all rounds",
  D: "the weight of each pair while boosting; all D add up to 1",
  "equal share": "1/m: what each of the m pairs weighs before the first round",
  margin:
    "score of the higher item minus score of the lower item, divided by the sum of all |weights|: between −1 and 1, negative when the pair is in the wrong order",
  "smooth margin":
    "G̃ = −ln F̃ / Σ|weights|, F̃ the sum of exp(−s) over the pairs: it never lies above the least margin",
  ρ: "the largest margin that weights ≥ 0 can reach on these data, found by a linear program",
  "NDCG@5":
    "quality of the first five places, 1 is perfect; higher grades count more, higher places count more",
  "weak ranker": "a simple rule that gives each item 0 or 1, such as “feature f3 is above 0.25”",
  "critical pair": "two items of which one should stand above the other",
  "held-out": "data kept aside: the algorithms never learn from it",
};

/**
 * Text with {terms} in braces becomes text with explained terms.
 * @param {string} text @returns {Node[]}
 */
export function rich(text) {
  return text
    .split(/[{}]/)
    .map((part, i) =>
      i % 2 ? html("abbr", { title: TERMS[part] ?? part }, part) : document.createTextNode(part),
    );
}

/** @param {Readonly<Record<string, string>>} [terms] those of a page, in its order @returns {HTMLElement} the whole list, for readers who cannot hover */
export function glossary(terms = TERMS) {
  const list = html("dl");
  for (const [term, text] of Object.entries(terms)) list.append(html("dt", {}, term), html("dd", {}, text));
  return html("details", { class: "rv-glossary" }, html("summary", {}, "What the symbols mean"), list);
}
