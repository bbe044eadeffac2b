// Compound v3 where it is odd, on its published contracts: feeds made of feeds, a base of 18 decimals, a chain that goes back in the
// middle of an absorb, an upgrade between two blocks, a feed that refuses. COMET_SOURCES names their folder, as for compound-v3.test.ts.
import { type Address, type Hex, pad, toFunctionSelector } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countLiquidations } from '../../cli/backtest/liquidations.ts'
import type { Artifacts } from '../../devnet/contracts/artifacts.ts'
import { accountNamed, fund } from '../../devnet/lending/accounts.ts'
import { tokenOf } from '../../devnet/lending/borrowers.ts'
import type { Lending } from '../../devnet/lending/lending.ts'
import { eventTopic, lower } from '../../ingestors/chains/address.ts'
import { createChain } from '../../ingestors/chains/chain.ts'
import { cometMarkets, cometPositions } from '../../ingestors/sources/compound-v3/topic.ts'
import { createCompoundFeeds } from '../../ingestors/sources/oracle-prices/compound-feeds.ts'
import { createFollowsReader } from '../../ingestors/sources/oracle-prices/follows.ts'
import { oraclePrices } from '../../ingestors/sources/oracle-prices/topic.ts'
import { anvilBinary } from '../support/cascade/local-anvil.ts'
import {
  type CometBorrower,
  cometSources,
  compileComet,
  deployComet,
  type LocalComet,
  openComet,
} from '../support/cascade/local-comet.ts'
import { type Fact, factsOn } from '../support/chains/facts.ts'
import { createFollowing, type Following } from '../support/chains/following.ts'
import { headOf } from '../support/chains/head.ts'
import { type LocalMarketChain, startLocalMarket } from '../support/chains/local-market.ts'
import { readerOf } from '../support/depth/chain-reader.ts'

if (cometSources === null) console.warn('SKIPPED Compound v3 at its edges: COMET_SOURCES names no folder with its sources')

