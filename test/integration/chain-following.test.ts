// Following a real local chain: what the facts say equals what the contracts say, block by block.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listSources } from '../../db/sources.ts'
import { liquidateOnce } from '../../devnet/lending/liquidator.ts'
import { setPrices } from '../../devnet/lending/prices.ts'
import { aaveModes, aavePositions, aaveReserves } from '../../ingestors/sources/aave-v3/topic.ts'
import { morphoMarkets, morphoPositions } from '../../ingestors/sources/morpho-blue/topic.ts'
import { oraclePrices } from '../../ingestors/sources/oracle-prices/topic.ts'
import { anvilBinary } from '../support/cascade/local-anvil.ts'
import { factsOn } from '../support/chains/facts.ts'
import { createFollowing, type Following } from '../support/chains/following.ts'
import { type LocalMarketChain, startLocalMarket } from '../support/chains/local-market.ts'
import { aaveSeen, aaveTruth, morphoSeen, morphoTruth } from '../support/chains/truth.ts'

if (anvilBinary() === null && process.env.CI) throw new Error('in CI the local chain must be there')
const compileMs = 240_000

describe.skipIf(anvilBinary() === null)('following a chain', () => {
  let chain: LocalMarketChain
  let following: Following
  const headOf = async () => {
    const { number, hash } = await chain.lending.chain.request<{ number: string; hash: string }>(
      'eth_getBlockByNumber',
      'latest',
      false,
    )
    return { number: Number(number), hash }
  }

  beforeAll(async () => {
    chain = await startLocalMarket(16)
    following = await createFollowing(chain.deployment, chain.anvil.url, ['aave-v3', 'morpho-blue', 'oracle-prices'])
    following.start()
  }, compileMs)

  afterAll(async () => {
    await following?.close()
    await chain?.anvil.stop()
  })

  it(
    'holds everybody, every reserve and every price, after the history and after each change',
    async () => {
      const { lending } = chain
      const borrowers = [...chain.borrowers]
      const check = async () => {
        await following.settled(headOf)
        const [aave, morpho] = [await factsOn(following.log, aavePositions), await factsOn(following.log, morphoPositions)]
        expect(aaveSeen(aave)).toEqual(await aaveTruth(lending, borrowers))
        expect(morphoSeen(morpho)).toEqual(await morphoTruth(lending, borrowers))
        for (const reserve of (await factsOn(following.log, aaveReserves)).values())
          expect(reserve.scaled_debt_tracked, reserve.symbol).toBe(reserve.scaled_debt_total)
        for (const market of (await factsOn(following.log, morphoMarkets)).values())
          expect(market.borrow_shares_tracked).toBe(market.total_borrow_shares)
        return { aave: aave.size, morpho: morpho.size }
      }
      const first = await check()
      expect(first.aave + first.morpho).toBe(16)
      borrowers.push(...(await chain.openMore(4, 'second')))
      expect(Object.values(await check()).reduce((a, b) => a + b)).toBe(20)

      await setPrices(lending.chain, lending.tokens, lending.morpho, { WETH: 1900, wstETH: 2280, weETH: 2030 }, lending.owner)
      const weth = lending.tokens.find((token) => token.symbol === 'WETH')!.contract.address.toLowerCase()
      await following.settled(headOf)
      const prices = [...(await factsOn(following.log, oraclePrices)).values()]
      expect(prices.find((price) => price.asset === weth)).toMatchObject({
        price: '190000000000',
        decimals: 8,
        follows: 'market',
      })
      expect(prices).toHaveLength(6 + new Set((await factsOn(following.log, morphoMarkets)).keys()).size)

      let liquidated = 0
      for (let pass = 0; pass < 8; pass++) liquidated += await liquidateOnce(lending, borrowers)
      expect(liquidated).toBeGreaterThan(0)
      await check()
      expect([...(await factsOn(following.log, aaveModes)).values()]).toMatchObject([
        { id: 1, threshold_bps: 9500, bonus_bps: 10100 },
      ])
      const details = (await listSources(following.database.pool)).map((one) => JSON.parse(one.detail!))
      for (const detail of details) expect(detail).toMatchObject({ chain_id: 31_337, lag_blocks: 0, due: 0, differences: {} })
    },
    compileMs,
  )
})
