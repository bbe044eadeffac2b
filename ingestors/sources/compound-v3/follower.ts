// Follows the Compound v3 markets that a chain's deployment lists: every borrower and every market's terms.
import type { Hex } from 'viem'
import type { Subject } from '../../../db/chains/subjects.ts'
import { type Draft, defineFollower, type ReadContext } from '../../chains/follower.ts'
import type { TokenNames } from '../../chains/tokens.ts'
import { events, mayOwe } from './contracts.ts'
import { createMarketReader, type ListedMarket, readMarket } from './markets.ts'
import { readPositions } from './positions.ts'
import { cometMarkets, cometPositions } from './topic.ts'
import { marketKey, touchBorrowers, touchComet } from './touch.ts'

const refreshBlocks = 300

export default defineFollower({
  source: 'compound-v3',
  proof: 'documented',
  topics: [cometPositions, cometMarkets],
  open({ chain_id: chainId, compound_v3: deployed = [] }) {
    if (deployed.length === 0) return null
    const reader = createMarketReader(deployed)
    const names = new Map(deployed.map(({ comet, market }) => [comet as Hex, market]))
    return {
      scan: {
        filter: { addresses: [...names.keys()], events: mayOwe },
        firstBlock: Math.min(...deployed.map((one) => one.first_block)),
        touch: (logs) => touchBorrowers(chainId, names, logs),
      },
      leastSecondsBetween: 0,
      refreshBlocks,
      completeness: cometMarkets,
      differences: (markets) =>
        Object.fromEntries(
          markets
            .map((one) => [one.market, String(BigInt(one.borrow_total) - BigInt(one.borrow_tracked))])
            .filter(([, difference]) => difference !== '0'),
        ),
      async prepare(at) {
        const markets = await reader.read(at)
        return {
          filter: { addresses: [...names.keys()], events },
          touch: (logs) => touchComet(chainId, names, logs),
          read: async (context) =>
            (await Promise.all(markets.map((market) => readChanges(context, chainId, market, reader.names)))).flat(),
        }
      },
    }
  },
})

async function readChanges(context: ReadContext, chainId: number, market: ListedMarket, names: TokenNames): Promise<Draft[]> {
  const { at, refresh } = context
  const key = marketKey(chainId, market.market)
  const accounts = context.wanted.filter((one) => one.topic === cometPositions.name && one.key.startsWith(`${key}:`))
  const positions = await readPositions(
    at,
    market,
    accounts.map((subject) => subject.key.split(':')[2] as Hex),
  )
  const change = positions.reduce((sum, position, i) => sum + owed(position) - owedBefore(accounts[i]!), 0n)
  const isTouched = context.wanted.some((one) => one.topic === cometMarkets.name && one.key === key)
  const drafts = accounts.map((subject, i): Draft => ({ topic: cometPositions, key: subject.key, content: positions[i]! }))
  if (!refresh && !isTouched && change === 0n) return drafts
  // The sum over all borrowers lies in the market's own last fact, which is written together with theirs.
  const known = (await context.known(cometMarkets, [key])).get(key)?.content
  const tracked = (known == null ? 0n : BigInt(JSON.parse(known).borrow_tracked)) + change
  return [...drafts, { topic: cometMarkets, key, content: await readMarket(at, names, market, tracked) }]
}

function owed(position: { readonly borrow_principal: string } | null): bigint {
  return position === null ? 0n : BigInt(position.borrow_principal)
}

function owedBefore({ content }: Subject): bigint {
  return content === null ? 0n : owed(JSON.parse(content))
}
