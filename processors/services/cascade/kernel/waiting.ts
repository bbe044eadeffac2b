// Items that are healthy until prices have fallen further: each waits in the bucket of the fall at which it must be looked at again.
import { F64s, I32s } from './arrays.ts'
import { Due } from './records.ts'

// A health factor read earlier can only have sunk as far as prices did; this much room covers the rounding of that product.
const room: f64 = 1 + 1e-12
const none = -1

@unmanaged
export class Waiting {
  groups: i32
  buckets: i32
  // Per group: the product over the rounds of its deepest falls, which bounds how far a health read earlier can have sunk.
  fall: F64s
  head: I32s
  lowest: I32s
  // Side by side: at 2 * item the fall at which it is due, at 4 * item + 2 who waits in the same bucket behind it.
  floor: F64s
  next: I32s

  // The item is due once its group has fallen to this share of where it is now.
  @inline
  add(group: i32, item: i32, share: f64): void {
    const head = this.head
    const until = this.fall[group] * share * room
    const bucket = group * (this.buckets + 1) + <i32>(until * <f64>this.buckets)
    this.floor[item * 2] = until
    this.next[item * 4 + 2] = head[bucket]
    head[bucket] = item
  }
}

export function resetWaiting(waiting: Waiting): void {
  for (let group = 0; group < waiting.groups; group++) {
    waiting.fall[group] = 1
    waiting.lowest[group] = waiting.buckets
  }
  const heads = waiting.groups * (waiting.buckets + 1)
  for (let bucket = 0; bucket < heads; bucket++) waiting.head[bucket] = none
}

// Of the bucket the group has fallen into, only part is due.
export function wake(waiting: Waiting, group: i32, deepest: f64, due: Due): void {
  const fall = waiting.fall
  const head = waiting.head
  const next = waiting.next
  const floor = waiting.floor
  const ids = due.ids
  if (deepest < 1) fall[group] = fall[group] * deepest
  const reached = fall[group]
  const down = <i32>(reached * <f64>waiting.buckets)
  const from = group * (waiting.buckets + 1)
  let count = due.count
  for (let bucket = from + waiting.lowest[group]; bucket > from + down; bucket--) {
    for (let item = head[bucket]; item !== none; item = next[item * 4 + 2]) ids[count++] = item
    head[bucket] = none
  }
  let item = head[from + down]
  let kept = none
  while (item !== none) {
    const after = next[item * 4 + 2]
    if (floor[item * 2] >= reached) ids[count++] = item
    else {
      next[item * 4 + 2] = kept
      kept = item
    }
    item = after
  }
  head[from + down] = kept
  waiting.lowest[group] = down
  due.count = count
}
