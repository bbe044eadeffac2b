// GET /receipts/{transaction}: what the chain shows of a settled payment to everybody, what it bought to its payer alone.

import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../../../base/clock.ts'
import type { PaymentBooks } from '../../../db/payments/books.ts'
import type { PaymentRow } from '../../../db/payments/row.ts'
import { callerOf } from '../../callers.ts'
import { isSecret } from '../proof/identifier.ts'
import { isSignedIn, type SignInPorts } from '../proof/sign-in.ts'
import type { RateLimiter } from '../rate-limit.ts'
import { fromAtomic } from '../terms/money.ts'

// An answer may be this far ahead of the ledger.
const ledgerLagMs = 100
const identifierHeader = 'payment-identifier'

export type ReceiptDeps = SignInPorts & {
  readonly books: PaymentBooks
  readonly clock: Clock
  readonly perIp: RateLimiter
  readonly resourceUrl: (request: FastifyRequest) => string
  readonly run: string
}

export function addReceiptRoute(app: FastifyInstance, deps: ReceiptDeps): void {
  // Of several payments in one transaction a payer may have made more than one; a sign-in is good for all of theirs, once.
  const payerOf = (request: FastifyRequest) => {
    const asked = new Map<string, Promise<boolean>>()
    return ({ payer, network, identifier }: PaymentRow): boolean | Promise<boolean> => {
      const named = request.headers[identifierHeader]
      if (typeof named === 'string' && named === identifier && isSecret(named)) return true
      const key = `${network} ${payer}`
      const known = asked.get(key)
      if (known !== undefined) return known
      const subject = { payer, network, resource: deps.resourceUrl(request), now: deps.clock.now() }
      const isSigned = isSignedIn(request.headers, subject, deps)
      asked.set(key, isSigned)
      return isSigned
    }
  }
  app.get<{ Params: { transaction: string } }>('/receipts/:transaction', async (request, reply) => {
    const wait = deps.perIp.take(callerOf(request))
    if (wait !== null) {
      const error = { code: 'rate_limited', message: 'Too many requests from this address.', retry_after: wait }
      return reply.code(429).header('retry-after', String(wait)).send({ error })
    }
    const { transaction } = request.params
    const isTransaction = /^(0x[0-9a-fA-F]{64}|[1-9A-HJ-NP-Za-km-z]{64,90})$/.test(transaction)
    const key = transaction.startsWith('0x') ? transaction.toLowerCase() : transaction
    const find = async () => {
      const rows = await deps.books.byTransaction(deps.run, key)
      return rows.length > 0 ? rows : null
    }
    if (!isTransaction) {
      const message = 'A transaction is 0x and 64 hexadecimal digits, or a signature of Solana; PAYMENT-RESPONSE names it.'
      return reply.code(400).send({ error: { code: 'input_invalid', message } })
    }
    const rows = (await find()) ?? (await sleep(ledgerLagMs).then(find))
    if (rows === null) {
      const error = { code: 'not_found', message: 'No settled payment has this transaction.' }
      return reply.code(404).send({ error })
    }
    reply.header('cache-control', 'no-store')
    const isPayer = payerOf(request)
    const receipts = await Promise.all(rows.map(async (row) => receiptOf(row, await isPayer(row))))
    // A stranger may have sent several payments in at once.
    const [first, ...others] = receipts
    return others.length === 0 ? first : { ...first, others }
  })
}

function receiptOf(row: PaymentRow, isPayers: boolean): Record<string, unknown> {
  const { transaction, logIndex, network, asset, symbol, state, settledAt } = row
  return {
    transaction,
    log_index: logIndex,
    network,
    asset,
    symbol,
    amount: row.amount.toString(),
    amount_usd: fromAtomic(row.amount, row.decimals),
    state,
    settled_at: settledAt?.toISOString() ?? null,
    ...(isPayers
      ? { payer: row.payer, pay_to: row.payTo, method: row.method, resource: row.resource, x402_version: row.dialect }
      : {}),
  }
}
