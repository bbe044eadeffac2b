// Whose price a token moves with, as oracles themselves are made of: a rate over the feed by which a lender prices another token.
import { dollarUnit } from '../../../../ingestors/sources/euler-v2/topic.ts'
import { families, familyOf } from '../families.ts'
import { type ChainFacts, type Comet, listedTokens, type OraclePrice } from './chain-facts.ts'
import { bindingOf, type Prices } from './dollars.ts'

const numeraires = new Set(families.flatMap((family) => family.numeraires))

export type Composition = {
  /** By token, the token it is a derivative of; only what a lender lists lends its feed to others. */
  readonly bases: ReadonlyMap<string, string>
  /** Tokens that no trade in them moves where they are collateral. */
  readonly rates: ReadonlySet<string>
  ofAsset(comet: Comet, asset: string): CometOracle
  /** Of any answer that says what a token is worth, as the token's own. */
  ofPrice(price: OraclePrice | null, token: string): CometOracle
}

export type CometOracle = {
  readonly follows: 'market' | 'rate' | 'fixed'
  /** Of a rate: the token it is a rate of, the base where its market counts in that; null where it counts in dollars. Older facts do not say. */
  readonly of?: string | null
}

export function readComposition(facts: ChainFacts, prices: Prices): Composition {
  const owners = feedOwners(facts, prices)
  const ofAsset = (comet: Comet, asset: string): CometOracle => {
    const said = cometOracle(prices.ofAsset(comet, asset), asset, owners)
    return said.of === null && !countsInDollars(comet, prices) ? { ...said, of: comet.base.address } : said
  }
  const bases = readBases(facts, prices, owners)
  const rates = new Set(facts.reserves.filter((one) => prices.ofReserve(one)?.follows === 'rate').map(({ reserve }) => reserve))
  addComets(facts, ofAsset, bases, rates)
  return { bases, rates, ofAsset, ofPrice: (price, token) => cometOracle(price, token, owners) }
}

// Far more than a dollar has ever stood off, far less than what else is lent is worth.
const mostOff = 1.5

/** Else a market's feeds count in its base, or in what that is a name of: they say one where it is worth more. */
export function countsInDollars(comet: Comet, prices: Prices): boolean {
  const off = (prices.cometUnitOf(comet) ?? 0) / (prices.usdOf(comet.base.address) ?? 1)
  return off < mostOff && off > 1 / mostOff
}

// Of what an Aave pool lists its word stands: one token has one oracle here.
function addComets(facts: ChainFacts, ofAsset: Composition['ofAsset'], bases: Map<string, string>, rates: Set<string>): void {
  const ofReserves = new Set(facts.reserves.map(({ reserve }) => reserve))
  const said = [...listings(facts)]
    .filter(([asset, { symbol }]) => !ofReserves.has(asset) && !numeraires.has(symbol))
    .map(([asset, { comets }]) => [asset, comets.map((comet) => ofAsset(comet, asset))] as const)
  // What one market counts in may be a derivative that only another says is one.
  for (let pass = 0; pass < 2; pass++)
    for (const [asset, all] of said) {
      if (all.some(({ follows }) => follows !== 'rate')) continue
      rates.add(asset)
      const own = all.flatMap(({ of }) => (of == null ? [] : [rootOf(of, bases)]))
      const [base, other] = new Set(own)
      if (base !== undefined && other === undefined && base !== asset) bases.set(asset, base)
    }
}

function cometOracle(price: OraclePrice | null, asset: string, owners: ReadonlyMap<string, string>): CometOracle {
  const follows = bindingOf(price)
  if (follows !== 'rate' || price?.feeds === undefined) return { follows }
  if (price.feeds.length === 0) return { follows, of: null }
  // A rate over a price that is nobody else's is over the token's own: what it is sold for moves it.
  const of = ownerOf(price, owners)
  return of === null || of === asset ? { follows: 'market' } : { follows, of }
}

/** By collateral, the markets that take it, in the order of their keys. */
function listings({ comets }: ChainFacts): Map<string, { readonly symbol: string; readonly comets: Comet[] }> {
  const found = new Map<string, { symbol: string; comets: Comet[] }>()
  for (const comet of comets)
    for (const { address, symbol } of comet.assets) {
      const own = found.get(address) ?? { symbol, comets: [] }
      found.set(address, own)
      if (!own.comets.includes(comet)) own.comets.push(comet)
    }
  return found
}

