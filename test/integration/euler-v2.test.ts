// Euler v2 read from its real contracts: what every account owes and has put up, whom a vault lets be liquidated and for how much; and the
// simulation made of these facts beside real liquidations. EULER_SOURCES names a folder with the published sources; no package ships them.
import { type Address, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountNamed, fund } from '../../devnet/lending/accounts.ts'
import { mintTo, tokenOf } from '../../devnet/lending/borrowers.ts'
import { eventsOf } from '../../devnet/lending/call-data.ts'
import type { Lending } from '../../devnet/lending/lending.ts'
import { oraclePrices } from '../../ingestors/sources/oracle-prices/topic.ts'
import { eulerLiquidation } from '../../processors/services/cascade/exact/euler-liquidation.ts'
import { ltvAt } from '../../processors/services/cascade/exact/euler-vault.ts'
import { euler } from '../../processors/services/cascade/model/protocol.ts'
import { eulerTruth, rampOf } from '../support/cascade/euler-truth.ts'
import { anvilBinary } from '../support/cascade/local-anvil.ts'
import {
  accountOf,
  asAccount,
  deployEuler,
  type EulerBorrower,
  eulerSources,
  type LenderWish,
  type LocalEuler,
  loadEuler,
  openEuler,
} from '../support/cascade/local-euler.ts'
import { seededRandom } from '../support/cascade/seeded-random.ts'
import { type Fact, factsOn } from '../support/chains/facts.ts'
import { createFollowing, type Following } from '../support/chains/following.ts'
import { type LocalMarketChain, startLocalMarket } from '../support/chains/local-market.ts'

if (eulerSources === null) console.warn('SKIPPED Euler v2 against its contracts: EULER_SOURCES names no folder with its sources')
const compileMs = 500_000
const count = 14
const everything = 2n ** 256n - 1n
const lenders: readonly LenderWish[] = [
  {
    symbol: 'USDC',
    lent: 5_000_000,
    takes: [
      { symbol: 'WETH', borrow: 80, liquidate: 84 },
      { symbol: 'wstETH', borrow: 78, liquidate: 82 },
      { symbol: 'WBTC', borrow: 70, liquidate: 77 },
    ],
  },
  {
    symbol: 'WETH',
    lent: 2_000,
    inItself: true,
    maxDiscount: 5,
    takes: [
      { symbol: 'wstETH', borrow: 91, liquidate: 94 },
      { symbol: 'USDC', borrow: 80, liquidate: 85 },
    ],
  },
]
const fallen = { WETH: 1_950, WBTC: 44_000 }

