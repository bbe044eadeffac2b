// Items that are healthy until prices have fallen further: each waits in the bucket of the fall at which it must be looked at again.
import type { Due } from './due.ts'

export type Waiting = {
  // Per group: the product over the rounds of its deepest falls, which bounds how far a health read earlier can have sunk.
  readonly fall: Float64Array
  readonly buckets: number
  readonly head: Int32Array
  readonly lowest: Int32Array
  // Side by side: at 2 * item the fall at which it is due, at 4 * item + 2 who waits in the same bucket behind it.
  readonly floor: Float64Array
  readonly next: Int32Array
}

// A health factor read earlier can only have sunk as far as prices did; this much room covers the rounding of that product.
const room = 1 + 1e-12
const none = -1
// As many as stay in the nearest cache, shared out among the groups.
const mostBuckets = 1 << 14

export function createWaiting(groups: number, capacity: number): Waiting {
  const buckets = Math.max(32, Math.min(1024, Math.floor(mostBuckets / groups)))
  const links = new ArrayBuffer(capacity * 16)
  return {
    fall: new Float64Array(groups),
    buckets,
    head: new Int32Array(groups * (buckets + 1)),
    lowest: new Int32Array(groups),
    floor: new Float64Array(links),
    next: new Int32Array(links),
  }
}

export function resetWaiting(waiting: Waiting): void {
  waiting.fall.fill(1)
  waiting.head.fill(none)
  waiting.lowest.fill(waiting.buckets)
}

// The item is due once its group has fallen to this share of where it is now.
export function wait(waiting: Waiting, group: number, item: number, share: number): void {
  const { fall, buckets, head, next, floor } = waiting
  const until = fall[group]! * share * room
  const bucket = group * (buckets + 1) + ((until * buckets) | 0)
  floor[item * 2] = until
  next[item * 4 + 2] = head[bucket]!
  head[bucket] = item
}

// Of the bucket the group has fallen into, only part is due.
export function wake(waiting: Waiting, group: number, deepest: number, due: Due): void {
  const { fall, buckets, head, lowest, next, floor } = waiting
  if (deepest < 1) fall[group]! *= deepest
  const reached = fall[group]!
  const down = (reached * buckets) | 0
  const from = group * (buckets + 1)
  let count = due.count
  for (let bucket = from + lowest[group]!; bucket > from + down; bucket--) {
    for (let item = head[bucket]!; item !== none; item = next[item * 4 + 2]!) due.ids[count++] = item
    head[bucket] = none
  }
  let item = head[from + down]!
  let kept = none
  while (item !== none) {
    const after = next[item * 4 + 2]!
    if (floor[item * 2]! >= reached) due.ids[count++] = item
    else {
      next[item * 4 + 2] = kept
      kept = item
    }
    item = after
  }
  head[from + down] = kept
  lowest[group] = down
  due.count = count
}
