// Whether anything can be written: a standby, or a server that its host has set to read only because its disk is full, answers all the same.
import { TollgateError } from '../base/errors.ts'
import type { Pool } from './client.ts'

export async function expectWrites(pool: Pick<Pool, 'query'>): Promise<void> {
  const { rows } = await pool.query<{ is_read_only: boolean }>(
    "SELECT current_setting('transaction_read_only')::boolean OR pg_is_in_recovery() AS is_read_only",
  )
  if (rows[0]!.is_read_only)
    throw new TollgateError('database_unavailable', 'it is read only: nothing can be written', { retryable: true })
}
