// Who paid a launch's first buyers before they bought, in the tokens that pools are made against. The chain's own coin leaves no log.
import type { Hex } from 'viem'
import { hexToBigInt } from 'viem'
import { RpcFault } from '../../chains/rpc-fault.ts'
import type { PinnedChain, RawLog } from '../../contracts/pinned-chain.ts'
import { accountOf, topicOf } from '../../contracts/wallet/transfers.ts'

const transferred: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const spans = [50_000, 5_000, 500]
const mostBuyers = 20
const mostFunders = 40

interface Bought {
  readonly block: number
  readonly to: string
}

export interface Funding {
  readonly account: Hex
  readonly by: Hex
}

/** One entry for each buyer and payer; only payers of at least two buyers, and no contracts, through which anybody pays. null: nothing could be read. */
export async function fundersOf(
  chain: PinnedChain,
  { buys, launchBlock, own }: { buys: readonly Bought[]; launchBlock: number; own: ReadonlySet<string> },
): Promise<{ readonly from_block: number; readonly payments: Funding[] } | null> {
  const quotes = chain.exchange.quotes.map(({ token }) => token)
  const firstBuys = new Map<string, number>()
  for (const { to, block } of buys) if (firstBuys.size < mostBuyers && !firstBuys.has(to)) firstBuys.set(to, block)
  if (quotes.length === 0 || firstBuys.size < 2) return null
  const read = await paymentsTo(chain, quotes, [...firstBuys.keys()] as Hex[], launchBlock, Math.max(...firstBuys.values()))
  if (read === null) return null
  const paid = read.logs
    .filter(({ topics, data }) => topics.length === 3 && data.length === 66 && hexToBigInt(data) > 0n)
    .map(({ topics, block }) => ({ by: accountOf(topics[1]!), account: accountOf(topics[2]!), block }))
    .filter(
      ({ by, account, block }) => block <= firstBuys.get(account)! && by !== account && hexToBigInt(by) > 0n && !own.has(by),
    )
  const byPayer = Map.groupBy(paid, ({ by }) => by)
  const common = [...byPayer].filter(([, list]) => new Set(list.map(({ account }) => account)).size >= 2).slice(0, mostFunders)
  const payments: Funding[] = []
  for (const [by, list] of common) {
    if ((await chain.code(by)) !== '0x') continue
    for (const account of new Set(list.map(({ account }) => account))) payments.push({ account, by })
  }
  return { from_block: read.from, payments }
}

/** As far back as the provider answers at once. */
async function paymentsTo(
  chain: PinnedChain,
  tokens: readonly Hex[],
  accounts: readonly Hex[],
  launchBlock: number,
  to: number,
): Promise<{ from: number; logs: readonly RawLog[] } | null> {
  for (const span of spans) {
    const from = Math.max(0, launchBlock - span)
    try {
      return { from, logs: await chain.logs(tokens, [transferred, null, accounts.map(topicOf)], from, to) }
    } catch (error) {
      if (!(error instanceof RpcFault) || error.kind === 'behind') throw error
    }
  }
  return null
}
