// The ledger's totals for Prometheus, read from the database whenever they are scraped.
import { Gauge, type Registry } from 'prom-client'
import type { PaymentBooks } from '../../db/payment-books.ts'
import { fromAtomic } from './money.ts'

export function exposePaymentTotals(registry: Registry, books: PaymentBooks, run: string): void {
  const labelNames = ['state', 'network', 'symbol'] as const
  const registers = [registry]
  const amounts = new Gauge({
    name: 'tollgate_payment_amount_usd',
    help: 'Sum of payments by state of the ledger',
    labelNames,
    registers,
  })
  new Gauge({
    name: 'tollgate_payments',
    help: 'Number of payments by state of the ledger',
    labelNames,
    registers,
    async collect() {
      // Without the database the other metrics are still worth scraping.
      const totals = await books.totals(run).catch(() => null)
      if (totals === null) return
      this.reset()
      amounts.reset()
      for (const { state, network, symbol, decimals, count, amount } of totals) {
        this.set({ state, network, symbol }, count)
        amounts.set({ state, network, symbol }, Number(fromAtomic(amount, decimals)))
      }
    },
  })
}
