// Shapes that recorded answers of the upstreams were seen in, on samples of our own: less, more or otherwise than the documents say.
import { describe, expect, it, test } from 'vitest'
import { createAsideList } from '../../../ingestors/aside.ts'
import { readJsonStat } from '../../../ingestors/formats/json-stat.ts'
import bis from '../../../ingestors/sources/bis-policy/ingestor.ts'
import commitments from '../../../ingestors/sources/cftc-cot/ingestor.ts'
import trials from '../../../ingestors/sources/ctgov-readouts/ingestor.ts'
import ecb from '../../../ingestors/sources/ecb/ingestor.ts'
import ecbRates from '../../../ingestors/sources/ecb-fx/ingestor.ts'
import bondPremium from '../../../ingestors/sources/fed-ebp/ingestor.ts'
import fred from '../../../ingestors/sources/fred/ingestor.ts'
import referenceRates from '../../../ingestors/sources/nyfed-rates/ingestor.ts'
import conflicts from '../../../ingestors/sources/ucdp-candidate/ingestor.ts'
import { layout } from '../../../ingestors/sources/ucdp-candidate/layout.ts'
import { readAmount, readName } from '../../../ingestors/sources/usgs-mcs/cells.ts'
import monthly from '../../../ingestors/sources/world-bank-monthly/ingestor.ts'

const at = new Date('2026-11-18T12:00:00Z')
const changed = expect.objectContaining({ code: 'upstream_changed' })

/** What is parsed, and what was set aside for it. */
function read(source: { parse(raw: any, at: Date, setAside: any): unknown[] }, raw: unknown) {
  const aside = createAsideList()
  return { values: source.parse(raw, at, aside.set) as any[], aside: aside.all }
}

describe('the New York Fed', () => {
  const rate = { type: 'EFFR', effectiveDate: '2026-11-17', percentRate: 3.63, volumeInBillions: 101 }
  it('writes NA where a rate has no figure, and figures as texts', () => {
    const refRates = [
      { ...rate, percentPercentile99: 'NA', targetRateFrom: 'NA', targetRateTo: '3.75' },
      { type: 'SOFRAI', effectiveDate: '2026-11-17', average30day: 3.7, index: 1.2 },
    ]
    const { values, aside } = read(referenceRates, { refRates })
    expect(aside).toEqual([])
    expect(values).toMatchObject([{ type: 'EFFR', percentile_99_pct: null, target_low_pct: null, target_high_pct: 3.75 }])
  })
  it('a rate without its own figure is set aside', () => {
    const refRates = [rate, { ...rate, type: 'SOFR', percentRate: 'NA' }]
    const { values, aside } = read(referenceRates, { refRates })
    expect([values.length, aside.length]).toEqual([1, 1])
  })
})

describe('months', () => {
  it('of the excess bond premium are named in some editions', () => {
    const body = 'date,gz_spread,ebp,est_prob\nJAN1973,1.1,0.01,0.21\nFEB1973,1.04,-0.02,0.2\n'
    expect(bondPremium.parse(body, at).map(({ month }: any) => month)).toEqual(['1973-01-01', '1973-02-01'])
    for (const word of ['ANF1973', 'JAN73', 'XYZ1973'])
      expect(() => bondPremium.parse(`date,gz_spread,ebp,est_prob\n${word},1,1,1\n`, at)).toThrow(changed)
  })
  it('of FRED stand under date in capitals or not', () => {
    const read = (column: string) => fred.parse([{ id: 'UNRATE', body: `${column},UNRATE\n2026-10-01,4.2\n` }], at)
    for (const column of ['observation_date', 'DATE', 'date'])
      expect(read(column)).toEqual([{ series: 'UNRATE', date: '2026-10-01', value: 4.2 }])
    expect(() => read('day')).toThrow(changed)
  })
})

