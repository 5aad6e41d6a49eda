/** Saving: one tile or all of them, as SVG, PNG or PDF, under a name that says what it shows. */

import { fileName } from "./names.js";
import { toPdf } from "./pdf/page.js";
import { toSvg } from "./serialise.js";
import { onSheet } from "./sheet.js";
/** @import { Stage } from "../stage.js" */
/** @import { Kind } from "./names.js" */
/** @import { About } from "./sheet.js" */

/** Pixels of a PNG for each of the sheet. */
const SCALE = 2;

/**
 * @param {Stage} stage @param {string | null} tile null for all @param {Kind} kind
 * @param {About} about
 */
export async function save(stage, tile, kind, about) {
  const name = fileName(stage.run, stage.cursor.t, tile, kind);
  const drawing = onSheet(stage, tile, about, toSvg);
  download(await FORMATS[kind](drawing, name), name);
}

/** @type {Record<Kind, (drawing: string, name: string) => Promise<Blob> | Blob>} */
const FORMATS = {
  svg: (drawing) => new Blob([drawing], { type: "image/svg+xml" }),
  png: toPng,
  pdf: toPdf,
};

/** @param {string} drawing @returns {Promise<Blob>} */
async function toPng(drawing) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width * SCALE;
  canvas.height = image.height * SCALE;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error(`This browser makes no picture of ${canvas.width} × ${canvas.height} pixels.`);
  return blob;
}

/** @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
