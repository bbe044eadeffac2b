// A chain and facilitator in memory whose every step may fail in a chosen way, for tests that try thousands of orders of events.
import { randomBytes } from 'node:crypto'
import type { AuthorizationFate, AuthorizationQuery, ChainReader } from '../../../api/payment/chain/reader.ts'
import type { Facilitator, Settlement, Verification } from '../../../api/payment/facilitator/port.ts'
import type { CheckedPayment } from '../../../api/payment/proof/check.ts'

/** Draws a whole number below `n`; the only source of chance. */
export type Chance = (n: number) => number

export type FakeChain = ChainReader &
  Facilitator & {
    /** Transactions that moved money, by nonce. */
    readonly charges: Map<string, string[]>
    /** Lets everything still on its way arrive. */
    land(): void
  }

const sender = `0x${'f'.repeat(40)}`

export function createFakeChain(chance: Chance, pause: () => Promise<void>): FakeChain {
  const charges = new Map<string, string[]>()
  let onTheWay: string[] = []
  let count = 0
  // Two processes with a chain each must not name one transaction for two payments.
  const run = randomBytes(16).toString('hex')
  let calm = false
  const charge = (nonce: string): string | null => {
    if (charges.has(nonce)) return null // the token itself: an authorization moves money once
    const transaction = `0x${run}${(++count).toString(16).padStart(32, '0')}`
    charges.set(nonce, [transaction])
    return transaction
  }
  const land = () => {
    for (const nonce of onTheWay) charge(nonce)
    onTheWay = []
  }
  return {
    charges,
    land() {
      calm = true
      land()
    },
    supported: async () => ({ kinds: [], signers: [sender] }),
    async verify(payment): Promise<Verification> {
      await pause()
      if (!calm && chance(12) === 0) return { kind: 'unavailable', retryAfterSeconds: 1 }
      return charges.has(payment.nonce) ? { kind: 'invalid', reason: 'payment_already_used' } : { kind: 'valid' }
    },
    async settle(payment: CheckedPayment): Promise<Settlement> {
      await pause()
      const fault = calm ? 9 : chance(10)
      if (fault === 0) return { kind: 'unavailable', retryAfterSeconds: 1 }
      if (fault === 1) return { kind: 'unknown', transaction: null }
      if (fault === 2) {
        onTheWay.push(payment.nonce)
        return { kind: 'unknown', transaction: null }
      }
      const transaction = charge(payment.nonce)
      await pause()
      if (fault === 3) return { kind: 'unknown', transaction: null }
      if (transaction === null) return { kind: 'refused', reason: 'payment_already_used', transaction: null }
      return { kind: 'settled', transaction, logIndex: 0 }
    },
    fateOf(query: AuthorizationQuery): Promise<AuthorizationFate> {
      return (async () => {
        await pause()
        if (!calm && chance(10) === 0) throw new Error('the chain is away')
        if (!calm && chance(4) === 0) land()
        const paid = charges.get(query.nonce)?.[0]
        if (paid !== undefined) return { kind: 'paid', transaction: paid, logIndex: 0, sender }
        return { kind: 'unspent', blockTime: new Date(), reverted: false }
      })()
    },
    close: async () => undefined,
  }
}
