/** Encode bytes as base64, to send them to the engine as text. @param {Uint8Array} bytes */
export function base64(bytes) {
  const parts = [];
  for (let i = 0; i < bytes.length; i += 0x8000)
    parts.push(String.fromCharCode(...bytes.subarray(i, i + 0x8000)));
  return btoa(parts.join(""));
}
