// The ledger's totals for Prometheus, as the database keeps them, whichever process is scraped; and how far this process is ahead of it.
import type { Registry } from 'prom-client'
import { exposeReadings } from '../../base/metrics.ts'
import type { PaymentBooks, PaymentTotal } from '../../db/payments/books.ts'
import type { KeyGas } from './facilitator/key-gas.ts'
import type { Facilitator } from './facilitator/port.ts'
import type { DeferredWrites } from './gate/deferred-writes.ts'
import { fromAtomic } from './terms/money.ts'

export function exposeDeferredWrites(registry: Registry, deferred: DeferredWrites): void {
  exposeReadings(
    registry,
    { name: 'tollgate_payments_ahead', help: 'Answers that have left before the ledger has them', labelNames: [] },
    async () => [deferred.count],
    (value) => ({ labels: {}, value }),
  )
}

/** Of keys that settle in this process. */
export function exposeKeyGas(registry: Registry, facilitator: Pick<Facilitator, 'keyGas'>): void {
  const expose = (name: string, help: string, measure: (key: KeyGas) => number) =>
    exposeReadings(
      registry,
      { name, help, labelNames: ['network', 'address'] },
      async () => facilitator.keyGas?.() ?? [],
      (key) => ({ labels: { network: key.network, address: key.address }, value: measure(key) }),
    )
  expose('tollgate_settle_key_balance', "What the settling key has for gas, in the chain's own coin", ({ balance }) => balance)
  expose(
    'tollgate_settle_key_settlements_left',
    'For how many settlements the settling key has gas, at the price of the moment',
    ({ settlementsLeft }) => settlementsLeft,
  )
}

export function exposePaymentTotals(registry: Registry, books: PaymentBooks, run: string): void {
  const expose = (name: string, help: string, measure: (total: PaymentTotal) => number) =>
    exposeReadings(
      registry,
      { name, help, labelNames: ['state', 'network', 'symbol'] },
      () => books.totals(run),
      (total) => ({ labels: { state: total.state, network: total.network, symbol: total.symbol }, value: measure(total) }),
    )
  expose('tollgate_payments', 'Number of payments by state of the ledger', ({ count }) => count)
  expose('tollgate_payment_amount_usd', 'Sum of payments by state of the ledger', ({ amount, decimals }) =>
    Number(fromAtomic(amount, decimals)),
  )
}