describe('commitments', () => {
  const place = { cftc_contract_market_code: '088691', report_date_as_yyyy_mm_dd: '2026-11-10T00:00:00.000' }
  const sides = ['noncomm', 'comm', 'nonrept'].flatMap((group) =>
    ['long', 'short'].map((side) => [`${group}_positions_${side}_all`, '10'] as const),
  )
  const legacy = [{ ...place, open_interest_all: '30', ...Object.fromEntries(sides) }]
  const managed = { ...place, m_money_positions_long_all: '7', m_money_positions_short_all: '3' }
  const other = { ...place, cftc_contract_market_code: '099741' }
  it('are told where who speculates did not come, or a row tells nothing of it', () => {
    const funds = (disaggregated: unknown) => read(commitments, { legacy, disaggregated, financial: [] }).values[0].funds
    expect(funds([other, managed])).toEqual({ long: 7, short: 3 })
    expect(funds(undefined)).toBeNull()
    // The same report sent for each of the three.
    const { values, aside } = read(commitments, { legacy, disaggregated: legacy, financial: legacy })
    expect(values).toMatchObject([{ code: '088691', open_interest: 30, funds: null }])
    expect(aside.map(({ what }) => what)).toEqual(['disaggregated', 'financial'])
  })
  it('lose a row of which half is missing alone', () => {
    const half = { ...other, m_money_positions_long_all: '7' }
    const { values, aside } = read(commitments, { legacy, disaggregated: [half, managed], financial: [] })
    expect(values[0].funds).toEqual({ long: 7, short: 3 })
    expect(aside).toHaveLength(1)
  })
})

describe('trials', () => {
  const study = (nctId: string, phases: readonly string[] | undefined, overallStatus = 'RECRUITING') => ({
    protocolSection: {
      identificationModule: { nctId, briefTitle: 'A trial of a drug' },
      statusModule: { overallStatus, primaryCompletionDateStruct: { date: '2027-02' } },
      designModule: phases === undefined ? { studyType: 'OBSERVATIONAL' } : { phases },
      sponsorCollaboratorsModule: { leadSponsor: { name: 'A Firm' } },
      conditionsModule: { conditions: ['A Condition'] },
    },
  })
  it('of no phase, and drugs given away, read nothing out and are no mistakes', () => {
    const studies = [
      study('NCT00000001', ['PHASE2']),
      study('NCT00000002', ['NA']),
      study('NCT00000003', undefined),
      study('NCT00000004', ['EARLY_PHASE1']),
      study('NCT00000005', undefined, 'NO_LONGER_AVAILABLE'),
    ]
    const { values, aside } = read(trials, [{ studies }])
    expect(aside).toEqual([])
    expect(values[0].events.map(({ id }: any) => id)).toEqual(['NCT00000001'])
  })
  it('all of no phase are another shape', () => {
    expect(() => read(trials, [{ studies: [study('NCT00000002', undefined), study('NCT00000003', undefined)] }])).toThrow(changed)
    expect(read(trials, [{ studies: [study('NCT00000001', ['PHASE9']), study('NCT00000006', ['PHASE3'])] }]).aside).toHaveLength(
      1,
    )
  })
})

describe('more than was asked for', () => {
  it('is left out of policy rates: other areas, and days', () => {
    const body = 'FREQ,REF_AREA,TIME_PERIOD,OBS_VALUE\nM,US,2026-10,3.6\nM,XX,2026-10,9\nD,US,2026-10-05,3.6\n'
    const { values, aside } = read(bis, body)
    expect(aside).toEqual([])
    expect(values).toEqual([{ area: 'US', month: '2026-10-01', rate_pct: 3.6 }])
    expect(read(bis, `${body}M,United States,2026-10,3.6\n`).aside).toHaveLength(1)
  })
  it('is left out of reference rates and of the flows beside them', () => {
    const rates = 'KEY,TIME_PERIOD,OBS_VALUE\nEXR.D.USD.EUR.SP00.A,2026-11-17,1.15\nEXR.D.ISK.EUR.SP00.A,2026-11-17,143\n'
    expect(read(ecbRates, rates)).toMatchObject({ values: [{ currency: 'USD' }], aside: [] })
    expect(read(ecbRates, `${rates}USD,2026-11-17,1.15\n`).aside).toHaveLength(1)
    const { values, aside } = read(ecb, [{ id: 'EXR', body: rates.replace('ISK', 'CNY') }])
    expect(values.map(({ series }) => series)).toEqual(['EXR.D.USD.EUR.SP00.A', 'EXR.D.CNY.EUR.SP00.A'])
    expect(aside).toEqual([])
    expect(read(ecb, [{ id: 'EXR', body: rates }]).values).toHaveLength(1)
  })
  it('is left out of monthly figures: unions and countries that nobody reads', () => {
    const row = (countryiso3code: string) => ({
      indicator: { id: 'TOTRESV' },
      country: { id: countryiso3code, value: '' },
      countryiso3code,
      date: '2026M08',
      value: 1_000,
    })
    const body = [{ page: 1, pages: 1 }, [row('USA'), row('EMU'), row('NPL')]]
    const { values, aside } = read(monthly, [{ id: 'TOTRESV', body }])
    expect(aside).toEqual([])
    expect(values.map(({ iso3 }) => iso3)).toEqual(['USA'])
  })
})

