/** The stored round that represents a state: long runs store pictures of some rounds only. */

/** Return the index of the stored round for a state: the latest one not after it. @param {number[]} frames @param {number} s */
export function storedRoundAt(frames, s) {
  if (s < frames.length && frames[s] === s) return s;
  let low = 0;
  let high = frames.length - 1;
  while (low < high) {
    const mid = (low + high + 1) >> 1;
    if (frames[mid] <= s) low = mid;
    else high = mid - 1;
  }
  return low;
}
