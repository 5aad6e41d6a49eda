/** The regression tree that a round added: as a drawing if its questions are legible, else as a list if it fits. */

import { setAttr } from "../../draw/dom.js";
import { stateAt } from "../../run/run.js";
import { columnsPanel } from "../columns.js";
import { tilePicture } from "../panel.js";
import { treeDrawing } from "./tree_drawing.js";
import { treeList } from "./tree_list.js";
import { lookUpTrees } from "./tree_lookup.js";
/** @import { Hover } from "../../draw/hover.js" */
/** @import { Algo } from "../../run/run.js" */
/** @import { Box, Column, MadeTrees } from "../columns.js" */
/** @import { Ctx } from "../panel.js" */

/** Width of a leaf from which most questions fit, px. */
const ROOMY = 44;

export const treePanel = columnsPanel({
  picture: "trees",
  id: "tree",
  title: "Tree",
  how: "the tree that this round added. Items for which a split's condition holds (yes) go left; each item is a dot, coloured by its grade, and ends in a leaf. Below, one bar per leaf: what it adds to its items' scores, including the step. Filled bars raise scores, hollow bars lower them; each round has its own scale. Point at a dot to see its path. Enlarged, a tree of many leaves is a list: yes continues on the line below, no on the line marked “else”.",
  array: "node_start",
  none: "None of these algorithms grows trees.",
  before: "Press Step to see the first tree.",
  ratio: 1.6,
  column: view,
});

/**
 * @param {MadeTrees} made @param {Algo} a @param {Box} size
 * @param {Ctx} ctx @returns {Column}
 */
function view(made, a, size, ctx) {
  const all = lookUpTrees(made, a);
  const list = size.width < ROOMY * all.mostLeaves ? treeList(all, a, size) : null;
  const items = { dots: made.arrays.get("dots"), leaf: made.arrays.of("trees", a.index).get("leaf") };
  const drawing = list ?? treeDrawing(all, a, size, ctx, items);
  const pic = tilePicture(drawing.el);
  return {
    el: pic,
    /** @param {number} t */
    draw(t) {
      drawing.draw(stateAt(a, t));
    },
    /** @param {Hover} h */
    hover(h) {
      drawing.hover?.(h);
    },
    /** @param {number} t */
    describe(t) {
      const s = stateAt(a, t);
      const text =
        s === 0
          ? `${a.label}: no tree before the first round.`
          : `${a.label}, tree of round ${s}: first split ${all.isLeaf(all.root(s)) ? "none" : all.question(all.root(s))}; ${a.rankers[a.pick[s - 1]]}.`;
      setAttr(pic, "aria-label", text);
    },
  };
}
