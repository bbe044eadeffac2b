// Polls the daily candles of the largest pairs, and whatever pair and length somebody asks for.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchParts } from '../../aside.ts'
import { UpstreamRefusal } from '../../client/refusal.ts'
import { defineIngestor, type FetchContext } from '../../define.ts'
import { readList, readNumber, readRow } from '../../formats/json.ts'
import { candles, largePairs } from './topic.ts'

type Candle = ValueOf<typeof candles>

interface Asked {
  readonly key: string
  readonly body: unknown
}

const minutes = { '1h': 60, '4h': 240, '1d': 1_440 } as const
const fewestClosed = 250
const mostClosed = 420
// What closed while we were away is asked for again, and a little before it.
const overlapCandles = 5
const hurriedMs = 30_000
// Kraken's own words for two coins.
const krakenName: Readonly<Record<string, string>> = { BTC: 'XBT', DOGE: 'XDG' }

const polled = largePairs.map((pair) => `${pair} 1d`)

async function fetchKey(key: string, { http, signal, newestByKey }: FetchContext): Promise<Asked> {
  const { base, quote, interval } = partsOf(key)
  const newest = newestByKey?.get(key)
  const since = newest === undefined ? '' : `&since=${newest.getTime() / 1_000 - overlapCandles * minutes[interval] * 60}`
  const pair = `${krakenName[base] ?? base}${krakenName[quote] ?? quote}`
  const url = `https://api.kraken.com/0/public/OHLC?pair=${pair}&interval=${minutes[interval]}${since}`
  return { key, body: notHurried(await http.json(url, { signal })) }
}

export default defineIngestor<Candle, Asked[]>({
  source: 'kraken-candles',
  topic: candles,
  // Whatever is asked for is fetched more often.
  schedule: '4 * * * *',
  grade: 'C',
  // Read from answers of one-minute candles; those of hours and days have the same columns.
  proof: 'captured 2026-09',
  apart: 1,
  async fetch(context) {
    const answers = await fetchParts(
      polled,
      (key) => key,
      (key) => fetchKey(key, context),
      context.setAside,
    )
    // A pair that was delisted must not take the others with it.
    return answers.filter(({ body }) => !isUnknownPair(body))
  },
  parse: (answers, at) => answers.flatMap((answer) => readCandles(answer, at)),
  openKeys: {
    async fetch(key, context) {
      const answer = await fetchKey(key, context)
      if (isUnknownPair(answer.body)) throw new TollgateError('key_unknown', `Kraken does not trade ${key}`)
      const closed = readCandles(answer, context.at).filter((candle) => candle.closed).length
      if (closed < fewestClosed)
        throw new TollgateError('key_unknown', `${key} has ${closed} closed candles, ${fewestClosed} are needed`)
      return [answer]
    },
    pollSeconds: 900,
    watchSeconds: 6 * 3_600,
    cooldownSeconds: 300,
    unknownSeconds: 86_400,
    concurrency: 1,
    perSecond: 1,
  },
})

// Who asks too often is told so with a status of 200.
function notHurried(body: unknown): unknown {
  const [first] = errorsOf(body)
  if (typeof first === 'string' && /^(EAPI:Rate limit|EGeneral:Too many requests)/.test(first))
    throw new UpstreamRefusal('upstream_rate_limited', `Kraken says ${first}`, hurriedMs)
  return body
}

function errorsOf(body: unknown): readonly unknown[] {
  const errors = (body as { error?: unknown } | null)?.error
  return Array.isArray(errors) ? errors : []
}

function isUnknownPair(body: unknown): boolean {
  const errors = errorsOf(body)
  return errors.length === 1 && errors[0] === 'EQuery:Unknown asset pair'
}

function partsOf(key: string) {
  const [, base, quote, interval] = /^([A-Z0-9]{1,10})-([A-Z0-9]{1,6}) (1h|4h|1d)$/.exec(key) ?? []
  if (base === undefined || quote === undefined) throw new TollgateError('key_unknown', `${key} is no pair and length`)
  return { base, quote, interval: interval as keyof typeof minutes }
}

function readCandles({ key, body }: Asked, at: Date): Candle[] {
  const { base, quote, interval } = partsOf(key)
  const { error, result } = readRow(body, 'the answer')
  const complaints = readList(error, 'error')
  if (complaints.length > 0) throw new TollgateError('upstream_changed', `Kraken says ${JSON.stringify(complaints)}`)
  // The pair is answered under another name than it was asked by (XXBTZUSD).
  const names = Object.keys(readRow(result, 'result')).filter((name) => name !== 'last')
  if (names.length !== 1) throw new TollgateError('upstream_changed', `${key}: ${names.length} pairs in the answer, not 1`)
  const rows = readList((result as Record<string, unknown>)[names[0]!], 'candles').map((row) => readList(row, 'a candle'))
  const lengthMs = minutes[interval] * 60_000
  const common = { pair: `${base}-${quote}`, interval, vintage: at.toISOString() }
  const read = rows.slice(-mostClosed).map((row) => {
    if (row.length !== 8) throw new TollgateError('upstream_changed', `a candle has ${row.length} parts, not 8`)
    const [opened, open, high, low, close, , volume] = row.map((part) => readNumber(part, 'a candle'))
    const closes = opened! * 1_000 + lengthMs
    if (closes % lengthMs !== 0 || closes - lengthMs > at.getTime())
      throw new TollgateError('upstream_changed', `${opened} is no beginning of a candle`)
    if (low! > Math.min(open!, close!) || high! < Math.max(open!, close!))
      throw new TollgateError('upstream_changed', `a candle of ${key} leaves its own range`)
    return { closes, open: open!, high: high!, low: low!, close: close!, volume: volume! }
  })
  // By its time, not its place: the last of the list is not the forming one where nothing has traded yet.
  const closed = read.filter(({ closes }) => closes <= at.getTime())
  const newest = closed.at(-1)
  if (newest === undefined) throw new TollgateError('upstream_changed', `${key} has no closed candle`)
  // Candles come without trades too: where they stopped, the last price is none of now.
  if (at.getTime() - newest.closes >= 2 * lengthMs)
    throw new TollgateError('upstream_changed', `the newest candle of ${key} closed at ${new Date(newest.closes).toISOString()}`)
  const still = { open: newest.close, high: newest.close, low: newest.close, close: newest.close, volume: 0 }
  const { closes: _, ...forming } = read.find(({ closes }) => closes > at.getTime()) ?? { closes: 0, ...still }
  const closedBefore = new Date(newest.closes).toISOString()
  return [
    { ...common, closed: false, at: at.toISOString(), ...forming, closed_before: closedBefore },
    ...closed.map(({ closes, ...figures }) => ({ ...common, closed: true, at: new Date(closes).toISOString(), ...figures })),
  ]
}
