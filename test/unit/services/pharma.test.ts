// Drug catalysts by hand: weight, nearness and precision, skew, and the feeds' own spellings.
import { expect, test } from 'vitest'
import trials from '../../../ingestors/sources/ctgov-readouts/ingestor.ts'
import filings from '../../../ingestors/sources/edgar-pdufa/ingestor.ts'
import meetings from '../../../ingestors/sources/fda-adcomm/ingestor.ts'
import type { Catalyst } from '../../../ingestors/sources/fda-adcomm/topic.ts'
import approvals from '../../../ingestors/sources/openfda-approvals/ingestor.ts'
import pharma, { refuseUnknownCompany, tellCatalysts } from '../../../processors/services/pharma/service.ts'
import { companyKey, scoreOf, skewOf, weightOf } from '../../../processors/services/pharma/signal.ts'

const now = new Date('2026-11-18T12:00:00Z')
const event = (over: Partial<Catalyst>): Catalyst => ({
  id: 'x',
  date: '2026-11-18',
  precision: 'day',
  type: 'adcomm',
  company: 'Sample Pharma, Inc.',
  cik: null,
  product: null,
  indication: null,
  phase: null,
  detail: 'd',
  url: 'u',
  ...over,
})

test('a meeting today weighs .8, in 45 days that over e; a phase 3 month .5 x .7', () => {
  expect(weightOf(event({}), now)).toBeCloseTo(0.8, 9)
  expect(weightOf(event({ date: '2027-01-02' }), now)).toBeCloseTo(0.8 / Math.E, 9)
  expect(weightOf(event({ type: 'readout', phase: 3, precision: 'month' }), now)).toBeCloseTo(0.35, 9)
})

test('three quarters of the market’s usual six: 100 x (1 - e ^ -(2.4 / 6)); one company against 1.5', () => {
  const three = [event({}), event({}), event({})]
  expect(scoreOf(three, now, false)).toBeCloseTo(100 * (1 - Math.exp(-0.4)), 9)
  expect(scoreOf(three, now, true)).toBeCloseTo(100 * (1 - Math.exp(-1.6)), 9)
})

test('three approvals and a refusal in 90 days are a skew of .5; older ones do not count', () => {
  const list = [
    ...[1, 2, 3].map((i) => event({ type: 'approval', id: `a${i}`, date: '2026-11-01' })),
    event({ type: 'crl', date: '2026-10-01' }),
    event({ type: 'crl', date: '2026-01-01' }),
  ]
  expect(skewOf(list, now)).toBe(0.5)
  expect(skewOf([], now)).toBeNull()
})

test('what lies ahead is ahead, what was decided is behind, and a company is found whatever its legal form', () => {
  expect(companyKey('SAMPLE PHARMA, INC.')).toBe(companyKey('Sample Pharma'))
  const known = {
    events: [
      event({ id: 'a', date: '2026-12-01' }),
      event({ id: 'b', date: '2026-11-01' }),
      event({ id: 'c', type: 'approval', date: '2026-11-10' }),
      event({ id: 'd', type: 'readout', date: '2027-08-01', company: 'Other' }),
    ],
    readAt: new Map(),
  }
  const told = tellCatalysts(known, { company: 'sample pharma' }, now)
  expect(told.next.map(({ date }) => date)).toEqual(['2026-12-01'])
  expect(told.recent_decisions).toHaveLength(1)
  expect(told.counts).toMatchObject({ adcomm: 1, approval: 1, readout: 0 })
  expect(() => refuseUnknownCompany(known, { company: 'nobody' }, now)).toThrow(
    expect.objectContaining({ code: 'input_unusable' }),
  )
})

test('a legal form names no company, and so not all of them; other letters than a to z name one', () => {
  const known = {
    events: [event({ id: 'a', company: 'Société Générique SA' }), event({ id: 'b', company: '武田薬品' })],
    readAt: new Map(),
  }
  for (const company of ['Inc.', 'the company', 'Co., Ltd', '--'])
    expect(() => refuseUnknownCompany(known, { company }, now)).toThrow(expect.objectContaining({ code: 'input_unusable' }))
  expect(tellCatalysts(known, { company: 'societe generique', days: 90 }, now).next.map(({ company }) => company)).toEqual([
    'Société Générique SA',
  ])
  expect(tellCatalysts(known, { company: '武田薬品' }, now).next).toHaveLength(1)
  expect(() => refuseUnknownCompany(known, { company: '塩野義' }, now)).toThrow()
})

const fetched = async (ingestor: { fetch(context: never): Promise<unknown> }, answer: (url: URL) => unknown) => {
  const asked: string[] = []
  const json = async (url: string) => {
    asked.push(url)
    return answer(new URL(url))
  }
  const raw = await ingestor.fetch({
    http: { json },
    at: now,
    since: null,
    signal: AbortSignal.timeout(1_000),
    credential: () => 'Test/1.0 (a@example.com)',
  } as never)
  return { raw, asked }
}

