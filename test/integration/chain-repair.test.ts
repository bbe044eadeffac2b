// Borrowers that a provider hides: they are missed for as long as it hides them, and found soon after, without a restart.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkHealth } from '../../api/health.ts'
import { systemClock } from '../../base/clock.ts'
import { createMetrics } from '../../base/metrics.ts'
import { listSources } from '../../db/facts/sources.ts'
import type { Borrower } from '../../devnet/lending/borrowers.ts'
import { aavePositions } from '../../ingestors/sources/aave-v3/topic.ts'
import { morphoPositions } from '../../ingestors/sources/morpho-blue/topic.ts'
import { anvilBinary } from '../support/cascade/local-anvil.ts'
import { factsOn } from '../support/chains/facts.ts'
import { createFollowing, type Following } from '../support/chains/following.ts'
import { headOf } from '../support/chains/head.ts'
import { type LocalMarketChain, startLocalMarket } from '../support/chains/local-market.ts'
import { type LyingRpc, startLyingRpc } from '../support/chains/lying-rpc.ts'
import { aaveSeen, aaveTruth, morphoSeen, morphoTruth } from '../support/chains/truth.ts'
import { until } from '../support/until.ts'

if (anvilBinary() === null && process.env.CI) throw new Error('in CI the local chain must be there')
const compileMs = 240_000
const waitMs = 120_000

describe.skipIf(anvilBinary() === null)('a provider that keeps some logs to itself', () => {
  let chain: LocalMarketChain
  let following: Following
  let rpc: LyingRpc
  const borrowers: Borrower[] = []
  const head = () => headOf(chain.lending.chain)

  beforeAll(async () => {
    chain = await startLocalMarket(6)
    borrowers.push(...chain.borrowers)
    rpc = await startLyingRpc(chain.anvil.url)
    following = await createFollowing(chain.deployment, rpc.url, ['aave-v3', 'morpho-blue', 'oracle-prices'])
    following.start()
    await following.complete(head)
  }, compileMs)

  afterAll(async () => {
    await following?.close()
    await rpc?.close()
    await chain?.anvil.stop()
  })

  const details = async () => (await listSources(following.database.pool)).map(({ detail }) => JSON.parse(detail ?? '{}'))

  const health = async () => {
    const { database, log } = following
    const freshness = async () => new Map()
    const metrics = createMetrics()
    const parts = { database, log, clock: systemClock, config: { world: 'demo' }, services: [], metrics, freshness } as const
    return (await checkHealth(parts)).status
  }

  it(
    'leaves borrowers missed and told while it lies, through several repairs, and none once it does not',
    async () => {
      rpc.behave((method) => (method === 'eth_getLogs' ? 'borrows hidden' : 'honest'))
      borrowers.push(...(await chain.openMore(6, 'hidden')))
      // Both repairs that used to be all there were for a day have been made while it still lies.
      await until('it was repaired in vain', async () => (await details()).some(({ repairs }) => repairs >= 3), waitMs)
      const missed = (await details()).filter(({ differences }) => Object.keys(differences ?? {}).length > 0)
      expect(missed.length).toBeGreaterThan(0)
      expect(await health()).toBe('degraded')
      expect(rpc.played.get('borrows hidden')).toBeGreaterThan(0)
      rpc.behave(() => 'honest')
      await following.complete(head)
      expect(aaveSeen(await factsOn(following.log, aavePositions))).toEqual(await aaveTruth(chain.lending, borrowers))
      expect(morphoSeen(await factsOn(following.log, morphoPositions))).toEqual(await morphoTruth(chain.lending, borrowers))
      for (const { repairs } of await details()) expect(repairs).toBe(0)
      expect(await health()).toBe('ok')
    },
    compileMs,
  )
})
