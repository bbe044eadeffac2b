// A pool of Aave v3.0 read from its real contracts beside a newer one: everybody's balances, categories, and the price inside one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deployment } from '../../app/config/deployments.ts'
import { type LocalAave, stakedEthMode } from '../../devnet/lending/aave.ts'
import { accountNamed } from '../../devnet/lending/accounts.ts'
import { type Borrower, openPositions } from '../../devnet/lending/borrowers.ts'
import type { Lending } from '../../devnet/lending/lending.ts'
import { aaveModes, aavePositions, aaveReserves } from '../../ingestors/sources/aave-v3/topic.ts'
import { oraclePrices } from '../../ingestors/sources/oracle-prices/topic.ts'
import { arrange } from '../../processors/services/cascade/book/arrange.ts'
import { createLiveChain } from '../../processors/services/cascade/live-chain.ts'
import { anvilBinary } from '../support/cascade/local-anvil.ts'
import { deployOlderAave, dollarMode, dollarPrice } from '../support/cascade/older-aave.ts'
import { type Fact, factsOn } from '../support/chains/facts.ts'
import { createFollowing, type Following } from '../support/chains/following.ts'
import { headOf } from '../support/chains/head.ts'
import { type LocalMarketChain, startLocalMarket } from '../support/chains/local-market.ts'
import { aaveSeen, aaveTruth } from '../support/chains/truth.ts'

if (anvilBinary() === null && process.env.CI) throw new Error('in CI the local chain must be there')
const compileMs = 240_000
const market = 'sparklend'
const topics = [aaveReserves, aaveModes, oraclePrices, aavePositions]

