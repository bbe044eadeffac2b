// Daily closes of what somebody asks about, where the operator has a licence to compute from them. Shape as captured of 2005.
import { TollgateError } from '../../../base/errors.ts'
import { defineIngestor, type FetchContext } from '../../define.ts'
import { readNumber, readRow, readRows } from '../../formats/json.ts'
import { fromDay } from '../../shapes/range.ts'
import { type Bars, dailyBars } from './topic.ts'

interface Asked {
  readonly ticker: string
  readonly answer: unknown
}

// What others are compared with.
const prefetched = ['SPY']
const daysBack = 730

async function fetchBars(ticker: string, { http, at, signal, credential }: FetchContext): Promise<Asked> {
  const [from, to] = [fromDay({ at, since: null }, { first: daysBack, revisableDays: 0 }), at.toISOString().slice(0, 10)]
  const url = `https://api.polygon.io/v2/aggs/ticker/${ticker.replace('-', '.')}/range/1/day/${from}/${to}?adjusted=true&sort=asc&limit=5000`
  const headers = { authorization: `Bearer ${credential('POLYGON_API_KEY') ?? ''}` }
  return { ticker, answer: await http.json(url, { headers, signal }) }
}

export default defineIngestor<Bars, Asked[]>({
  source: 'polygon-bars',
  topic: dailyBars,
  schedule: '30 22 * * 1-5',
  grade: 'D',
  proof: 'captured 2022-04',
  needs: ['POLYGON_API_KEY'],
  apart: 2,
  async fetch(context) {
    const asked: Asked[] = []
    for (const ticker of prefetched) asked.push(await fetchBars(ticker, context))
    return asked
  },
  parse: (asked) => asked.map(({ ticker, answer }) => ({ ticker, bars: readBars(answer) })),
  openKeys: {
    async fetch(ticker, context) {
      const asked = await fetchBars(ticker, context)
      if (readRow(asked.answer, 'the answer').resultsCount === 0)
        throw new TollgateError('key_unknown', `the vendor has no bars of ${ticker}`)
      return [asked]
    },
    // Whoever asks about a company gets what its price says too.
    follows: 'sec-company',
    pollSeconds: 6 * 3_600,
    watchSeconds: 3 * 86_400,
    cooldownSeconds: 3_600,
    unknownSeconds: 86_400,
    concurrency: 2,
    perSecond: 2,
  },
})

// A day is the moment it begins in New York, which is the same day in UTC.
function readBars(answer: unknown): Bars['bars'] {
  const rows = readRows(readRow(answer, 'the answer').results, 'results')
  return rows.map((row) => ({
    date: new Date(readNumber(row.t, 't')).toISOString().slice(0, 10),
    close_usd: readNumber(row.c, 'c'),
    volume: readNumber(row.v, 'v'),
  }))
}
