// GET /receipts/{transaction}: the public facts of a settled payment, all of which the chain shows as well.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { PaymentBooks } from '../../db/payment-books.ts'
import { fromAtomic } from './money.ts'

// An answer may be this far ahead of the ledger.
const ledgerLagMs = 100

export function addReceiptRoute(app: FastifyInstance, deps: { books: PaymentBooks; run: string }): void {
  app.get<{ Params: { transaction: string } }>('/receipts/:transaction', async (request, reply) => {
    const { transaction } = request.params
    const isTransaction = /^(0x[0-9a-fA-F]{64}|[1-9A-HJ-NP-Za-km-z]{64,90})$/.test(transaction)
    const key = transaction.startsWith('0x') ? transaction.toLowerCase() : transaction
    const find = () => deps.books.byTransaction(deps.run, key)
    const row = isTransaction ? ((await find()) ?? (await sleep(ledgerLagMs).then(find))) : null
    if (row === null) {
      const error = { code: 'not_found', message: 'No settled payment has this transaction.' }
      return reply.code(isTransaction ? 404 : 400).send({ error })
    }
    return {
      transaction: row.transaction,
      network: row.network,
      asset: row.asset,
      symbol: row.symbol,
      amount: row.amount.toString(),
      amount_usd: fromAtomic(row.amount, row.decimals),
      payer: row.payer,
      pay_to: row.payTo,
      method: row.method,
      resource: row.resource,
      state: row.state,
      x402_version: row.dialect,
      settled_at: row.settledAt?.toISOString() ?? null,
    }
  })
}
