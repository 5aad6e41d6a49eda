/** An SVG of ours as a PDF of one page: lines and text stay lines and text. */

import { PdfFile, latin, textString } from "./file.js";
import { num } from "./path.js";
import { Painter } from "./painter.js";

/** Points of a page for each px of a sheet: 96 px and 72 points are an inch. */
const POINT = 0.75;
const FONTS = ["Helvetica", "Helvetica-Bold", "Helvetica-Oblique", "Helvetica-BoldOblique", "Symbol"];

/**
 * @param {string} drawing an SVG document, see serialise.js @param {string} title
 * @returns {Promise<Blob>} rejects with an Error when the drawing holds something that has no place in it
 */
export async function toPdf(drawing, title) {
  const host = document.createElement("div");
  host.style.cssText = "position:fixed;left:-20000px;top:0";
  // A separate tree: no style sheet of the page reaches the drawing.
  host.attachShadow({ mode: "open" }).innerHTML = drawing;
  document.body.append(host);
  try {
    const root = /** @type {SVGSVGElement} */ (host.shadowRoot?.firstElementChild);
    const page = { width: root.width.baseVal.value * POINT, height: root.height.baseVal.value * POINT };
    const painter = new Painter(root, [POINT, 0, 0, -POINT, 0, page.height]);
    painter.all();
    return new Blob([await write(painter, page, title)], { type: "application/pdf" });
  } finally {
    host.remove();
  }
}

/** @param {Painter} painter @param {{width: number, height: number}} page points @param {string} title */
async function write(painter, page, title) {
  const file = new PdfFile();
  const fonts = FONTS.map((name, i) => `/F${i} ${file.add(font(name))} 0 R`).join(" ");
  const states = painter.states.map((state, i) => `/G${i} ${file.add(state)} 0 R`).join(" ");
  const images = await Promise.all(painter.images.map((found) => found()));
  let pictures = "";
  for (const [i, image] of images.entries()) pictures += `/I${i} ${await addImage(file, image)} 0 R `;
  const resources = `<< /Font << ${fonts} >> /ExtGState << ${states} >> /XObject << ${pictures}>> >>`;
  const content = await file.addStream("", latin(painter.content()));
  const pages = file.reserve();
  const box = `[0 0 ${num(page.width)} ${num(page.height)}]`;
  const only = file.add(
    `<< /Type /Page /Parent ${pages} 0 R /MediaBox ${box} /Resources ${resources} /Contents ${content} 0 R >>`,
  );
  file.add(`<< /Type /Pages /Kids [${only} 0 R] /Count 1 >>`, pages);
  const root = file.add(`<< /Type /Catalog /Pages ${pages} 0 R >>`);
  return file.bytes(root, file.add(`<< /Title ${textString(title)} /Producer ${textString("RankViz")} >>`));
}

/** @param {string} name */
const font = (name) =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name}${name === "Symbol" ? "" : " /Encoding /WinAnsiEncoding"} >>`;

/** Colours and transparency apart, as the format wants them. @param {PdfFile} file @param {ImageData} image @returns {Promise<number>} */
async function addImage(file, { data, width, height }) {
  const colours = new Uint8Array(width * height * 3);
  const alphas = new Uint8Array(width * height);
  for (let i = 0; i < alphas.length; i++) {
    for (let k = 0; k < 3; k++) colours[i * 3 + k] = data[i * 4 + k];
    alphas[i] = data[i * 4 + 3];
  }
  const size = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8`;
  const mask = await file.addStream(`${size} /ColorSpace /DeviceGray`, alphas);
  return file.addStream(`${size} /ColorSpace /DeviceRGB /SMask ${mask} 0 R`, colours);
}
