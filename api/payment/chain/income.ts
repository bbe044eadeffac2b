// What a chain says we were paid through authorizations in a span of time: the other side of the books.
import { createPublicClient, type Hex, type HttpTransportConfig, http, type PublicClient } from 'viem'
import type { PaymentRow } from '../../../db/payments/row.ts'
import { createLogReader, oneBlocksAnswer, usualAnswer } from './log-reader.ts'
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

// So many receipts at once: a chain's node is not only ours.
const transactionsAtOnce = 100

/** Piece by piece: a week of a busy ledger does not fit into memory. */
export async function* readIncome(o: {
  rpcUrl: string
  asset: string
  payTo: string
  since: Date
  until: Date
}): AsyncGenerator<Income[]> {
  const clientOf = (limits: HttpTransportConfig) => createPublicClient({ transport: http(o.rpcUrl, limits) })
  const client = clientOf(usualAnswer)
  const latest = await client.getBlockNumber()
  const first = await firstBlockAt(client, o.since, latest)
  const transactions = new Set<Hex>()
  const readAll = async () => {
    const income = await Promise.all([...transactions].map((hash) => readTransaction(client, hash, o)))
    transactions.clear()
    return income.flat()
  }
  // The logs of one transaction follow each other.
  for await (const { transactionHash } of incomingLogs(createLogReader(client, clientOf(oneBlocksAnswer)), o, first, latest)) {
    if (transactions.size >= transactionsAtOnce && !transactions.has(transactionHash!)) yield await readAll()
    transactions.add(transactionHash!)
  }
  yield await readAll()
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
export async function* readSvmIncome(chain: ChainReader, pages: AsyncIterable<readonly PaymentRow[]>): AsyncGenerator<Income[]> {
  for await (const rows of pages)
    for (const row of rows) {
      const fate = await chain.fateOf({ ...row, since: row.claimedAt })
      if (fate?.kind !== 'paid') continue
      const { payer, nonce, amount } = row
      yield [{ transaction: fate.transaction, logIndex: fate.logIndex, payer, nonce, amount, late: false }]
    }
}
