// Smart money: activists that fade, shorts against their own changes, and a list that says what it could not judge.
import { expect, test } from 'vitest'
import type { Ownership } from '../../../processors/families/ownership.ts'
import { activistScore, computeSmart, judgeAll, shortScore } from '../../../processors/services/smartmoney/signal.ts'

const now = new Date('2026-06-30T00:00:00Z')
const dayMs = 86_400_000
const fact = <V>(daysAgo: number, value: V) => ({
  topic: 't',
  key: 'A',
  observedAt: new Date(now.getTime() - daysAgo * dayMs),
  revision: 0n,
  partition: 0,
  offset: 0n,
  value,
})
const stake = (daysAgo: number, form: string, pct: number, filer = '1') =>
  fact(daysAgo, {
    form,
    pct,
    filer_cik: filer,
    filers: ['A fund'],
    event_date: '2026-06-01',
    url: 'https://www.sec.gov/',
    issuer: 'A company',
  }) as unknown as Ownership['stakes'][number]
const short = (daysAgo: number, shares: number, before: number) =>
  fact(daysAgo, {
    short: shares,
    short_before: before,
    average_volume: 100,
    is_split: false,
    settlement: '2026-06-15',
    name: 'A company',
  }) as unknown as Ownership['shorts'][number]

test('a new stake with a say is worth 60 on its day, half of it 45 days later, nothing after 90; a passive one nothing', () => {
  expect(activistScore([stake(0, 'SCHEDULE 13D', 6)], now)).toBe(60)
  expect(activistScore([stake(45, 'SCHEDULE 13D', 6)], now)).toBe(30)
  expect(activistScore([stake(91, 'SCHEDULE 13D', 6)], now)).toBe(0)
  expect(activistScore([stake(0, 'SCHEDULE 13G', 6)], now)).toBe(0)
})

test('more of a stake adds 30, less of it takes 30', () => {
  expect(activistScore([stake(200, 'SCHEDULE 13D', 6), stake(0, 'SCHEDULE 13D/A', 8)], now)).toBe(30)
  expect(activistScore([stake(200, 'SCHEDULE 13D', 6), stake(0, 'SCHEDULE 13D/A', 4)], now)).toBe(-30)
})

test('shorts that double where they used to move by a tenth weigh wholly against; of five changes nothing is said', () => {
  const calm = [0, 1, 2, 3, 4, 5].map((i) => short(100 - i, i % 2 === 0 ? 110 : 90, 100))
  expect(shortScore([...calm, short(1, 200, 100)])).toBe(-100)
  expect(shortScore(calm.slice(0, 5))).toBeNull()
})

const nothing: Ownership = { ticker: 'B', insiders: [], holdings: [], stakes: [], shorts: [] }

test('of what nobody filed about nothing is said, and the list is less sure for it', () => {
  expect(computeSmart(nothing, now)).toBeNull()
  const filed: Ownership = {
    ...nothing,
    ticker: 'A',
    stakes: [stake(0, 'SCHEDULE 13D', 6)],
    shorts: [0, 1, 2, 3, 4, 5, 6].map((i) => short(20 - i, 110, 100)),
  }
  expect(computeSmart(filed, now)!.mix.availableWeight).toBeCloseTo(0.3, 12)
  const [alone, withStranger] = [judgeAll([filed], now), judgeAll([filed, nothing], now)]
  expect(withStranger.mix.score).toBe(alone.mix.score)
  expect(withStranger.mix.confidence).toBeCloseTo(alone.mix.confidence / 2, 2)
  expect(withStranger.unresolved).toEqual([{ ticker: 'B', reason: 'nothing_filed' }])
  expect(withStranger.mix.coverage).toMatchObject({ inputs_expected: 8, missing: ['A insider', 'A institutions'] })
})
