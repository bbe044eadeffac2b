// Every service there is: its rows are a function of a set of facts, come out of the log byte for byte, and are whole or not there.
import fc from 'fast-check'
import { Compile, type Validator } from 'typebox/compile'
import { beforeAll, describe, expect, test } from 'vitest'
import { renderAnswer } from '../../api/answer.ts'
import type { Topic } from '../../db/log/topic.ts'
import type { SignalRow } from '../../db/signals.ts'
import { noise } from '../../ingestors/walk.ts'
import type { Service } from '../../processors/define.ts'
import { discoverServices } from '../../processors/index.ts'
import { gatherEvidence, recompute } from '../../processors/replay/explain.ts'
import { replayService } from '../../processors/replay/replay.ts'
import { createMemoryLog } from '../support/memory-log.ts'
import { createMemoryStore } from '../support/memory-store.ts'
import { changeLeaves, sampleValues, type TopicRecord, toRecords } from '../support/sample-records.ts'

const services = (await discoverServices()).filter((service) => service.reads.length > 0)
// Enough history for every window of a year, few enough facts for many runs.
const historyFrom = new Date('2023-06-01T00:00:00Z')

const validators = new Map<Topic<any>, Validator>()
function fits(topic: Topic<any>): (value: unknown) => boolean {
  const validator = validators.get(topic) ?? (Compile(topic.schema) as unknown as Validator)
  validators.set(topic, validator)
  return (value) => validator.Check(value)
}

test('there are services', () => {
  expect(services.length).toBeGreaterThan(0)
})

describe.each(services.map((service) => [service.label, service] as const))('%s', (_label, service) => {
  let values: Map<Topic<any>, unknown[]>
  let records: TopicRecord[]
  let expected: SignalRow[]

  beforeAll(async () => {
    const all = await sampleValues(service)
    values = new Map([...all].map(([topic, list]) => [topic, list.filter((value) => topic.observedAt(value) >= historyFrom)]))
    records = toRecords(values)
    expected = rowsOf(service, [records])
  })

  test('its sample facts make a row for every route that is made of facts', () => {
    const routes = service.routes.filter((route) => route.serve !== 'queued').map((route) => route.path)
    expect([...new Set(expected.map((row) => row.route))].sort()).toEqual([...new Set(routes)].sort())
    for (const row of expected) expectWholeAnswer(service, row)
  })

  test('order, batches, duplicates and replays change no row', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 50 }),
        fc.boolean(),
        (seed, batches, againPercent, isReplayed) => {
          const roll = createDice(seed)
          const delivered = shuffle([...records, ...records.filter(() => roll() * 100 < againPercent)], roll)
          const parts = split(delivered, batches, roll)
          expect(rowsOf(service, isReplayed ? [...parts, ...parts.slice(0, 2)] : parts)).toEqual(expected)
        },
      ),
      { numRuns: 12 },
    )
  })

  test('a row of every route is explained by the very records it was computed from, and by no fewer', async () => {
    const log = createMemoryLog(records)
    for (const [row] of Map.groupBy(expected, ({ route }) => route).values()) {
      const evidence = await gatherEvidence(log, service, row!)
      expect(evidence.isComplete, `${row!.route} ${row!.key}`).toBe(true)
      const again = recompute(service, row!, evidence)!
      expect([again.body, again.meta, again.inputs]).toEqual([row!.body, row!.meta, row!.inputs])
    }
    const row = expected.at(-1)!
    const [gone] = (await gatherEvidence(log, service, row)).records.values()
    const shorter = createMemoryLog(records.filter(({ record }) => record !== gone))
    expect((await gatherEvidence(shorter, service, row)).isComplete).toBe(false)
  })

  test('a replay of the log makes the same rows', async () => {
    const log = createMemoryLog(records)
    const { computedAt } = expected[0]!
    const { dead, failed, rows } = await replayService({ log, service, from: null, to: null, computedAt })
    expect([dead, [...failed]]).toEqual([0, []])
    expect(sorted(rows)).toEqual(expected)
  })

  test('a revision takes the place of what it revises, whichever comes first', ({ skip }) => {
    const earlier = new Map(
      [...values].flatMap(([topic, list]) => {
        const wrong = list.flatMap((value) => {
          const revised = changeLeaves(value, fits(topic), (leaf) => (typeof leaf === 'number' ? leaf * 1.01 + 0.01 : leaf))
          return 'vintage' in (value as object) ? [{ ...(revised as object), vintage: '2020-01-01T00:00:00.000Z' }] : []
        })
        return wrong.length === 0 ? [] : [[topic, wrong] as const]
      }),
    )
    if (earlier.size === 0) skip('none of its topics revises by the time of fetching')
    const wrong = toRecords(earlier)
    const bodies = (parts: TopicRecord[][]) => rowsOf(service, parts).map((row) => [row.route, row.key, row.body])
    expect(bodies([wrong])).not.toEqual(bodies([records]))
    expect(bodies([wrong, records])).toEqual(bodies([records]))
    expect(bodies([records, wrong])).toEqual(bodies([records]))
  })

  test('with facts missing, empty, still or wild, an answer is whole or there is none', () => {
    const percent = fc.oneof(
      { weight: 5, arbitrary: fc.constant(0) },
      { weight: 3, arbitrary: fc.integer({ min: 1, max: 50 }) },
      { weight: 1, arbitrary: fc.integer({ min: 95, max: 100 }) },
    )
    const harm = fc.record({
      loses: percent,
      keepsNewest: fc.option(fc.integer({ min: 1, max: 400 }), { nil: null, freq: 6 }),
      nulls: percent,
      numbers: fc.constantFrom('right', 'right', 'right', 'still', 'zero', 'negated', 'large'),
    })
    let sold = 0
    fc.assert(
      fc.property(fc.array(harm, { minLength: values.size, maxLength: values.size }), fc.integer(), (harms, seed) => {
        const roll = createDice(seed)
        const left = new Map(
          [...values].map(([topic, list], i) => {
            const { loses, keepsNewest, nulls, numbers } = harms[i]!
            const found = list.filter(() => roll() * 100 >= loses)
            // Of each key: a topic of many series would lose all but its last one.
            const kept =
              keepsNewest === null ? found : [...Map.groupBy(found, topic.key).values()].flatMap((one) => one.slice(-keepsNewest))
            return [
              topic,
              kept.map((value) => changeLeaves(value, fits(topic), (leaf) => wound(leaf, numbers, roll() * 100 < nulls))),
            ]
          }),
        )
        const rows = rowsOf(service, [toRecords(left)])
        for (const row of rows) expectWholeAnswer(service, row)
        sold += rows.length
      }),
      { numRuns: 150 },
    )
    expect(sold).toBeGreaterThan(10)
  })

  test('without any fact there is no row', () => {
    expect(rowsOf(service, [[]])).toEqual([])
  })
})

