// What a chain says we were paid through authorizations in a span of time: the other side of the books.
import { createPublicClient, type Hex, http, type PublicClient, pad } from 'viem'
import type { PaymentRow } from '../../../db/payments/row.ts'
import { createLogReader } from './log-reader.ts'
import { transfersIn, transferTopic } from './paid-transfers.ts'
import type { ChainReader } from './reader.ts'

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
  const reader = createLogReader(client)
  const topics = [transferTopic, null, pad(o.payTo as Hex)]
  for (let next = first; next <= latest; ) {
    const from = next
    const spanOf = (width: bigint) => ({ from, to: from + width - 1n < latest ? from + width - 1n : latest })
    const { logs, span } = await reader.read({ asset: o.asset, topics }, spanOf)
    for (const log of logs) transactions.add(log.transactionHash!)
    next = span.to + 1n
  }
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

async function firstBlockAt(client: PublicClient, at: Date, latest: bigint): Promise<bigint> {
  const seconds = BigInt(Math.floor(at.getTime() / 1000))
  let [low, high] = [0n, latest]
  while (low < high) {
    const middle = (low + high) / 2n
    const { timestamp } = await client.getBlock({ blockNumber: middle })
    if (timestamp < seconds) low = middle + 1n
    else high = middle
  }
  return low
}
