// Which coins of central exchanges a chain's tokens can be sold as, and the topics their order books come by.
import type { ValueOf } from '../../../../db/log/topic.ts'
import { coinbaseBooks } from '../../../../ingestors/sources/coinbase-books/topic.ts'
import { krakenBooks } from '../../../../ingestors/sources/kraken-books/topic.ts'
import { okxBooks } from '../../../../ingestors/sources/okx-books/topic.ts'

export const bookTopics = [coinbaseBooks, krakenBooks, okxBooks] as const
export const isOfBooks = (topic: string): boolean => bookTopics.some(({ name }) => name === topic)
export type VenueBook = ValueOf<(typeof bookTopics)[number]>

/** Where exchanges take ether as it is; the last is the demo's chain. */
const etherChains = [1, 10, 8453, 42161, 59144, 534352, 84532] as const

type Coin = { readonly coin: string; readonly chains: readonly number[]; readonly venue?: string }

// Tokens that a venue pays in as the coin itself, at once. Not those that somebody redeems for it (WBTC, wstETH), and none that a bridge
// made of it.
const coins: Readonly<Record<string, Coin>> = {
  WETH: { coin: 'ETH', chains: etherChains },
  cbBTC: { coin: 'BTC', chains: [1, 8453, 42161], venue: 'coinbase' },
  LINK: { coin: 'LINK', chains: [1] },
  AAVE: { coin: 'AAVE', chains: [1] },
  UNI: { coin: 'UNI', chains: [1] },
  CRV: { coin: 'CRV', chains: [1] },
}

/** Chains on which any token can be sold so. */
export const venueChains: readonly number[] = etherChains

/** Whether a venue takes the token as the coin its book is of. */
export function isSoldAs(symbol: string, chainId: number, { venue, base }: Pick<VenueBook, 'venue' | 'base'>): boolean {
  const sold = Object.hasOwn(coins, symbol) ? coins[symbol]! : null
  return sold !== null && sold.coin === base && sold.chains.includes(chainId) && (sold.venue ?? venue) === venue
}

/** In an order that hangs on nothing but their names. */
export const inOrder = (books: Iterable<VenueBook>): VenueBook[] =>
  [...books].sort((a, b) => (`${a.venue} ${a.market}` < `${b.venue} ${b.market}` ? -1 : 1))
