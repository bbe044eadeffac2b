// Federal leases by hand: BOEM's tape by its places, BLM's times, the law's calendar, and what ends within a window.
import { expect, test } from 'vitest'
import blm from '../../../ingestors/sources/blm-leases/ingestor.ts'
import boem from '../../../ingestors/sources/boem-leases/ingestor.ts'
import { tapeFields } from '../../../ingestors/sources/boem-leases/layout.ts'
import { byOperator } from '../../../processors/formula/leases.ts'
import { tellAuctions, tellExpiring, tellPortfolio, yearChangePct } from '../../../processors/services/lease/register.ts'
import { noticedSale, statutorySales } from '../../../processors/services/lease/sales.ts'
import lease from '../../../processors/services/lease/service.ts'
import { held, register } from '../../support/leases.ts'

const now = new Date('2026-11-18T00:00:00Z')

test("the tape is read by BOEM's own places: the expected expiry from 27, the status from 170, the block from 292", () => {
  const at = (name: string) => tapeFields.find((field) => field.name === name)!.from
  // The widths of the field definitions added up by hand to each field's first column.
  expect([
    at('expected_expiration'),
    at('effective'),
    at('expiration'),
    at('bid_amount'),
    at('status'),
    at('area_code'),
    at('block'),
  ]).toEqual([27, 50, 60, 122, 170, 288, 292])
  const cells: Record<string, string> = {
    number: 'G36001',
    sale: '257',
    effective: '20210701',
    expected_expiration: '20280630',
    current_area: '5760.000',
    bid_amount: '1250000',
    royalty_rate: '18.75',
    status: 'PRIMRY',
    area_code: 'MC',
    block: '252',
  }
  const line = (over: Record<string, string>) =>
    tapeFields.map(({ name, from, to }) => ({ ...cells, ...over })[name]?.padEnd(to - from) ?? ' '.repeat(to - from)).join('')
  const owners =
    'LEASE_NUMBER,BUS_ASC_NAME,ASGN_STATUS_CODE,ASSIGNMENT_PCT\nG36001,"Sample, Inc.",C,60\nG36001,Other LLC,C,40\nG36001,Gone LLC,T,100\n'
  const aside: string[] = []
  const tape = [line({}), line({ number: 'G36002', status: 'RELINQ' }), line({ number: 'G36003', effective: '20219901' })].join(
    '\r\n',
  )
  const leases = boem.parse({ tape, owners }, now, (what) => aside.push(what)).flatMap((shelf) => shelf.leases)
  expect(leases).toEqual([
    {
      id: 'G36001',
      state: 'GULF',
      area: 'MC 252',
      product: 'OCS oil and gas lease',
      acres: 5_760,
      effective: '2021-07-01',
      expires: '2028-06-30',
      producing: false,
      status: 'PRIMRY',
      sale: '257',
      bonus_usd: 1_250_000,
      royalty_pct: 18.75,
      owners: [
        { name: 'Sample, Inc.', pct: 60 },
        { name: 'Other LLC', pct: 40 },
      ],
    },
  ])
  expect(aside).toHaveLength(1)
})

test('a lease of 1962 has a negative time, and a page that ends early is refused by its count', () => {
  const attributes = {
    CSE_NR: 'NMNM105000001',
    BLM_PROD: 'Competitive Oil and Gas Lease',
    CSE_DISP: 'Authorized',
    FRMTN: null,
    EFF_DT: -239_760_000_000,
    EXP_DT: 1_798_761_600_000,
    SALE_DT: null,
    PRDCNG: 'Yes',
    ADMIN_STATE: 'NM',
    GEO_STATE: 'NM',
    RCRD_ACRS: 640,
  }
  const layer = (count: number) => ({ count: { count }, rows: [attributes] })
  const read = blm.parse({ blm_oil_gas: layer(1), blm_geothermal: { count: { count: 0 }, rows: [] } }, now)
  expect(read.flatMap((shelf) => shelf.leases)).toMatchObject([
    { id: 'NMNM105000001', effective: '1962-05-28', expires: '2027-01-01', producing: true, acres: 640 },
  ])
  expect(read.find((shelf) => shelf.shelf === 'totals')!.totals).toEqual([
    { state: 'NM', leases: 1, acres: 640, producing_acres: 640 },
  ])
  expect(() => blm.parse({ blm_oil_gas: layer(2), blm_geothermal: layer(1) }, now)).toThrow('has 2 leases and sent 1')
})

test('the law: two Gulf sales a year to 2039 and one in 2040, Cook Inlet in six years, nine states each quarter', () => {
  const sales = statutorySales('2025-01-01', '2041-12-31')
  const of = (region: string) => sales.filter((sale) => sale.region === region)
  expect(of('GULF')).toHaveLength(30)
  expect(of('GULF').at(-1)!.date).toBe('2040-03-15')
  expect(of('ALASKA_OCS').map(({ date }) => date.slice(0, 4))).toEqual(['2026', '2027', '2028', '2030', '2031', '2032'])
  expect(
    statutorySales('2026-10-01', '2026-12-31')
      .map(({ region }) => region)
      .sort(),
  ).toEqual(['AK', 'CO', 'MT', 'ND', 'NM', 'NV', 'OK', 'UT', 'WY'])
})

