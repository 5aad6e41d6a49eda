/** A moment's board as a picture, without a stage on the page: for the hand-out, and for the presenter's next moment. */

import { Cursor } from "../control/cursor.js";
import { viewFor } from "../control/view.js";
import { Theme } from "../draw/theme.js";
import { decode } from "../run/decode.js";
import { fullestQuery } from "../run/pairs.js";
import { Stage } from "../board/stage.js";
import { toSvg } from "./serialise.js";
import { withSheet } from "./print_sheet.js";
/** @import { Settings } from "../control/view.js" */

/** Size of the stage from which the sheet is made; the sheet has its own size, px. */
const SIZE = { width: 1440, height: 900, phone: false, fixed: false, dense: 1 };

/** Two tiles per row and no wider: at 156 mm on an A4 page (talk.css) the smallest type is 7 pt. */
export const ON_A4 = { width: 690, height: 770 };

/**
 * Return the board as an SVG, with its data, round and parameters below.
 * @param {{layout: string, round: number, settings: Settings, parameters?: string, held: boolean}} moment `held`: whether later rounds are hidden
 * @param {ArrayBuffer} pack of the run @param {{width: number, height: number}} [size] of the board, px
 */
export function drawBoard({ layout, round, settings, parameters = "", held }, pack, size) {
  const run = decode(pack);
  const cursor = new Cursor(
    () => {},
    () => {},
  );
  cursor.load(run.rounds, round);
  const name = `drawn ${layout} ${round} ${JSON.stringify(settings)}`;
  const view = { ...viewFor(name, { ...settings, hold: held ? round : null }) };
  view.usual = fullestQuery(run);
  if (view.query < 0 || view.query >= run.queries.length) view.query = view.usual;
  const stage = new Stage(run, new Theme(document.documentElement), cursor, view, layout, () => {});
  // A sheet shows every tile that is not hidden, so hide the tiles that the moment does not show.
  const chosen = stage.names.filter((tile) => view.tiles.includes(tile));
  if (chosen.length) view.hidden = stage.names.filter((tile) => !chosen.includes(tile));
  stage.size = SIZE;
  try {
    return withSheet(stage, null, { parameters }, toSvg, size);
  } finally {
    stage.stop();
  }
}
