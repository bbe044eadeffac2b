// The ledger's totals for Prometheus, as the database keeps them, whichever process is scraped.
import { Gauge, type Registry } from 'prom-client'
import type { PaymentBooks, PaymentTotal } from '../../db/payment-books.ts'
import { fromAtomic } from './money.ts'

export function exposePaymentTotals(registry: Registry, books: PaymentBooks, run: string): void {
  const expose = (name: string, help: string, measure: (total: PaymentTotal) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['state', 'network', 'symbol'],
      registers: [registry],
      async collect() {
        // Without the database the other metrics are still worth scraping.
        const totals = (await books.totals(run).catch(() => null)) ?? []
        this.reset()
        for (const total of totals) {
          const { state, network, symbol } = total
          this.set({ state, network, symbol }, measure(total))
        }
      },
    })
  expose('tollgate_payments', 'Number of payments by state of the ledger', ({ count }) => count)
  expose('tollgate_payment_amount_usd', 'Sum of payments by state of the ledger', ({ amount, decimals }) =>
    Number(fromAtomic(amount, decimals)),
  )
}
