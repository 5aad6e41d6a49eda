/** A PDF file of numbered objects, written the same way every time: no dates, no names of machines. PDF 1.7, section 7.5. */

const HEAD = "%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n";

export class PdfFile {
  constructor() {
    /** @type {(Uint8Array<ArrayBuffer> | null)[]} */
    this.objects = [];
  }

  /** A number for an object that is written later. @returns {number} */
  reserve() {
    return this.objects.push(null);
  }

  /** @param {string} text @param {number} [id] @returns {number} */
  add(text, id = this.reserve()) {
    this.objects[id - 1] = latin(text);
    return id;
  }

  /** An object with contents, compressed. @param {string} entries of its dictionary @param {Uint8Array<ArrayBuffer>} content @returns {Promise<number>} */
  async addStream(entries, content) {
    const id = this.reserve();
    const packed = await deflate(content);
    const head = latin(`<< ${entries} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`);
    this.objects[id - 1] = join([head, packed, latin("\nendstream")]);
    return id;
  }

  /** @param {number} root the catalogue @param {number} info @returns {Uint8Array<ArrayBuffer>} throws an Error when an object was never written */
  bytes(root, info) {
    const parts = [latin(HEAD)];
    let at = parts[0].length;
    let table = `xref\n0 ${this.objects.length + 1}\n0000000000 65535 f \n`;
    this.objects.forEach((object, i) => {
      if (!object) throw new Error(`Object ${i + 1} of the PDF is missing.`);
      table += `${String(at).padStart(10, "0")} 00000 n \n`;
      const part = join([latin(`${i + 1} 0 obj\n`), object, latin("\nendobj\n")]);
      at += part.length;
      parts.push(part);
    });
    const size = this.objects.length + 1;
    parts.push(
      latin(
        `${table}trailer\n<< /Size ${size} /Root ${root} 0 R /Info ${info} 0 R >>\nstartxref\n${at}\n%%EOF\n`,
      ),
    );
    return join(parts);
  }
}

/** A text of the file's information, in any script. @param {string} text @returns {string} */
export function textString(text) {
  const units = Array.from({ length: text.length }, (_, i) =>
    text.charCodeAt(i).toString(16).padStart(4, "0"),
  );
  return `<FEFF${units.join("").toUpperCase()}>`;
}

/** @param {string} text whose letters are bytes @returns {Uint8Array<ArrayBuffer>} */
export const latin = (text) => Uint8Array.from(text, (c) => c.charCodeAt(0));

/** @param {Uint8Array<ArrayBuffer>[]} parts */
function join(parts) {
  const out = new Uint8Array(parts.reduce((sum, p) => sum + p.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** @param {Uint8Array<ArrayBuffer>} content @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function deflate(content) {
  const packed = new Blob([content]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}
