// What was paid for one subscription on one connection: which updates come with their bodies, each sold once and sent again where it was lost.

import type { HeldCredit } from '../../db/payments/stream-credits.ts'
import type { ChangedRow } from '../../db/rows/changed-rows.ts'
import { type BodyDependencies, renderBody } from './full-body.ts'
import type { Subject } from './names.ts'
import type { StreamPayments } from './payments.ts'

export interface PurseDependencies extends BodyDependencies {
  readonly purchases: Pick<StreamPayments, 'findDelivered' | 'use'>
  /** The connection, as the one that has the credits. */
  readonly holder: string
  /** Told when a credit is used up, or on another connection. */
  emptied(name: string): void
}

export interface Purse {
  put(credit: HeldCredit): void
  /** What stands behind the notice of an update, or null where nothing was paid for it, or nothing by the one payment that is meant. */
  pay(row: ChangedRow, paymentId?: string): Promise<string | null>
}

interface Credit {
  readonly paymentId: string
  readonly since: bigint
  readonly delivered: Set<number>
  isOpen: boolean
}

export function createPurse(deps: PurseDependencies, subject: Subject): Purse {
  const { purchases, holder } = deps
  const { name } = subject
  // Oldest first, those that are used up too: what they were used for is not sold by a later one again.
  const credits: Credit[] = []
  const close = (credit: Credit): void => {
    credit.isOpen = false
    deps.emptied(name)
  }
  const partOf = (left: number, body: string): string => `,"name":${JSON.stringify(name)},"updates_left":${left},"body":${body}`

  const sendAgain = async (row: ChangedRow): Promise<string | null> => {
    for (const credit of credits) {
      if (!credit.delivered.has(row.id)) continue
      const found = await purchases.findDelivered(credit.paymentId, holder, row.id)
      if (found !== null) return partOf(found.left, found.body)
      credit.delivered.clear()
      if (credit.isOpen) close(credit)
    }
    return null
  }
  const sell = async (row: ChangedRow): Promise<string | null> => {
    // What changed before a purchase is no update that it bought.
    const sells = (credit: Credit): boolean => credit.isOpen && BigInt(row.writtenIn) >= credit.since
    if (!credits.some(sells)) return null
    const body = await renderBody(deps, row, subject)
    if (body === null) return null
    for (const credit of credits.filter(sells)) {
      const left = await purchases.use(credit.paymentId, holder, row.id, body)
      if (left !== null) {
        credit.delivered.add(row.id)
        return partOf(left, body)
      }
      close(credit)
    }
    return null
  }
  return {
    put({ paymentId, since, delivered }) {
      const at = credits.findIndex((credit) => credit.paymentId === paymentId)
      credits.splice(at < 0 ? credits.length : at, 1, { paymentId, since, delivered: new Set(delivered), isOpen: true })
    },
    async pay(row, paymentId) {
      const isAnothers = (credit: Credit) => credit.paymentId !== paymentId && credit.delivered.has(row.id)
      if (paymentId !== undefined && credits.some(isAnothers)) return null
      return (await sendAgain(row)) ?? (await sell(row))
    },
  }
}
