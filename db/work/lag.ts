// How far each group is behind in each partition: one figure, from where the log ends and what is stored, whoever asks.
import type { Queryable } from '../client.ts'
import type { Log } from '../log/port.ts'
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
}

export interface LagDependencies {
  readonly pool: Queryable
  readonly log: Pick<Log, 'boundsOf'>
  readonly groups: readonly LogGroup[]
}

export async function measureLag({ pool, log, groups }: LagDependencies): Promise<PartitionLag[]> {
  // The ends after the offsets: a group that is read in between is no further than its log.
  const stored = new Map((await listOffsets(pool)).map((at) => [`${at.group} ${at.topic} ${at.partition}`, at.next]))
  const bounds = await log.boundsOf([...new Set(groups.flatMap(({ reads }) => reads.map(({ name }) => name)))])
  return groups.flatMap(({ label: group, reads }) =>
    reads.flatMap(({ name: topic }) =>
      (bounds.get(topic) ?? []).map(({ partition, low, high }) => {
        const at = stored.get(`${group} ${topic} ${partition}`) ?? low
        const next = at < low ? low : at
        const lag = high > next ? high - next : 0n
        return { group, topic, partition, next: Number(next), high: Number(high), lag: Number(lag) }
      }),
    ),
  )
}
