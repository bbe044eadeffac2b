// Compound v3 read from its real contracts: every borrower's principal and collateral, what is owed now, who may be absorbed, and an
// absorb; and the simulation made of these facts beside it. COMET_SOURCES names a folder with the published sources; no package ships them, and they are compiled within a minute.
import { type Address, parseEventLogs } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountNamed, fund } from '../../devnet/lending/accounts.ts'
import { mintTo, tokenOf } from '../../devnet/lending/borrowers.ts'
import type { Lending } from '../../devnet/lending/lending.ts'
import { cometMarkets, cometPositions } from '../../ingestors/sources/compound-v3/topic.ts'
import { oraclePrices } from '../../ingestors/sources/oracle-prices/topic.ts'
import { arrange } from '../../processors/services/cascade/book/arrange.ts'
import { createRun } from '../../processors/services/cascade/engine/run.ts'
import { simulate } from '../../processors/services/cascade/engine/simulate.ts'
import {
  absorb,
  accruedIndex,
  type CometMarket,
  isForSale,
  presentValue,
  quoteCollateral,
} from '../../processors/services/cascade/exact/comet-market.ts'
import { buildIndex } from '../../processors/services/cascade/index/build.ts'
import { createLiveChain } from '../../processors/services/cascade/live-chain.ts'
import { compound } from '../../processors/services/cascade/model/protocol.ts'
import { anvilBinary } from '../support/cascade/local-anvil.ts'
import {
  type CometBorrower,
  collateral,
  cometSources,
  compileComet,
  deployComet,
  type LocalComet,
  openComet,
} from '../support/cascade/local-comet.ts'
import { seededRandom } from '../support/cascade/seeded-random.ts'
import { type Fact, factsOn } from '../support/chains/facts.ts'
import { createFollowing, type Following } from '../support/chains/following.ts'
import { headOf } from '../support/chains/head.ts'
import { type LocalMarketChain, startLocalMarket } from '../support/chains/local-market.ts'

if (cometSources === null)
  console.warn('SKIPPED Compound v3 against its contracts: COMET_SOURCES names no folder with its sources')
const compileMs = 400_000
const count = 12

