// Order books of OKX, which pay in USDT.
import { orderBooks } from '../../shapes/order-book.ts'

export const okxBooks = orderBooks('okx.books.v1', {
  id: 'okx-books',
  name: 'OKX public market data',
  url: 'https://www.okx.com/docs-v5/en/#order-book-trading-market-data-get-order-book',
  licence: 'terms of use unclear for redistribution',
  attribution: 'OKX',
})
