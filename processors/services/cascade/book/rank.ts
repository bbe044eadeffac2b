// A number from a position's id, spread evenly over 53 bits: equal for equal ids, wherever and whenever it is made.
export function rankOf(id: string): number {
  let [high, low] = [0x9e3779b9, 0x85ebca6b]
  for (let at = 0; at < id.length; at++) {
    const code = id.charCodeAt(at)
    high = Math.imul(high ^ code, 0x27d4eb2f)
    high ^= high >>> 15
    low = Math.imul(low ^ code, 0x165667b1)
    low ^= low >>> 13
  }
  high = Math.imul(high ^ (low >>> 16), 0x2c1b3c6d)
  low = Math.imul(low ^ (high >>> 15), 0x297a2d39)
  return ((high >>> 0) & 0x1fffff) * 4_294_967_296 + (low >>> 0)
}
