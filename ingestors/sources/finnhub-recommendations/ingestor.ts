// Analysts' counts of a company somebody asks about. Shape as the vendor documents it; no recorded answer was found.
import { readEach } from '../../aside.ts'
import { type Row, readDay, readList, readNumber, readRows } from '../../formats/json.ts'
import { licensedTickers } from '../../shapes/licensed-tickers.ts'
import { recommendations } from './topic.ts'

const url = 'https://finnhub.io/api/v1/stock/recommendation'

export default licensedTickers({
  source: 'finnhub-recommendations',
  topic: recommendations,
  schedule: '50 6 * * 1-6',
  proof: 'documented',
  credential: 'FINNHUB_API_KEY',
  polled: ['AAPL'],
  ask: (symbol, token, { http, signal }) =>
    http.json(`${url}?symbol=${symbol}`, { headers: { 'x-finnhub-token': token }, signal }),
  isNothing: (answer) => readList(answer, 'the answer').length === 0,
  what: 'recommendation',
  read({ ticker, answer }, at, setAside) {
    const rows = readRows(answer, 'the answer')
    const months = readEach(rows, readMonth, rows.length > 1 ? setAside : undefined)
    return { ticker, fetched_at: at.toISOString(), months: months.sort((a, b) => (a.month < b.month ? -1 : 1)) }
  },
  keys: { follows: 'sec-company', pollSeconds: 24 * 3_600, concurrency: 1, perSecond: 1 },
})

const readMonth = (row: Row) => ({
  month: readDay(row.period, 'period'),
  strong_buy: readNumber(row.strongBuy, 'strongBuy'),
  buy: readNumber(row.buy, 'buy'),
  hold: readNumber(row.hold, 'hold'),
  sell: readNumber(row.sell, 'sell'),
  strong_sell: readNumber(row.strongSell, 'strongSell'),
})
