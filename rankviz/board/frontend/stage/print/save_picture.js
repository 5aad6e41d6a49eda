/** Save or print one tile or all of them, under a name that says what it shows. */

import { toSvg } from "./serialise.js";
import { withSheet } from "./print_sheet.js";
/** @import { Stage } from "../board/stage.js" */
/** @import { Kind } from "../control/save_request.js" */
/** @import { About } from "./print_sheet.js" */

/** Pixels of a PNG per pixel of the sheet. */
const SCALE = 2;
/** Maximum length of a part of a file name. */
const MAX_LENGTH = 40;

/**
 * @param {Stage} stage @param {string | null} tile null for all tiles @param {Kind} kind
 * @param {About} about
 */
export async function savePicture(stage, tile, kind, about) {
  const name = fileName(stage.run, stage.cursor.t, tile);
  const drawing = withSheet(stage, tile, about, toSvg);
  if (kind === "print") await print(drawing, name);
  else if (kind === "png") download(await toPng(drawing), `${name}.png`);
  else download(new Blob([drawing], { type: "image/svg+xml" }), `${name}.svg`);
}

/** Print on a sheet of the drawing's size; a browser that saves it as PDF embeds the fonts. @param {string} drawing @param {string} name */
async function print(drawing, name) {
  const root = new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement;
  const size = `${root.getAttribute("width")}px ${root.getAttribute("height")}px`;
  const frame = document.createElement("iframe");
  frame.className = "rv-paper";
  frame.style.cssText = "position:fixed;left:-20000px;width:1px;height:1px";
  frame.srcdoc = `<!doctype html><meta charset="utf-8"><title>${name}</title><style>@page { size: ${size}; margin: 0 } body { margin: 0 } svg { display: block }</style>${drawing}`;
  const loaded = new Promise((done) => frame.addEventListener("load", done, { once: true }));
  document.body.append(frame);
  await loaded;
  const paper = /** @type {Window} */ (frame.contentWindow);
  paper.addEventListener("afterprint", () => frame.remove(), { once: true });
  paper.print();
}

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

/**
 * Return the file name of a saved picture: data, round, tile and algorithms.
 * @param {{source: string, title: string, algos: readonly {id: string}[]}} run @param {number} t the round
 * @param {string | null} tile null for all tiles
 * @returns {string} such as diabetes_r10_losses_rb-d_rb-c
 */
export function fileName(run, t, tile) {
  const parts = [shortName(run), `r${t}`, ...(tile ? [slug(tile)] : []), ...run.algos.map((a) => slug(a.id))];
  return parts.join("_");
}

/** Return the data's name without scheme, folder, extension and options. @param {{source: string, title: string}} run @returns {string} */
export function shortName({ source, title }) {
  const [scheme, rest] = split(source);
  const target = rest.replace(/[?#].*$/s, "");
  const file = decoded(target).split(/[\\/]/).pop() ?? "";
  // An inline source contains the data themselves, which are too long for a name.
  return (scheme === "inline" ? "" : slug(file.replace(/\.\w{1,8}$/, ""))) || slug(title) || "data";
}

/** @param {string} source @returns {[string, string]} */
function split(source) {
  const at = source.indexOf(":");
  return at < 0 ? ["", source] : [source.slice(0, at), source.slice(at + 1)];
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a file whose name contains a literal %
  }
}

/** Keep letters and digits of any script, joined by hyphens. @param {string} text */
const slug = (text) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, "");
