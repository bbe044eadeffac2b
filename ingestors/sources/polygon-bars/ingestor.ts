// Daily closes of what somebody asks about, where the operator has a licence to compute from them. Shape as captured of 2005.
import { readNumber, readRow, readRows } from '../../formats/json.ts'
import { licensedTickers } from '../../shapes/licensed-tickers.ts'
import { fromDay } from '../../shapes/range.ts'
import { dailyBars } from './topic.ts'

const base = 'https://api.polygon.io/v2/aggs/ticker'
const daysBack = 730

export default licensedTickers({
  source: 'polygon-bars',
  topic: dailyBars,
  schedule: '30 22 * * 1-5',
  proof: 'captured 2022-04',
  apart: 2,
  credential: 'POLYGON_API_KEY',
  // What others are compared with.
  polled: ['SPY'],
  ask(symbol, key, { http, at, signal }) {
    const [from, to] = [fromDay({ at, since: null }, { first: daysBack, revisableDays: 0 }), at.toISOString().slice(0, 10)]
    const url = `${base}/${symbol}/range/1/day/${from}/${to}?adjusted=true&sort=asc&limit=5000`
    return http.json(url, { headers: { authorization: `Bearer ${key}` }, signal })
  },
  isNothing: (answer) => readRow(answer, 'the answer').resultsCount === 0,
  what: 'bars',
  read: ({ ticker, answer }) => ({
    ticker,
    // A day is the moment it begins in New York, which is the same day in UTC.
    bars: readRows(readRow(answer, 'the answer').results, 'results').map((row) => ({
      date: new Date(readNumber(row.t, 't')).toISOString().slice(0, 10),
      close_usd: readNumber(row.c, 'c'),
      volume: readNumber(row.v, 'v'),
    })),
  }),
  // Whoever asks about a company gets what its price says too.
  keys: { follows: 'sec-company', pollSeconds: 6 * 3_600, concurrency: 2, perSecond: 2 },
})
