// The ledger's totals for Prometheus, as the database keeps them, whichever process is scraped.
import type { Registry } from 'prom-client'
import type { PaymentBooks, PaymentTotal } from '../../db/payment-books.ts'
import { exposeReadings } from '../../metrics.ts'
import { fromAtomic } from './money.ts'

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
