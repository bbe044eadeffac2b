// Following a real local chain, whatever happens to it, to us or to whom we ask: the facts equal the contracts, and a reading from scratch.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listSources } from '../../db/facts/sources.ts'
import type { Borrower } from '../../devnet/lending/borrowers.ts'
import { liquidateOnce } from '../../devnet/lending/liquidator.ts'
import { setPrices } from '../../devnet/lending/prices.ts'
import { aaveModes, aavePositions, aaveReserves } from '../../ingestors/sources/aave-v3/topic.ts'
import { morphoMarkets, morphoPositions } from '../../ingestors/sources/morpho-blue/topic.ts'
import { oraclePrices } from '../../ingestors/sources/oracle-prices/topic.ts'
import { anvilBinary } from '../support/cascade/local-anvil.ts'
import { seededRandom } from '../support/cascade/seeded-random.ts'
import { tellsAwayFromTheStart } from '../support/chains/away.ts'
import { runBackfill } from '../support/chains/backfill-run.ts'
import { readsBesideALiar } from '../support/chains/beside.ts'
import { dyingLog } from '../support/chains/dying-log.ts'
import { contentOf, factsOn } from '../support/chains/facts.ts'
import { createFollowing, type Following } from '../support/chains/following.ts'
import { headOf } from '../support/chains/head.ts'
import { type LocalMarketChain, startLocalMarket } from '../support/chains/local-market.ts'
import { type Fault, startLyingRpc } from '../support/chains/lying-rpc.ts'
import { aaveSeen, aaveTruth, morphoSeen, morphoTruth } from '../support/chains/truth.ts'
import { until } from '../support/until.ts'

if (anvilBinary() === null && process.env.CI) throw new Error('in CI the local chain must be there')
const compileMs = 240_000
const sources = ['aave-v3', 'morpho-blue', 'oracle-prices']
const topics = [aavePositions, aaveReserves, aaveModes, morphoPositions, morphoMarkets, oraclePrices]