test('applications of every page are read: a new drug on the second is no less approved', async () => {
  const application = (i: number) => ({
    application_number: i === 1_500 ? 'NDA219876' : `ANDA${100_000 + i}`,
    sponsor_name: 'S',
    products: [],
    submissions: [
      {
        submission_type: 'ORIG',
        submission_number: '1',
        submission_status: 'AP',
        submission_status_date: '20261110',
        submission_class_code: 'TYPE 1',
      },
    ],
  })
  const { raw, asked } = await fetched(approvals, (url) => {
    const skip = Number(url.searchParams.get('skip') ?? 0)
    const results = Array.from({ length: Math.min(1_000, 1_600 - skip) }, (_, i) => application(skip + i))
    return { meta: { results: { skip, limit: 1_000, total: 1_600 } }, results }
  })
  expect(asked).toHaveLength(2)
  expect(approvals.parse(raw as never, now)[0].events).toMatchObject([{ id: 'approval NDA219876 ORIG 1' }])
  const aside: string[] = []
  approvals.parse((raw as unknown[]).slice(0, 1) as never, now, (what) => aside.push(what))
  expect(aside).toEqual(['applications'])
})

test('filings beyond the first hundred that the search gives are read too', async () => {
  const hit = (i: number) => ({
    _id: `0001193125-26-${100_000 + i}:ex99-1.htm`,
    _source: { ciks: ['0001515673'], display_names: ['SAMPLE PHARMA INC  (SMPL)'], file_date: '2026-11-10' },
  })
  const { raw, asked } = await fetched(filings, (url) => {
    const from = Number(url.searchParams.get('from') ?? 0)
    const hits = Array.from({ length: Math.min(100, 240 - from) }, (_, i) => hit(from + i))
    return { hits: { total: { value: 240, relation: 'eq' }, hits } }
  })
  expect(asked).toHaveLength(3)
  expect(filings.parse(raw as never, now)[0].events).toHaveLength(240)
})

// As FDA's own calendar writes one, 2026-08.
test('a meeting that is off stands in the calendar and counts nowhere', () => {
  const off = ['POSTPONED - Vaccines and Related Biological Products Advisory Committee Meeting', 'CANCELED: a meeting']
  const event_ = (id: string, detail: string) => event({ id, type: 'adcomm', date: '2026-12-01', company: null, detail })
  const held = { events: [event_('held', 'Meeting of the Postponed Care Committee')], readAt: new Map() }
  const both = { ...held, events: [...held.events, ...off.map((detail, i) => event_(`off ${i}`, detail))] }
  const [one, told] = [tellCatalysts(held, {}, now), tellCatalysts(both, {}, now)]
  expect(told.adcomms.map(({ status }) => status)).toEqual(['scheduled', 'postponed', 'cancelled'])
  expect({ ...told, adcomms: [] }).toEqual({ ...one, adcomms: [] })
})

test('the calendar of 2026 as it was recorded: a linked title, and a row without a date that is none', () => {
  const title =
    '<a href="/advisory-committees/advisory-committee-calendar/pediatric-advisory-committee-meeting-announcement-09162026" hreflang="en">Pediatric Advisory Committee Meeting Announcement - 09/16/2026</a>'
  const rows = [
    { field_start_date: '09/16/2026 10:00 AM EDT', title, field_center: 'Office of the Commissioner' },
    { field_start_date: '', title },
  ]
  expect(meetings.parse(rows, now)[0].events).toMatchObject([
    { date: '2026-09-16', type: 'adcomm', detail: 'Pediatric Advisory Committee Meeting Announcement - 09/16/2026' },
  ])
})

test('an efficacy supplement counts, a label and a generic do not; a month ends on its last day', () => {
  const submission = {
    submission_type: 'SUPPL',
    submission_number: '10',
    submission_status: 'AP',
    submission_status_date: '20261021',
    submission_class_code: 'EFFICACY',
  }
  const application = (number: string, submissions: object[]) => ({
    application_number: number,
    sponsor_name: 'S',
    products: [],
    submissions,
  })
  const answer = {
    meta: { results: { skip: 0, limit: 1_000, total: 2 } },
    results: [
      application('NDA203214', [submission, { ...submission, submission_class_code: 'LABELING' }]),
      application('ANDA1234', [{ ...submission, submission_type: 'ORIG' }]),
    ],
  }
  expect(approvals.parse([answer], now)[0].events.map(({ id, date }: Catalyst) => [id, date])).toEqual([
    ['approval NDA203214 SUPPL 10', '2026-10-21'],
  ])
  const study = {
    protocolSection: {
      identificationModule: { nctId: 'NCT07684144', briefTitle: 'Extension Trial' },
      statusModule: { overallStatus: 'RECRUITING', primaryCompletionDateStruct: { date: '2027-02' } },
      sponsorCollaboratorsModule: { leadSponsor: { name: 'Amgen' } },
      conditionsModule: { conditions: ['Obesity'] },
      designModule: { phases: ['PHASE3'] },
      armsInterventionsModule: { interventions: [{ name: 'Maridebart cafraglutide' }, { name: 'Placebo' }] },
    },
  }
  expect(trials.parse([{ studies: [study] }], now)[0].events).toMatchObject([
    { date: '2027-02-28', precision: 'month', phase: 3, company: 'Amgen', product: 'Maridebart cafraglutide' },
  ])
})

test('a window too long and a type that is none are 400', () => {
  const [route] = pharma.routes
  expect(() => route!.read!({ days: '366' }, now)).toThrow(expect.objectContaining({ code: 'input_invalid' }))
  expect(() => route!.read!({ type: 'rumour' }, now)).toThrow(expect.objectContaining({ code: 'input_invalid' }))
})
