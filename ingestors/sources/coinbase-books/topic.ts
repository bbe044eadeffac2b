// Order books of Coinbase Exchange, whose books in dollars and in USDC are one.
import { orderBooks } from '../../shapes/order-book.ts'

// Part of what a book says: by what steps its amounts are told.
export { bandCount, bandPct } from '../../shapes/order-book.ts'

export const coinbaseBooks = orderBooks('coinbase.books.v1', {
  id: 'coinbase-books',
  name: 'Coinbase Exchange public market data',
  url: 'https://docs.cdp.coinbase.com/api-reference/exchange-api/rest-api/products/get-product-book',
  licence: 'market data terms: no redistribution without consent',
  attribution: 'Coinbase',
})