describe.skipIf(anvilBinary() === null)('an older pool beside a newer one', () => {
  let chain: LocalMarketChain
  let older: LocalAave
  let lending: Lending
  let borrowers: Borrower[]
  let following: Following
  const head = () => headOf(chain.lending.chain)

  beforeAll(async () => {
    chain = await startLocalMarket(8)
    older = await deployOlderAave(chain.lending)
    lending = { ...chain.lending, aave: older }
    const inDollars = { account: accountNamed('in dollars'), eMode: dollarMode, collateral: { USDC: 9000 }, debt: { DAI: 8000 } }
    borrowers = [...chain.borrowers.filter(({ protocol }) => protocol === 'aave-v3'), { protocol: 'aave-v3', ...inDollars }]
    await openPositions(lending.chain, lending, borrowers, lending.owner)
    const [pool, provider] = [older.pool.address.toLowerCase(), older.provider.address.toLowerCase()]
    const both: Deployment = {
      ...chain.deployment,
      aave_v3: [...chain.deployment.aave_v3, { market, pool, addresses_provider: provider, first_block: 1 }],
    }
    following = await createFollowing(both, chain.anvil.url, ['aave-v3', 'oracle-prices'])
    following.start()
    await following.complete(head)
    // Categories were not known yet when this block's prices were read.
    await lending.chain.request('evm_mine')
    await following.complete(head)
  }, compileMs)
  afterAll(async () => {
    await following?.close()
    await chain?.anvil.stop()
  })

  const ofPool = async (topic: (typeof topics)[number]) =>
    new Map([...(await factsOn(following.log, topic))].filter(([, fact]) => fact.market === market))

  it('every balance is the contracts’, every debt accounted for, at variable rates all of it', async () => {
    expect(aaveSeen(await ofPool(aavePositions))).toEqual(await aaveTruth(lending, borrowers))
    const reserves = [...(await ofPool(aaveReserves)).values()]
    expect(reserves.length).toBe(lending.tokens.length)
    for (const reserve of reserves) {
      expect(reserve.scaled_debt_tracked, reserve.symbol).toBe(reserve.scaled_debt_total)
      expect(reserve).toMatchObject({ pool_revision: 1, stable_debt_total: '0', deficit: '0', grace_until: 0 })
    }
  })

  const bitmapOf = (...symbols: string[]) =>
    String(
      older.reserves
        .filter(({ token }) => symbols.includes(token.symbol))
        .reduce((bits, { id }) => bits | (1n << BigInt(id)), 0n),
    )
  const terms = { threshold_bps: 9500, bonus_bps: 10_100 }

  it('categories are told as the newer eModes are, with the price that stands for all in one', async () => {
    const modes = [...(await ofPool(aaveModes)).values()]
    expect(modes).toMatchObject([
      { id: stakedEthMode, label: 'staked ETH', collateral_bitmap: bitmapOf('WETH', 'wstETH', 'weETH'), ...terms },
      { id: dollarMode, label: 'dollars', collateral_bitmap: bitmapOf('USDC', 'DAI'), price_source: dollarPrice, ...terms },
    ])
    expect(modes[0]).not.toHaveProperty('price_source')
    const prices = [...(await factsOn(following.log, oraclePrices)).values()].filter(({ asset }) => asset === dollarPrice)
    expect(prices).toMatchObject([{ oracle: older.oracle.address.toLowerCase(), price: '100000000', decimals: 8 }])
  })

  it('the book’s healths are what the pool says of each account', async () => {
    const live = createLiveChain(chain.deployment.chain_id)
    for (const topic of topics)
      for (const [key, value] of await factsOn(following.log, topic))
        live.put({ topic: topic.name, key, value, observedAt: new Date(), revision: 0n, partition: 0, offset: 0n })
    const { model, stored, wiring, names } = live.snapshot()!
    const { book, slots } = arrange(stored, wiring)
    let compared = 0
    for (let at = 0; at < book.positions; at++) {
      const [, pool, account] = names[slots[at]!]!.split(':')
      if (pool !== market) continue
      const middle = book.start[at]! + book.collateralLegs[at]!
      let [value, weighted, owed] = [0, 0, 0]
      for (let leg = book.start[at]!; leg < middle; leg++) {
        const kind = model.state.collateralKinds[book.legKind[leg]!]!
        value += book.legAmount[leg]! * kind.priceUsd
        weighted += book.legAmount[leg]! * kind.priceUsd * kind.liquidationThreshold
      }
      for (let leg = middle; leg < middle + book.debtLegs[at]!; leg++)
        owed += book.legAmount[leg]! * model.state.debtKinds[book.legKind[leg]!]!.priceUsd
      const data = await lending.chain.read<readonly bigint[]>(older.pool, 'getUserAccountData', [account])
      const cut = (Math.floor((weighted / value) * 1e4 + 1e-7) / 1e4) * value
      expect(cut / owed / (Number(data[5]) / 1e18), account).toBeCloseTo(1, 7)
      expect(owed / (Number(data[1]) / 1e8), account).toBeCloseTo(1, 7)
      compared++
    }
    expect(compared).toBe(borrowers.length)
  })

  it('a reserve that leaves its category, and one that is paused, are told in the next block', async () => {
    const asset = (symbol: string) => lending.tokens.find((token) => token.symbol === symbol)!.contract.address
    const own = (name: string, ...args: unknown[]) => lending.chain.send(older.configurator, name, args, lending.owner)
    await own('setReservePause', asset('WBTC'), true)
    await own('setSupplyCap', asset('WETH'), 1n)
    await own('setAssetEModeCategory', asset('weETH'), 0)
    await following.complete(head)
    const modes = [...(await ofPool(aaveModes)).values()]
    expect(modes.map((mode: Fact) => mode.collateral_bitmap)).toEqual([bitmapOf('WETH', 'wstETH'), bitmapOf('USDC', 'DAI')])
    const paused = [...(await ofPool(aaveReserves)).values()].filter(({ config }) => ((BigInt(config) >> 60n) & 1n) === 1n)
    expect(paused.map(({ symbol }) => symbol)).toEqual(['WBTC'])
    expect(aaveSeen(await ofPool(aavePositions))).toEqual(await aaveTruth(lending, borrowers))
  })
})
