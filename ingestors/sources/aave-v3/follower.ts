// Follows the Aave v3 pools of a chain: every borrower, every reserve, every eMode.
import type { Hex } from 'viem'
import type { Subject } from '../../../db/chains/subjects.ts'
import { type Draft, defineFollower, type ReadContext } from '../../chains/follower.ts'
import type { ChainLog } from '../../chains/logs.ts'
import { debtChanges, type Leg, readPositions } from './accounts.ts'
import { borrowed, events } from './contracts.ts'
import { readModes } from './modes.ts'
import { createPoolReader, type Pool } from './pools.ts'
import { readReserves } from './reserves.ts'
import { aaveModes, aavePositions, aaveReserves } from './topic.ts'
import { keyOf, touchAave, touchBorrowers } from './touch.ts'

const refreshBlocks = 300
const everyMode = Array.from({ length: 255 }, (_, i) => i + 1)

export default defineFollower({
  source: 'aave-v3',
  proof: 'documented',
  topics: [aavePositions, aaveReserves, aaveModes],
  open({ chain_id: chainId, aave_v3: deployed }) {
    if (deployed.length === 0) return null
    const reader = createPoolReader(deployed)
    const markets = new Map(deployed.map(({ pool, market }) => [pool as Hex, market]))
    const firstBlock = Math.min(...deployed.map((pool) => pool.first_block))
    return {
      scan: {
        filter: { addresses: [...markets.keys()], events: [borrowed] },
        firstBlock,
        touch: (logs) => touchBorrowers(chainId, markets, logs),
      },
      leastSecondsBetween: 0,
      refreshBlocks,
      completeness: aaveReserves,
      differences: (reserves) =>
        Object.fromEntries(
          reserves
            .map((r) => [`${r.market} ${r.symbol}`, String(BigInt(r.scaled_debt_total) - BigInt(r.scaled_debt_tracked))])
            .filter(([, difference]) => difference !== '0'),
        ),
      async prepare(at) {
        const pools = await reader.read(at)
        const tokens = pools.flatMap(({ address, configurator, reserves }) => [
          address,
          configurator,
          ...reserves.flatMap(({ aToken, debtToken }) => [aToken, debtToken]),
        ])
        return {
          filter: { addresses: tokens, events },
          touch: (logs: readonly ChainLog[]) => touchAave(chainId, pools, logs),
          read: async (context) => {
            if (context.refresh) reader.forget()
            return (await Promise.all(pools.map((pool) => readPool(context, chainId, pool)))).flat()
          },
        }
      },
    }
  },
})

async function readPool(context: ReadContext, chainId: number, pool: Pool): Promise<Draft[]> {
  const { at, refresh } = context
  const wanted = (topic: string) => context.wanted.filter((one) => one.topic === topic && partOf(one, 1) === pool.market)
  const accounts = wanted(aavePositions.name)
  const positions = await readPositions(
    at,
    pool,
    accounts.map((subject) => partOf(subject, 2) as Hex),
  )
  const changes = debtChanges(
    accounts.map(({ content }) => (content === null ? [] : (JSON.parse(content).legs as Leg[]))),
    positions.map((position) => position?.legs ?? []),
  )
  const touched = new Set(wanted(aaveReserves.name).map((subject) => partOf(subject, 2)))
  const reserves = pool.reserves.filter(({ asset }) => refresh || touched.has(asset) || changes.has(asset))
  const keys = reserves.map(({ asset }) => keyOf(chainId, pool.market, asset))
  const known = await context.known(aaveReserves, keys)
  const tracked = new Map(
    reserves.map(({ asset }, i) => [asset, trackedBefore(known.get(keys[i]!)) + (changes.get(asset) ?? 0n)]),
  )
  const modes = refresh ? everyMode : wanted(aaveModes.name).map((subject) => Number(partOf(subject, 2)))
  const [readings, modeReadings] = await Promise.all([readReserves(at, pool, reserves, tracked), readModes(at, pool, modes)])
  return [
    ...accounts.map(({ key }, i) => ({ topic: aavePositions, key, content: positions[i]! })),
    ...readings.map((content, i) => ({ topic: aaveReserves, key: keys[i]!, content })),
    ...modes.map((id, i) => ({ topic: aaveModes, key: keyOf(chainId, pool.market, id), content: modeReadings[i]! })),
  ]
}

// The sum over all borrowers lies in the reserve's own last fact, which is written together with theirs.
function trackedBefore(subject: Subject | undefined): bigint {
  return subject?.content == null ? 0n : BigInt(JSON.parse(subject.content).scaled_debt_tracked)
}

function partOf(subject: Subject, at: number): string {
  return subject.key.split(':')[at]!
}
