// Order books of Kraken in dollars, and the one of USDT against dollars.
import { orderBooks } from '../../shapes/order-book.ts'

export const krakenBooks = orderBooks('kraken.books.v1', {
  id: 'kraken-books',
  name: 'Kraken public order books',
  url: 'https://docs.kraken.com/api/docs/rest-api/get-order-book',
  licence: 'terms of use unclear for redistribution',
  attribution: 'Kraken',
})
