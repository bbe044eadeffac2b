// Who is looked at when: in this round, in the next, or once prices have fallen far enough, found by buckets of that fall.
import { clearlyHealthy } from '../model/rules.ts'
import { F64s, I32s } from './arrays.ts'
import { Wait } from './items.ts'

// A health factor read earlier can only have sunk as far as prices did; this much room covers the rounding of that product.
const room: f64 = 1 + 1e-12
const noFractions: f64 = 4503599627370496
const none = -1

@unmanaged
export class Waiting {
  groups: i32
  buckets: i32
  // Per group: the product over the rounds of its deepest falls, which bounds how far a health read earlier can have sunk.
  fall: F64s
  head: I32s
  lowest: I32s
  // Where what can wait lies, and how long each is, as a power of two.
  items: usize
  sizeLog2: usize

  @inline
  at(item: i32): Wait {
    return Wait.at(this.items, this.sizeLog2, item)
  }

  // The nearest whole number, which is cheaper than the next below: the low bits of a sum that has no room for fractions.
  @inline
  bucketAt(fall: f64): i32 {
    return <i32>reinterpret<i64>(fall * <f64>this.buckets + noFractions)
  }

  // The item is due once its group has fallen to this share of where it is now.
  @inline
  add(group: i32, item: i32, share: f64): void {
    const head = this.head
    const until = this.fall[group] * share * room
    const bucket = group * (this.buckets + 1) + this.bucketAt(until)
    const wait = this.at(item)
    wait.floor = until
    wait.next = head[bucket]
    head[bucket] = item
  }
}

// Items to look at in a round, in no order.
@unmanaged
export class Due {
  count: i32
  ids: I32s
}

// What is looked at in this round, in the next, and once prices have fallen further.
@unmanaged
export class Agenda {
  waiting: Waiting
  due: Due
  dueNext: Due

  // Well above one, not merely at it: what is near is read anew in the next round rather than put off on a rounded health.
  @inline
  putBack(group: i32, item: i32, weighted: f64, debt: f64): void {
    if (weighted > debt * clearlyHealthy) this.waiting.add(group, item, (clearlyHealthy * debt) / weighted)
    else this.dueNext.ids[this.dueNext.count++] = item
  }
}

export function resetAgenda(agenda: Agenda): void {
  agenda.due.count = 0
  agenda.dueNext.count = 0
  resetWaiting(agenda.waiting)
}

export function endRound(agenda: Agenda): void {
  const done = agenda.due
  done.count = 0
  agenda.due = agenda.dueNext
  agenda.dueNext = done
}

function resetWaiting(waiting: Waiting): void {
  for (let group = 0; group < waiting.groups; group++) {
    waiting.fall[group] = 1
    waiting.lowest[group] = waiting.buckets
  }
  const heads = waiting.groups * (waiting.buckets + 1)
  for (let bucket = 0; bucket < heads; bucket++) waiting.head[bucket] = none
}

// Of the bucket the group has fallen into, only part is due.
export function wake(agenda: Agenda, group: i32, deepest: f64): void {
  const waiting = agenda.waiting
  const due = agenda.due
  const fall = waiting.fall
  const head = waiting.head
  const items = waiting.items
  const sizeLog2 = waiting.sizeLog2
  const ids = due.ids
  if (deepest < 1) fall[group] = fall[group] * deepest
  const reached = fall[group]
  const down = waiting.bucketAt(reached)
  const from = group * (waiting.buckets + 1)
  let count = due.count
  for (let bucket = from + waiting.lowest[group]; bucket > from + down; bucket--) {
    for (let item = head[bucket]; item !== none; item = Wait.at(items, sizeLog2, item).next) ids[count++] = item
    head[bucket] = none
  }
  let item = head[from + down]
  let kept = none
  while (item !== none) {
    const wait = Wait.at(items, sizeLog2, item)
    const after = wait.next
    if (wait.floor >= reached) ids[count++] = item
    else {
      wait.next = kept
      kept = item
    }
    item = after
  }
  head[from + down] = kept
  waiting.lowest[group] = down
  due.count = count
}
