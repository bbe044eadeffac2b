// One random book, fallen for real: every liquidation is made on the lenders' contracts, what it seizes is sold into pools of real
// contracts, and what those then pay moves the oracles. Beside it what the model says, of depth read before the fall and at it.
import type { Artifact, Artifacts } from '../../../devnet/contracts/artifacts.ts'
import type { ExchangeArtifacts } from '../../../devnet/exchange/published.ts'
import { drawBorrowers, openPositions } from '../../../devnet/lending/borrowers.ts'
import { deployLending, type Lending } from '../../../devnet/lending/lending.ts'
import type { PricesUsd } from '../../../devnet/lending/prices.ts'
import { simulate } from '../../../processors/services/cascade/engine/simulate.ts'
import type { Depth } from '../../../processors/services/cascade/facts/chain-facts.ts'
import { readDepth } from '../../../processors/services/cascade/facts/exchange-depth.ts'
import type { MarketState } from '../../../processors/services/cascade/model/market-state.ts'
import type { Token } from '../../../processors/services/cascade/model/token.ts'
import { type ChainSweep, sweepAt } from './chain-cascade.ts'
import { readFloatBook } from './float-book.ts'
import { runOf, totalOf } from './indexed.ts'
import { type Book, type Lent, leastUsd, type OtherArtifacts, type OtherName, openOthers } from './other-lenders.ts'
import { deployRealPools, type RealPools, soldFor } from './real-pools.ts'
import { seededRandom } from './seeded-random.ts'

export interface Totals {
  readonly liquidations: number
  readonly rounds: number
  /** Without what the lender keeps of it. */
  readonly seizedUsd: number
  readonly badDebtUsd: number
  /** What each token's oracle says in the end, of what the fall alone left. */
  readonly left: Readonly<Record<string, number>>
}

export interface SoldBook {
  readonly seed: number
  readonly drop: number
  readonly real: Totals
  /** Of the real liquidations those of each other lender. */
  readonly ofOthers: ReadonlyMap<OtherName, number>
  readonly models: Readonly<Record<Model, Totals>>
}

/** What the model says, of depth read when the fall had been traded into the pools and of depth read before it. */
export const models = ['at the fall', 'before it', 'pools left as they were', 'depth at ten sizes to a tenfold'] as const
export type Model = (typeof models)[number]

export interface SalesWorld {
  sellBook(seed: number): Promise<SoldBook>
}

const borrowersPerBook = 24
const mostRounds = 60
const ethers = ['WETH', 'wstETH', 'weETH']

export async function openSalesWorld(
  rpcUrl: string,
  artifacts: {
    readonly lending: { aave: Artifacts; morpho: Artifacts }
    readonly v3: ExchangeArtifacts
    readonly desk: Artifact
    readonly others?: OtherArtifacts
  },
): Promise<SalesWorld> {
  const lending = await deployLending(rpcUrl, artifacts.lending)
  const { chain } = lending
  const others = await openOthers(lending, artifacts.others ?? {})
  let fresh = await chain.request<string>('evm_snapshot')
  return {
    async sellBook(seed) {
      await chain.request('evm_revert', fresh)
      fresh = await chain.request<string>('evm_snapshot')
      const random = seededRandom(seed)
      const borrowers = drawBorrowers(lending, borrowersPerBook, random.next, `sold ${seed}`, leastUsd)
      await openPositions(chain, lending, borrowers, lending.owner)
      const beside: (Lent & { readonly name: OtherName })[] = []
      for (const { name, lend } of others) beside.push({ name, ...(await lend(seed)) })
      const pools = await deployRealPools(lending, artifacts, random)
      const drop = random.between(0.1, 0.45)
      const falls: PricesUsd = {
        WBTC: 1 - drop * random.between(0.3, 1),
        ...Object.fromEntries(ethers.map((one) => [one, 1 - drop])),
      }
      const isRate = random.chance(0.5)
      const usual = Object.fromEntries(lending.tokens.map((t) => [t.symbol, t.priceUsd]))
      const fallen = Object.fromEntries(lending.tokens.map((t) => [t.symbol, t.priceUsd * (falls[t.symbol] ?? 1)]))

      const earlier = await pools.depths(usual)
      await pools.align(fallen)
      const later = await pools.depths(fallen)
      let book: Book = await readFloatBook(lending, borrowers, { depthUsd: Number.POSITIVE_INFINITY, rateOracles: false })
      for (const other of beside) book = await other.beside(book)
      const { state, positions } = book
      // Of a book at these prices, of which those of the fall are still to come.
      const model = (depths: ReadonlyMap<string, Depth>, pricesUsd: PricesUsd): Totals => {
        const now = pricedAt(state, pricesUsd)
        const tokens = now.tokens.map((token) => tokenOf(token, now, depths, isRate))
        const shock = Float64Array.from(tokens, ({ symbol, priceUsd }) => fallen[symbol]! / priceUsd)
        const every = tokens.map(() => true)
        const outcome = simulate(runOf(positions, { ...now, tokens }, every), shock)
        return {
          liquidations: totalOf(outcome, 'liquidations'),
          rounds: outcome.rounds.length,
          seizedUsd: totalOf(outcome, 'seizedUsd') - totalOf(outcome, 'feeUsd'),
          badDebtUsd: totalOf(outcome, 'badDebtUsd'),
          left: Object.fromEntries(tokens.map(({ symbol }, t) => [symbol, outcome.oracleMultiplier[t]! / shock[t]!])),
        }
      }
      const said: SoldBook['models'] = {
        'at the fall': model(later, fallen),
        'before it': model(earlier, usual),
        // What two causes of an error are worth.
        'pools left as they were': model(earlier, fallen),
        'depth at ten sizes to a tenfold': model(withoutLadders(earlier), usual),
      }
      const ofOthers = new Map(beside.map(({ name }) => [name, 0]))
      const sweep = async (pricesUsd: PricesUsd) => {
        let swept = await sweepAt(lending, borrowers, pricesUsd)
        for (const other of beside) {
          const own = await other.sweep(pricesUsd)
          ofOthers.set(other.name, ofOthers.get(other.name)! + (own?.liquidations ?? 0))
          swept = added(swept, own)
        }
        return swept
      }
      const real = await sellForReal(lending, sweep, pools, fallen, isRate)
      return { seed, drop, real, ofOthers, models: said }
    },
  }
}

