// Government opportunities by hand: what an edge is made of, incumbents by industry and agency, fiscal months, and a file of strangers.
import { copyFile, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import grants from '../../../ingestors/sources/grants-gov/ingestor.ts'
import sam from '../../../ingestors/sources/sam-opportunities/ingestor.ts'
import type { Notice } from '../../../ingestors/sources/sam-opportunities/topic.ts'
import months from '../../../ingestors/sources/usaspending-months/ingestor.ts'
import { agencyKey, createMarket } from '../../../processors/services/govedge/market.ts'
import {
  type Board,
  edgeOf,
  type Row,
  refuseProfile,
  select,
  tellOpportunities,
} from '../../../processors/services/govedge/opportunities.ts'
import { obligationsYoY, tellReport } from '../../../processors/services/govedge/report.ts'
import govedge from '../../../processors/services/govedge/service.ts'

const now = new Date('2026-11-18T00:00:00Z')
const award = (over: object) => ({
  id: 'CONT_AWD_1',
  piid: 'P1',
  recipient: 'A LLC',
  agency: 'Department of Veterans Affairs',
  naics: '561730',
  amount_usd: 100_000,
  began: '2026-01-01',
  ends: '2027-01-01',
  ...over,
})
const row: Row = {
  id: 'n1',
  source: 'sam',
  kind: 'contract',
  title: 'Grounds maintenance',
  agency: 'VETERANS AFFAIRS, DEPARTMENT OF',
  sub_tier: null,
  type: 'solicitation',
  posted_at: '2026-11-18',
  due_at: '2026-12-18T00:00:00Z',
  naics: '561730',
  psc: null,
  set_aside: 'SBA',
  place: { city: null, state: 'VA', country: 'USA' },
  url: 'u',
}

test('both systems name one agency, in their own ways', () => {
  expect(agencyKey('VETERANS AFFAIRS, DEPARTMENT OF')).toBe(agencyKey('Department of Veterans Affairs'))
  expect(agencyKey('DEPT OF DEFENSE')).toBe(agencyKey('Department of Defense'))
  expect(agencyKey('DEPT OF DEFENSE')).not.toBe(agencyKey('Department of Energy'))
})

test('incumbents by share of the money, the median as the estimate, and by industry alone where the pair has but one', () => {
  const market = createMarket([
    award({}),
    award({ id: '2', recipient: 'B INC', amount_usd: 300_000 }),
    award({ id: '3', agency: 'Department of Energy', amount_usd: 900_000 }),
  ])
  const found = market.pairOf('561730', 'VETERANS AFFAIRS, DEPARTMENT OF')!
  expect(found.basis).toBe('naics_and_agency')
  expect(found.pair).toMatchObject({ awards: 2, median_award_usd: 200_000, top_share_pct: 75 })
  expect(found.pair.incumbents[0]).toMatchObject({ recipient: 'B INC', share_pct: 75 })
  expect(market.pairOf('561730', 'Department of Energy')).toMatchObject({
    basis: 'naics',
    pair: { awards: 3, median_award_usd: 300_000 },
  })
  expect(market.pairOf('999999', null)).toBeNull()
})

test('30 days left, set aside, posted today, the pair with the highest median: 35 + 25 + 16 + 20', () => {
  const market = createMarket([award({}), award({ id: '2', recipient: 'B INC', amount_usd: 300_000 })])
  expect(edgeOf(row, market, now).edge).toBe(96)
  // Due in six days is half of the way from 2 to 10; unknown worth counts 0.3 of its 25.
  expect(edgeOf({ ...row, due_at: '2026-11-24T00:00:00Z' }, createMarket([]), now).edge).toBe(35 * 0.5 + 7.5 + 16 + 20)
})

test('a profile of value keeps only what past awards put there; the past is no opportunity', () => {
  const market = createMarket([award({}), award({ id: '2', amount_usd: 300_000 })])
  expect(select([row], market, { min_value_usd: 150_000, max_value_usd: 250_000 }, now)).toHaveLength(1)
  expect(select([row], market, { min_value_usd: 250_000 }, now)).toHaveLength(0)
  expect(select([row], market, { naics: '5617', set_aside: 'sba', state: 'VA', q: 'grounds' }, now)).toHaveLength(1)
  expect(select([row], market, { set_aside: 'none' }, now)).toHaveLength(0)
  expect(select([{ ...row, due_at: '2026-11-17T00:00:00Z' }], market, {}, now)).toHaveLength(0)
})

test('what is set aside for nobody says so by a code: it is open to all, and counts so', () => {
  const market = createMarket([])
  expect(edgeOf({ ...row, set_aside: null }, market, now).edge).toBe(35 + 7.5 + 8 + 20)
  expect(edgeOf(row, market, now).edge).toBe(35 + 7.5 + 16 + 20)
})

test('words are found where a word begins, two letters only as a word of their own', () => {
  const market = createMarket([])
  const titled = (title: string) => ({ ...row, title })
  const found = (q: string) =>
    select([titled('Facility repair'), titled('IT support services')], market, { q }, now).map(({ title }) => title)
  expect(found('it')).toEqual(['IT support services'])
  expect(found('  IT   supp ')).toEqual(['IT support services'])
  expect(found('pair')).toEqual([])
})

const board = (notices: readonly Notice[]): Board => ({
  notices,
  grants: [],
  market: createMarket([]),
  months: [],
  readOn: { sam: now, grants: now, awards: now },
})
const notice = (posted: string, i: number, over: Partial<Notice> = {}): Notice => ({
  id: String(i).padStart(32, '0'),
  title: 'Grounds maintenance',
  number: null,
  agency: 'VETERANS AFFAIRS, DEPARTMENT OF',
  sub_tier: null,
  type: 'Solicitation',
  posted,
  due: '2026-12-18T00:00:00.000Z',
  naics: '561730',
  psc: null,
  set_aside: null,
  city: null,
  state: 'VA',
  country: 'USA',
  ...over,
})

test('as many notices each working day, of which the older ones are closed and gone: neither expanding nor rich', () => {
  // Four a working day up to 18 November, which is not over; of the days before 4 November three of four are gone. Veterans Day is no working day.
  const days = Array.from({ length: 28 }, (_, i) => new Date(now.getTime() - i * 86_400_000).toISOString().slice(0, 10))
  const open = days.filter((day) => ![0, 6].includes(new Date(day).getUTCDay()) && day !== '2026-11-11')
  const notices = open.flatMap((day, d) => Array.from({ length: day < '2026-11-04' ? 1 : 4 }, (_, i) => notice(day, d * 10 + i)))
  const told = tellReport(board(notices), now)
  expect(told.label).toBe('flat')
  expect(told.notices).toMatchObject({ newest_day: '2026-11-17', d7: 16, prior_7d: 20 })
  expect(Math.abs(told.notices.week_vs_prior_pct!)).toBeLessThan(2)
  expect(tellOpportunities(board(notices), { posted_days: 28 }, now).label).toBe('normal')
  // Twice as many in the newest week are more.
  const more = notices.flatMap((one, i) =>
    one.posted >= '2026-11-11' ? [one, { ...one, id: `f${i}`.padStart(32, '0') }] : [one],
  )
  expect(tellReport(board(more), now).label).toBe('expanding')
})

test('a profile that nothing fits is refused before a price, by the input that leaves nothing, with the nearest there is', () => {
  const known = board([
    notice('2026-11-17', 1),
    notice('2026-11-16', 2, { agency: 'DEPT OF DEFENSE', naics: '541512', state: 'TX' }),
  ])
  const refuse = (asked: object) => () => refuseProfile(known, asked, now)
  expect(refuse({ agency: 'Veterens Affairs' })).toThrow(
    expect.objectContaining({ code: 'input_unusable', suggestions: expect.arrayContaining(['VETERANS AFFAIRS, DEPARTMENT OF']) }),
  )
  expect(refuse({ naics: '5416' })).toThrow(expect.objectContaining({ suggestions: expect.arrayContaining(['541512']) }))
  expect(refuse({ naics: '5415', state: 'VA' })).toThrow('naics')
  expect(refuse({ q: 'submarine' })).toThrow('q')
  expect(refuse({ kind: 'grant' })).toThrow('kind')
  expect(refuse({ naics: '5415', state: 'TX' })).not.toThrow()
  expect(refuse({})).not.toThrow()
})

test('the first fiscal month of 2026 is October 2025; months to come stand there as zero and are none', () => {
  const period = (fiscal_year: string, month: string) => ({ aggregated_amount: 5, time_period: { fiscal_year, month } })
  expect(
    months.parse({ results: [period('2026', '1'), period('2026', '12'), period('2027', '3')] }, now).map(({ month }) => month),
  ).toEqual(['2025-10-01', '2026-09-01'])
})

test('a year of 10 a month, then 12: 20 % more, by months that are 90 days old', () => {
  const points = Array.from({ length: 24 }, (_, i) => ({ at: new Date(Date.UTC(2025, i, 1)), value: i < 12 ? 10 : 12 }))
  expect(obligationsYoY(points)).toMatchObject({ newestUsd: 36, through: new Date(Date.UTC(2026, 7, 1)) })
  expect(obligationsYoY(points).pct).toBeCloseTo(20, 9)
  expect(obligationsYoY(points.slice(0, 12)).pct).toBeNull()
})

test("a grant's title is read as its page shows it", () => {
  const hit = (title: string) => ({
    id: '360001',
    number: 'N-1',
    title,
    agency: 'Children &amp; Families',
    openDate: '11/01/2026',
    closeDate: '',
    oppStatus: 'posted',
  })
  const read = (title: string) =>
    (grants.parse([{ errorcode: 0, data: { hitCount: 1, oppHits: [hit(title)] } }], now) as { entries: object[] }[]).flatMap(
      ({ entries }) => entries,
    )
  expect(read('Small Business &amp; Training &ndash; &quot;Phase I&quot;')).toMatchObject([
    { title: 'Small Business & Training – "Phase I"', agency: 'Children & Families' },
  ])
  // What looks like a reference and is none, and what looks like an element, stay.
  expect(read('R&D for AT&T; cells < 5 <b>mm</b>')).toMatchObject([{ title: 'R&D for AT&T; cells < 5 <b>mm</b>' }])
})

test("the notices' file is read by its names in its own letters; a closed one is none, one without a number costs itself", async () => {
  const header =
    'NoticeId,Title,Sol#,Department/Ind.Agency,Sub-Tier,PostedDate,Type,SetASideCode,ResponseDeadLine,NaicsCode,ClassificationCode,PopCity,PopState,PopCountry,Active'
  const line = (id: string, title: string, due: string, active = 'Yes') =>
    `${id},"${title}",S-1,DEPT OF DEFENSE,NAVY,2026-11-16 03:42:50,Solicitation,SBA,${due},541512,DA01,,DE-RP,DEU,${active}`
  const id = '5b345bbb7127b91a3ad577b203fc6f68'
  const text = [
    header,
    line(id, 'Caf\u00e9 \u0093service\u0094', '2026-12-31T12:00:00+01:00'),
    line('x', 'Bad', ''),
    line(id.replace('5', '6'), 'Closed', '', 'No'),
    line(id.replace('5', '7'), 'Operations &amp; support', '').replace(',SBA,', ',NONE,'),
  ].join('\n')
  const folder = await mkdtemp(join(tmpdir(), 'notices-'))
  await writeFile(join(folder, 'file.csv'), Buffer.from(text, 'latin1'))
  const http = { download: (_: string, path: string) => copyFile(join(folder, 'file.csv'), path) }
  const aside: string[] = []
  const raw = await sam.fetch({
    http,
    at: now,
    since: null,
    signal: AbortSignal.timeout(5_000),
    credential: () => undefined,
  } as never)
  const read = sam.parse(raw, now, (what) => aside.push(what)) as { entries: object[] }[]
  expect(read.flatMap(({ entries }) => entries)).toMatchObject([
    { id, title: 'Café “service”', due: '2026-12-31T11:00:00.000Z', posted: '2026-11-16', state: 'DE-RP', set_aside: 'SBA' },
    { title: 'Operations & support', set_aside: null },
  ])
  expect(aside).toEqual(['x'])
})

test('a NAICS of letters is 400, a sector nobody has and a state of nowhere 422', () => {
  const route = govedge.routes.find(({ path }) => path === '/opportunities')!
  expect(() => route.read!({ naics: 'abc' }, now)).toThrow(expect.objectContaining({ code: 'input_invalid' }))
  expect(() => route.read!({ naics: '9912' }, now)).toThrow(expect.objectContaining({ code: 'input_unusable' }))
  expect(() => route.read!({ state: 'ZZ' }, now)).toThrow(expect.objectContaining({ code: 'input_unusable' }))
})
