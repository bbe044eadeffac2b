// Families read from what oracles are made of, with the table of names only where they say nothing.
import { describe, expect, it } from 'vitest'
import { aaveReserves } from '../../../ingestors/sources/aave-v3/topic.ts'
import { dexDepth } from '../../../ingestors/sources/dex-depth/topic.ts'
import { morphoMarkets } from '../../../ingestors/sources/morpho-blue/topic.ts'
import { oraclePrices } from '../../../ingestors/sources/oracle-prices/topic.ts'
import type { Depth, Market, OraclePrice, Reserve } from '../../../processors/services/cascade/facts/chain-facts.ts'
import { shockedBy } from '../../../processors/services/cascade/model/shock.ts'
import { type Facts, listOf, snapshotOf } from '../../support/cascade/seeded-chain.ts'
import { seededFacts, tokenAddress } from '../../support/cascade/seeded-facts.ts'

const seeded = seededFacts({ seed: 61, chainId: 1, borrowers: 80 })
const [ethFeed, btcFeed, linkFeed, unknownFeed, adapter] = [1, 2, 3, 4, 5].map(
  (n) => `0x${n.toString(16).padStart(40, 'f')}`,
) as [string, string, string, string, string]
const [weth, wsteth, wbtc, link] = [0, 1, 2, 3].map(tokenAddress) as [string, string, string, string]

type Composed = { readonly follows?: string; readonly feeds?: string[]; readonly source?: string; readonly symbol?: string }
function composed(of: Record<string, Composed>, facts: Facts = seeded): Facts {
  const prices = listOf<OraclePrice>(facts, oraclePrices).map((price) => {
    const { symbol: _, ...said } = of[price.asset] ?? {}
    return { ...price, ...said }
  })
  const reserves = listOf<Reserve>(facts, aaveReserves).map((r) => ({ ...r, symbol: of[r.reserve]?.symbol ?? r.symbol }))
  return new Map(facts).set(oraclePrices, prices).set(aaveReserves, reserves)
}
const market = (feed: string): Composed => ({ follows: 'market', feeds: [feed], source: feed })
const rate = (feed: string): Composed => ({ follows: 'rate', feeds: [feed], source: adapter })
const plain = { [weth]: market(ethFeed), [wbtc]: market(btcFeed), [link]: market(linkFeed) }

function tokensOf(facts: Facts) {
  const { state } = snapshotOf(facts).model
  const at = (symbol: string) => state.tokens.findIndex((token) => token.symbol === symbol)
  const movedBy = (symbol: string) => shockedBy(state, at(symbol)).flatMap((is, t) => (is ? [state.tokens[t]!.symbol] : []))
  return { token: (symbol: string) => state.tokens[at(symbol)]!, at, movedBy }
}

describe('a token of no known name whose oracle is a rate over another’s feed', () => {
  it('moves with that other, is sold on through it, and alone by its own ratio', () => {
    const { token, at, movedBy } = tokensOf(composed({ ...plain, [wsteth]: { ...rate(ethFeed), symbol: 'zzETH' } }))
    expect(token('zzETH')).toMatchObject({ family: 'ETH', role: 'derivative', base: at('WETH'), oracle: 'rate' })
    expect(movedBy('WETH')).toEqual(['WETH', 'zzETH'])
    expect(movedBy('zzETH')).toEqual(['zzETH'])
  })

  it('is found through the contract that the other’s price is asked of, too', () => {
    const capped = { follows: 'market', feeds: [linkFeed], source: unknownFeed }
    const { token, at } = tokensOf(composed({ ...plain, [link]: capped, [wsteth]: { ...rate(unknownFeed), symbol: 'sLINK' } }))
    expect(token('sLINK')).toMatchObject({ family: 'LINK', role: 'derivative', base: at('LINK') })
  })
})

describe('what an oracle is made of goes before a name', () => {
  it('a token named like staked ether whose rate is over bitcoin’s feed moves with bitcoin', () => {
    const { movedBy } = tokensOf(composed({ ...plain, [wsteth]: rate(btcFeed) }))
    expect(movedBy('WETH')).toEqual(['WETH'])
    expect(movedBy('WBTC').toSorted()).toEqual(['WBTC', 'wstETH'])
  })

  it('without a word of it, or of a feed nobody is priced by, the name counts', () => {
    for (const facts of [
      seeded,
      composed({ ...plain, [wsteth]: rate(unknownFeed) }),
      composed({ ...plain, [wsteth]: { follows: 'rate', feeds: [] } }),
    ])
      expect(tokensOf(facts).movedBy('WETH')).toEqual(['WETH', 'wstETH'])
  })

  it('two feeds say nothing of which one it follows, and a token is no derivative of itself', () => {
    const { token } = tokensOf(
      composed({ ...plain, [link]: { follows: 'rate', feeds: [ethFeed, btcFeed] }, [wbtc]: rate(btcFeed) }),
    )
    expect(token('LINK')).toMatchObject({ family: 'LINK', base: null })
    expect(token('WBTC')).toMatchObject({ family: 'BTC', role: 'numeraire', base: null })
  })
})

describe('collateral that only markets price', () => {
  const own = { address: tokenAddress(99), symbol: 'newETH', decimals: 8 }
  const [bitcoin] = listOf<Depth>(seeded, dexDepth).filter((depth) => depth.token === wbtc)
  const ofMarkets = listOf<Market>(seeded, morphoMarkets).filter((one) => one.collateral.address === wbtc)
  const relisted = new Map(seeded).set(dexDepth, [...listOf<Depth>(seeded, dexDepth), { ...bitcoin!, token: own.address }]).set(
    morphoMarkets,
    listOf<Market>(seeded, morphoMarkets).map((one) => (one.collateral.address === wbtc ? { ...one, collateral: own } : one)),
  )
  const said = (feed: string) => Object.fromEntries(ofMarkets.map((one) => [one.id, { feeds: [feed] }]))

  it('moves with the feed its market’s oracle names', () => {
    expect(tokensOf(composed({ ...plain, ...said(btcFeed) }, relisted)).movedBy('WBTC')).toEqual(['WBTC', 'newETH'])
    expect(tokensOf(composed({ ...plain, ...said(unknownFeed) }, relisted)).movedBy('WBTC')).toEqual(['WBTC'])
  })
})