describe.skipIf(cometSources === null || anvilBinary() === null)('following Compound v3', () => {
  let chain: LocalMarketChain
  let lending: Lending
  let local: LocalComet
  let following: Following
  const random = seededRandom(77)
  const silent = accountNamed('passes its loan on')
  const lender = accountNamed('has collateral and owes nothing')
  const head = () => headOf(lending.chain)
  const read = <T>(name: string, ...args: unknown[]) => lending.chain.read<T>(local.comet, name, args)
  const known = () => factsOn(following.log, cometPositions)
  const market = async () => [...(await factsOn(following.log, cometMarkets)).values()][0]!

  const borrowers = Array.from({ length: count }, (_, i): CometBorrower => {
    const owned = collateral.filter(() => random.chance(0.6))
    const chosen = owned.length === 0 ? [collateral[i % 3]!] : owned
    const usd = random.between(1_000, 60_000)
    const prices: Record<string, number> = { WETH: 2500, wstETH: 3000, WBTC: 60_000 }
    const amounts = Object.fromEntries(chosen.map(({ symbol }) => [symbol, usd / prices[symbol]!]))
    const borrowable = chosen.reduce((sum, { borrow }) => sum + (usd * borrow) / 100, 0)
    return { account: accountNamed(`comet ${i}`), collateral: amounts, debt: borrowable * random.between(0.6, 0.98) }
  })

  beforeAll(async () => {
    chain = await startLocalMarket(0)
    lending = chain.lending
    local = await deployComet(lending, compileComet(cometSources!))
    await fund(lending.chain, [...borrowers.map(({ account }) => account), silent, lender])
    await openComet(lending, local, borrowers)
    const weth = tokenOf(lending, 'WETH')
    for (const account of [silent, lender]) {
      await mintTo(lending.chain, weth, account, 10n * weth.unit, local.comet.address, lending.owner)
      await lending.chain.send(local.comet, 'supply', [weth.contract.address, 10n * weth.unit], account)
    }
    await lending.chain.request('evm_increaseTime', 20 * 86_400)
    await lending.chain.request('evm_mine')
    const compound_v3 = [{ market: 'compound-v3-usdc', comet: local.comet.address.toLowerCase(), first_block: 1 }]
    following = await createFollowing({ ...chain.deployment, compound_v3 }, chain.anvil.url, ['compound-v3', 'oracle-prices'])
    following.start()
    await following.complete(head)
  }, compileMs)
  afterAll(async () => {
    await following?.close()
    await chain?.anvil.stop()
  })

  /** What the contract says of each account, and what the facts come to by the published formulas; equal to the unit. */
  async function expectTruth(accounts: readonly Address[]): Promise<number> {
    await following.complete(head)
    const [facts, terms, now] = [await known(), await market(), await lending.chain.timestamp()]
    expect(terms.borrow_tracked).toBe(terms.borrow_total)
    const index = accrued(terms, now)
    let owing = 0
    for (const account of accounts) {
      const fact = [...facts.values()].find((one) => one.account === account.toLowerCase())
      const [principal] = await read<readonly bigint[]>('userBasic', account)
      expect(fact === undefined ? 0n : -BigInt(fact.borrow_principal), account).toBe(principal! < 0n ? principal : 0n)
      if (fact === undefined) continue
      owing++
      const owed = (BigInt(fact.borrow_principal) * index) / 10n ** 15n
      expect(owed).toBe(await read<bigint>('borrowBalanceOf', account))
      for (const { address } of terms.assets) {
        const held = fact.collateral.find((one: Fact) => one.asset === address)?.balance ?? '0'
        expect(BigInt(held)).toBe(await read<bigint>('collateralBalanceOf', account, address))
      }
      expect(await isShort(terms, fact, owed), account).toBe(await read<boolean>('isLiquidatable', account))
    }
    return owing
  }

  // Comet.accruedInterestIndices: an index grows by itself times the rate times the seconds.
  const accrued = ({ borrow_index, borrow_rate, updated_at }: Fact, now: bigint) =>
    BigInt(borrow_index) + (BigInt(borrow_index) * BigInt(borrow_rate) * (now - BigInt(updated_at))) / 10n ** 18n

  // Comet.isLiquidatable: the base owed, less each collateral at its liquidate factor, by prices of eight decimals.
  async function isShort(terms: Fact, fact: Fact, owed: bigint): Promise<boolean> {
    const price = (feed: string) => read<bigint>('getPrice', feed)
    let liquidity = -(owed * (await price(terms.base_price_feed))) / 10n ** BigInt(terms.base.decimals)
    for (const { address, decimals, price_feed, liquidate_factor } of terms.assets) {
      const balance = BigInt(fact.collateral.find((one: Fact) => one.asset === address)?.balance ?? 0)
      const value = (balance * (await price(price_feed))) / 10n ** BigInt(decimals)
      liquidity += (value * BigInt(liquidate_factor)) / 10n ** 18n
    }
    return liquidity < 0n
  }

  /** The market as the rules take it, at the prices of now and the indexes of its last accrual. */
  async function rulesOf(terms: Fact): Promise<CometMarket> {
    const price = (feed: string) => read<bigint>('getPrice', feed)
    const { baseSupplyIndex, baseBorrowIndex } = await read<{ baseSupplyIndex: bigint; baseBorrowIndex: bigint }>('totalsBasic')
    return {
      basePrice: await price(terms.base_price_feed),
      baseScale: 10n ** BigInt(terms.base.decimals),
      supplyIndex: baseSupplyIndex,
      borrowIndex: baseBorrowIndex,
      storeFrontFactor: BigInt(terms.store_front_factor),
      assets: await Promise.all(
        terms.assets.map(async (one: Fact) => ({
          asset: one.address,
          price: await price(one.price_feed),
          scale: 10n ** BigInt(one.decimals),
          liquidateFactor: BigInt(one.liquidate_factor),
          liquidationFactor: BigInt(one.liquidation_factor),
        })),
      ),
    }
  }

  /** The first round of what the facts on the log come to, at the prices that stand. */
  async function modelled() {
    const live = createLiveChain(chain.deployment.chain_id)
    for (const topic of [cometPositions, cometMarkets, oraclePrices])
      for (const [key, value] of await factsOn(following.log, topic as typeof cometPositions))
        live.put({ topic: topic.name, key, value, observedAt: new Date(), revision: 0n, partition: 0, offset: 0n })
    const { model, stored, wiring } = live.snapshot()!
    const { book, leftOut } = arrange(stored, wiring)
    expect([leftOut, model.unpriced]).toEqual([0, []])
    const still = model.state.tokens.map(() => false)
    return simulate(createRun(buildIndex(book, model.state, still)), new Float64Array(still.length).fill(1)).firstRound[compound]
  }

  /** Absorbs them in one call, and holds every log, principal and total against what the rules made of the facts before it. */
  async function expectAbsorbs(short: readonly Address[]): Promise<void> {
    const [facts, terms] = [[...(await known()).values()], await market()]
    const model = await modelled()
    const totals = await read<{ totalBorrowBase: bigint; totalSupplyBase: bigint }>('totalsBasic')
    const { logs } = await lending.chain.send(local.comet, 'absorb', [lending.liquidator, short], lending.liquidator)
    const rules = await rulesOf(terms)
    expect(
      accruedIndex(
        BigInt(terms.borrow_index),
        BigInt(terms.borrow_rate),
        (await lending.chain.timestamp()) - BigInt(terms.updated_at),
      ),
    ).toBe(rules.borrowIndex)
    let [repaid, supplied, over] = [0n, 0n, 0]
    const [large, sums] = [1_000_000n * rules.baseScale, { seizedUsd: 0, repaidUsd: 0, badDebtUsd: 0 }]
    const expected = new Map<string, readonly bigint[]>()
    for (const account of short) {
      const fact = facts.find((one) => one.account === account.toLowerCase())!
      const balances = new Map<string, bigint>(fact.collateral.map((one: Fact) => [one.asset, BigInt(one.balance)]))
      const outcome = absorb(rules, { principal: -BigInt(fact.borrow_principal), balances })!
      repaid += outcome.repaidPrincipal
      supplied += outcome.suppliedPrincipal
      if (outcome.principal > 0n) over++
      expected.set(account.toLowerCase(), [outcome.basePaidOut, outcome.valueOfBasePaidOut])
      const [principal] = await read<readonly bigint[]>('userBasic', account)
      expect(principal, account).toBe(outcome.principal)
      let paid = 0
      for (const { asset, amount, value } of outcome.seized) {
        expected.set(`${account.toLowerCase()} ${asset}`, [amount, value])
        sums.seizedUsd += Number(value) / 1e8
        paid += (1e6 * Number(amount)) / Number(await read<bigint>('quoteCollateral', asset, large))
      }
      const owed = Number(presentValue(rules, -BigInt(fact.borrow_principal))) / -1e6
      sums.repaidUsd += Math.min(owed, paid)
      sums.badDebtUsd += Math.max(0, owed - paid)
    }
    const told = parseEventLogs({ abi: local.comet.abi, logs, eventName: ['AbsorbDebt', 'AbsorbCollateral'] }) as Fact[]
    const made = new Map(
      told.map(({ eventName, args }) =>
        eventName === 'AbsorbDebt'
          ? [args.borrower.toLowerCase(), [args.basePaidOut, args.usdValue]]
          : [`${args.borrower.toLowerCase()} ${args.asset.toLowerCase()}`, [args.collateralAbsorbed, args.usdValue]],
      ),
    )
    expect(made).toEqual(expected)
    const after = await read<{ totalBorrowBase: bigint; totalSupplyBase: bigint }>('totalsBasic')
    expect(totals.totalBorrowBase - after.totalBorrowBase).toBe(repaid)
    expect(after.totalSupplyBase - totals.totalSupplyBase).toBe(supplied)
    // And the simulation took the same people for the same amounts, by what buyers would have to pay.
    expect(model.positions).toBe(short.length)
    expect(sums.badDebtUsd).toBeGreaterThan(100)
    for (const field of ['seizedUsd', 'repaidUsd', 'badDebtUsd'] as const)
      expect(Math.abs(model[field] / sums[field] - 1), field).toBeLessThan(1e-6)
    // Both ways: something left over for some, and too little for others.
    expect(over).toBeGreaterThan(0)
    expect(over).toBeLessThan(short.length)
  }

  const everybody = () => [...borrowers.map(({ account }) => account), silent, lender]

  it('every principal, balance and debt is the contract’s, and who only lends is nobody', async () => {
    expect(await expectTruth(everybody())).toBe(count)
    const terms = await market()
    expect(terms.assets.map(({ symbol }: Fact) => symbol)).toEqual(collateral.map(({ symbol }) => symbol))
    expect(terms.assets.map(({ liquidate_factor }: Fact) => Number(liquidate_factor) / 1e16)).toEqual(
      collateral.map((one) => one.liquidate),
    )
    expect(BigInt(terms.reserves)).toBe(await read<bigint>('getReserves'))
  })

  it('a loan that is passed on in the same call, of which no log names the borrower, is found by the totals', async () => {
    await lending.chain.send(local.comet, 'transfer', [lending.supplier, 5_000_000_000n], silent)
    expect(await expectTruth(everybody())).toBe(count + 1)
  }, 120_000)

  it('after a fall everybody who may be absorbed is known, and after absorbs and a sale the books still match', async () => {
    for (const [symbol, usd] of [
      ['WETH', 1500],
      ['wstETH', 1800],
      ['WBTC', 36_000],
    ] as const)
      await local.setPrice(symbol, usd)
    await expectTruth(everybody())
    const short: Address[] = []
    for (const account of everybody()) if (await read<boolean>('isLiquidatable', account)) short.push(account)
    expect(short.length).toBeGreaterThan(3)
    await expectAbsorbs(short)
    const [usdc, weth] = [tokenOf(lending, 'USDC'), tokenOf(lending, 'WETH')]
    const bought = [1n, 999_999n, 1000n * usdc.unit, 123_456_789_012n]
    const rules = await rulesOf(await market())
    for (const { asset } of rules.assets)
      for (const amount of bought)
        expect(quoteCollateral(rules, asset, amount)).toBe(await read<bigint>('quoteCollateral', asset, amount))
    await mintTo(lending.chain, usdc, lending.liquidator, 7_000_000n * usdc.unit, local.comet.address, lending.owner)
    const buy = () =>
      lending.chain.send(
        local.comet,
        'buyCollateral',
        [weth.contract.address, 0n, 1000n * usdc.unit, lending.liquidator],
        lending.liquidator,
      )
    const heldBefore = await lending.chain.read<bigint>(weth.contract, 'balanceOf', [lending.liquidator])
    await buy()
    const heldNow = await lending.chain.read<bigint>(weth.contract, 'balanceOf', [lending.liquidator])
    expect(heldNow - heldBefore).toBe(quoteCollateral(rules, weth.contract.address.toLowerCase(), 1000n * usdc.unit))
    expect(await expectTruth(everybody())).toBe(count + 1 - short.length)
    // Debt that no collateral covered came out of the reserves.
    const terms = await market()
    expect(BigInt(terms.reserves)).toBeLessThan(0n)
    expect(BigInt(terms.reserves)).toBe(await read<bigint>('getReserves'))
    // With more than it wants to keep it sells nothing.
    const target = BigInt(terms.target_reserves)
    expect(isForSale(BigInt(terms.reserves), target)).toBe(true)
    await lending.chain.send(usdc.contract, 'transfer', [local.comet.address, 6_000_000n * usdc.unit], lending.liquidator)
    expect(isForSale(await read<bigint>('getReserves'), target)).toBe(false)
    await expect(buy()).rejects.toThrow()
  }, 240_000)

  it('a pause and a price of nothing are read as they are', async () => {
    await lending.chain.send(local.comet, 'pause', [false, false, false, true, true], lending.owner)
    await following.complete(head)
    expect((await market()).pause_flags).toBe(0b11000)
    await local.setPrice('WBTC', 0)
    await following.complete(head)
    expect(await read<boolean>('isAbsorbPaused')).toBe(true)
    expect((await modelled()).positions).toBe(0)
  })
})
