// A log that was made anew counts from nothing again: what is known of the one before it is older than whatever it brings.
import type { Connection } from '../client.ts'
import { partitionOf } from '../log/partition.ts'
import type { Topic } from '../log/topic.ts'

export interface LostEnd {
  readonly topic: Topic<any>
  readonly partition: number
  /** Where the log that is there now ends. */
  readonly high: bigint
}

// Below every offset that a log gives.
const before = -1n

/**
 * Else a key removed under the old count would be gone until the new one has passed that, and what is removed under the new one would
 * stay. Where nothing of the old count is left, another group has had it done, and what is there is of the new.
 */
export async function leaveLostLog(connection: Connection, { topic, partition, high }: LostEnd): Promise<void> {
  const { rows } = await connection.query<{ key: string; below_offset: string }>(
    'SELECT key, below_offset FROM removal WHERE topic = $1',
    [topic.name],
  )
  const removals = rows.filter(({ key }) => partitionOf(key, topic.partitions) === partition)
  const found = await connection.query(
    'SELECT 1 FROM observation WHERE topic = $1 AND partition = $2 AND "offset" >= $3 LIMIT 1',
    [topic.name, partition, high.toString()],
  )
  if (found.rowCount === 0 && removals.every((removal) => BigInt(removal.below_offset) < high)) return
  await connection.query('UPDATE observation SET "offset" = $3 WHERE topic = $1 AND partition = $2', [
    topic.name,
    partition,
    before.toString(),
  ])
  await connection.query('DELETE FROM removal WHERE topic = $1 AND key = ANY($2)', [topic.name, removals.map(({ key }) => key)])
}