describe.skipIf(cometSources === null || anvilBinary() === null)('Compound v3 at its edges', () => {
  let chain: LocalMarketChain
  let lending: Lending
  let artifacts: Artifacts
  let [dollars, ether] = [undefined, undefined] as unknown as [LocalComet, LocalComet]
  let following: Following
  const head = () => headOf(lending.chain)
  const people = ['anna', 'ben', 'carl', 'dora'].map((name) => accountNamed(`odd ${name}`)) as [
    Address,
    Address,
    Address,
    Address,
  ]
  const [anna, ben, carl, dora] = people
  const ofDollars: CometBorrower[] = [
    { account: anna, collateral: { WETH: 10 }, debt: 19_000 },
    { account: ben, collateral: { WETH: 4, WBTC: 0.2 }, debt: 15_500 },
    { account: carl, collateral: { wstETH: 5 }, debt: 9_000 },
  ]
  const ofEther: CometBorrower[] = [
    { account: dora, collateral: { wstETH: 20 }, debt: 18.9 },
    { account: anna, collateral: { WBTC: 1 }, debt: 15 },
  ]
  const known = async () => [...(await factsOn(following.log, cometPositions)).values()]
  const market = async (name: string) => (await factsOn(following.log, cometMarkets)).get(`31337:${name}`)!

  beforeAll(async () => {
    chain = await startLocalMarket(0)
    lending = chain.lending
    artifacts = compileComet(cometSources!)
    dollars = await deployComet(lending, artifacts)
    ether = await deployComet(lending, artifacts, {
      base: 'WETH',
      lent: 10_000,
      takes: [
        { symbol: 'wstETH', borrow: 80, liquidate: 85, credited: 92 },
        { symbol: 'WBTC', borrow: 70, liquidate: 77, credited: 95 },
      ],
    })
    await fund(lending.chain, people)
    await openComet(lending, dollars, ofDollars)
    await openComet(lending, ether, ofEther)
    const compound_v3 = [
      { market: 'usdc', comet: lower(dollars.comet.address), first_block: 1 },
      { market: 'weth', comet: lower(ether.comet.address), first_block: 1 },
    ]
    following = await createFollowing({ ...chain.deployment, compound_v3 }, chain.anvil.url, ['compound-v3', 'oracle-prices'])
    following.start()
    await following.complete(head)
  }, 500_000)
  afterAll(async () => {
    await following?.close()
    await chain?.anvil.stop()
  })

  /** Of both markets, each account's principal and collateral as the contract has them, and who owes nothing is nobody. */
  async function expectTruth(): Promise<number> {
    await following.complete(head)
    const facts = await known()
    for (const [name, { comet }] of [
      ['usdc', dollars],
      ['weth', ether],
    ] as const) {
      const terms = await market(name)
      expect(terms.borrow_tracked).toBe(terms.borrow_total)
      const { totalBorrowBase } = await lending.chain.read<{ totalBorrowBase: bigint }>(comet, 'totalsBasic')
      expect(BigInt(terms.borrow_total)).toBe(totalBorrowBase)
      // They grow with interest from the reading on; a thousandth of a token is far more than that here, and far less than a loan.
      const grown = BigInt(terms.reserves) - (await lending.chain.read<bigint>(comet, 'getReserves'))
      expect(Math.abs(Number(grown)) / 10 ** terms.base.decimals).toBeLessThan(1e-3)
      for (const account of people) {
        const fact = facts.find((one) => one.market === name && one.account === lower(account))
        const [principal] = await lending.chain.read<readonly bigint[]>(comet, 'userBasic', [account])
        expect(fact === undefined ? 0n : -BigInt(fact.borrow_principal), `${name} ${account}`).toBe(
          principal! < 0n ? principal : 0n,
        )
        if (fact === undefined) continue
        for (const { address } of terms.assets) {
          const held = fact.collateral.find((one: Fact) => one.asset === address)?.balance ?? '0'
          expect(BigInt(held)).toBe(await lending.chain.read<bigint>(comet, 'collateralBalanceOf', [account, address]))
        }
      }
    }
    return facts.length
  }

  it('a base of 18 decimals beside one of six: every principal, balance and total is the contract’s', async () => {
    expect(await expectTruth()).toBe(5)
    expect((await market('weth')).base.decimals).toBe(18)
    const owed = (await known()).find((one) => one.market === 'weth' && one.account === lower(dora))!
    expect(Number(owed.borrow_principal) / 1e18).toBeCloseTo(18.9, 3)
  })

  it('what the published feeds are made of is read from them', async () => {
    const { owner } = lending
    const make = (name: string, ...args: unknown[]) => lending.chain.deploy(artifacts[name]!, args, owner)
    const plain = await make('SimplePriceFeed', 2500n * 10n ** 8n, 8)
    const other = await make('SimplePriceFeed', 10n ** 18n, 18)
    const [eth, eth18] = [plain.address, other.address]
    const one = await make('ConstantPriceFeed', 8, 10n ** 8n)
    const wsteth = await make('SimpleWstETH', 85n * 10n ** 16n)
    // A contract that says 1.1 where it is asked for a rate, and refuses all else.
    const rate: Address = '0x00000000000000000000000000000000000ae000'
    const asked = ['getRate()', 'rsETHPrice()'].map((name) => toFunctionSelector(name).slice(2))
    const code = `60003560e01c8063${asked[0]}14601e5763${asked[1]}14601e5760006000fd5b670f43fc2c04ee000060005260206000f3`
    await lending.chain.request('anvil_setCode', rate, `0x${code}`)
    const scaled = await make('RateBasedScalingPriceFeed', rate, 8, 18, 'ezETH / ETH exchange rate')
    const made: [name: string, args: unknown[], follows: string, feeds: Address[]][] = [
      ['ConstantPriceFeed', [8, 10n ** 8n], 'fixed', []],
      ['MultiplicativePriceFeed', [scaled.address, eth, 8, 'ezETH / USD'], 'rate', [eth]],
      ['MultiplicativePriceFeed', [one.address, eth, 8, 'a coin held one to one'], 'market', [eth]],
      ['MultiplicativePriceFeed', [eth18, eth, 8, 'a coin by its own market'], 'market', [eth18, eth]],
      ['ReverseMultiplicativePriceFeed', [scaled.address, scaled.address, 8, 'ezETH / wstETH'], 'rate', []],
      ['ReverseMultiplicativePriceFeed', [eth18, eth, 8, 'WBTC / ETH'], 'market', [eth18]],
      ['ScalingPriceFeed', [eth18, 8], 'market', [eth18]],
      ['RateBasedScalingPriceFeed', [rate, 8, 18, 'weETH / ETH'], 'rate', []],
      ['EzETHExchangeRatePriceFeed', [rate, 8, 'ezETH / ETH'], 'rate', []],
      ['RsETHScalingPriceFeed', [rate, 8, 'rsETH / ETH'], 'rate', []],
      ['WstETHPriceFeed', [eth18, wsteth.address, 8], 'rate', [eth18]],
      ['WBTCPriceFeed', [eth18, eth, 8], 'market', [eth18, eth]],
    ]
    const read = createCompoundFeeds(chain.deployment, createFollowsReader(chain.deployment))
    for (const [name, args, follows, feeds] of made) {
      const source = lower((await make(name, ...args)).address)
      const found = (await read(readerOf(lending.chain), [source])).get(source)
      expect(found, `${name} ${args.at(-1)}`).toEqual({ follows, feeds: feeds.map(lower) })
    }
  }, 120_000)

  it('a chain that goes back in the middle of an absorb takes it back', async () => {
    await dollars.setPrice('WETH', 1500)
    const { comet } = dollars
    const from = (await head()).number
    await lending.chain.send(comet, 'absorb', [lending.liquidator, [anna]], lending.liquidator)
    expect(await expectTruth()).toBe(4)
    const before = await known()
    await lending.chain.request('anvil_reorg', 1, [])
    expect(await lending.chain.read<boolean>(comet, 'isLiquidatable', [anna])).toBe(true)
    expect(await expectTruth()).toBe(5)
    // The same two in one call, in another block.
    await lending.chain.send(comet, 'absorb', [lending.liquidator, [ben, anna]], lending.liquidator)
    expect(await expectTruth()).toBe(3)
    expect(before.map(({ account, market }) => [market, account])).not.toEqual(
      (await known()).map(({ account, market }) => [market, account]),
    )
    const { deployment, anvil } = chain
    const compound_v3 = [{ market: 'usdc', comet: lower(comet.address), first_block: 1 }]
    const stop = new AbortController()
    const reading = createChain({ ...deployment, compound_v3 }, { urls: [anvil.url], stop: stop.signal })
    const counted = await countLiquidations(reading, from, (await head()).number, () => undefined)
    stop.abort()
    expect(counted.find(({ protocol }) => protocol === 'compound-v3')).toEqual({
      protocol: 'compound-v3',
      liquidations: 2,
      borrowers: 2,
    })
  }, 120_000)

  it('terms that an upgrade changes between two blocks are the ones that count, an asset worth nothing among them', async () => {
    const { comet } = dollars
    await following.stop()
    const takes = [
      { symbol: 'WETH', borrow: 82, liquidate: 88, credited: 93 },
      { symbol: 'wstETH', borrow: 30, liquidate: 40, credited: 92 },
      { symbol: 'WBTC', borrow: 0, liquidate: 1, credited: 0 },
    ]
    const later = await deployComet(lending, artifacts, { takes })
    // The log of a proxy, from the address whose code it changes.
    const log: Hex = `0x7f${pad(later.comet.address).slice(2)}7f${eventTopic('Upgraded(address)').slice(2)}60006000a200`
    await lending.chain.request('anvil_setCode', comet.address, log)
    await lending.chain.send(comet, 'accrueAccount', [carl], carl)
    const code = await lending.chain.request<Hex>('eth_getCode', later.comet.address, 'latest')
    await lending.chain.request('anvil_setCode', comet.address, code)
    await lending.chain.request('evm_mine')
    following.start()
    expect(await expectTruth()).toBe(3)
    const terms = await market('usdc')
    expect(
      terms.assets.map((one: Fact) => [one.symbol, Number(one.liquidate_factor) / 1e16, Number(one.liquidation_factor) / 1e16]),
    ).toEqual(takes.map((one) => [one.symbol, one.liquidate, one.credited]))
    // By the old terms he was well; by these he is short, and the contract takes him.
    expect(await lending.chain.read<boolean>(comet, 'isLiquidatable', [carl])).toBe(true)
    await lending.chain.send(comet, 'absorb', [lending.liquidator, [carl]], lending.liquidator)
    expect(await expectTruth()).toBe(2)
  }, 120_000)

  it('a feed that refuses takes its price back, an old one is the price, and both are read as they are', async () => {
    const { comet, feeds } = ether
    const wbtc = lower(tokenOf(lending, 'WBTC').contract.address)
    const priceOf = async (token: string) =>
      [...(await factsOn(following.log, oraclePrices)).values()].find(
        ({ oracle, asset }) => oracle === lower(comet.address) && asset === `0x${token.slice(2).padStart(64, '0')}`,
      )?.price
    await lending.chain.request('evm_increaseTime', 40 * 86_400)
    await lending.chain.request('evm_mine')
    await following.complete(head)
    expect(await priceOf(wbtc)).toBe('6000000000000')
    const feed = feeds.get('WBTC')!
    const code = await lending.chain.request<Hex>('eth_getCode', feed.address, 'latest')
    await lending.chain.request('anvil_setCode', feed.address, '0x60006000fd')
    await lending.chain.request('evm_mine')
    await following.complete(head)
    expect(await priceOf(wbtc)).toBeUndefined()
    await expect(lending.chain.read(comet, 'getPrice', [feed.address])).rejects.toThrow()
    await lending.chain.request('anvil_setCode', feed.address, code)
    await ether.setPrice('WBTC', 50_000)
    await following.complete(head)
    expect(await priceOf(wbtc)).toBe('5000000000000')
  }, 120_000)
})
