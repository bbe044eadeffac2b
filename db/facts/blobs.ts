// Bytes too large for a record, stored once by their hash.
import { createHash } from 'node:crypto'
import type { Queryable } from '../client.ts'

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Of bytes that are let go of as soon as they are read, and within minutes where they never are. */
export const passingType = 'application/octet-stream; passing'

/** `name`: where not their own hash, one of the same form. */
export async function storeBlob(
  database: Queryable,
  bytes: Uint8Array,
  mediaType: string,
  name = sha256Of(bytes),
): Promise<string> {
  await database.query(
    'INSERT INTO blob (sha256, media_type, bytes) VALUES ($1, $2, $3) ON CONFLICT (sha256) DO UPDATE SET created_at = now()',
    [name, mediaType, bytes],
  )
  return name
}

export async function loadBlob(database: Queryable, sha256: string): Promise<Buffer | null> {
  const { rows } = await database.query<{ bytes: Buffer }>('SELECT bytes FROM blob WHERE sha256 = $1', [sha256])
  return rows[0]?.bytes ?? null
}

export async function dropBlob(database: Queryable, sha256: string): Promise<void> {
  await database.query('DELETE FROM blob WHERE sha256 = $1', [sha256])
}

/** Keeps what a job that has not ended, or a dead letter that may be tried again, still asks for. */
export async function dropOldBlobs(
  database: Queryable,
  olderThan: Date,
  limit: number,
  mediaType: string | null = null,
): Promise<number> {
  // created_at is asked twice: the outer one is looked at again when somebody sends the same bytes meanwhile.
  const { rowCount } = await database.query(
    `WITH asked AS MATERIALIZED (
       SELECT request FROM job WHERE state IN ('queued', 'running')
       UNION ALL SELECT value FROM dead_letter WHERE group_name LIKE 'job-%' AND retried_at IS NULL)
     DELETE FROM blob WHERE created_at < $1 AND sha256 IN (
       SELECT sha256 FROM blob b WHERE created_at < $1 AND ($3::text IS NULL OR media_type = $3) AND NOT EXISTS (SELECT 1 FROM asked WHERE position(b.sha256 in request) > 0)
       LIMIT $2)`,
    [olderThan, limit, mediaType],
  )
  return rowCount ?? 0
}
