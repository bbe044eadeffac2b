// The ways a token can be sold on Uniswap v3: to a quote token directly, or through one that is no dollar to one that is.
import { concatHex, type Hex, numberToHex } from 'viem'
import type { Deployment } from '../../../app/config/deployments.ts'
import { lower, noAddress } from '../../chains/address.ts'
import { type PinnedReader, view } from '../../chains/pinned.ts'

type Exchange = NonNullable<Deployment['uniswap_v3']>
type QuoteToken = Exchange['quote_tokens'][number]

export interface Route {
  readonly path: Hex
  readonly end: QuoteToken
  /** As people read it: `WETH 500 > USDC 500`. */
  readonly text: string
}

/** The ways of one token, and how many of the pools it could be sold in first there are. */
export interface Ways {
  readonly routes: readonly Route[]
  readonly pools: number
  readonly possiblePools: number
}

interface Hop {
  readonly to: QuoteToken
  readonly fee: number
}

const getPool = view<Hex>('function getPool(address, address, uint24) view returns (address)')

/** In the order of the tokens. */
export async function findRoutes(at: PinnedReader, exchange: Exchange, tokens: readonly string[]): Promise<Ways[]> {
  const quotes = exchange.quote_tokens
  const asked = [...new Set([...tokens, ...quotes.map((quote) => quote.token)])].flatMap((from) =>
    quotes
      .filter((quote) => quote.token !== from)
      .flatMap((to) => exchange.fee_tiers.map((fee) => ({ from, hop: { to, fee } as Hop }))),
  )
  const pools = await at.answer(
    asked.map(({ from, hop }) => ({ view: getPool, to: exchange.factory as Hex, args: [from, hop.to.token, hop.fee] })),
  )
  const hops = Map.groupBy(
    asked.filter((_, i) => lower(pools[i] ?? noAddress) !== noAddress),
    ({ from }) => from,
  )
  const from = (token: string): Hop[] => (hops.get(token) ?? []).map(({ hop }) => hop)
  return tokens.map((token) => {
    const direct = from(token)
    const through = direct
      .filter(({ to }) => !to.dollar)
      .flatMap((first) =>
        from(first.to.token)
          .filter(({ to }) => to.dollar && to.token !== token)
          .map((second) => [first, second]),
      )
    const routes = [...direct.map((hop) => [hop]), ...through].map((some) => routeOf(token, some))
    return { routes, pools: direct.length, possiblePools: asked.filter((one) => one.from === token).length }
  })
}

function routeOf(token: string, hops: readonly Hop[]): Route {
  return {
    path: concatHex([token as Hex, ...hops.flatMap(({ to, fee }) => [numberToHex(fee, { size: 3 }), to.token as Hex])]),
    end: hops.at(-1)!.to,
    text: hops.map(({ to, fee }) => `${to.symbol} ${fee}`).join(' > '),
  }
}
