// The chain's tokens as the simulation takes them: prices, families, what their oracles follow, and how deep their markets are.
import { familyOf } from '../families.ts'
import { amountUntil, constantProduct } from '../model/impact.ts'
import type { Token } from '../model/token.ts'
import { type ChainFacts, listedTokens } from './chain-facts.ts'
import { readComposition } from './composition.ts'
import type { Prices } from './dollars.ts'
import { readDepth } from './exchange-depth.ts'
import { type Named, nameTokens } from './symbols.ts'

export type TokenTable = {
  readonly tokens: readonly Token[]
  readonly addresses: readonly string[]
  /** Place of a token, or null where nothing prices it. */
  at(address: string): number | null
  symbolOf(address: string): string
  /** Where a token's depth was read; null where no exchange quotes it and a shallow market is assumed. */
  readonly depthRead: readonly (string | null)[]
  /** The block it was read at. */
  readonly depthBlock: readonly (number | null)[]
}

// A derivative is mostly sold for its base, and that sale goes on into the base's own markets: so much of it where no exchange says.
export const routedShare = 0.7
// A token no exchange quotes may have a market elsewhere; it is taken to be this shallow, which overstates its cascade.
export const unquotedReserveUsd = 1_000_000

export function buildTokens(facts: ChainFacts, prices: Prices): TokenTable {
  const names = [...nameTokens(facts).values()]
  const priced = names.filter(({ address }) => prices.usdOf(address) !== null)
  const place = new Map(priced.map(({ address }, t) => [address, t]))
  const depths = new Map(facts.depths.map((depth) => [depth.token, depth]))
  // A second token of the same name is no member of that name's family: anybody may call a token WETH.
  const byTable = ({ symbol, holdsSymbol }: Named) =>
    holdsSymbol ? familyOf(symbol) : { family: symbol, role: 'numeraire' as const }
  const { bases, rates } = readComposition(facts, prices)
  const named = new Map(names.map((one) => [one.address, one]))
  // What an oracle says of itself goes before what a token is called.
  const families = priced.map((one) => {
    const base = named.get(bases.get(one.address) ?? '')
    return base === undefined || !place.has(base.address)
      ? byTable(one)
      : { family: byTable(base).family, role: 'derivative' as const }
  })
  const baseOf = new Map<string, number>()
  families.forEach(({ family, role }, t) => {
    if (role === 'numeraire' && !baseOf.has(family)) baseOf.set(family, t)
  })
  const listed = listedTokens(facts)
  const depthRead: (string | null)[] = []
  const depthBlock: (number | null)[] = []
  const tokens = priced.map(({ address, symbol }, t): Token => {
    const priceUsd = prices.usdOf(address)!
    const { family, role } = families[t]!
    const base = role === 'derivative' ? (place.get(bases.get(address) ?? '') ?? baseOf.get(family) ?? null) : null
    const depth = depths.get(address)
    // What ends in the base presses the base's own markets: it is counted there, and here only up to it.
    const into = base === null ? undefined : depth?.through?.find(({ token }) => token === priced[base]!.address)
    const impact = depth === undefined ? null : (into && readDepth(into, priceUsd)) || readDepth(depth, priceUsd)
    depthRead.push(impact === null ? null : depth!.coverage)
    depthBlock.push(impact === null ? null : depth!.block.number)
    return {
      symbol,
      priceUsd,
      family,
      role,
      base,
      oracle: rates.has(address) ? 'rate' : 'market',
      routedShare: base === null ? 0 : (into?.share ?? routedShare),
      impact: impact ?? constantProduct(unquotedReserveUsd / priceUsd),
      ...(listed.has(address) ? {} : { isUnlisted: true }),
    }
  })
  const symbols = new Map(names.map(({ address, symbol }) => [address, symbol]))
  return {
    tokens,
    addresses: priced.map(({ address }) => address),
    at: (address) => place.get(address) ?? null,
    symbolOf: (address) => symbols.get(address) ?? address,
    depthRead,
    depthBlock,
  }
}

/** What a token's market takes until its price is 2 % lower, and where that was read. */
export function depthOf({ tokens, depthRead }: TokenTable, token: number, priceUsd = tokens[token]!.priceUsd) {
  const read = depthRead[token] ?? null
  return {
    depth2PctUsd: read === null ? null : amountUntil(tokens[token]!.impact, 0.98) * priceUsd,
    depthCoverage: read ?? 'no quotes: taken as shallow',
  }
}