test('a notice dates a sale by its first day after its own, with parcels and acres', () => {
  const notice = {
    title: 'Notice of Competitive Oil and Gas Lease Sale in Wyoming',
    abstract: 'As of November 2, 2026, BLM will offer 67 parcels totaling 48,210 acres on December 18, 2026.',
    agencies: ['land-management-bureau'],
    published: '2026-11-03',
    url: 'u',
  }
  expect(noticedSale(notice)).toMatchObject({
    agency: 'BLM',
    region: 'WY',
    date: '2026-12-18',
    parcels: 67,
    acres_offered: 48_210,
    status: 'final',
  })
  expect(
    noticedSale({
      ...notice,
      abstract: 'BOEM will open bids received on about 81.2 million acres on March 10, 2027.',
      agencies: ['ocean-energy-management-bureau'],
    }),
  ).toMatchObject({ region: 'GULF', acres_offered: 81_200_000 })
  expect(noticedSale({ ...notice, abstract: null })).toBeNull()
  // It takes the place of the law's last day of that quarter.
  const { upcoming } = tellAuctions(register([], { notices: [notice] }), { state: 'WY', horizon_days: 60 }, now)
  expect(upcoming.map(({ date, status }) => [date, status])).toEqual([['2026-12-18', 'final']])
})

test('acres of a year ago that nobody knows are no sign that nothing changed', () => {
  const told = tellPortfolio(register([held({})]), {}, now)
  expect(told.label).toBe('unknown')
  expect(told.totals.acres_change_12m_pct).toBeNull()
})

test('of 4,000 idle acres 1,000 end within a year, the last in time counts and production holds a lease', () => {
  const leases = [
    held({}),
    held({ id: 'WYWY2', producing: true }),
    held({ id: 'WYWY3', expires: '2029-01-01', acres: 3_000 }),
    held({ id: 'NMNM4', state: 'NM', expires: null, producing: true }),
  ]
  const told = tellExpiring(register(leases), {}, now)
  expect(told.totals).toEqual({ leases: 1, acres: 1_000, non_producing_acres: 1_000, share_of_idle_pct: 25, without_expiry: 1 })
  // A quarter of the idle acres is the full 60; all of the year's in its first three months is 4 times the mean, the full 40.
  expect(told.mix.score).toBe(100)
  expect(told.label).toBe('cliff')
  expect(tellExpiring(register(leases), { include_producing: true, months: 60 }, now).totals.leases).toBe(3)
  expect(tellExpiring(register(leases), { state: 'NM' }, now).totals.leases).toBe(0)
})

test('an operator has its share of the acres, and the next expiry of what does not produce', () => {
  const owners = [
    { name: 'Sample', pct: 60 },
    { name: 'Other', pct: 40 },
  ]
  const list = byOperator([
    held({ owners, acres: 5_000 }),
    held({ id: 'G2', owners: [owners[0]!], acres: 1_000, producing: true, expires: '2026-12-01' }),
  ])
  expect(list).toEqual([
    { name: 'Sample', leases: 2, producing_leases: 1, net_acres: 3_600, next_expiry: '2027-01-01' },
    { name: 'Other', leases: 1, producing_leases: 0, net_acres: 2_000, next_expiry: '2027-01-01' },
  ])
  expect(tellPortfolio(register([held({ owners })]), { operator: 'sam' }, now).totals.leases).toBe(1)
})

test('acres over a year compare the same month, of every register or of none', () => {
  const month = (register_: 'blm_oil_gas' | 'boem_oil_gas', read_in: string, acres: number) => ({
    register: register_,
    read_in,
    totals: [{ state: 'WY', leases: 1, acres, producing_acres: 0 }],
  })
  const blmYear = [month('blm_oil_gas', '2025-11-01', 100), month('blm_oil_gas', '2026-11-01', 105)]
  expect(yearChangePct(blmYear, {})).toBe(5)
  expect(yearChangePct([...blmYear, month('boem_oil_gas', '2026-11-01', 50)], {})).toBeNull()
  expect(yearChangePct(blmYear, { state: 'NM' })).toBeNull()
})

test('a state nobody leases in is 422, a lease number that is none and a month too far are 400', () => {
  const route = lease.routes.find(({ path }) => path === '/expiring')!
  expect(() => route.read!({ state: 'ZZ' }, now)).toThrow(expect.objectContaining({ code: 'input_unusable' }))
  expect(() => route.read!({ lease_number: '???' }, now)).toThrow(expect.objectContaining({ code: 'input_invalid' }))
  expect(() => route.read!({ months: '61' }, now)).toThrow(expect.objectContaining({ code: 'input_invalid' }))
})
