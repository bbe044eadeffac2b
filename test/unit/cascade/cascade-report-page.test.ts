// A report's pages: small where nothing is asked for, every market once, and nothing sold for a name that nothing has.
import { expect, test } from 'vitest'
import { pageOf } from '../../../processors/services/cascade/answers/report-page.ts'
import service from '../../../processors/services/cascade/service.ts'
import { cascadeRows } from '../../support/cascade/seeded-rows.ts'

const row = cascadeRows([1]).find(({ route }) => route === '/report')!
const body = JSON.parse(row.body)
const full = body.markets.toSorted((a: any, b: any) => b.largest_positions.length - a.largest_positions.length)[0]
// As large as an answer gets: a thousand markets, each with five borrowers of the longest names and every figure at length.
const usd = 123_456_789.01
const bucket = (one: object) => ({ ...one, positions: 12_345, collateral_usd: usd, debt_usd: usd })
const markets = Array.from({ length: 1_000 }, (_, m) => ({
  ...full,
  id: `0x${m.toString(16).padStart(64, '0')}`,
  borrowers: { positions: 12_345, collateral_usd: usd, debt_usd: 1_000 - m },
  health_histogram: full.health_histogram.map(bucket),
  distance_histogram_pct: full.distance_histogram_pct.map(bucket),
  largest_positions: Array.from({ length: 5 }, () => ({
    id: 'x'.repeat(140),
    collateral_usd: usd,
    debt_usd: usd,
    health: 1.2345,
    distance_pct: 12.34,
  })),
}))
const whole = { ...body, markets }
const idsOf = (page: { markets: readonly { id: string }[] }) => page.markets.map(({ id }) => id)

test('is under 200 kB where nothing is asked for, with totals of all', () => {
  const first = pageOf(whole, {})
  expect(JSON.stringify(first).length).toBeLessThan(200_000)
  expect(first.totals).toEqual(body.totals)
  expect(first.page).toEqual({ markets: 1_000, matched: 1_000, offset: 0, returned: 40, next_offset: 40 })
})

test('pages one after the other are every market once', () => {
  const seen: string[] = []
  for (let next: number | null = 0; next !== null; ) {
    const offset: number = next
    const page = pageOf(whole, { min_debt_usd: 701, limit: 77, offset })
    seen.push(...idsOf(page as any))
    expect(page.page.matched).toBe(300)
    next = page.page.next_offset
  }
  expect(seen).toEqual(idsOf({ markets: markets.slice(0, 300) }))
})

test('a market is found by its id, name, collateral or protocol in any case; one that nothing is called is refused before it is paid', () => {
  expect(idsOf(pageOf(whole, { market: markets[7].id.toUpperCase() }) as any)).toEqual([markets[7].id])
  expect(pageOf(whole, { market: full.collateral_token, limit: 3 }).page).toMatchObject({ matched: 1_000, returned: 3 })
  expect(pageOf(whole, { min_debt_usd: 1e12 }).page).toMatchObject({ matched: 0, returned: 0, next_offset: null })
  expect(pageOf(whole, { offset: 999_999 }).page).toMatchObject({ returned: 0, next_offset: null })
  expect(() => pageOf(whole, { market: 'NOPE' })).toThrow(/no market has/)
})

test('the route takes the filters as they are sent', () => {
  const route = service.routes.find(({ path }) => path === '/report')!
  const read = route.readAmong!({ market: ['WBTC', 'weth'], limit: '2' }, ['1'])
  expect(read).toEqual({ input: { chain_id: 1, market: 'weth', limit: 2 } })
  if (!('input' in read)) return
  expect(route.key(read.input)).toBe(row.key)
  const page = route.shape!(body, read.input) as typeof body
  expect(page.markets.length).toBeGreaterThan(0)
  for (const one of page.markets) expect(one.collateral_token).toBe('WETH')
  expect(route.readAmong!({ limit: '0' }, ['1'])).toMatchObject({ refused: { detail: [{ loc: ['query', 'limit'] }] } })
})
