// Minerals by hand: shares and their squares on the Survey's own cobalt, governance at its ends, bounds and marks, reserves in years.
import { readFileSync } from 'node:fs'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import pinkSheet from '../../../ingestors/sources/pink-sheet/ingestor.ts'
import notices from '../../../ingestors/sources/trade-notices/ingestor.ts'
import { readAmount, readReliance, readYear } from '../../../ingestors/sources/usgs-mcs/cells.ts'
import usgs from '../../../ingestors/sources/usgs-mcs/ingestor.ts'
import bank from '../../../ingestors/sources/world-bank/ingestor.ts'
import service from '../../../processors/services/minerals/service.ts'
import { governedHhi, hhi, judge, type Mineral, sharesOf } from '../../../processors/services/minerals/signal.ts'
import { draftsOf, pollSample, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-18T12:00:00Z')
const none = { governanceOf: new Map<string, number>(), prices: new Map() }
const of = (year: number, amounts: Readonly<Record<string, number>>) =>
  Object.entries(amounts).map(([country, value]) => ({ country, iso2: country.slice(0, 2).toUpperCase(), year, value }))
const mineral = (more: Partial<Mineral>): Mineral => ({
  slug: 'test',
  name: 'Test',
  edition: 2026,
  is_critical: true,
  unit: 'metric tons',
  stage: 'Mine production',
  readAt: now,
  production: [],
  withheld: [],
  reserves: null,
  import_reliance: null,
  ...more,
})
// The edition of 2026, cobalt mined in 2025.
const cobalt = {
  'United States': 300,
  Australia: 3_700,
  Canada: 3_500,
  China: 2_000,
  'Congo (Kinshasa)': 230_000,
  Cuba: 2_000,
  Indonesia: 44_000,
  Madagascar: 3_900,
  'Papua New Guinea': 2_800,
  Philippines: 3_700,
  Russia: 7_700,
  Turkey: 1_900,
  'Other countries': 9_100,
  'World total': 310_000,
}

test('of the Survey’s cobalt Congo mines 74 %, and the squares of all shares are 5,720', () => {
  // The countries sum to 314,600; the Survey's total is rounded, and its own 74 % is of that.
  const { world, shares } = sharesOf({ production: of(2025, cobalt) }, 2025)
  expect(world).toBe(310_000)
  expect(shares[0]).toMatchObject({ country: 'Congo (Kinshasa)', pct: expect.closeTo(74.19, 2) })
  // 230² + 44² + 7.7² + 3.9² + 3.7² + 3.7² + 3.5² + 2.8² + 2² + 2² + 1.9² + 0.3² over 310², in ten thousandths.
  const squares = [230, 44, 7.7, 3.9, 3.7, 3.7, 3.5, 2.8, 2, 2, 1.9, 0.3].reduce((sum, value) => sum + value ** 2, 0)
  expect(hhi(shares)).toBeCloseTo((10_000 * squares) / 310 ** 2, 6)
  expect(Math.round(hhi(shares))).toBe(5_720)
})

test('a country governed worst counts double, one governed best not at all, an unknown one once', () => {
  const shares = [{ pct: 50, iso2: 'AA' }]
  expect(governedHhi(shares, new Map([['AA', -2.5]]))).toBeCloseTo(50)
  expect(governedHhi(shares, new Map([['AA', 2.5]]))).toBe(0)
  expect(governedHhi(shares, new Map())).toBeCloseTo(25)
})

test('the risk is the weighed mean of its parts', () => {
  const judged = judge(
    mineral({
      production: [...of(2024, { Aland: 100, 'World total': 200 }), ...of(2025, { Aland: 90, 'World total': 180 })],
      reserves: { value: 3_600, unit: 'metric tons', is_at_least: false },
      import_reliance: { pct: 60, year: 2025, bound: 'exact' },
    }),
    none,
    now,
  )
  // Half of the world is 25 of 100, the largest share 50, bought abroad 60, twenty years left 80, a tenth less mined 100.
  expect(judged.mix.score).toBeCloseTo(0.35 * 25 + 0.2 * 50 + 0.2 * 60 + 0.15 * 80 + 0.1 * 100, 9)
  expect(judged.told).toMatchObject({ hhi: 2_500, reserve_years: 20, label: 'elevated' })
  // Reserves in another unit are no years.
  const tonnes = judge(
    mineral({ production: of(2025, { A: 1 }), reserves: { value: 9, unit: 'kilograms', is_at_least: false } }),
    none,
    now,
  )
  expect(tonnes.told.reserve_years).toBeNull()
})

test('the marks of the summaries: commas, bounds, withheld, nothing, years that are estimated', () => {
  expect(readAmount('4,780')).toEqual({ value: 4_780, isAtLeast: false, isAtMost: false })
  expect(readAmount('>95')).toMatchObject({ value: 95, isAtLeast: true })
  expect(readAmount('<1')).toMatchObject({ value: 1, isAtMost: true })
  expect(['W', 'NA', '—', '\uFFFD', ''].map(readAmount)).toEqual([null, null, null, null, null])
  expect(() => readAmount('Large')).toThrow(/no amount/)
  expect([readYear('2025'), readYear('2025_estimated')]).toEqual([2025, 2025])
  expect(() => readYear('2021–24')).toThrow(/no year/)
  const row = (Year: string, Value: string) => ({ Statistics: 'Net import reliance', Statistics_detail: '', Year, Value })
  expect(readReliance([row('2024', '80'), row('2025', 'E')])).toEqual({ pct: 0, year: 2025, bound: 'net_exporter' })
  expect(readReliance([row('2025', '>50')])).toEqual({ pct: 50, year: 2025, bound: 'at_least' })
})

test('a mineral that cannot be read costs itself', () => {
  const header = 'Section,Commodity,Country,Statistics,Statistics_detail,Unit,Year,Value,Is critical mineral 2025'
  const row = (name: string, value: string) =>
    `World Mine Production and Reserves,${name},Chile,Production,Mine production,metric tons,2025,${value},Yes`
  const missing: string[] = []
  const values = usgs.parse(
    { edition: 2026, csv: [header, row('Lithium', '56'), row('Iodine', 'Large')].join('\n') },
    now,
    (what) => missing.push(what),
  )
  expect([values.map(({ slug }) => slug), missing]).toEqual([['lithium'], ['Iodine']])
})

test('on its samples it answers for all and each, within its schema', async () => {
  const sources = [usgs, bank, pinkSheet, notices]
  const polled = await Promise.all(sources.map(async (one) => toFacts(one.topic, await pollSample(one, now))))
  const drafts = draftsOf(service, polled.flat(), 'all')
  const [route] = service.routes
  const { properties, ...schema } = route!.output
  const check = Compile({ ...schema, properties: { ...properties, meta: { type: 'object' } } })
  for (const draft of drafts) expect([...check.Errors({ ...draft.body, meta: {} })], draft.key).toEqual([])
  const keyOf = (name: string) => route!.key(route!.read!({ mineral: name }, now))
  expect([keyOf('Rare Earths'), keyOf('REE'), keyOf('cobalt')]).toEqual(['rare-earths', 'rare-earths', 'cobalt'])
  expect(drafts.map(({ key }) => key).sort()).toEqual(['all', 'cobalt', 'copper', 'gallium', 'gypsum', 'lithium', 'rare-earths'])
  expect(drafts.some(({ key }) => key === keyOf('unobtainium'))).toBe(false)
  expect(() => route!.read!({ mineral: '%' }, now)).toThrow(expect.objectContaining({ code: 'input_invalid' }))
  const of = (key: string) => (drafts.find((one) => one.key === key)!.body as any).minerals[0]
  expect(of('copper').price).toMatchObject({ unit: 'USD/t', month: expect.stringMatching(/^2026-/) })
  expect(of('lithium')).toMatchObject({ net_import_reliance_bound: 'at_least', production: { withheld: ['United States'] } })
  expect(of('gypsum')).toMatchObject({ critical_us: false, net_import_reliance_pct: 0, reserve_years: null })
})

const samples = process.env.UPSTREAM_SAMPLES
test.skipIf(samples === undefined)('the capture of the edition of 2026 is read as it came', () => {
  const csv = readFileSync(`${samples}/samples/markets/usgs_mcs_2026_excerpt.csv`, 'utf8')
  const values = usgs.parse({ edition: 2026, csv }, now)
  const found = values.find(({ slug }) => slug === 'cobalt')!
  expect(found).toMatchObject({ is_critical: true, unit: 'metric tons', stage: 'Mine production' })
  expect(found.production.filter(({ year }) => year === 2025)).toHaveLength(14)
})
