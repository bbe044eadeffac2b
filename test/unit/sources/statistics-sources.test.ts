// Statistical offices asked as they are asked today, and one dead table among several.
import { describe, expect, it } from 'vitest'
import { TollgateError } from '../../../base/errors.ts'
import { createAsideList } from '../../../ingestors/aside.ts'
import type { HttpClient } from '../../../ingestors/client/http.ts'
import type { FetchContext } from '../../../ingestors/define.ts'
import eurostat from '../../../ingestors/sources/eurostat/ingestor.ts'
import fred from '../../../ingestors/sources/fred/ingestor.ts'
import imf from '../../../ingestors/sources/imf-outlook/ingestor.ts'
import gscpi from '../../../ingestors/sources/nyfed-gscpi/ingestor.ts'
import oecd from '../../../ingestors/sources/oecd-cli/ingestor.ts'
import treasury from '../../../ingestors/sources/treasury-yields/ingestor.ts'
import worldBank from '../../../ingestors/sources/world-bank/ingestor.ts'
import zillow from '../../../ingestors/sources/zillow-research/ingestor.ts'

const at = new Date('2026-11-18T12:00:00Z')

/** Every address asked for, with how long its host is left alone, and how many were under way at once. */
async function ask(ingestor: { fetch(context: FetchContext): unknown }, more: Partial<FetchContext> = {}) {
  const asked: { url: URL; gapMs: number | undefined }[] = []
  let [open, most] = [0, 0]
  const answer = async (url: string, request: { gapMs?: number } = {}) => {
    asked.push({ url: new URL(url), gapMs: request.gapMs })
    most = Math.max(most, ++open)
    await new Promise(setImmediate)
    open--
    return '' as never
  }
  const http = { text: answer, json: answer } as unknown as HttpClient
  await ingestor.fetch({ http, at, since: null, signal: new AbortController().signal, credential: () => undefined, ...more })
  return { asked, most }
}

describe('what is asked for', () => {
  it('governance by its codes of 2026, in its own database', async () => {
    const { asked } = await ask(worldBank)
    const codes = asked.map(({ url }) => url.pathname.split('/').at(-1)!)
    expect(codes.filter((code) => code.endsWith('.EST'))).toEqual(
      ['VA', 'PV', 'GE', 'RQ', 'RL', 'CC'].map((part) => `GOV_WGI_${part}.EST`),
    )
    for (const { url } of asked.filter(({ url: { pathname } }) => pathname.includes('GOV_WGI')))
      expect(url.searchParams.get('source')).toBe('3')
  })
  it('consumer prices from the table that still moves, and the euro area of twenty-one', async () => {
    const { asked } = await ask(eurostat)
    const prices = asked.filter(({ url }) => url.pathname.includes('prc_hicp'))
    expect(prices.map(({ url }) => [url.pathname.split('/').at(-1), url.searchParams.get('coicop18')])).toEqual([
      ['prc_hicp_minr', 'TOTAL'],
      ['prc_hicp_minr', 'TOT_X_NRG_FOOD'],
    ])
    for (const { url } of asked) expect(url.searchParams.getAll('geo')[0]).toBe('EA21')
  })
  it('the primary balance by the Fiscal Monitor’s code, in no burst', async () => {
    const { asked } = await ask(imf)
    expect(asked.map(({ url }) => url.pathname.split('/').at(-1))).toContain('GGXONLB_G01_GDP_PT')
    expect(asked.every(({ gapMs }) => (gapMs ?? 0) >= 1_000)).toBe(true)
  })
  it('leading indicators of whatever version holds, and FRED twice a second at the most', async () => {
    const { asked } = await ask(oecd)
    expect(asked.map(({ url }) => url.pathname.split('/').at(-2))).toEqual(
      Array.from(asked, () => 'OECD.SDD.STES,DSD_STES@DF_CLI,'),
    )
    expect(asked.every(({ gapMs }) => (gapMs ?? 0) >= 1_000)).toBe(true)
    expect((await ask(fred)).asked.every(({ gapMs }) => gapMs === 500)).toBe(true)
  })
  it('sixty years of Treasury files in a quarter of the time that they take one after the other', async () => {
    const { asked, most } = await ask(treasury)
    expect(asked).toHaveLength(61)
    expect(most).toBe(4)
  })
})

describe('one dead table', () => {
  it('costs itself: of FRED’s series, and of the World Bank’s indicators', async () => {
    const dead = async (url: string) => {
      if (/id=ISRATIO&|GOV_WGI_VA/.test(url)) throw new TollgateError('upstream_refused', 'gone')
      return ''
    }
    const http = { text: dead, json: dead } as unknown as HttpClient
    for (const [source, name] of [
      [fred, 'ISRATIO'],
      [worldBank, 'GOV_WGI_VA.EST'],
    ] as const) {
      const aside = createAsideList()
      const context = { http, at, since: null, signal: new AbortController().signal, credential: () => undefined }
      await source.fetch({ ...context, setAside: aside.set })
      expect(aside.all.map(({ what }) => what)).toEqual([name])
    }
  })
  it('costs itself where it is empty: the outlook goes on with five', () => {
    const aside = createAsideList()
    const table = (id: string) => ({ id, body: { values: { [id]: { USA: { 2024: 2.8 } } } } })
    const tables = [{ id: 'GGXONLB_G01_GDP_PT', body: { api: { version: '1' } } }, table('NGDP_RPCH')] as never
    expect(imf.parse(tables, at, aside.set)).toMatchObject([{ iso3: 'USA', figures: [{ measure: 'growth_pct', value: 2.8 }] }])
    expect(aside.all).toHaveLength(1)
  })
  it('and of the years that were not asked for nothing is kept', () => {
    const years = { '2017': 1, '2018': 2.9, '2028': 2.1, '2029': 1.9, '2031': 1.8 }
    const body = { values: { NGDP_RPCH: { USA: years, WEOWORLD: years }, '': null } }
    const told = imf.parse([{ id: 'NGDP_RPCH', body }], at).flatMap(({ figures }) => figures.map(({ year }) => year))
    expect(told).toEqual([2018, 2028])
  })
})

describe('the supply pressure matrix', () => {
  it('is read in its last named column, whatever the vintages are called, and ends in blank rows', () => {
    const csv = 'Date,44562,46204,46235,\n31-May-2026,#N/A,1.81,1.80,\n30-Jun-2026,#N/A,1.25,1.19,\n,\n,,\n'
    expect(gscpi.parse(csv, at)).toEqual([
      { month: '2026-05-31', deviations: 1.8 },
      { month: '2026-06-30', deviations: 1.19 },
    ])
    expect(() => gscpi.parse('<html>\n', at)).toThrow(/Date/)
  })
})

describe('a table that stands still for so long that none of its months is read', () => {
  const table = (month: string) =>
    `RegionID,SizeRank,RegionName,RegionType,StateName,${month}\n1,0,United States,country,,357469.06\n`
  const tables = (values: string, rents: string) => [
    { id: 'home_value_usd' as const, body: table(values) },
    { id: 'rent_usd' as const, body: table(rents) },
  ]
  it('is set aside by name, and the other one is read', () => {
    const aside = createAsideList()
    const read = zillow.parse(tables('2024-11-30', '2026-10-31'), at, aside.set)
    expect(read).toMatchObject([{ measure: 'rent_usd', month: '2026-10-31', value: 357_469.06 }])
    expect(aside.all).toMatchObject([
      { what: 'home_value_usd', reason: 'home_value_usd has 1 rows, and none of what is asked for' },
    ])
  })
})
