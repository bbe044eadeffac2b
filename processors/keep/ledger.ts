// Which fact holds for every key, without its value: enough to know what is newer, and to say at any moment what a row was made of.
import type { FactPlace } from '../../db/facts/kept-facts.ts'
import type { Fact, Selection } from '../kit/define.ts'
import { isNewer } from '../runner/narrow.ts'
import { hashText, type Provenance, shareOf, sumOfShares } from '../runner/observe.ts'
import { createColumns } from './columns.ts'

export interface Ledger {
  readonly size: number
  /** Whether the fact holds now, and which fact is superseded by it or for it. */
  take(fact: Fact): { readonly holds: boolean; readonly superseded: FactPlace | null }
  /** Whether a fact below that offset was there and is gone. */
  drop(topic: string, key: string, belowOffset: bigint): boolean
  summarize(selections: readonly Selection[], read: ReadonlyMap<string, ReadonlyMap<number, bigint>>): Summary
}

export interface Summary {
  readonly inputs: readonly Provenance[]
  readonly inputsHash: string
  readonly newest: ReadonlyMap<string, Date>
}

/** The facts of one topic whose keys begin alike: what a selection takes or leaves as a whole. */
interface Group {
  readonly topic: string
  readonly part: string
  sum: bigint
}

export function createLedger(): Ledger {
  const columns = createColumns()
  const topics = new Map<string, Map<string, number>>()
  const groups: Group[] = []
  const groupOf = new Map<string, number>()

  const slotsOf = (topic: string): Map<string, number> => {
    const known = topics.get(topic) ?? new Map<string, number>()
    topics.set(topic, known)
    return known
  }

  function groupFor(topic: string, key: string): number {
    const part = key.slice(0, Math.max(0, key.indexOf(':')))
    const name = `${topic} ${part}`
    const known = groupOf.get(name)
    if (known !== undefined) return known
    groupOf.set(name, groups.length)
    return groups.push({ topic, part, sum: 0n }) - 1
  }

  const count = (at: number, share: bigint) => {
    groups[at]!.sum = sumOfShares(groups[at]!.sum, share)
  }
  const uncount = (slot: number) => count(columns.groupAt(slot), -columns.shareAt(slot))

  return {
    get size() {
      return columns.used
    },
    take(fact) {
      const slots = slotsOf(fact.topic)
      const known = slots.get(fact.key)
      if (known !== undefined) {
        const held = columns.read(known)
        if (!isNewer(fact, held)) {
          const isSame = fact.revision === held.revision && fact.observedAt.getTime() === held.observedAt.getTime()
          return { holds: false, superseded: isSame ? null : placeOf(fact) }
        }
        uncount(known)
        const [group, share] = [groupFor(fact.topic, fact.key), shareOf(fact)]
        columns.write(known, fact, group, share)
        count(group, share)
        return { holds: true, superseded: { topic: fact.topic, key: fact.key, ...held } }
      }
      const [group, share] = [groupFor(fact.topic, fact.key), shareOf(fact)]
      slots.set(fact.key, columns.add(fact, group, share))
      count(group, share)
      return { holds: true, superseded: null }
    },
    drop(topic, key, belowOffset) {
      const slots = slotsOf(topic)
      const slot = slots.get(key)
      if (slot === undefined || columns.offsetAt(slot) >= belowOffset) return false
      uncount(slot)
      columns.free(slot)
      slots.delete(key)
      return true
    },
    summarize(selections, read) {
      const wanted = groups.map(({ topic, part }) =>
        selections.some((one) => one.topic.name === topic && (one.part === undefined || one.part === part)),
      )
      const { counts, newest } = columns.survey(wanted)
      const inputs = selections.flatMap(({ topic }) =>
        [...(read.get(topic.name) ?? [])].flatMap(([partition, next]): Provenance[] => {
          if (next === 0n) return []
          const facts = groups.reduce(
            (sum, group, g) => (wanted[g] && group.topic === topic.name ? sum + (counts.get(`${g}/${partition}`) ?? 0) : sum),
            0,
          )
          return [{ topic: topic.name, partition, offset: (next - 1n).toString(), facts, every: true }]
        }),
      )
      const newestOfTopic = new Map<string, Date>()
      groups.forEach((group, g) => {
        const at = newest[g]!
        if (!wanted[g] || at === Number.NEGATIVE_INFINITY) return
        const known = newestOfTopic.get(group.topic)
        if (known === undefined || known.getTime() < at) newestOfTopic.set(group.topic, new Date(at))
      })
      const sum = groups.reduce((total, group, g) => (wanted[g] ? sumOfShares(total, group.sum) : total), 0n)
      return { inputs, inputsHash: hashText(sum), newest: newestOfTopic }
    },
  }
}

function placeOf({ topic, key, observedAt, revision }: Fact): FactPlace {
  return { topic, key, observedAt, revision }
}
