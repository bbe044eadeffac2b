// What a chain says we were paid through authorizations in a span of time: the other side of the books.
import {
  createPublicClient,
  type Hex,
  http,
  numberToHex,
  type PublicClient,
  pad,
  parseAbi,
  parseEventLogs,
  toEventSelector,
} from 'viem'
import type { PaymentRow } from '../../db/payment-row.ts'
import type { ChainReader } from './chain.ts'

/** `late`: after the end of the span, where the books may not have it yet. */
export type Income = {
  readonly transaction: string
  readonly payer: string
  readonly nonce: string
  readonly amount: bigint
  readonly late: boolean
}

const abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
])
const transferTopic = toEventSelector('Transfer(address,address,uint256)')
const blocksPerQuery = 9_000n

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
  for (let fromBlock = first; fromBlock <= latest; fromBlock += blocksPerQuery) {
    const last = fromBlock + blocksPerQuery - 1n
    const range = { fromBlock: numberToHex(fromBlock), toBlock: numberToHex(last < latest ? last : latest) }
    const topics = [transferTopic, null, pad(o.payTo as Hex)]
    const logs = await client.request({ method: 'eth_getLogs', params: [{ address: o.asset as Hex, topics, ...range }] })
    for (const log of logs) transactions.add(log.transactionHash!)
  }
  const income = await Promise.all([...transactions].map((hash) => readTransaction(client, hash, o)))
  return income.flat()
}

// In one transaction every AuthorizationUsed is followed by the Transfer it caused; a plain transfer to us is no payment for a call.
async function readTransaction(
  client: PublicClient,
  hash: Hex,
  o: { asset: string; payTo: string; until: Date },
): Promise<Income[]> {
  const { logs, blockNumber } = await client.getTransactionReceipt({ hash })
  const { timestamp } = await client.getBlock({ blockNumber })
  const late = Number(timestamp) * 1000 >= o.until.getTime()
  const events = parseEventLogs({ abi, logs: logs.filter(({ address }) => address.toLowerCase() === o.asset.toLowerCase()) })
  return events.flatMap((event, index): Income[] => {
    const moved = events[index + 1]
    if (event.eventName !== 'AuthorizationUsed' || moved?.eventName !== 'Transfer') return []
    const { authorizer, nonce } = event.args
    if (moved.args.from !== authorizer || moved.args.to.toLowerCase() !== o.payTo.toLowerCase()) return []
    return [{ transaction: hash, payer: authorizer.toLowerCase(), nonce: nonce.toLowerCase(), amount: moved.args.value, late }]
  })
}

/** Solana's side of the books: no list of incoming payments, so each row of the ledger is looked up, one after the other. */
export async function readSvmIncome(chain: ChainReader, rows: readonly PaymentRow[]): Promise<Income[]> {
  const income: Income[] = []
  for (const row of rows) {
    const fate = await chain.fateOf({ ...row, since: row.claimedAt })
    if (fate?.kind !== 'paid') continue
    const { payer, nonce, amount } = row
    income.push({ transaction: fate.transaction, payer, nonce, amount, late: false })
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
