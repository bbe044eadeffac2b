// Whose price a token moves with, as oracles themselves are made of: a rate over the feed by which a lender prices another token.
import { families, familyOf } from '../families.ts'
import { type ChainFacts, listedTokens, type OraclePrice } from './chain-facts.ts'
import type { Prices } from './dollars.ts'

/** By token, the token it is a derivative of; only what a lender lists lends its feed to others. */
export function readBases(facts: ChainFacts, prices: Prices): Map<string, string> {
  const owners = feedOwners(facts, prices)
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
  const numeraires = new Set(families.flatMap((family) => family.numeraires))
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
  return owners
}