function wound(leaf: unknown, numbers: string, isNull: boolean): unknown {
  if (isNull) return null
  if (typeof leaf !== 'number') return leaf
  return { right: leaf, still: 1, zero: 0, negated: -leaf, large: leaf * 1e9 }[numbers]
}

/** The rows after each part has been applied, a batch a topic, sorted by route and key. */
function rowsOf(service: Service, parts: readonly (readonly TopicRecord[])[]): SignalRow[] {
  const store = createMemoryStore(service)
  for (const part of parts) {
    for (const [topic, batch] of Map.groupBy(part, (one) => one.topic))
      store.apply(
        topic,
        batch.map((one) => one.record),
      )
  }
  return sorted([...store.rows.values()])
}

const sorted = (rows: readonly SignalRow[]): SignalRow[] =>
  rows.toSorted((a, b) => (`${a.route} ${a.key}` < `${b.route} ${b.key}` ? -1 : 1))

function expectWholeAnswer(service: Service, row: SignalRow): void {
  const route = service.routes.find((candidate) => candidate.path === row.route)!
  const text = renderAnswer({ ...row, id: 1 }, route, 'demo', new Date(row.observedAt.getTime() + 3_600_000))
  const answer = JSON.parse(text)
  const validator = Compile(route.output) as unknown as Validator
  expect([...validator.Errors(answer)]).toEqual([])
  expect(Object.keys(answer).at(0)).toBe('signal')
  expect(Object.keys(answer).at(-1)).toBe('meta')
  expect(answer.signal.summary.length).toBeLessThanOrEqual(240)
  expect(answer.signal.summary).not.toMatch(/NaN|undefined|null|Infinity|\[object/)
  const [low, high] = answer.signal.score_range
  expect(answer.signal.score).toBeGreaterThanOrEqual(low)
  expect(answer.signal.score).toBeLessThanOrEqual(high)
  expect(answer.meta.coverage.inputs_used + answer.meta.coverage.missing.length).toBe(answer.meta.coverage.inputs_expected)
}

// A seed from fast-check, not its doubles: those are spread over exponents, so that nearly all lie next to zero.
function createDice(seed: number): () => number {
  let at = 0
  return () => (noise(`dice ${seed}`, at++) + 1) / 2
}

function shuffle<T>(list: readonly T[], roll: () => number): T[] {
  return list
    .map((one) => ({ one, at: roll() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

function split<T>(list: readonly T[], parts: number, roll: () => number): T[][] {
  const cuts = Array.from({ length: parts - 1 }, () => Math.floor(roll() * list.length)).sort((a, b) => a - b)
  return [0, ...cuts].map((from, i) => list.slice(from, cuts[i] ?? list.length))
}
