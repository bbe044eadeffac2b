// Drug catalysts by hand: weight, nearness and precision, skew, and the feeds' own spellings.
import { expect, test } from 'vitest'
import trials from '../../../ingestors/sources/ctgov-readouts/ingestor.ts'
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
    results: [
      application('NDA203214', [submission, { ...submission, submission_class_code: 'LABELING' }]),
      application('ANDA1234', [{ ...submission, submission_type: 'ORIG' }]),
    ],
  }
  expect(approvals.parse(answer, now)[0].events.map(({ id, date }: Catalyst) => [id, date])).toEqual([
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
