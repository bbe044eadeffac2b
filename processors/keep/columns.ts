// Facts' places and hashes as typed arrays: sixty bytes a fact, so that hundreds of thousands of them are no burden.
import type { Fact } from '../kit/define.ts'

const shareBytes = 32
const nobody = 0xffff

export type Columns = ReturnType<typeof createColumns>

export function createColumns(room = 1_024) {
  let observedAt = new Float64Array(room)
  let revision = new BigInt64Array(room)
  let offset = new BigInt64Array(room)
  let partition = new Uint16Array(room)
  let group = new Uint16Array(room).fill(nobody)
  let share = Buffer.alloc(room * shareBytes)
  const freed: number[] = []
  let high = 0
  let highestPartition = 0

  function grow(): void {
    const size = observedAt.length * 2
    const [was, from] = [observedAt.length, { observedAt, revision, offset, partition, group, share }]
    observedAt = new Float64Array(size)
    observedAt.set(from.observedAt)
    revision = new BigInt64Array(size)
    revision.set(from.revision)
    offset = new BigInt64Array(size)
    offset.set(from.offset)
    partition = new Uint16Array(size)
    partition.set(from.partition)
    group = new Uint16Array(size).fill(nobody, was)
    group.set(from.group)
    share = Buffer.concat([from.share, Buffer.alloc((size - was) * shareBytes)])
  }

  function write(slot: number, fact: Fact, ofGroup: number, ofShare: bigint): void {
    observedAt[slot] = fact.observedAt.getTime()
    revision[slot] = fact.revision
    offset[slot] = fact.offset
    partition[slot] = fact.partition
    highestPartition = Math.max(highestPartition, fact.partition)
    group[slot] = ofGroup
    share.write(ofShare.toString(16).padStart(shareBytes * 2, '0'), slot * shareBytes, 'hex')
  }

  return {
    get used() {
      return high - freed.length
    },
    write,
    add(fact: Fact, ofGroup: number, ofShare: bigint): number {
      const slot = freed.pop() ?? high++
      if (slot >= observedAt.length) grow()
      write(slot, fact, ofGroup, ofShare)
      return slot
    },
    free(slot: number): void {
      group[slot] = nobody
      freed.push(slot)
    },
    read: (slot: number) => ({ observedAt: new Date(observedAt[slot]!), revision: revision[slot]! }),
    offsetAt: (slot: number) => offset[slot]!,
    groupAt: (slot: number) => group[slot]!,
    shareAt: (slot: number) => BigInt(`0x${share.toString('hex', slot * shareBytes, (slot + 1) * shareBytes)}`),
    /** Of the wanted groups: how many facts each has in each partition ("group/partition"), and each one's newest time. */
    survey(wanted: readonly boolean[]): { counts: Map<string, number>; newest: number[] } {
      // Counted in one flat array: a map would take twenty times as long.
      const partitions = highestPartition + 1
      const tally = new Uint32Array(wanted.length * partitions)
      const newest = wanted.map(() => Number.NEGATIVE_INFINITY)
      for (let slot = 0; slot < high; slot++) {
        const g = group[slot]!
        if (g === nobody || !wanted[g]) continue
        tally[g * partitions + partition[slot]!]!++
        if (observedAt[slot]! > newest[g]!) newest[g] = observedAt[slot]!
      }
      const counts = new Map<string, number>()
      tally.forEach((facts, at) => {
        if (facts > 0) counts.set(`${Math.floor(at / partitions)}/${at % partitions}`, facts)
      })
      return { counts, newest }
    },
  }
}
