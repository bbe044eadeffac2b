// Conflict by hand: rows of GDELT as they come, deaths on a log scale, shares, trends, and countries by their misleading codes.
import { expect, test } from 'vitest'
import { isoOfFips } from '../../../ingestors/formats/fips-countries.ts'
import { readRows } from '../../../ingestors/sources/gdelt-events/read-rows.ts'
import ucdp from '../../../ingestors/sources/ucdp-candidate/ingestor.ts'
import { conflictByCountry, type Quarter } from '../../../processors/formula/conflict.ts'
import { isoOfUcdp } from '../../../processors/inputs/ucdp-country.ts'
import conflict from '../../../processors/services/conflict/service.ts'

const now = new Date('2026-11-18T00:00:00Z')
const dayMs = 86_400_000

test('AU is Austria, AS Australia, UP Ukraine, Gaza and the West Bank Palestine; DR Congo had another name', () => {
  expect(['AU', 'AS', 'UP', 'GZ', 'WE', 'OD', 'SU'].map((code) => isoOfFips.get(code))).toEqual([
    'AT',
    'AU',
    'UA',
    'PS',
    'PS',
    'SS',
    'SD',
  ])
  expect(isoOfFips.size).toBeGreaterThan(230)
  expect(
    ['DR Congo (Zaire)', 'Myanmar (Burma)', 'Russia (Soviet Union)', 'Bosnia-Herzegovina', 'Yemen (North Yemen)'].map(isoOfUcdp),
  ).toEqual(['CD', 'MM', 'RU', 'BA', 'YE'])
})

const row = (over: Record<number, string>) => {
  const cells = Array<string>(61).fill('')
  return Object.assign(
    cells,
    {
      0: '1',
      25: '1',
      26: '190',
      28: '19',
      29: '4',
      30: '-10.0',
      31: '9',
      34: '-6',
      52: 'Kharkiv, Ukraine',
      53: 'UP',
      56: '49.98',
      57: '36.25',
    },
    over,
  ).join('\t')
}

test('a fight of nine mentions weighs ln 10, a protest counts only below the line, a repeated event not at all', () => {
  const read = readRows(
    [row({}), row({ 26: '1452', 28: '14', 29: '3', 30: '-7.5' }), row({ 25: '0' }), row({ 53: '', 52: '', 56: '', 57: '' })].join(
      '\n',
    ),
  )
  expect(read.countries).toEqual([
    {
      iso2: 'UA',
      events: 2,
      weight: 4.605,
      conflict_events: 1,
      conflict_weight: Number(Math.LN10.toFixed(3)),
      tone: -6,
      types: [{ code: '19', n: 1 }],
    },
  ])
  expect(read.places).toEqual([{ lat: 50, lon: 36.5, name: 'Kharkiv, Ukraine', events: 1 }])
  expect(() => readRows(row({ 30: 'oops' }))).toThrow('is not a number')
  expect(() => readRows(`${row({})}\tx`)).toThrow('62 columns')
})

const quarter = (back: number, conflictWeight: number): Quarter => ({
  at: new Date(now.getTime() - back * dayMs),
  countries: [
    {
      iso2: 'UA',
      events: 100,
      weight: 100,
      conflict_events: 10,
      conflict_weight: conflictWeight,
      tone: -4,
      types: [{ code: '19', n: 10 }],
    },
  ],
})
const dead = (best: number) => [{ iso2: 'UA', best, low: best, high: best, through: '2026-10-31' }]

test('9,999 deaths are the full 45; a share of 6.5 % half of its 35; without two weeks there is no trend and its weight is shared out', () => {
  const [ukraine] = conflictByCountry([quarter(1, 6.5)], dead(9_999), now)
  expect(ukraine).toMatchObject({ iso2: 'UA', share_pct: 6.5, ratio: null, trend: 'unknown', events: 10 })
  // 100 x (0.45 + 0.35 x 0.5) / 0.8
  expect(ukraine!.score).toBe(78.1)
})

test('twice the share of a month is rising by log 2 of the ratio between -1 and 1.5', () => {
  const month = Array.from({ length: 28 }, (_, i) => quarter(27 - i + 0.5, i >= 21 ? 8 : 2))
  const [ukraine] = conflictByCountry(month, [], now)
  // 8 % now, (7 x 8 + 21 x 2) / 28 = 3.5 % in the month: (0.08 + 0.002) / (0.035 + 0.002)
  expect(ukraine!.ratio).toBe(2.22)
  expect(ukraine!.trend).toBe('rising')
  const rise = (Math.log2(0.082 / 0.037) + 1) / 2.5
  expect(ukraine!.score).toBeCloseTo((100 * (0.35 * (0.07 / 0.11) + 0.2 * rise)) / 0.55, 0)
})

test('deaths of the last 90 days of a release, by country and place', () => {
  const csv = (rows: string[]) =>
    `id,where_description,adm_1,latitude,longitude,country,date_end,deaths_civilians,best,high,low\n${rows.join('\n')}`
  const read = ucdp.parse(
    csv([
      '1,Kharkiv,,50,36,Ukraine,2026-10-31 00:00:00.000,1,5,7,4',
      '2,Kharkiv,,50,36,Ukraine,2026-09-01 00:00:00.000,0,3,3,3',
      '3,Old,,50,36,Ukraine,2026-07-01 00:00:00.000,0,90,90,90',
    ]),
    now,
  )
  expect(read).toEqual([
    {
      country: 'Ukraine',
      through: '2026-10-31',
      covered_days: 90,
      events: 2,
      best: 8,
      low: 7,
      high: 10,
      civilians: 1,
      places: [{ name: 'Kharkiv', lat: 50, lon: 36, best: 8 }],
    },
  ])
  expect(() => ucdp.parse(csv(['1,Kharkiv,,50,36,Ukraine,2026-10-31,1,x,7,4']), now)).toThrow('is not a number')
})

test('a country that is none is 422, a window nobody counts 400', () => {
  const [route] = conflict.routes
  expect(() => route!.read!({ country: 'Atlantis' }, now)).toThrow(expect.objectContaining({ code: 'input_unusable' }))
  expect(() => route!.read!({ days: '31' }, now)).toThrow(expect.objectContaining({ code: 'input_invalid' }))
})

test('silence on a country is less sure than a report, and says how much was heard', () => {
  const body = {
    signal: { label: 'high', score: 50, confidence: 0.5, summary: '' },
    window: 7,
    coverage_through: { gdelt_span: 0.1, ucdp: '2026-10-31' },
    countries: [
      { iso2: 'UA', name: 'Ukraine', score: 80, label: 'severe', trend: 'stable', events: 27, fatalities_90d: { best: 368 } },
    ],
  }
  const [route] = conflict.routes
  const ask = (country: string) => (route!.shape!(body, { country }) as typeof body).signal
  expect(ask('KP')).toEqual({
    label: 'calm',
    score: 0,
    confidence: 0.3,
    summary: 'North Korea is calm (0): no armed conflict reported in 0.1 days, 0 deaths in 90 days to 2026-10-31.',
  })
  expect(ask('UA')).toMatchObject({
    confidence: 0.5,
    summary: expect.stringMatching(/27 reported events .* in 0.1 days, 368 deaths/),
  })
})
