// What a chain says we were paid through authorizations in a span of time: the other side of the books.
import { createPublicClient, type Hex, http, type PublicClient } from 'viem'
import type { PaymentRow } from '../../../db/payments/row.ts'
import { createLogReader } from './log-reader.ts'
import { transfersIn } from './paid-transfers.ts'
import type { ChainReader } from './reader.ts'
import { firstBlockAt, incomingLogs } from './standing.ts'

/** `late`: after the end of the span, where the books may not have it yet. */
export type Income = {
  readonly transaction: string
  readonly logIndex: number | null
  readonly payer: string
  readonly nonce: string
  readonly amount: bigint
  readonly late: boolean
}

export async function readIncome(o: {
  rpcUrl: string
  asset: string
  payTo: string
  since: Date
  until: Date
}): Promise<Income[]> {
  const client = createPublicClient({ transport: http(o.rpcUrl, { timeout: 10_000 }) })
  const latest = await client.getBlockNumber()
  const first = await firstBlockAt(client, o.since, latest)
  const transactions = new Set<Hex>()
  for await (const log of incomingLogs(createLogReader(client), o, first, latest)) transactions.add(log.transactionHash!)
  const income = await Promise.all([...transactions].map((hash) => readTransaction(client, hash, o)))
  return income.flat()
}

// A plain transfer to us is no payment for a call.
async function readTransaction(
  client: PublicClient,
  hash: Hex,
  o: { asset: string; payTo: string; until: Date },
): Promise<Income[]> {
  const { logs, blockNumber } = await client.getTransactionReceipt({ hash })
  const { timestamp } = await client.getBlock({ blockNumber })
  const late = Number(timestamp) * 1000 >= o.until.getTime()
  return transfersIn(logs, o.asset)
    .filter(({ to }) => to === o.payTo.toLowerCase())
    .map(({ to, ...transfer }) => ({ ...transfer, late }))
}

/** Solana's side of the books: no list of incoming payments, so each row of the ledger is looked up, one after the other. */
export async function readSvmIncome(chain: ChainReader, rows: readonly PaymentRow[]): Promise<Income[]> {
  const income: Income[] = []
  for (const row of rows) {
    const fate = await chain.fateOf({ ...row, since: row.claimedAt })
    if (fate?.kind !== 'paid') continue
    const { payer, nonce, amount } = row
    income.push({ transaction: fate.transaction, logIndex: fate.logIndex, payer, nonce, amount, late: false })
  }
  return income
}
