// Where reading a chain stands: moved in the transaction that stores what was read, and only by who read it last.
import { TollgateError } from '../../base/errors.ts'
import type { Connection, Queryable } from '../client.ts'

export interface ChainPlace {
  readonly chainId: number
  readonly source: string
}

export interface BlockName {
  readonly number: number
  readonly hash: string
  readonly parent: string
}

export interface Checkpoint extends BlockName {
  readonly genesis: string
  readonly phase: 'scan' | 'follow'
  readonly sequence: number
}

const columns = 'genesis, phase, number, hash, parent, sequence'

export async function findCheckpoint(database: Queryable, place: ChainPlace): Promise<Checkpoint | null> {
  return selectCheckpoint(database, place, '')
}

/** Begins the chain anew; what it counted so far is kept, so that nothing read now is older than what was read before. */
export async function beginChain(connection: Queryable, place: ChainPlace, genesis: string, before: BlockName): Promise<void> {
  await connection.query(
    `INSERT INTO chain_checkpoint (chain_id, source, ${columns}) VALUES ($1, $2, $3, 'scan', $4, $5, $6, 0)
     ON CONFLICT (chain_id, source) DO UPDATE SET genesis = $3, phase = 'scan', number = $4, hash = $5, parent = $6, updated_at = now()`,
    [place.chainId, place.source, genesis, before.number, before.hash, before.parent],
  )
  for (const table of ['chain_block', 'chain_touched'])
    await connection.query(`DELETE FROM ${table} WHERE chain_id = $1 AND source = $2`, [place.chainId, place.source])
}

/** Locks the checkpoint for this transaction; whoever expected another one has been overtaken. */
export async function lockCheckpoint(connection: Connection, place: ChainPlace, expected: Checkpoint): Promise<void> {
  const found = await selectCheckpoint(connection, place, 'FOR UPDATE')
  const same = found !== null && found.hash === expected.hash && found.sequence === expected.sequence
  if (!same || found.phase !== expected.phase || found.number !== expected.number)
    throw new TollgateError('busy', `another process reads chain ${place.chainId} for ${place.source}`, { retryable: true })
}

export async function moveCheckpoint(
  connection: Connection,
  place: ChainPlace,
  to: BlockName & { readonly phase: Checkpoint['phase'] },
): Promise<void> {
  await connection.query(
    'UPDATE chain_checkpoint SET phase = $3, number = $4, hash = $5, parent = $6, updated_at = now() WHERE chain_id = $1 AND source = $2',
    [place.chainId, place.source, to.phase, to.number, to.hash, to.parent],
  )
}

export async function takeSequence(connection: Connection, place: ChainPlace): Promise<number> {
  const { rows } = await connection.query<{ sequence: string }>(
    'UPDATE chain_checkpoint SET sequence = sequence + 1 WHERE chain_id = $1 AND source = $2 RETURNING sequence',
    [place.chainId, place.source],
  )
  return Number(rows[0]!.sequence)
}

async function selectCheckpoint(database: Queryable, place: ChainPlace, lock: string): Promise<Checkpoint | null> {
  const { rows } = await database.query<Record<'genesis' | 'phase' | 'number' | 'hash' | 'parent' | 'sequence', string>>(
    `SELECT ${columns} FROM chain_checkpoint WHERE chain_id = $1 AND source = $2 ${lock}`,
    [place.chainId, place.source],
  )
  const row = rows[0]
  if (row === undefined) return null
  const { genesis, hash, parent } = row
  return {
    genesis,
    phase: row.phase as Checkpoint['phase'],
    number: Number(row.number),
    hash,
    parent,
    sequence: Number(row.sequence),
  }
}
