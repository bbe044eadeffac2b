// The last blocks of a chain that were read and what was read at each: what a reorganisation has to undo.

import type { Connection, Queryable } from '../client.ts'
import type { BlockName, ChainPlace } from './checkpoints.ts'

export interface Touched {
  readonly topic: string
  readonly key: string
  readonly appended: boolean
}

/** The newest first. */
export async function listWindow(database: Queryable, place: ChainPlace): Promise<BlockName[]> {
  const { rows } = await database.query<{ number: string; hash: string; parent: string }>(
    'SELECT number, hash, parent FROM chain_block WHERE chain_id = $1 AND source = $2 ORDER BY number DESC',
    [place.chainId, place.source],
  )
  return rows.map((row) => ({ number: Number(row.number), hash: row.hash, parent: row.parent }))
}

/** False where another block of that height is held: the chain was reorganised since it was last compared. */
export async function holdBlocks(connection: Connection, place: ChainPlace, blocks: readonly BlockName[]): Promise<boolean> {
  const { rows } = await connection.query(
    `INSERT INTO chain_block AS b (chain_id, source, number, hash, parent)
     SELECT $1, $2, * FROM unnest($3::bigint[], $4::text[], $5::text[])
     ON CONFLICT (chain_id, source, number) DO UPDATE SET hash = b.hash WHERE b.hash = excluded.hash RETURNING 1`,
    [
      place.chainId,
      place.source,
      blocks.map((block) => block.number),
      blocks.map((block) => block.hash),
      blocks.map((block) => block.parent),
    ],
  )
  return rows.length === blocks.length
}

export async function holdTouched(
  connection: Connection,
  place: ChainPlace,
  number: number,
  touched: readonly Touched[],
): Promise<void> {
  await connection.query(
    `INSERT INTO chain_touched AS t (chain_id, source, number, topic, key, appended)
     SELECT $1, $2, $3, * FROM unnest($4::text[], $5::text[], $6::boolean[])
     ON CONFLICT (chain_id, source, number, topic, key) DO UPDATE SET appended = t.appended OR excluded.appended`,
    [
      place.chainId,
      place.source,
      number,
      touched.map((one) => one.topic),
      touched.map((one) => one.key),
      touched.map((one) => one.appended),
    ],
  )
}

export async function forgetBelow(connection: Connection, place: ChainPlace, number: number): Promise<void> {
  for (const table of ['chain_block', 'chain_touched'])
    await connection.query(`DELETE FROM ${table} WHERE chain_id = $1 AND source = $2 AND number < $3`, [
      place.chainId,
      place.source,
      number,
    ])
}

/** Everything read above that block is to be read again, and its facts are to be taken back; says how much that is. */
export async function undoAbove(connection: Connection, place: ChainPlace, number: number): Promise<number> {
  const values = [place.chainId, place.source, number]
  const { rowCount } = await connection.query(
    `UPDATE chain_subject s SET due = true, undone = s.undone OR t.appended
     FROM (SELECT topic, key, bool_or(appended) AS appended FROM chain_touched
           WHERE chain_id = $1 AND source = $2 AND number > $3 GROUP BY topic, key) t
     WHERE s.chain_id = $1 AND s.source = $2 AND s.topic = t.topic AND s.key = t.key`,
    values,
  )
  for (const table of ['chain_block', 'chain_touched'])
    await connection.query(`DELETE FROM ${table} WHERE chain_id = $1 AND source = $2 AND number > $3`, values)
  return rowCount ?? 0
}