test('a country of monthly figures is known by its other number where the one for it is empty', () => {
  // As source 15 of the World Bank really answers.
  const row = {
    indicator: { id: 'TOTRESV' },
    country: { id: 'USA', value: 'United States' },
    countryiso3code: '',
    date: '2026M08',
  }
  const body = [{ page: 1, pages: 1 }, [{ ...row, value: 1_000 }]]
  const { values, aside } = read(monthly, [{ id: 'TOTRESV', body }])
  expect({ iso3: values.map(({ iso3 }) => iso3), aside }).toEqual({ iso3: ['USA'], aside: [] })
})

describe('a release of conflict events', () => {
  const cells: Record<string, string> = {
    id: '500001',
    country: 'Sudan',
    where_description: '"Khartoum, the city"',
    latitude: '15.5',
    longitude: '32.5',
    date_end: '10/31/2026 0:00:00',
    deaths_civilians: '2',
    best: '5',
    high: '7',
    low: '4',
  }
  const event = layout.map((column) => cells[column] ?? '').join(',')
  it('may come without its header, and with days as Americans write them', () => {
    const whole = conflicts.parse(`${layout.join(',')}\n${event}\n`, at)
    expect(whole).toMatchObject([{ country: 'Sudan', through: '2026-10-31', best: 5, low: 4, high: 7, civilians: 2 }])
    expect(conflicts.parse(`${event}\n`, at)).toEqual(whole)
    expect(layout).toHaveLength(49)
  })
  it('of other columns without a header is refused', () => {
    expect(() => conflicts.parse(`${event},1\n`, at)).toThrow(changed)
  })
})

describe('a JSON-stat table', () => {
  const table = (geo: object, time: object, value: unknown) => ({
    id: ['geo', 'time'],
    size: [1, 2],
    value,
    dimension: { geo: { category: geo }, time: { category: time } },
  })
  it('may list its categories, and tell of a single one its label alone', () => {
    const cells = readJsonStat(table({ label: { IT: 'Italy' } }, { index: ['2026-09', '2026-10'] }, [1.5, null]))
    expect(cells).toEqual([{ at: { geo: 'IT', time: '2026-09' }, value: 1.5 }])
  })
  it('of several labels without an index, or of another number of them, is refused', () => {
    const time = { index: { '2026-09': 0, '2026-10': 1 } }
    expect(() => readJsonStat(table({ label: { IT: 'Italy', FR: 'France' } }, time, [1, 2]))).toThrow(changed)
    expect(() => readJsonStat(table({ index: ['IT', 'FR'] }, time, [1, 2]))).toThrow(changed)
    expect(() => readJsonStat(table({ index: [7] }, time, [1, 2]))).toThrow(changed)
  })
})

describe('the mineral summaries', () => {
  it('mark what is estimated before or behind the figure, and write a country with its own apostrophe', () => {
    expect(['e1,200', '1,200e', '>50', '—'].map((text) => readAmount(text)?.value ?? null)).toEqual([1_200, 1_200, 50, null])
    expect(() => readAmount('1,200x')).toThrow(changed)
    expect(['Côte d’Ivoire', 'C\uFFFDte d\uFFFDIvoire', 'Chile'].map(readName)).toEqual([
      "Côte d'Ivoire",
      "Côte d'Ivoire",
      'Chile',
    ])
  })
})
