// An order of rows by key without comparing them: counted into buckets, then mended inside each bucket where exactness matters.
const bucketCount = 1 << 16

// Rows in rising order of key, exact to a bucket; keys outside [low, high] share the outermost buckets.
export function countingOrder(keys: Float64Array, low: number, high: number): Uint32Array<ArrayBuffer> {
  const perBucket = new Uint32Array(bucketCount + 1)
  const bucketOf = new Uint16Array(keys.length)
  const scale = (bucketCount - 1) / (high - low)
  for (let i = 0; i < keys.length; i++) {
    const raw = Math.floor((keys[i]! - low) * scale)
    const bucket = raw < 0 ? 0 : raw >= bucketCount ? bucketCount - 1 : raw
    bucketOf[i] = bucket
    perBucket[bucket + 1]!++
  }
  for (let b = 0; b < bucketCount; b++) perBucket[b + 1]! += perBucket[b]!
  const order = new Uint32Array(keys.length)
  for (let i = 0; i < keys.length; i++) order[perBucket[bucketOf[i]!]!++] = i
  return order
}

// Insertion sort of a span that is already in order but for neighbours.
export function settleSpan(order: Uint32Array, keys: Float64Array, from: number, to: number): void {
  for (let i = from + 1; i < to; i++) {
    const item = order[i]!
    const key = keys[item]!
    let at = i - 1
    while (at >= from && keys[order[at]!]! > key) {
      order[at + 1] = order[at]!
      at--
    }
    order[at + 1] = item
  }
}