function pricedAt(state: MarketState, pricesUsd: PricesUsd): MarketState {
  const symbolOf = (token: number) => state.tokens[token]!.symbol
  const priced = <K extends { readonly token: number }>(kind: K) => ({ ...kind, priceUsd: pricesUsd[symbolOf(kind.token)]! })
  return {
    ...state,
    tokens: state.tokens.map((token) => ({ ...token, priceUsd: pricesUsd[token.symbol]! })),
    collateralKinds: state.collateralKinds.map(priced),
    debtKinds: state.debtKinds.map(priced),
  }
}

function withoutLadders(depths: ReadonlyMap<string, Depth>): Map<string, Depth> {
  const bare = ({ ladder: _, ...rest }: Depth) => ({ ...rest, through: rest.through?.map(({ ladder: __, ...one }) => one) })
  return new Map([...depths].map(([symbol, depth]) => [symbol, bare(depth) as Depth]))
}

// As the service makes a token of its depth (facts/tokens.ts), the base being ether.
function tokenOf(token: Token, state: MarketState, depths: ReadonlyMap<string, Depth>, isRate: boolean): Token {
  const depth = depths.get(token.symbol)
  if (depth === undefined) return token
  const isDerived = soldFor[token.symbol] === 'WETH'
  const into = isDerived ? depth.through?.[0] : undefined
  return {
    ...token,
    impact: (into && readDepth(into, token.priceUsd)) ?? readDepth(depth, token.priceUsd)!,
    base: isDerived ? state.tokens.findIndex(({ symbol }) => symbol === 'WETH') : null,
    routedShare: into?.share ?? 0,
    oracle: isRate && token.symbol === 'wstETH' ? 'rate' : 'market',
  }
}

function added(one: ChainSweep | null, other: ChainSweep | null): ChainSweep | null {
  if (one === null || other === null) return one ?? other
  return {
    liquidations: one.liquidations + other.liquidations,
    repaidUsd: one.repaidUsd + other.repaidUsd,
    seizedUsd: one.seizedUsd + other.seizedUsd,
    badDebtUsd: one.badDebtUsd + other.badDebtUsd,
    sold: one.sold.map((amount, t) => amount + other.sold[t]!),
  }
}

async function sellForReal(
  lending: Lending,
  sweep: (pricesUsd: PricesUsd) => Promise<ChainSweep | null>,
  pools: RealPools,
  fallen: PricesUsd,
  isRate: boolean,
): Promise<Totals> {
  const symbols = Object.keys(soldFor)
  const spot = await pricesOf(pools, symbols)
  const real = { liquidations: 0, rounds: 0, seizedUsd: 0, badDebtUsd: 0 }
  let left: Record<string, number> = {}
  for (;;) {
    const now = await pricesOf(pools, symbols)
    const ofPools = (symbol: string) => now[symbol]! / spot[symbol]!
    left = Object.fromEntries(
      symbols.map((symbol) => {
        if (soldFor[symbol] === 'USDC') return [symbol, ofPools(symbol)]
        return [symbol, ofPools('WETH') * (isRate && symbol === 'wstETH' ? 1 : ofPools(symbol))]
      }),
    )
    const pricesUsd = Object.fromEntries(lending.tokens.map(({ symbol }) => [symbol, fallen[symbol]! * (left[symbol] ?? 1)]))
    const swept = await sweep(pricesUsd)
    if (swept === null) return { ...real, left }
    if (++real.rounds > mostRounds) throw new Error('the cascade on the chain does not end')
    real.liquidations += swept.liquidations
    real.seizedUsd += swept.seizedUsd
    real.badDebtUsd += swept.badDebtUsd
    const amounts = new Map(lending.tokens.map(({ symbol }, t) => [symbol, swept.sold[t]!]))
    // What is sold for ether is sold on, with the ether that was seized.
    for (const symbol of symbols.toSorted((a, b) => Number(soldFor[a] === 'USDC') - Number(soldFor[b] === 'USDC'))) {
      const amount = amounts.get(symbol)!
      if (amount === 0) continue
      const brought = await pools.sell(symbol, amount)
      if (soldFor[symbol] === 'WETH') amounts.set('WETH', amounts.get('WETH')! + brought)
    }
  }
}

async function pricesOf(pools: RealPools, symbols: readonly string[]): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const symbol of symbols) found[symbol] = await pools.price(symbol)
  return found
}
