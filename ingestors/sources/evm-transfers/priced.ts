// What each watched token of a chain is worth: dollars at one, the others by their deepest pool.
import type { ValueOf } from '../../../db/log/topic.ts'
import { view } from '../../chains/pinned.ts'
import type { PinnedChain } from '../../contracts/pinned-chain.ts'
import { priceQuotes } from '../../contracts/token/quote-prices.ts'
import { priceToken } from '../../contracts/token/token-price.ts'
import type { evmTransfers } from './topic.ts'
import { watchedOn } from './watched.ts'

export type PricedToken = ValueOf<typeof evmTransfers>['tokens'][number]

const symbolView = view<string>('function symbol() view returns (string)')
const decimalsView = view<number>('function decimals() view returns (uint8)')
const mostDecimals = 36

export async function priceTokens(chain: PinnedChain): Promise<PricedToken[]> {
  const { quotes } = chain.exchange
  const watched = watchedOn(chain.id, chain.exchange)
  const [symbols, decimals, worths] = await Promise.all([
    chain.answer<string>(watched.map(({ token }) => ({ view: symbolView, to: token, args: [] }))),
    chain.answer<number>(watched.map(({ token }) => ({ view: decimalsView, to: token, args: [] }))),
    priceQuotes(chain),
  ])
  return Promise.all(
    watched.map(async ({ token, isStable }, i) => {
      const quote = quotes.find((one) => one.token === token)
      const digits = quote?.decimals ?? decimals[i] ?? null
      const symbol = quote?.symbol ?? plain(symbols[i] ?? '')
      if (digits === null || digits > mostDecimals) return { token, symbol, decimals: 0, is_stable: isStable, usd: null }
      const usd = quote === undefined && isStable ? 1 : await priceToken(chain, token, digits, worths)
      return { token, symbol, decimals: digits, is_stable: isStable, usd }
    }),
  )
}

const plain = (symbol: string): string => symbol.replaceAll(/[^\p{L}\p{N}.$+_₮₿-]/gu, '').slice(0, 32)

/** What so many of a token's smallest parts are worth. */
export const usdOf = ({ decimals, usd }: PricedToken, units: bigint): number => (usd ?? 0) * (Number(units) / 10 ** decimals)