describe.skipIf(anvilBinary() === null)('following a chain', () => {
  let chain: LocalMarketChain
  let following: Following
  const borrowers: Borrower[] = []
  const head = () => headOf(chain.lending.chain)
  const open = async (count: number, label: string) => void borrowers.push(...(await chain.openMore(count, label)))

  beforeAll(async () => {
    chain = await startLocalMarket(12)
    borrowers.push(...chain.borrowers)
    following = await createFollowing(chain.deployment, chain.anvil.url, sources)
    following.start()
  }, compileMs)

  afterAll(async () => {
    await following?.close()
    await chain?.anvil.stop()
  })

  async function expectTruth(): Promise<number> {
    const { lending } = chain
    await following.settled(head)
    const [aave, morpho] = [await factsOn(following.log, aavePositions), await factsOn(following.log, morphoPositions)]
    expect(aaveSeen(aave)).toEqual(await aaveTruth(lending, borrowers))
    expect(morphoSeen(morpho)).toEqual(await morphoTruth(lending, borrowers))
    for (const reserve of (await factsOn(following.log, aaveReserves)).values())
      expect(reserve.scaled_debt_tracked, reserve.symbol).toBe(reserve.scaled_debt_total)
    for (const market of (await factsOn(following.log, morphoMarkets)).values())
      expect(market.borrow_shares_tracked).toBe(market.total_borrow_shares)
    return aave.size + morpho.size
  }

  async function expectAsFromScratch(): Promise<void> {
    const scratch = await createFollowing(chain.deployment, chain.anvil.url, sources)
    try {
      scratch.start()
      await scratch.settled(head)
      // Markets were not known yet when this block's prices were read.
      await chain.lending.chain.request('evm_mine')
      await Promise.all([scratch.settled(head), following.settled(head)])
      for (const topic of topics)
        expect(contentOf(await factsOn(following.log, topic)), topic.name).toEqual(contentOf(await factsOn(scratch.log, topic)))
    } finally {
      await scratch.close()
    }
  }

  it(
    'holds everybody, every reserve and every price, after the history and after each change',
    async () => {
      const { lending } = chain
      expect(await expectTruth()).toBe(12)
      await open(3, 'second')
      expect(await expectTruth()).toBe(15)
      await setPrices(lending.chain, lending.tokens, lending.morpho, { WETH: 1900, wstETH: 2280, weETH: 2030 }, lending.owner)
      await following.settled(head)
      const weth = lending.tokens.find((token) => token.symbol === 'WETH')!.contract.address.toLowerCase()
      const prices = [...(await factsOn(following.log, oraclePrices)).values()]
      expect(prices.find((price) => price.asset === weth)).toMatchObject({
        price: '190000000000',
        decimals: 8,
        follows: 'market',
      })
      expect(prices).toHaveLength(lending.tokens.length + (await factsOn(following.log, morphoMarkets)).size)
      let liquidated = 0
      for (let pass = 0; pass < 6; pass++) liquidated += await liquidateOnce(lending, borrowers)
      expect(liquidated).toBeGreaterThan(0)
      await expectTruth()
      const modes = [...(await factsOn(following.log, aaveModes)).values()]
      expect(modes).toMatchObject([{ id: 1, threshold_bps: 9500, bonus_bps: 10_100 }])
      for (const { detail } of await listSources(following.database.pool))
        expect(JSON.parse(detail!)).toMatchObject({ chain_id: 31_337, lag_blocks: 0, due: 0, differences: {} })
      await setPrices(lending.chain, lending.tokens, lending.morpho, {}, lending.owner)
    },
    compileMs,
  )

  it(
    'ends with the same facts when blocks are replaced in the middle of a burst',
    async () => {
      const { lending } = chain
      const before = await expectTruth()
      for (const depth of [3, 9]) {
        const { number } = await head()
        await open(2, `burst ${depth}`)
        // What is about to be replaced has been read and told.
        await following.settled(head)
        await lending.chain.request('anvil_reorg', depth, [])
        expect((await head()).number).toBeGreaterThanOrEqual(number)
        await open(1, `after ${depth}`)
      }
      const after = await expectTruth()
      expect(after).toBeGreaterThanOrEqual(before)
      let tombstones = 0
      for await (const record of following.log.read(aavePositions, {})) if (record.value === null) tombstones++
      expect(tombstones).toBeGreaterThan(0)
      await expectAsFromScratch()
    },
    compileMs,
  )

  it(
    'loses nothing when it dies before or after any write to the log, even if that block is replaced meanwhile',
    async () => {
      const { lending } = chain
      for (const [at, when] of [
        [1, 'before'],
        [1, 'after'],
        [2, 'after'],
        [3, 'after'],
      ] as const) {
        await following.stop()
        await open(1, `crash ${at} ${when}`)
        // A price of its own each time, so that there are three writes at least.
        await setPrices(lending.chain, lending.tokens, lending.morpho, { WETH: 2_500 + at + when.length }, lending.owner)
        const log = dyingLog(following.log, at, when)
        following.start({ log })
        await log.died
        await following.stop()
        if (at > 1) await lending.chain.request('anvil_reorg', 2, [])
        following.start()
        await expectTruth()
      }
      await expectAsFromScratch()
    },
    compileMs,
  )

  it(
    'ends with the same facts through a provider that lies, sleeps, cuts off, forgets and refuses',
    async () => {
      const faults: Fault[] = [
        'wrong hash',
        'other logs',
        'lost logs',
        'silent',
        'cut off',
        'too many requests',
        'range refused',
        'other block',
        'page',
      ]
      const rpc = await startLyingRpc(chain.anvil.url)
      const random = seededRandom(9)
      try {
        await following.stop()
        await open(4, 'behind a liar')
        const aboutLogs: Fault[] = ['other logs', 'lost logs', 'range refused']
        rpc.behave((method, isWide) => {
          // Only who is far behind searches wide: the first such search is the one to refuse.
          if (isWide && !rpc.played.has('range refused')) return 'range refused'
          if (method === 'eth_chainId' || random.chance(0.6)) return 'honest'
          const some = method === 'eth_getLogs' ? aboutLogs : faults.filter((fault) => !aboutLogs.includes(fault))
          // What has not been played yet comes first.
          const fresh = some.filter((fault) => !rpc.played.has(fault))
          return (fresh.length > 0 ? fresh : some)[random.below(fresh.length > 0 ? fresh.length : some.length)]!
        })
        following.start({ urls: [rpc.url] })
        for (let i = 0; i < 30 && rpc.played.size < faults.length; i++) {
          await open(1, `lied about ${i}`)
          if (i === 1) await chain.lending.chain.request('anvil_reorg', 2, [])
          const asked = rpc.asked()
          await until('the liar is asked more', () => rpc.asked() > asked + 10)
        }
        rpc.behave(() => 'honest')
        await chain.lending.chain.request('evm_mine')
        await following.complete(head)
        await expectTruth()
        expect([...rpc.played.keys()].sort()).toEqual([...faults].sort())
        for (const { lastError } of await listSources(following.database.pool)) expect(lastError ?? '').not.toMatch(/http|secret/)
        await expectAsFromScratch()
      } finally {
        await rpc.close()
      }
    },
    compileMs,
  )

  it(
    'is right, and at the head, beside a first provider that is wrong all the time, whatever is wrong with it',
    async () => {
      await readsBesideALiar(following, chain, head, (label) => open(1, label))
      await expectTruth()
      await expectAsFromScratch()
    },
    compileMs,
  )

  it(
    'says that its provider is away, and no longer how far behind the chain it is, until it is back',
    async () => {
      const details = async () =>
        (await listSources(following.database.pool)).map(({ detail, ...one }) => ({ ...one, ...JSON.parse(detail!) }))
      const rpc = await startLyingRpc(chain.anvil.url)
      await following.stop()
      following.start({ urls: [rpc.url] })
      const startedAt = new Date()
      // What was told before the start stands until each has asked once.
      const allWell = async () =>
        (await details()).every(
          (one) => one.lastPollAt! > startedAt && one.reachable && one.lag_blocks === 0 && one.failuresInARow === 0,
        )
      await until('every source has its provider and is at its head', allWell)
      const before = await details()
      await rpc.close()
      // Told in two steps: that it failed, and what is known of the chain now.
      await until('every source says that its provider is away', async () =>
        (await details()).every(({ failuresInARow, reachable }) => failuresInARow > 0 && !reachable),
      )
      for (const one of await details()) {
        expect(one).toMatchObject({ reachable: false, lag_blocks: null, lastError: expect.any(String), chain_id: 31_337 })
        expect(one.block).toBe(before.find(({ source }) => source === one.source)!.block)
      }
      await following.stop()
      await chain.lending.chain.request('evm_mine')
      following.start()
      await following.settled(head)
      await expectTruth()
      await until('every source says that it is well again', allWell)
    },
    compileMs,
  )

  it(
    'says so too when the provider is away from the start, unless another process follows the chain',
    () => tellsAwayFromTheStart(following, chain, head),
    compileMs,
  )

  it(
    'is filled by the command too, which goes on where it was interrupted',
    async () => {
      const rpc = await startLyingRpc(chain.anvil.url)
      const filled = await createFollowing(chain.deployment, chain.anvil.url, sources)
      await following.stop()
      following.start()
      const folder = mkdtempSync(join(tmpdir(), 'backfill-'))
      try {
        const deployments = join(folder, 'deployments.json')
        writeFileSync(deployments, JSON.stringify([chain.deployment]))
        const env = { databaseUrl: filled.database.url, deployments, chainId: chain.deployment.chain_id, rpcUrl: rpc.url }
        // Three blocks an answer: slow enough to be interrupted.
        rpc.behave((method) => (method === 'eth_getLogs' ? 'range refused' : 'honest'))
        const first = await runBackfill(
          env,
          until('some of the history is searched', () => rpc.asked() > 60),
        )
        expect(first).toMatchObject({ code: 1, text: expect.stringContaining('goes on from here') })
        const second = await runBackfill(env)
        expect(second.code, second.text).toBe(0)
        expect(second.progress.find((one) => one.doing === 'search')?.done).toBeGreaterThan(20)
        await chain.lending.chain.request('evm_mine')
        await following.settled(head)
        for (const topic of topics)
          expect(contentOf(await factsOn(filled.log, topic)), topic.name).toEqual(contentOf(await factsOn(following.log, topic)))
      } finally {
        rmSync(folder, { recursive: true })
        await filled.close()
        await rpc.close()
      }
    },
    compileMs,
  )
})
