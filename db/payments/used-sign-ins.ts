// Remembers the sign-ins that were used, for all processes: who has seen one on its way cannot use it too.
import { createHash } from 'node:crypto'
import type { Queryable } from '../client.ts'

export interface UsedSignIns {
  /** False where it was taken before. */
  take(signIn: SignInName, seconds: number): Promise<boolean>
}

export type SignInName = { readonly network: string; readonly payer: string; readonly nonce: string }

export function createUsedSignIns(pool: Queryable): UsedSignIns {
  return {
    async take({ network, payer, nonce }, seconds) {
      const id = createHash('sha256')
        .update(JSON.stringify([network, payer, nonce]))
        .digest('base64url')
      const { rowCount } = await pool.query(
        `INSERT INTO payment_sign_in (id, until) VALUES ($1, now() + make_interval(secs => $2)) ON CONFLICT DO NOTHING`,
        [id, seconds],
      )
      return rowCount === 1
    },
  }
}
