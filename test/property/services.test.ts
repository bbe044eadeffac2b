// Every service there is: its rows are a function of a set of facts, whatever their order, batches, repetitions and revisions, and come out of the log byte for byte.
import { beforeAll, describe, expect, test } from 'vitest'
import { renderAnswer } from '../../api/answer.ts'
import { judgeStanding } from '../../api/standing.ts'
import type { SignalRow } from '../../db/rows/signals.ts'
import { gatherEvidence, recompute } from '../../processors/replay/explain.ts'
import { replayService } from '../../processors/replay/replay.ts'
import fc from '../support/chance.ts'
import { changeLeaves } from '../support/change-leaves.ts'
import { faultsOf } from '../support/json-schema.ts'
import { createMemoryLog } from '../support/memory-log.ts'
import { type TopicRecord, toRecords } from '../support/sample-records.ts'
import {
  createDice,
  expectWholeAnswer,
  fits,
  rowsAfter,
  rowsOf,
  services,
  sorted,
  type Values,
  valuesOf,
} from '../support/services-under-test.ts'

test('there are services', () => {
  expect(services.length).toBeGreaterThan(0)
})

describe.each(services)('%s', (_label, service) => {
  let values: Values
  let records: TopicRecord[]
  let expected: SignalRow[]

  beforeAll(async () => {
    values = await valuesOf(service)
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
      // What is shuffled is the runner's and the kit's: each further service is one more draw of the same. Many facts shuffle all the more.
      { numRuns: records.length > 4_000 ? 2 : 3 },
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
    const bodiesOf = (rows: readonly SignalRow[]) => rows.map((row) => [row.route, row.key, row.body])
    // What holds is the store's choice: the rows are made of it once after each part.
    const bodies = (parts: TopicRecord[][]) => bodiesOf(rowsAfter(service, parts))
    const right = bodiesOf(expected)
    expect(bodies([wrong])).not.toEqual(right)
    expect(bodies([wrong, records])).toEqual(right)
    expect(bodies([records, wrong])).toEqual(right)
  })

  test('its answers can be told what of their sources is guessed or was set aside', () => {
    const known = new Map(
      service.reads.map((topic) => [
        topic.name,
        { source: topic.origin.id, proof: 'guessed', set_aside: { count: 1, first: [] } },
      ]),
    )
    for (const row of expected.slice(0, 20)) {
      const standing = judgeStanding(service, row, known, row.observedAt)
      expect(standing.factor).toBeCloseTo(0.8, 9)
      const used = new Set((JSON.parse(row.inputs) as { topic: string }[]).map(({ topic }) => topic))
      const ids = service.reads.filter(({ name }) => used.has(name)).map(({ origin }) => origin.id)
      expect(standing.coverage.unproven?.toSorted()).toEqual([...new Set(ids)].sort())
      const route = service.routes.find(({ path }) => path === row.route)!
      const answer = JSON.parse(renderAnswer({ ...row, id: 1 }, route, 'demo', row.observedAt, standing))
      expect(answer.signal.confidence).toBeLessThanOrEqual(JSON.parse(row.body).signal.confidence * 0.8)
      expect(faultsOf(route.output, answer)).toEqual([])
    }
  })

  test('without any fact there is no row', () => {
    expect(rowsOf(service, [[]])).toEqual([])
  })
})

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
