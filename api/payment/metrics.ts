// The ledger's totals for Prometheus, as the database keeps them, whichever process is scraped; and how far this process is ahead of it.
import type { Registry } from 'prom-client'
import type { PaymentBooks, PaymentTotal } from '../../db/payment-books.ts'
import { exposeReadings } from '../../metrics.ts'
import type { Arrears } from './arrears.ts'
import { fromAtomic } from './money.ts'

export function exposeArrears(registry: Registry, arrears: Arrears): void {
  exposeReadings(
    registry,
    { name: 'tollgate_payments_ahead', help: 'Answers that have left before the ledger has them', labelNames: [] },
    async () => [arrears.count],
    (value) => ({ labels: {}, value }),
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
