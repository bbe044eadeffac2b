// Analysts' counts of a company somebody asks about, where the operator has a licence for them. Shape as the vendor documents it; no recorded answer was found.
import { TollgateError } from '../../../base/errors.ts'
import { readEach, type SetAside } from '../../aside.ts'
import { defineIngestor, type FetchContext } from '../../define.ts'
import { toIsoDate } from '../../formats/csv.ts'
import { type Row, readList, readNumber, readRows, readText } from '../../formats/json.ts'
import { type Recommendations, recommendations } from './topic.ts'

interface Asked {
  readonly ticker: string
  readonly answer: unknown
}

async function fetchCounts(ticker: string, { http, signal, credential }: FetchContext): Promise<Asked> {
  const url = `https://finnhub.io/api/v1/stock/recommendation?symbol=${ticker.replace('-', '.')}`
  return { ticker, answer: await http.json(url, { headers: { 'x-finnhub-token': credential('FINNHUB_API_KEY') ?? '' }, signal }) }
}

export default defineIngestor<Recommendations, Asked[]>({
  source: 'finnhub-recommendations',
  topic: recommendations,
  schedule: '50 6 * * 1-6',
  grade: 'D',
  proof: 'documented',
  needs: ['FINNHUB_API_KEY'],
  fetch: async (context) => [await fetchCounts('AAPL', context)],
  parse: (asked, at, setAside) =>
    asked.map(({ ticker, answer }) => ({ ticker, fetched_at: at.toISOString(), months: readMonths(answer, setAside) })),
  openKeys: {
    async fetch(ticker, context) {
      const asked = await fetchCounts(ticker, context)
      if (readList(asked.answer, 'the answer').length === 0)
        throw new TollgateError('key_unknown', `no analyst recommends anything of ${ticker}`)
      return [asked]
    },
    follows: 'sec-company',
    pollSeconds: 24 * 3_600,
    watchSeconds: 3 * 86_400,
    cooldownSeconds: 3_600,
    unknownSeconds: 86_400,
    concurrency: 1,
    perSecond: 1,
  },
})

function readMonths(answer: unknown, setAside: SetAside | undefined): Recommendations['months'] {
  const readMonth = (row: Row): Recommendations['months'][number] => ({
    month: toIsoDate(readText(row.period, 'period')),
    strong_buy: readNumber(row.strongBuy, 'strongBuy'),
    buy: readNumber(row.buy, 'buy'),
    hold: readNumber(row.hold, 'hold'),
    sell: readNumber(row.sell, 'sell'),
    strong_sell: readNumber(row.strongSell, 'strongSell'),
  })
  const rows = readRows(answer, 'the answer')
  return readEach(rows, readMonth, rows.length > 1 ? setAside : undefined).sort((a, b) => (a.month < b.month ? -1 : 1))
}
