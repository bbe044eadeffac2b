// Which rows a round has to look at again: those liquidated a round ago, and those whose health may since have sunk.
import type { Rows } from '../index/rows.ts'

export type RowQueue = {
  // One bit per row, so that a round walks its rows in the order in which they lie in memory.
  readonly due: Int32Array
  readonly dueNext: Int32Array
  // Per group: the product over the rounds of its tokens' deepest falls, which bounds how far a health factor read earlier can
  // have sunk.
  readonly fall: Float64Array
  // Rows to look at again once their group's fall is in their bucket or below it, as linked lists over the rows.
  readonly bucketHead: Int32Array
  readonly lowestBucket: Int32Array
  readonly nextInBucket: Int32Array
}

const buckets = 512
const none = -1

export function createRowQueue(rows: Rows): RowQueue {
  const words = (rows.count >> 5) + 1
  const groups = rows.groups.count
  return {
    due: new Int32Array(words),
    dueNext: new Int32Array(words),
    fall: new Float64Array(groups),
    bucketHead: new Int32Array(groups * (buckets + 1)),
    lowestBucket: new Int32Array(groups),
    nextInBucket: new Int32Array(rows.count),
  }
}

export function resetRowQueue(queue: RowQueue): void {
  queue.dueNext.fill(0)
  queue.fall.fill(1)
  queue.bucketHead.fill(none)
  queue.lowestBucket.fill(buckets)
}

// A row healthy now is due again once its group has fallen to `floor`, a value of its `fall`.
export function putOff(queue: RowQueue, group: number, row: number, floor: number): void {
  const bucket = group * (buckets + 1) + ((floor * buckets) | 0)
  queue.nextInBucket[row] = queue.bucketHead[bucket]!
  queue.bucketHead[bucket] = row
}

export function collectDue(queue: RowQueue, rows: Rows, oracle: Float64Array, previousOracle: Float64Array): void {
  const { due, dueNext, fall, bucketHead, lowestBucket, nextInBucket } = queue
  const { tokenFrom, tokens, count } = rows.groups
  due.set(dueNext)
  dueNext.fill(0)
  for (let g = 0; g < count; g++) {
    let deepest = 1
    for (let k = tokenFrom[g]!; k < tokenFrom[g + 1]!; k++) {
      const token = tokens[k]!
      const fallen = oracle[token]! / previousOracle[token]!
      if (fallen < deepest) deepest = fallen
    }
    fall[g]! *= deepest
    // The bucket `fall` lies in is emptied too: part of it is early, and comes back.
    const down = (fall[g]! * buckets) | 0
    const heads = g * (buckets + 1)
    for (let bucket = lowestBucket[g]!; bucket >= down; bucket--) {
      for (let waiting = bucketHead[heads + bucket]!; waiting !== none; waiting = nextInBucket[waiting]!)
        due[waiting >> 5]! |= 1 << waiting
      bucketHead[heads + bucket] = none
    }
    lowestBucket[g] = down
  }
}
