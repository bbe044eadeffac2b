// The kit of signal services: what a formula tells is checked, rounded and named by the fields, and facts say what is selected.
import { expect, test } from 'vitest'
import { shortInterest } from '../../../ingestors/sources/finra-short-interest/topic.ts'
import { fredObservations } from '../../../ingestors/sources/fred/topic.ts'
import { supplyPressure } from '../../../ingestors/sources/nyfed-gscpi/topic.ts'
import { largeStakes } from '../../../ingestors/sources/sec-schedule13/topic.ts'
import { ownershipOf } from '../../../processors/families/ownership.ts'
import { joinCoverages } from '../../../processors/formula/index.ts'
import { ladder, signedLadder, turnOf } from '../../../processors/formula/ladder.ts'
import { mostFirst, unresolvedOf } from '../../../processors/formula/lists.ts'
import { ticker } from '../../../processors/inputs/ticker.ts'
import { selectionsOf } from '../../../processors/kit/facts.ts'
import {
  bp,
  count,
  defineSignalService,
  known,
  list,
  maybe,
  month,
  mustTake,
  number,
  optional,
  pct,
  section,
  series,
  seriesOf,
  signalRoute,
  text,
} from '../../../processors/kit/index.ts'
import { createObservations } from '../../../processors/runner/observe.ts'
import { toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-18T00:00:00Z')
const scale = ladder(['low', 'middle', 'high'], [30, 60])
const coverage = { inputs_used: 1, inputs_expected: 1, missing: [], stale: [] }
const mix = { score: 61.27, confidence: 0.5, availableWeight: 1, coverage }
const fred = seriesOf(fredObservations, ({ value }) => value, { days: 30 })

const head = { label: 'x', title: 'X', description: 'x', version: '1', tags: ['x'] }

const define = (told: object, weight = 1) =>
  defineSignalService({
    ...head,
    rows: { one: 'world' },
    facts: { pressure: series(supplyPressure, ({ deviations }) => deviations), stocks: fred('ISRATIO') },
    route: signalRoute({
      path: '/report',
      price: '0.05',
      summary: 's',
      fresh: { days: 1, hours: 1 },
      sold: { days: 2 },
      range: [0, 100],
      labels: scale,
      answer: {
        level: { value_pct: pct('a share', 1), month: maybe(month()) },
        names: list(text(), { maxItems: 2 }),
        more: optional(text()),
      },
    }),
    signal: ({ pressure }) => ({
      mix: { ...mix, availableWeight: weight },
      summary: `of ${pressure.length}`,
      level: { value_pct: 1.005, month: now },
      names: ['a', 'b', 'c'],
      ...told,
    }),
  })

const compute = (service: ReturnType<typeof define>) => {
  const facts = toFacts(supplyPressure, [{ month: '2026-10-31', deviations: 1, vintage: now.toISOString() }])
  return service.compute('world', createObservations(facts), now)
}

test('the answer is rounded, dated, cut and headed by the kit, and what is optional may be missing', () => {
  const [draft] = compute(define({}))
  expect(draft).toEqual({
    route: '/report',
    key: 'world',
    coverage,
    body: {
      signal: { label: 'high', score: 61.3, score_range: [0, 100], confidence: 0.5, as_of: now.toISOString(), summary: 'of 1' },
      level: { value_pct: 1, month: '2026-11' },
      names: ['a', 'b'],
    },
  })
  expect(JSON.stringify(draft!.body)).toContain('"level":{"value_pct":1,')
})

test('what a route always says, and never tells, stands beside what one answer says of itself; null is no answer', () => {
  const told = { mix, summary: 's', answer: 1 }
  const of = (more: object | null, rows: 'byKey' | { one: string } = 'byKey') =>
    defineSignalService({
      ...head,
      rows,
      facts: (ticker) => ownershipOf(ticker, { shorts: 30, stakes: 60 }),
      route: signalRoute({
        path: '/report',
        price: '0.05',
        summary: 's',
        takes: { ticker: mustTake(ticker) },
        example: { ticker: 'A' },
        fresh: { days: 1 },
        sold: { days: 2 },
        labels: scale,
        disclaimer: 'no advice',
        notTold: ['taxes'],
        answer: { answer: count() },
      }),
      signal: ({ ticker: asked, shorts, stakes }) => {
        expect([asked, shorts, stakes]).toEqual(['A', [], []])
        return more && { ...told, ...more }
      },
    })
  const [usual] = of({}).compute('A', createObservations([]), now)
  expect(usual).toMatchObject({ disclaimer: 'no advice', coverage: { ...coverage, detail: { not_told: ['taxes'] } } })
  const [other] = of({ disclaimer: 'other', notTold: ['fees'] }).compute('A', createObservations([]), now)
  expect(other).toMatchObject({ disclaimer: 'other', coverage: { detail: { not_told: ['taxes', 'fees'] } } })
  expect(of(null).compute('A', createObservations([]), now)).toEqual([])
  // One input and no other is the row's key.
  expect(of({}).routes[0]!.key({ ticker: 'B' })).toBe('B')
  // Is it the row, or does it cut the only one? Nobody guesses.
  expect(() => of({}, { one: 'all' })).toThrow('x/report computes one row and must be asked for something')
  expect(of({}).selects('B')).toEqual([
    { topic: shortInterest, keys: ['B'], days: 30 },
    { topic: largeStakes, keys: ['B'], days: 60 },
  ])
})

test('lists are ordered by what is most, and who is in none of them is named with a reason', () => {
  const list = [
    { n: 1, name: 'a' },
    { n: 2, name: 'c' },
    { n: 2, name: 'b' },
  ]
  expect(list.toSorted(mostFirst('n', 'name')).map(({ name }) => name)).toEqual(['b', 'c', 'a'])
  const asked = [{ ticker: 'A' }, { ticker: 'B' }]
  expect(unresolvedOf(asked, [{ ticker: 'A' }], (one) => `no ${one}`)).toEqual([{ ticker: 'B', reason: 'no B' }])
})

test('several coverages are one, and each input is named by whose it is', () => {
  const own = { ...coverage, missing: ['a'], stale: [{ id: 'b', observed_at: 'x', age_days: 2, max_age_days: 1 }] }
  const joined = joinCoverages([{ ...own, of: 'X' }, own])
  expect(joined).toMatchObject({ inputs_used: 2, inputs_expected: 2, missing: ['X a', 'a'] })
  expect(joined.stale.map(({ id }) => id)).toEqual(['X b', 'b'])
})

test('what no field names, or a field that nobody tells, is said with what to do', () => {
  expect(() => compute(define({ levle: 1 }))).toThrow(
    'the formula tells /report/levle, which no field names; there are level, names, more',
  )
  expect(() => compute(define({ level: { value_pct: 1 } }))).toThrow('does not tell /report/level/month; make the field optional')
  expect(() => compute(define({ label: 'great' }))).toThrow('the label great is none of low, middle, high')
})

test('below half of the weight there is no answer', () => {
  expect(() => compute(define({}, 0.49))).toThrow(expect.objectContaining({ code: 'not_enough_data' }))
})

test('facts of one topic and span are one selection; the same key over two spans is refused', () => {
  const selections = selectionsOf({ a: fred('A'), list: [{ b: fred('B') }, { b: fred('A') }], c: 'constant' }, 'x')
  expect(selections).toEqual([{ topic: fredObservations, keys: ['A', 'B'], days: 30 }])
  const both = { a: fred('A'), long: fred('A', { days: 400 }) }
  expect(() => selectionsOf(both, 'x')).toThrow(
    'x reads A of fred.observations.v1 over 30 and over 400 days: give both facts the longer span',
  )
})

test('only records of its facts touch a row', () => {
  const service = define({})
  expect(service.affected([{ topic: fredObservations.name, key: 'UNRATE', value: {} }])).toEqual([])
  expect(service.affected([{ topic: fredObservations.name, key: 'ISRATIO', value: {} }])).toEqual(['world'])
  expect(service.routes[0]).toMatchObject({
    maxAgeSeconds: 90_000,
    hardMaxAgeSeconds: 172_800,
    tags: ['x'],
    serve: 'precomputed',
  })
})

test('ladders', () => {
  expect([29.9, 30, 60, 1e9].map(scale.of)).toEqual(['low', 'middle', 'high', 'high'])
  expect([60, 20, 0, -20, -60].map(signedLadder(['a', 'b', 'c', 'd', 'e']).of)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(signedLadder(['very_high', 'b', 'c', 'd', 'e']).say(71.6)).toBe('very high (72)')
  expect([turnOf(0.2, 0.1), turnOf(0.1, 0.1), turnOf(-0.2, 0.1)]).toEqual(['up', 'flat', 'down'])
  expect(() => ladder(['a', 'b'], [1, 2])).toThrow('a ladder of 2 labels needs 1 thresholds, it has 2')
})

test('the compiler refuses a misspelt field, a wrong unit, a word that is none and a missing one', () => {
  const route = signalRoute({
    path: '/r',
    price: '0.05',
    summary: 's',
    fresh: { days: 1 },
    sold: { days: 1 },
    labels: scale,
    answer: { spread_bp: bp('a spread'), rate: known(number('a rate')) },
  })
  const common = {
    label: 'x',
    title: 'X',
    description: 'x',
    version: '1',
    tags: [],
    rows: { one: 'k' },
    facts: {},
    route,
  } as const
  const verdict = { mix, summary: 's' }
  defineSignalService({ ...common, signal: () => ({ ...verdict, spread_bp: null, rate: 1 }) })
  // @ts-expect-error a field is misspelt
  defineSignalService({ ...common, signal: () => ({ ...verdict, spread_pb: null, rate: 1 }) })
  // @ts-expect-error a field that is always known is null
  defineSignalService({ ...common, signal: () => ({ ...verdict, spread_bp: null, rate: null }) })
  // @ts-expect-error the label is none of the ladder's
  defineSignalService({ ...common, signal: () => ({ ...verdict, label: 'great' as const, spread_bp: null, rate: 1 }) })
  // @ts-expect-error named in basis points, made in percent
  section({ spread_bp: pct('a spread') })
  // @ts-expect-error named in percent, made without a unit, inside a section
  section({ inner: { share_pct: number('a share') } })
  expect(route.fields).toBeDefined()
})