describe.skipIf(eulerSources === null || anvilBinary() === null)('following Euler v2', () => {
  let chain: LocalMarketChain
  let lending: Lending
  let local: LocalEuler
  let following: Following
  let truth: ReturnType<typeof eulerTruth>
  const random = seededRandom(91)
  const usd: Record<string, number> = { WETH: 2500, wstETH: 3000, WBTC: 60_000, USDC: 1 }
  const send = (symbol: string, name: string, args: readonly unknown[], from: Address) =>
    lending.chain.send(truth.vaultOf(symbol), name, args, from)
  const later = async (seconds: number) => {
    await lending.chain.request('evm_increaseTime', seconds)
    await lending.chain.request('evm_mine')
  }

  // Two accounts of each owner, the first of them the owner's own.
  const borrowers = Array.from({ length: count }, (_, i): EulerBorrower => {
    const { symbol, takes } = lenders[i % 3 === 2 ? 1 : 0]!
    const owned = takes.filter(() => random.chance(0.6))
    const chosen = owned.length === 0 ? [takes[i % takes.length]!] : owned
    const each = chosen.map((one) => ({ ...one, usd: random.between(2_000, 60_000) }))
    const borrowable = each.reduce((sum, one) => sum + (one.usd * one.borrow) / 100, 0)
    return {
      owner: accountNamed(`euler ${i >> 1}`),
      number: (i % 2) * (7 + i),
      lender: symbol,
      collateral: Object.fromEntries(each.map((one) => [one.symbol, one.usd / usd[one.symbol]!])),
      debt: (borrowable / usd[symbol]!) * random.between(0.7, 0.97),
    }
  })
  // They take the debt over, and have to be good for it.
  const liquidators = lenders.map(({ symbol }): EulerBorrower => {
    const collateral: Record<string, number> = symbol === 'USDC' ? { WBTC: 500 } : { USDC: 3_000_000 }
    return { owner: accountNamed(`liquidates ${symbol}`), number: 0, lender: symbol, collateral, debt: 1 }
  })

  beforeAll(async () => {
    chain = await startLocalMarket(0)
    lending = chain.lending
    local = await deployEuler(lending, await loadEuler(eulerSources!), { lenders, rates: { wstETH: { of: 'WETH', rate: 1.2 } } })
    await fund(lending.chain, [...new Set([...borrowers, ...liquidators].map(({ owner }) => owner))])
    await openEuler(lending, local, borrowers)
    const euler_v2 = {
      connector: local.evc.address.toLowerCase(),
      perspective: local.perspective.toLowerCase(),
      first_block: 1,
    }
    const deployment = { ...chain.deployment, aave_v3: [], morpho_blue: null, euler_v2 }
    following = await createFollowing(deployment, chain.anvil.url, ['euler-v2', 'oracle-prices'])
    truth = eulerTruth(lending, local, following, chain.deployment.chain_id)
    await later(20 * 86_400)
    for (const { symbol, priceUsd } of lending.tokens) await local.setPrice(symbol, priceUsd)
    following.start()
    await truth.complete()
  }, compileMs)
  afterAll(async () => {
    await following?.close()
    await chain?.anvil.stop()
  })

  it('every debt, share and total is the contract’s, of sub-accounts too, and interest runs on as it does', async () => {
    const { vaults, symbolAt, expectTruth, setPrices } = truth
    expect(await expectTruth(borrowers)).toBe(count)
    const facts = (await vaults()).filter(({ lends }) => lends !== null)
    expect(facts.map(({ vault }) => symbolAt(vault)).sort()).toEqual(['USDC', 'WETH'])
    // Nobody does anything, and time goes by: what the facts come to is still what the contracts say.
    await later(2 * 86_400)
    await setPrices({})
    expect(await expectTruth(borrowers)).toBe(count)
  }, 120_000)

  it('deposits for another, repayments, debts taken over and loans after a loan are followed', async () => {
    const { ask, vaultOf, expectTruth } = truth
    const [one, other] = borrowers.filter(({ lender }) => lender === 'USDC') as [EulerBorrower, EulerBorrower]
    const { owner, supplier } = lending
    const give = async (symbol: string, units: bigint) =>
      mintTo(lending.chain, tokenOf(lending, symbol), supplier, units, vaultOf(symbol).address, owner)
    await give('USDC', 900_000_000n)
    await send('USDC', 'repay', [900_000_000n, accountOf(one)], supplier)
    await give('WETH', 3n * 10n ** 18n)
    await send('WETH', 'deposit', [3n * 10n ** 18n, accountOf(other)], supplier)
    await lending.chain.send(local.evc, 'enableCollateral', [accountOf(other), vaultOf('WETH').address], other.owner)
    await asAccount(lending, local, other, vaultOf('USDC'), 'pullDebt', [500_000_000n, accountOf(one)])
    expect(await expectTruth(borrowers)).toBe(count)
    const debt = await ask<bigint>('USDC', 'debtOf', accountOf(one))
    await give('USDC', 2n * debt)
    await send('USDC', 'repay', [everything, accountOf(one)], supplier)
    expect(await expectTruth(borrowers)).toBe(count - 1)
    await asAccount(lending, local, one, vaultOf('USDC'), 'borrow', [debt, one.owner])
    expect(await expectTruth(borrowers)).toBe(count)
  }, 120_000)

  it('whom a vault lets be liquidated, how much may be repaid and what is given for it are what the rules say, to the unit', async () => {
    const { ask, vaultOf, shortfallOf, setPrices } = truth
    const bonuses = new Set<number>()
    const falling = [2_350, 2_250, 2_150, 2_050, 1_200].map((ether) => ({ WETH: ether, WBTC: ether * 24 }))
    for (const prices of [{}, ...falling, { WETH: 3_300 }]) {
      await setPrices(prices)
      for (const borrower of borrowers) {
        const { account, held, ...position } = await shortfallOf(borrower)
        const said = await ask<readonly bigint[]>(borrower.lender, 'accountLiquidity', account, true)
        expect([position.weightedValue, position.owedValue]).toEqual([...said])
        for (const { symbol, ...own } of held) {
          const args = [liquidators[0]!.owner, account, vaultOf(symbol).address]
          const offered = await ask<readonly bigint[]>(borrower.lender, 'checkLiquidation', ...args)
          const { repaid, shares } = eulerLiquidation({ ...position, ...own })
          expect([repaid, shares], `${account} ${symbol}`).toEqual([...offered])
          const bonus = Number(position.owedValue) / Number(position.weightedValue)
          if (repaid > 0n && bonus < 1 / (1 - Number(position.maxDiscountBps) / 1e4)) bonuses.add(bonus)
        }
      }
    }
    // Of several healths, each with a bonus of its own.
    expect(bonuses.size).toBeGreaterThan(3)
  }, 240_000)

  it('real liquidations take the same people for the same amounts as the simulation, what is written off included', async () => {
    const { vaultOf, shortfallOf, setPrices, modelled, expectTruth } = truth
    await setPrices({})
    await openEuler(lending, local, liquidators)
    await setPrices(fallen)
    const { model, outcome, leftOut } = await modelled()
    const said = outcome.firstRound[euler]!
    expect([leftOut, model.unpriced]).toEqual([0, []])
    // A rate of ether moves with ether, where the vault counts in ether and where its price is in dollars.
    const [ether, staked, bitcoin] = ['WETH', 'wstETH', 'WBTC'].map((symbol) =>
      model.addresses.indexOf(tokenOf(lending, symbol).contract.address.toLowerCase()),
    )
    const followedBy = (of: number | undefined) =>
      model.state.collateralKinds.flatMap(({ token, follows }) => (token === of ? [follows] : []))
    expect([followedBy(staked), followedBy(bitcoin)]).toEqual([[ether, ether], [bitcoin]])
    const real = { liquidations: 0, seizedUsd: 0, repaidUsd: 0, badDebtUsd: 0 }
    for (const borrower of borrowers) {
      const { account, held, owed, owedValue, weightedValue } = await shortfallOf(borrower)
      if (owedValue === 0n || weightedValue > owedValue) continue
      const largest = held.toSorted((a, b) => Number(b.sharesValue - a.sharesValue))[0]!
      const { owner } = liquidators.find(({ lender }) => lender === borrower.lender)!
      const unitUsd = (borrower.lender === 'WETH' ? fallen.WETH : 1) / 1e18
      const receipt = await send(borrower.lender, 'liquidate', [account, vaultOf(largest.symbol).address, everything, 0n], owner)
      const usdOf = (assets: bigint) => (Number(assets) / Number(owed)) * Number(owedValue) * unitUsd
      const vault = vaultOf(borrower.lender)
      const [taken] = eventsOf<{ repayAssets: bigint; yieldBalance: bigint }>(vault, receipt, 'Liquidate')
      real.liquidations++
      real.repaidUsd += usdOf(taken!.repayAssets)
      real.seizedUsd += (Number(taken!.yieldBalance) / Number(largest.shares)) * Number(largest.sharesValue) * unitUsd
      for (const { assets } of eventsOf<{ assets: bigint }>(vault, receipt, 'DebtSocialized')) real.badDebtUsd += usdOf(assets)
    }
    expect(real.liquidations).toBeGreaterThan(4)
    expect(real.badDebtUsd).toBeGreaterThan(100)
    expect(said.liquidations).toBe(real.liquidations)
    for (const field of ['seizedUsd', 'repaidUsd', 'badDebtUsd'] as const)
      expect(Math.abs(said[field] / real[field] - 1), field).toBeLessThan(1e-6)
    // The liquidators owe now what others did.
    await setPrices(fallen)
    expect(await expectTruth([...borrowers, ...liquidators])).toBeGreaterThan(2)
  }, 240_000)

  it('a loan-to-value that comes down, a vault that refuses, prices too old and a vault off the list are read as they are', async () => {
    const { ask, vaultOf, symbolAt, vaults, positions, setPrices, modelled, complete } = truth
    await setPrices({})
    await send('USDC', 'setLTV', [vaultOf('WBTC').address, 5_000, 5_000, 10 * 86_400], lending.owner)
    await later(86_400 + 12_345)
    await setPrices({})
    const lender = (await vaults()).find(({ vault }) => symbolAt(vault) === 'USDC')!
    const ramp = rampOf(lender.lends.collateral.find((one: Fact) => symbolAt(one.vault) === 'WBTC'))
    const ltv = ltvAt(ramp, Number(await lending.chain.timestamp()))
    expect(ltv).toBe(await ask<number>('USDC', 'LTVLiquidation', vaultOf('WBTC').address))
    expect([ltv > 5_000, ltv < 7_700]).toEqual([true, true])

    await setPrices({ WETH: 900, WBTC: 20_000 })
    const short = async () => (await modelled()).outcome.firstRound[euler]!.positions
    const before = await short()
    await send('USDC', 'setHookConfig', [zeroAddress, 1 << 11], lending.owner)
    await complete()
    expect(await short()).toBeLessThan(before)
    await send('USDC', 'setHookConfig', [zeroAddress, 0], lending.owner)

    // Four days without a word from a feed, and its adapter refuses.
    await later(4 * 86_400)
    await complete()
    const prices = [...(await factsOn(following.log, oraclePrices)).values()]
    expect(prices.filter(({ feeds }) => feeds.length > 0)).toEqual([])
    await setPrices({})

    await local.list([vaultOf('WETH').address])
    await lending.chain.request('anvil_mine', '0x140', '0x1')
    await complete()
    const left = (await vaults()).filter(({ lends }) => lends !== null)
    expect(left.map(({ vault }) => symbolAt(vault))).toEqual(['WETH'])
    expect(new Set((await positions()).map(({ vault }) => symbolAt(vault)))).toEqual(new Set(['WETH']))
  }, 240_000)
})
