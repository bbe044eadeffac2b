// Futures positioning: the index and score by hand, release times, names of markets, and the CFTC's own bytes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkValues } from '../../../ingestors/poll.ts'
import ingestor from '../../../ingestors/sources/cftc-cot/ingestor.ts'
import { markets, releaseOf } from '../../../ingestors/sources/cftc-cot/topic.ts'
import { market, marketOfCode } from '../../../processors/inputs/market.ts'
import service from '../../../processors/services/cot/service.ts'
import { computeCot, cotIndex, type Report } from '../../../processors/services/cot/signal.ts'

const dayMs = 86_400_000
const firstTuesday = Date.UTC(2022, 0, 4)

function report(week: number, net: number): Report {
  const common = { openInterest: 1_000, commercialNet: -net, smallNet: 0, top4LongPct: 20, top4ShortPct: 30 }
  return { at: new Date(firstTuesday + week * 7 * dayMs), specLong: 500 + net, specShort: 500, ...common }
}

const at = new Date('2025-12-19T20:30:00Z')
const weeks = (count: number, net: (week: number) => number) =>
  Array.from({ length: count }, (_, week) => report(week, net(week)))
const points = (values: number[]) => values.map((value, i) => ({ at: new Date(firstTuesday + i * 7 * dayMs), value }))

describe('the index', () => {
  test('lies between the least and the greatest of the window', () => {
    // 52 reports from 0 to 51, then one at 40.5: the window's least is now 1.
    expect(cotIndex(points([...Array(52).keys(), 40.5]), 52)).toBeCloseTo((100 * 39.5) / 50, 10)
  })
  test('needs most of its window, and some movement', () => {
    expect(cotIndex(points([1, 2, 3]), 52)).toBeNull()
    expect(cotIndex(points(Array(60).fill(7)), 52)).toBeNull()
  })
})

describe('the signal', () => {
  test('a steady climb ends crowded and is faded', () => {
    const answer = computeCot(
      weeks(200, (week) => week),
      'GOLD',
      at,
    )
    expect(answer.label).toBe('crowded_long')
    // Each 4-week change is 0.4 % of open interest, so the trend says nothing: 0.5 · 0 + 0.5 · -2 · (100 - 50).
    expect(answer.index).toEqual({ cot_index_52w: 100, cot_index_156w: 100, z_156w: expect.any(Number), commercial_index: 0 })
    expect(answer.mix.score).toBeCloseTo(-50, 6)
    expect(answer.change).toEqual({ spec_net_1w: 1, spec_net_4w: 4, oi_1w: 0 })
    expect(answer.positioning).toMatchObject({ spec_net: 199, spec_net_pct_oi: 19.9, report_date: '2025-10-28' })
    expect(answer.history).toHaveLength(52)
    expect(answer.history.at(-1)).toEqual({ date: '2025-10-28', spec_net: 199, cot_index: 100 })
  })
  test('a sudden rise from the middle is building, and followed', () => {
    const answer = computeCot(
      weeks(200, (week) => (week < 100 ? (week % 2 === 0 ? 200 : -200) : week < 197 ? 0 : 60)),
      'EURO FX',
      at,
    )
    expect(answer.label).toBe('building_long')
    expect(answer.index.cot_index_156w).toBe(65)
    // Three 4-week changes of 6 % among 156 of which most are 0: far beyond two deviations, full trend, no extreme.
    expect(answer.mix.score).toBeGreaterThan(40)
  })
  test('too little history is no signal', () => {
    expect(
      computeCot(
        weeks(30, (week) => week),
        'GOLD',
        at,
      ).mix.availableWeight,
    ).toBe(0)
  })
})

test('a report is dated to its Friday at 15:30 in New York, in summer and in winter', () => {
  expect(releaseOf('2024-08-20').toISOString()).toBe('2024-08-23T19:30:00.000Z')
  expect(releaseOf('2024-11-05').toISOString()).toBe('2024-11-08T20:30:00.000Z')
  expect(releaseOf('2026-03-03').toISOString()).toBe('2026-03-06T20:30:00.000Z')
  expect(releaseOf('2026-03-10').toISOString()).toBe('2026-03-13T19:30:00.000Z')
})

test('a report that has not come makes an answer less sure, by the clock of who asks', () => {
  const [route] = service.routes
  const body = { signal: { score: -15.6, confidence: 1, as_of: '2026-11-20T20:30:00.000Z', direction: 'neutral' } }
  const sure = (day: string) => (route!.age!(body, new Date(`${day}T20:30:00Z`)) as typeof body).signal.confidence
  // Thanksgiving: the next report comes on Monday 30 November.
  expect([sure('2026-11-20'), sure('2026-11-30'), sure('2026-12-05'), sure('2026-12-10')]).toEqual([1, 1, 0.5, 0])
  expect((route!.age!(body, new Date('2026-12-05T20:30:00Z')) as typeof body).signal).toMatchObject({ score: -15.6 })
})

test('a market is found by alias, code and name; another is refused', () => {
  const findMarket = (text: string) => marketOfCode(market.parse(text, { name: 'market', now: new Date(0) }))!
  expect(findMarket('Gold').code).toBe('088691')
  expect(findMarket('13874 ').alias).toBe('sp500')
  expect(findMarket('13874+').alias).toBe('sp500')
  expect(findMarket('wheat-srw - chicago board of trade').alias).toBe('wheat')
  expect(() => findMarket('tulips')).toThrow(expect.objectContaining({ code: 'input_unusable' }))
  expect(() => findMarket('tulips')).toThrow(/palladium/)
  expect(() => findMarket('a<b>')).toThrow(expect.objectContaining({ code: 'input_invalid' }))
  expect(new Set(markets.map((market) => market.code)).size).toBe(markets.length)
})

const folder = process.env.UPSTREAM_SAMPLES ?? ''
test.skipIf(folder === '')('what the CFTC really sent', () => {
  const legacy = JSON.parse(readFileSync(join(folder, 'samples/markets/cftc_legacy_combined_239747_2024-08-20.json'), 'utf8'))
  const values = checkValues(ingestor, ingestor.parse({ legacy, disaggregated: [], financial: [] }, at), at)
  expect(values).toHaveLength(legacy.length)
  expect(values[0]).toEqual({
    code: '239747',
    report_date: '2024-08-20',
    open_interest: 19_404,
    noncommercial: { long: 4_773, short: 10_232 },
    commercial: { long: 3_060, short: 290 },
    small: { long: 11_313, short: 8_624 },
    top4_long_pct: 22.4,
    top4_short_pct: 41.8,
    funds: null,
    vintage: at.toISOString(),
  })
})

test('a report is fresh until the next one is out and read, whatever holidays lie between, and not for days beyond', () => {
  const releases = Array.from({ length: 1_000 }, (_, week) =>
    releaseOf(new Date(firstTuesday + week * 7 * dayMs).toISOString().slice(0, 10)).getTime(),
  )
  const longest = Math.max(...releases.slice(1).map((next, i) => next - releases[i]!))
  const freshMs = service.routes[0]!.maxAgeSeconds * 1_000
  expect(freshMs).toBeGreaterThan(longest + 3 * 3_600_000)
  expect(freshMs).toBeLessThan(longest + dayMs)
})
