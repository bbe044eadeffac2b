// This process's claim to be alive: an advisory lock that Postgres drops the moment the process is gone.
import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { endSession, openSession } from '../session.ts'
import { ownerLockClass } from './row.ts'

export type PaymentOwner = { readonly id: number; close(): Promise<void> }

const reconnectMs = 250

/** `regained`: after its lock was lost, perhaps to another server. */
export async function createPaymentOwner(url: string, regained: () => void = () => undefined): Promise<PaymentOwner> {
  const id = randomInt(1, 2 ** 31 - 1)
  let closed = false
  let client: pg.Client | null = null
  const hold = async (): Promise<void> => {
    const fresh = await openSession(url, 'tollgate payments')
    await fresh.query('SELECT pg_advisory_lock($1::int, $2::int)', [ownerLockClass, id])
    fresh.once('end', () => {
      client = null
      if (!closed) void holdAgain()
    })
    client = fresh
    if (closed) await endSession(fresh)
  }
  const holdAgain = async (): Promise<void> => {
    while (!closed) {
      await wait(reconnectMs, undefined, { ref: false })
      const held = await hold().then(
        () => true,
        () => false, // still down; payments in flight keep their leases meanwhile
      )
      if (held) return regained()
    }
  }
  await hold()
  return {
    id,
    async close() {
      closed = true
      if (client !== null) await endSession(client)
    },
  }
}
