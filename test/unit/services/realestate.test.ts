// Housing by hand: the FHFA's and Zillow's own tables, a loan's payments by the usual formula, areas by their names, metros of one quarter.
import { readFileSync } from 'node:fs'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import fhfa from '../../../ingestors/sources/fhfa-hpi/ingestor.ts'
import fred from '../../../ingestors/sources/fred/ingestor.ts'
import pmms from '../../../ingestors/sources/freddie-pmms/ingestor.ts'
import yields from '../../../ingestors/sources/treasury-yields/ingestor.ts'
import zillow from '../../../ingestors/sources/zillow-research/ingestor.ts'
import { growthOver, type Point } from '../../../processors/formula/index.ts'
import { areaKey } from '../../../processors/inputs/us-region.ts'
import { nameKeys, readZillow, shortName } from '../../../processors/services/realestate/areas.ts'
import service from '../../../processors/services/realestate/service.ts'
import {
  type Area,
  burden,
  computeHousing,
  type HousingInputs,
  yearlyPayment,
} from '../../../processors/services/realestate/signal.ts'
import { draftsOf, pollSample, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-18T12:00:00Z')
const header = 'hpi_type,hpi_flavor,frequency,level,place_name,place_id,yr,period,index_nsa,index_sa,rstderr,note'
const months = (count: number, value: (i: number) => number, step = 1): Point[] =>
  Array.from({ length: count }, (_, i) => ({ at: new Date(Date.UTC(2026, 9 - step * (count - 1 - i), 1)), value: value(i) }))
const none: HousingInputs = {
  areas: [],
  zillow: new Map(),
  mortgage: [],
  tenYear: [],
  medianPrice: [],
  income: [],
  permits: [],
  starts: [],
  monthsSupply: [],
  rentCpi: [],
  officeDelinquency: [],
  tightening: [],
}

test('of the master file three kinds of index are read, and a row without an index is none', () => {
  const rows = [
    header,
    'traditional,purchase-only,monthly,USA or Census Division,East North Central Division,DV_ENC,2026,7,1,1,,',
    'traditional,purchase-only,monthly,USA or Census Division,United States,USA,2026,7,440.0,443.5,,',
    'traditional,purchase-only,quarterly,State,Alabama,AL,2026,2,300.0,301.0,,',
    'traditional,all-transactions,quarterly,State,Alabama,AL,2026,2,1,,,',
    'traditional,all-transactions,quarterly,MSA,"Austin-Round Rock-San Marcos, TX",12420,2026,2,456.0,,,',
    'traditional,all-transactions,quarterly,MSA,"Austin-Round Rock-San Marcos, TX",12420,2026,3,-,,,',
    'developmental,all-transactions,quarterly,Puerto Rico,Puerto Rico,PR,2026,2,1,1,,',
  ]
  expect(fhfa.parse(rows.join('\r\n'), now).map(({ place, level, month, index }) => [place, level, month, index])).toEqual([
    ['USA', 'country', '2026-07-31', 443.5],
    ['AL', 'state', '2026-06-30', 301],
    ['12420', 'metro', '2026-06-30', 456],
  ])
  const fifth = [header, 'traditional,purchase-only,quarterly,State,Alabama,AL,2026,5,300.0,301.0,,'].join('\n')
  expect(() => fhfa.parse(fifth, now)).toThrow(/2026, 5/)
})

test('the year to July 2021 in the East North Central states is the 16.2 % that the FHFA published in September 2021', () => {
  // Its seasonally adjusted index of purchases from July 2020 on, January 1991 = 100, as the file of October 2021 has it.
  const published = [242.67, 246.19, 249.62, 253.08, 255.77, 259.55, 261.73, 264.04, 267.37, 271.3, 275.55, 279.62, 281.94]
  const index = published.map((value, i) => ({ at: new Date(Date.UTC(2020, 7 + i, 0)), value }))
  const area: Area = {
    place: 'USA',
    fullName: 'East North Central',
    name: 'East North Central',
    level: 'country',
    keys: ['us'],
    index,
  }
  const [told] = computeHousing({ ...none, areas: [area] }, new Date('2021-09-28T14:00:00Z'))
  expect(told!.prices.fhfa_yoy_pct!.toFixed(1)).toBe('16.2')
  expect(told!.prices.period_to).toEqual(new Date('2021-07-31T00:00:00Z'))
})

test('Zillow’s months are read in either spelling, and a column behind them is no month', () => {
  // Of the file of March 2025: New York's value in March of two years, and what somebody had put behind the months.
  const body =
    'RegionID,SizeRank,RegionName,RegionType,StateName,3/31/24,3/31/25,Property Tax\n' +
    '394913,1,"New York, NY",msa,NY,659421.6441,685225.1556,0.0160\n394914,2,Nowhere,zip,NY,1,2,3\n'
  const [before, after, ...rest] = zillow.parse([{ id: 'home_value_usd', body }], new Date('2025-04-20T00:00:00Z'))
  expect(rest).toEqual([])
  expect([before!.month, after!.month]).toEqual(['2024-03-31', '2025-03-31'])
  const found = readZillow([before!, after!].map((value) => ({ observedAt: new Date(value.month), value })))
  // 685,225.16 / 659,421.64: 3.9 % over the year.
  expect(growthOver(found.get('New York, NY')!.home_value_usd, 12)[0]!.value).toBeCloseTo(3.913, 3)
})

test('a loan of 100,000 at 6 % for 30 years costs 599.55 a month', () => {
  expect((yearlyPayment(6) * 100_000) / 12).toBeCloseTo(599.55, 2)
  expect(yearlyPayment(0)).toBeCloseTo(1 / 30, 12)
})

test('payments are on the median price of its quarter, moved by the index, of the income known then', () => {
  const quarter = [{ at: new Date('2026-07-01T00:00:00Z'), value: 400_000 }]
  const index = months(4, (i) => [100, 100, 100, 110][i]!)
  const mortgage = [{ at: new Date('2026-10-08T00:00:00Z'), value: 6 }]
  const income = [{ at: new Date('2025-01-01T00:00:00Z'), value: 80_000 }]
  const told = burden(index, { medianPrice: quarter, mortgage, income })
  // October's rate is no rate of the months before it.
  expect(told).toHaveLength(1)
  expect(told[0]!.value).toBeCloseTo((100 * 12 * 599.5505 * 3.2 * 1.1) / 80_000, 3)
})

test('an area is known by its first city and state, and two that are called alike keep one name', () => {
  const area = (name: string) => ({ name, level: 'metro' as const })
  expect(shortName(area('Austin-Round Rock-San Marcos, TX'))).toBe('Austin, TX')
  expect(shortName(area('Louisville/Jefferson County, KY-IN'))).toBe('Louisville, KY')
  expect(shortName(area('Winston-Salem, NC'))).toBe('Winston-Salem, NC')
  expect(shortName(area('New York-Jersey City-White Plains, NY-NJ (MSAD)'))).toBe('New York, NY')
  const named = (place: string, name: string) => ({ place, name, level: 'metro' as const })
  const keys = nameKeys([named('12420', 'Austin, TX'), named('99999', 'Austin, TX')]).map((one) => one.keys)
  expect(keys).toEqual([['12420', areaKey('Austin, TX')], ['99999']])
})

test('metropolitan areas are ranked by one and the same quarter, and a state shows its own', () => {
  const quarters = (growth: number, dropped = 0): Point[] =>
    months(20, (i) => 100 * (1 + growth) ** (i / 4), 3).slice(0, 20 - dropped)
  const area = (place: string, level: Area['level'], name: string, index: readonly Point[]): Area => ({
    place,
    fullName: name,
    name: shortName({ name, level }),
    level,
    index,
    keys: [place],
  })
  const areas = [
    area(
      'USA',
      'country',
      'United States',
      months(60, (i) => 100 + i),
    ),
    area('KY', 'state', 'Kentucky', quarters(0.03)),
    area('1', 'metro', 'Ames, IA', quarters(0.01)),
    area('2', 'metro', 'Bend, OR', quarters(0.09)),
    area('3', 'metro', 'Cincinnati, OH-KY-IN', quarters(0.05)),
    area('4', 'metro', 'Late, KY', quarters(0.5, 1)),
  ]
  const told = computeHousing({ ...none, areas, monthsSupply: months(60, (i) => i), mortgage: months(200, (i) => i % 7) }, now)
  const whole = told.find(({ key }) => key === 'USA')!
  expect(whole.metros.hottest.map(({ name }) => name)).toEqual(['Bend, OR', 'Cincinnati, OH', 'Ames, IA'])
  expect(whole.metros.coldest).toEqual([])
  const more = ['5', '6', '7', '8'].map((place, i) => area(place, 'metro', `Sample ${place}, OH`, quarters(0.02 + i / 100)))
  const six = computeHousing({ ...none, areas: [...areas, ...more], monthsSupply: months(60, (i) => i) }, now)[0]!.metros
  expect([six.hottest.length, six.coldest.map(({ name }) => name)]).toEqual([5, ['Ames, IA', 'Sample 5, OH']])
  expect(whole.metros.hottest[0]!.yoy_pct).toBeCloseTo(9, 9)
  expect(told.find(({ key }) => key === 'KY')!.metros.hottest.map(({ name }) => name)).toEqual(['Cincinnati, OH'])
  expect(told.find(({ key }) => key === '4')!.prices).toMatchObject({ fhfa_mom_pct: null, fhfa_yoy_pct: expect.closeTo(50, 6) })
})

test('on its samples it answers for country, states and areas, within its schema', async () => {
  const sources = [fhfa, fred, pmms, yields, zillow]
  const polled = await Promise.all(sources.map(async (one) => toFacts(one.topic, await pollSample(one, now))))
  const drafts = draftsOf(service, polled.flat(), 'USA')
  const [route] = service.routes
  const { properties, ...schema } = route!.output
  const check = Compile({ ...schema, properties: { ...properties, meta: { type: 'object' } } })
  for (const draft of drafts) expect([...check.Errors({ ...draft.body, meta: {} })], draft.key).toEqual([])
  const of = (region?: string) =>
    drafts.find(({ key }) => key === route!.key(route!.read!(region === undefined ? {} : { region }, now)))
  expect(of()!.coverage).toMatchObject({ inputs_used: 5, missing: [] })
  expect(of('Texas')!.body.region).toEqual({ name: 'Texas', code: 'TX', level: 'state' })
  expect(of('new york, ny')!.body).toEqual(of('35614')!.body)
  expect(of('35614')!.body.prices).toMatchObject({ zhvi_usd: expect.any(Number), fhfa_mom_pct: null })
  expect(of('Atlantis')).toBeUndefined()
  expect(() => route!.read!({ region: '%' }, now)).toThrow(expect.objectContaining({ code: 'input_invalid' }))
  // Without Zillow the core is there all the same.
  const [plain] = draftsOf(service, polled.slice(0, -1).flat(), 'USA')
  expect(plain!.body.prices).toMatchObject({ zhvi_usd: null, fhfa_yoy_pct: expect.any(Number) })
})

const samples = process.env.UPSTREAM_SAMPLES
test.skipIf(samples === undefined)('the captures of the survey and of Zillow are read as they came', () => {
  const read = (name: string) => readFileSync(`${samples}/samples/captured/realestate/${name}`, 'utf8')
  expect(pmms.parse(read('pmms_history.csv'), now).at(-1)).toMatchObject({ date: '2024-05-16', rate_30y_pct: 7.02 })
  const then = new Date('2025-11-01T00:00:00Z')
  const values = zillow.parse([{ id: 'home_value_usd', body: read('zillow-metro-zhvi.csv') }], then)
  expect(values.find(({ name }) => name === 'United States')).toMatchObject({ measure: 'home_value_usd' })
  expect(zillow.parse([{ id: 'rent_usd', body: read('zillow-metro-zori.csv') }], then).length).toBeGreaterThan(100)
})