function rootOf(token: string, bases: ReadonlyMap<string, string>): string {
  let [root, steps] = [token, 0]
  while (bases.has(root) && steps++ < bases.size) root = bases.get(root)!
  return root
}

function readBases(facts: ChainFacts, prices: Prices, owners: ReadonlyMap<string, string>): Map<string, string> {
  const bases = new Map<string, string>()
  for (const reserve of facts.reserves) {
    const price = prices.ofReserve(reserve)
    const base = price?.follows === 'rate' ? ownerOf(price, owners) : null
    if (base !== null && base !== reserve.reserve) bases.set(reserve.reserve, base)
  }
  const listed = listedTokens(facts)
  const markets = Map.groupBy(facts.markets, (market) => market.collateral.address)
  for (const [collateral, own] of markets) {
    if (listed.has(collateral)) continue
    // Anybody may open a market with an oracle of his own: where two disagree neither says anything.
    const said = new Set(own.map((market) => ownerOf(prices.ofMarket(market), owners)))
    const [base] = said
    if (said.size === 1 && base != null && base !== collateral) bases.set(collateral, base)
  }
  return bases
}

function ownerOf(price: OraclePrice | null, owners: ReadonlyMap<string, string>): string | null {
  const [feed, another] = price?.feeds ?? []
  return feed === undefined || another !== undefined ? null : (owners.get(feed) ?? null)
}

// By feed and by the contract around it. Of several listed tokens of one feed the one whose name stands for a family, else the first;
// a derivative of another lends nobody its price.
function feedOwners(facts: ChainFacts, prices: Prices): Map<string, string> {
  const owners = new Map<string, string>()
  const sorted = facts.reserves
    .filter((reserve) => familyOf(reserve.symbol).role === 'numeraire')
    .toSorted((a, b) => Number(numeraires.has(b.symbol)) - Number(numeraires.has(a.symbol)) || (a.reserve < b.reserve ? -1 : 1))
  for (const reserve of sorted) {
    const price = prices.ofReserve(reserve)
    const feeds = price?.follows === 'market' ? (price.feeds ?? []) : []
    if (price === null || feeds.length !== 1) continue
    for (const own of [feeds[0]!, price.source ?? feeds[0]!]) if (!owners.has(own)) owners.set(own, reserve.reserve)
  }
  // Of markets that count in dollars: elsewhere a feed says what a token is worth in the base.
  for (const comet of facts.comets) {
    if (!countsInDollars(comet, prices)) continue
    for (const { address, symbol } of [comet.base, ...comet.assets]) {
      const price = prices.ofAsset(comet, address)
      const feeds = price?.follows === 'market' ? (price.feeds ?? []) : []
      if (feeds.length !== 1 || familyOf(symbol).role !== 'numeraire') continue
      for (const own of [feeds[0]!, price?.source ?? feeds[0]!]) if (!owners.has(own)) owners.set(own, address)
    }
  }
  for (const [feed, address] of eulerFeeds(facts, prices)) if (!owners.has(feed)) owners.set(feed, address)
  return owners
}

// Of lenders that count in dollars; the same feed may be that of several tokens, and goes to the one whose name stands for a family.
function eulerFeeds({ vaults }: ChainFacts, prices: Prices): [feed: string, token: string][] {
  const byAddress = new Map(vaults.map((one) => [one.vault, one]))
  const found = vaults.flatMap((lender) => {
    if (lender.lends?.unit_of_account !== dollarUnit) return []
    const shares = lender.lends.collateral.flatMap(({ vault }) => byAddress.get(vault) ?? [])
    return [{ asset: lender.asset, named: lender.asset.address }, ...shares.map(({ asset, vault }) => ({ asset, named: vault }))]
      .filter(({ asset }) => familyOf(asset.symbol).role === 'numeraire')
      .flatMap(({ asset, named }) => {
        const price = prices.ofQuote(lender, named)
        const feeds = price?.follows === 'market' ? (price.feeds ?? []) : []
        return feeds.length === 1 ? [{ feed: feeds[0]!, asset }] : []
      })
  })
  return found
    .toSorted((a, b) => Number(numeraires.has(b.asset.symbol)) - Number(numeraires.has(a.asset.symbol)))
    .map(({ feed, asset }) => [feed, asset.address])
}
