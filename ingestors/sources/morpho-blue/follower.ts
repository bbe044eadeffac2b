// Follows Morpho Blue on a chain: every borrower and every market anybody owes something in.
import type { Hex } from 'viem'
import type { Subject } from '../../../db/chains/subjects.ts'
import { type Draft, defineFollower, type ReadContext } from '../../chains/follower.ts'
import { borrowed, created, events } from './contracts.ts'
import { createMarketReader } from './markets.ts'
import { type Holding, readPositions, shareChanges } from './positions.ts'
import { morphoMarkets, morphoPositions } from './topic.ts'
import { keyOf, touchMorpho } from './touch.ts'

const refreshBlocks = 300

export default defineFollower({
  source: 'morpho-blue',
  proof: 'documented',
  topics: [morphoPositions, morphoMarkets],
  open({ chain_id: chainId, morpho_blue: deployed }) {
    if (deployed === null) return null
    const morpho = deployed.address as Hex
    const readMarkets = createMarketReader(morpho)
    return {
      scan: {
        filter: { addresses: [morpho], events: [borrowed, created] },
        firstBlock: deployed.first_block,
        touch: (logs) => touchMorpho(chainId, logs),
      },
      leastSecondsBetween: 0,
      refreshBlocks,
      completeness: morphoMarkets,
      differences: (markets) =>
        Object.fromEntries(
          markets
            .map((m) => [m.id, String(BigInt(m.total_borrow_shares) - BigInt(m.borrow_shares_tracked))])
            .filter(([, difference]) => difference !== '0'),
        ),
      async prepare() {
        return {
          filter: { addresses: [morpho], events },
          touch: (logs) => touchMorpho(chainId, logs),
          read: (context) => readChanges(context, chainId, morpho, readMarkets),
        }
      },
    }
  },
})

async function readChanges(
  context: ReadContext,
  chainId: number,
  morpho: Hex,
  readMarkets: ReturnType<typeof createMarketReader>,
): Promise<Draft[]> {
  const { at, refresh } = context
  const accounts = context.wanted
    .filter((one) => one.topic === morphoPositions.name)
    .map((subject) => ({ subject, account: nameIn(subject) }))
  const positions = await readPositions(at, morpho, accounts)
  const changes = shareChanges(
    accounts.map(({ subject }) => (subject.content === null ? [] : (JSON.parse(subject.content).markets as Holding[]))),
    positions.map((position) => position?.markets ?? []),
  )
  const all = refresh ? await context.contents('morpho-blue', morphoMarkets) : []
  const ids = new Set([
    ...(changes.keys() as Iterable<Hex>),
    ...context.wanted.filter((one) => one.topic === morphoMarkets.name).map(nameIn),
    ...all.map((market) => market.id as Hex),
  ])
  const list = [...ids]
  const known = await context.known(
    morphoMarkets,
    list.map((id) => keyOf(chainId, id)),
  )
  const markets = await readMarkets(at, list, (id) => trackedBefore(known.get(keyOf(chainId, id))) + (changes.get(id) ?? 0n))
  return [
    ...accounts.map(({ subject }, i) => ({ topic: morphoPositions, key: subject.key, content: positions[i]! })),
    ...list.map((id, i) => ({ topic: morphoMarkets, key: keyOf(chainId, id), content: markets[i]! })),
  ]
}

// The sum over all borrowers lies in the market's own last fact, which is written together with theirs.
function trackedBefore(subject: Subject | undefined): bigint {
  return subject?.content == null ? 0n : BigInt(JSON.parse(subject.content).borrow_shares_tracked)
}

function nameIn(subject: Subject): Hex {
  return subject.key.split(':')[2] as Hex
}
