// How far each group is behind in each partition: one figure, from where the log ends and what is stored, whoever asks.
import type { Queryable } from '../client.ts'
import type { Bounds, Log } from '../log/port.ts'
import { listOffsets } from './offsets.ts'

export interface LogGroup {
  readonly label: string
  readonly reads: readonly { readonly name: string }[]
}

export interface PartitionLag {
  readonly group: string
  readonly topic: string
  readonly partition: number
  readonly next: number
  readonly high: number
  readonly lag: number
  /** How far what is stored lies beyond the end of the log, which then lost records or was made anew; else 0. */
  readonly beyond: number
}

export interface LagDependencies {
  readonly pool: Queryable
  readonly log: Pick<Log, 'boundsOf'>
  readonly groups: readonly LogGroup[]
}

export async function measureLag({ pool, log, groups }: LagDependencies): Promise<PartitionLag[]> {
  // The ends after the offsets: a group that is read in between is no further than its log.
  const stored = new Map<string, Map<number, bigint>>()
  for (const { group, topic, partition, next } of await listOffsets(pool)) {
    const name = `${group} ${topic}`
    stored.set(name, (stored.get(name) ?? new Map()).set(partition, next))
  }
  const bounds = await log.boundsOf([...new Set(groups.flatMap(({ reads }) => reads.map(({ name }) => name)))])
  return groups.flatMap(({ label: group, reads }) =>
    reads.flatMap(({ name: topic }) => {
      const own = stored.get(`${group} ${topic}`) ?? new Map<number, bigint>()
      return withMissing(bounds.get(topic) ?? [], own).map(({ partition, low, high }) => {
        const at = own.get(partition) ?? low
        const next = at < low ? low : at
        const [lag, beyond] = high > next ? [high - next, 0n] : [0n, next - high]
        const place = { group, topic, partition, next: Number(next), high: Number(high) }
        return { ...place, lag: Number(lag), beyond: Number(beyond) }
      })
    }),
  )
}

/** What was read of a topic that is there no more ends at nothing. */
function withMissing(bounds: readonly Bounds[], stored: ReadonlyMap<number, bigint>): readonly Bounds[] {
  const there = new Set(bounds.map(({ partition }) => partition))
  const gone = [...stored].filter(([partition, next]) => next > 0n && !there.has(partition))
  return [...bounds, ...gone.map(([partition]) => ({ partition, low: 0n, high: 0n }))]
}

/** Where a log has lost what was read of it: what it means, and what to do. */
export function beyondTheLog(lags: readonly PartitionLag[]): string[] {
  return lags
    .filter(({ beyond }) => beyond > 0)
    .map(
      ({ group, topic, partition, next, high }) =>
        `${group} has read ${topic}/${partition} up to ${next}, but that log ends at ${high}: it lost records or was made anew. ` +
        `Restore it, or start over from what it holds: npm run offsets -- ${group} set --to 0 --topic ${topic} --yes`,
    )
}
