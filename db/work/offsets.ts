// How far each group has got in each partition; the row's lock is the fence that makes a batch count once.
import type { Connection, Queryable } from '../client.ts'
import { type Batch, WentBack } from '../log/port.ts'

export async function storedOffset(database: Queryable, group: string, topic: string, partition: number): Promise<bigint | null> {
  const { rows } = await database.query<{ next_offset: string }>(
    'SELECT next_offset FROM consumer_offset WHERE group_name = $1 AND topic = $2 AND partition = $3',
    [group, topic, partition],
  )
  return rows[0] === undefined ? null : BigInt(rows[0].next_offset)
}

export async function lockOffset(connection: Connection, group: string, topic: string, partition: number): Promise<bigint> {
  const select = {
    name: 'offset-lock',
    text: 'SELECT next_offset FROM consumer_offset WHERE group_name = $1 AND topic = $2 AND partition = $3 FOR UPDATE',
    values: [group, topic, partition],
  }
  const found = await connection.query<{ next_offset: string }>(select)
  if (found.rows[0] !== undefined) return BigInt(found.rows[0].next_offset)
  await connection.query(
    'INSERT INTO consumer_offset (group_name, topic, partition, next_offset) VALUES ($1, $2, $3, 0) ON CONFLICT DO NOTHING',
    select.values,
  )
  return BigInt((await connection.query<{ next_offset: string }>(select)).rows[0]!.next_offset)
}

/** Of a batch that is to be applied: throws where the database has lost what was applied before it, or the log perhaps the batch. */
export async function lockOffsetOf(
  connection: Connection,
  group: string,
  { topic, partition, lost, after = 0n }: Pick<Batch, 'topic' | 'partition' | 'lost' | 'after'>,
): Promise<bigint> {
  const fence = await lockOffset(connection, group, topic, partition)
  if (fence < after) throw new WentBack(`${group} had read ${topic}/${partition} up to ${after}, and the database says ${fence}`)
  if (lost?.aborted) throw new WentBack(`${topic}/${partition} was read from a server that is lost`)
  return fence
}

export async function advanceOffset(
  connection: Connection,
  group: string,
  topic: string,
  partition: number,
  next: bigint,
): Promise<void> {
  await connection.query({
    name: 'offset-advance',
    text: 'UPDATE consumer_offset SET next_offset = $4, updated_at = now() WHERE group_name = $1 AND topic = $2 AND partition = $3',
    values: [group, topic, partition, next.toString()],
  })
}

export interface GroupOffset {
  readonly group: string
  readonly topic: string
  readonly partition: number
  readonly next: bigint
}

export async function listOffsets(database: Queryable, group?: string): Promise<GroupOffset[]> {
  const { rows } = await database.query<{ group_name: string; topic: string; partition: number; next_offset: string }>(
    'SELECT group_name, topic, partition, next_offset FROM consumer_offset WHERE $1::text IS NULL OR group_name = $1 ORDER BY 1, 2, 3',
    [group ?? null],
  )
  return rows.map((row) => ({ group: row.group_name, topic: row.topic, partition: row.partition, next: BigInt(row.next_offset) }))
}

export async function setOffset(
  connection: Queryable,
  group: string,
  topic: string,
  partition: number,
  next: bigint,
): Promise<void> {
  await connection.query(
    `INSERT INTO consumer_offset (group_name, topic, partition, next_offset) VALUES ($1, $2, $3, $4)
     ON CONFLICT (group_name, topic, partition) DO UPDATE SET next_offset = excluded.next_offset, updated_at = now()`,
    [group, topic, partition, next.toString()],
  )
}
