// The model's rating: Foster's surprises on Apple's published quarters, and that a model never calls itself analysts.
import { expect, test } from 'vitest'
import type { Figure } from '../../../ingestors/sources/sec-company/topic.ts'
import { consensusOf, mixWith } from '../../../processors/services/analyst/consensus.ts'
import { computeModel } from '../../../processors/services/analyst/signal.ts'

// Diluted, splits carried back: fiscal 2020 to 2025, as Apple published them.
const published = [
  1.25, 0.64, 0.65, 0.73, 1.68, 1.4, 1.3, 1.24, 2.1, 1.52, 1.2, 1.29, 1.88, 1.52, 1.26, 1.46, 2.18, 1.53, 1.4, 0.97, 2.4, 1.65,
  1.57, 1.85,
]
const iso = (date: Date) => date.toISOString().slice(0, 10)
const quarter = (i: number, value: number): Figure => {
  const end = new Date(Date.UTC(2019, 12 + 3 * i, 0))
  const start = new Date(Date.UTC(2019, 12 + 3 * i - 3, 1))
  return { start: iso(start), end: iso(end), filed: iso(new Date(end.getTime() + 30 * 86_400_000)), value }
}
const company = {
  ticker: 'AAPL',
  cik: '0000320193',
  name: 'Apple Inc.',
  sic: '3571',
  industry: 'Electronic Computers',
  exchange: 'Nasdaq',
  fetched_at: '2025-11-04T00:00:00Z',
  filings: [],
  figures: {
    eps: published.map((value, i) => quarter(i, value)),
    net_income: published.map((value, i) => quarter(i, value * 15e9)),
    revenue: published.map((value, i) => quarter(i, value * 60e9)),
  },
  vintage: '2025-11-04T00:00:00Z',
}
const noPrice = { basis: 'none' as const, points: [], volumes: [] }
const at = new Date('2025-11-04T00:00:00Z')

test('the surprises of Apple’s fiscal 2025 are those numpy finds by the same walk', () => {
  const { surprises } = computeModel(company, noPrice, at)!.sections
  expect(surprises.map(({ eps_expected_usd }) => eps_expected_usd)).toEqual(
    [2.17625, 1.58125, 1.46625, 1.05].map((one) => expect.closeTo(one, 5)),
  )
  expect(surprises.map(({ sue }) => sue)).toEqual([0.79461, 0.274, 0.43801, 3.41195].map((one) => expect.closeTo(one, 4)))
})

test('a model says that it is one, and is never surer than 0.5 where no price is there', () => {
  const told = computeModel(company, noPrice, at)!
  expect(told.summary).toMatch(/^Model, not analysts/)
  expect(told.mix.confidence).toBeLessThanOrEqual(0.5)
  expect(told.mix.coverage.missing).toEqual(['quality', 'valuation'])
})

test('seven strong buys, 23 buys, 15 holds, a sell and two strong sells are a mean of 33.3', () => {
  const month = (day: string, strong_buy: number, buy: number, hold: number, sell: number, strong_sell: number) => ({
    month: day,
    strong_buy,
    buy,
    hold,
    sell,
    strong_sell,
  })
  const months = [
    month('2025-08-01', 6, 25, 15, 1, 1),
    month('2025-09-01', 7, 25, 14, 1, 1),
    month('2025-10-01', 7, 23, 15, 1, 2),
    month('2025-11-01', 7, 23, 15, 1, 2),
  ]
  const told = consensusOf({ ticker: 'AAPL', fetched_at: '2025-11-04T00:00:00Z', months, vintage: '2025-11-04T00:00:00Z' })!
  // 50 (2·7 + 23 − 1 − 2·2) / 48
  expect(told.mean).toBeCloseTo(33.333, 3)
  expect(told.change_3m).toBeCloseTo(33.333 - 35.417, 2)
  expect(mixWith(told, computeModel(company, noPrice, at)!, 'Apple Inc.').label).toBe('buy')
  expect(consensusOf(undefined)).toBeNull()
  expect(consensusOf({ ticker: 'AAPL', months: [month('2025-11-01', 0, 0, 0, 0, 0)], vintage: '', fetched_at: '' })).toBeNull()
})
