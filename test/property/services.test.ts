// Every service there is: its rows are a function of a set of facts, whatever their order, batches, repetitions and revisions, and come out of the log byte for byte.
import { beforeAll, describe, expect, test } from 'vitest'
import { renderAnswer } from '../../api/answer.ts'
import { judgeStanding } from '../../api/standing.ts'
import type { SignalRow } from '../../db/rows/signals.ts'
import { gatherEvidence, recompute } from '../../processors/replay/explain.ts'
import { replayService } from '../../processors/replay/replay.ts'
import { provenanceOf } from '../../processors/runner/observe.ts'
import fc from '../support/chance.ts'
import { changeLeaves } from '../support/change-leaves.ts'
import { faultsOf } from '../support/json-schema.ts'
import { createMemoryLog } from '../support/memory-log.ts'
import type { KnownFact, MemoryStore } from '../support/memory-store.ts'
import { type TopicRecord, toRecords } from '../support/sample-records.ts'
import {
  createDice,
  expectWholeAnswer,
  factsOf,
  fits,
  rowsAtOnce,
  saidOnce,
  services,
  sorted,
  storeAfter,
  storeOf,
  valuesOf,
} from '../support/services-under-test.ts'

/** Of each series: the newest are what its rows tell. */
const mostRevised = 40

test('there are services', () => {
  expect(services.length).toBeGreaterThan(0)
})

describe.each(services.map(([label, service], at) => [label, service, at] as const))('%s', (_label, service, at) => {
  let records: TopicRecord[]
  let factsByTopic: ReturnType<typeof factsOf>
  let facts: readonly KnownFact[]
  let store: MemoryStore
  let expected: SignalRow[]

  beforeAll(async () => {
    const values = await valuesOf(service)
    records = toRecords(values)
    factsByTopic = factsOf(service, values)
    facts = [...factsByTopic.values()].flat()
    store = storeOf(service, facts)
    expected = sorted([...store.rows.values()])
  })

  test('its sample facts make a row for every route that is made of facts', () => {
    const routes = service.routes.filter((route) => route.serve !== 'queued').map((route) => route.path)
    expect([...new Set(expected.map((row) => row.route))].sort()).toEqual([...new Set(routes)].sort())
    for (const row of expected) expectWholeAnswer(service, row)
  })

  test('order, batches, duplicates and replays change no row', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        // Other draws for each service: what is shuffled is the runner's and the kit's, and each service is one more try of it.
        const roll = createDice(seed + 1_000 * at)
        const [againShare, isReplayed] = [roll() / 2, roll() < 0.5]
        const delivered = shuffle([...records, ...records.filter(() => roll() < againShare)], roll)
        // Some topics come before the others, as after a source was away; the rest in two parts.
        const isEarly = new Map(service.reads.map((topic) => [topic, roll() < 0.5]))
        const [early = [], late = []] = [true, false].map((which) =>
          delivered.filter(({ topic }) => isEarly.get(topic) === which),
        )
        const parts = [early, ...split(late, 2, roll)]
        const other = storeAfter(service, isReplayed ? [...parts, ...parts.slice(0, 2)] : parts)
        expect(sorted([...other.rows.values()])).toEqual(expected.map((row) => ({ ...row, ...saidOnce })))
        // What is said of their facts is said of all keys in one way.
        const key = service.affected(facts.map((fact) => ({ topic: fact.topic, key: fact.key, value: fact.parsed })))[0]!
        expect(provenanceOf(other.selected(key))).toEqual(provenanceOf(store.selected(key)))
      }),
      { numRuns: 1 },
    )
  })

  test('each fact that a row is made of says that this row is touched by it', () => {
    const touchedBy = new Map<string, ReadonlySet<string>>()
    const touched = (topic: string, key: string, value: unknown): ReadonlySet<string> => {
      const place = `${topic} ${key}`
      const known = touchedBy.get(place) ?? new Set(service.affected([{ topic, key, value }]))
      touchedBy.set(place, known)
      return known
    }
    for (const key of new Set(facts.flatMap((fact) => [...touched(fact.topic, fact.key, fact.parsed)])))
      for (const fact of store.selected(key))
        if (!touched(fact.topic, fact.key, fact.value).has(key)) expect.fail(`${fact.topic} ${fact.key} does not touch ${key}`)
  })

  test('a row of every route is explained by the very records it was computed from, and by no fewer', async () => {
    const log = createMemoryLog(records)
    const ofEachRoute = [...Map.groupBy(expected, ({ route }) => route).values()].map(([row]) => row!)
    // Routes that are made of one key's facts have one evidence.
    for (const rows of Map.groupBy(ofEachRoute, ({ key, inputsHash }) => `${key} ${inputsHash}`).values()) {
      const evidence = await gatherEvidence(log, service, rows[0]!)
      for (const row of rows) {
        expect(evidence.isComplete, `${row.route} ${row.key}`).toBe(true)
        const again = recompute(service, row, evidence)!
        expect([again.body, again.meta, again.inputs]).toEqual([row.body, row.meta, row.inputs])
      }
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
    const revised = new Set<KnownFact>()
    const earlier = new Map(
      [...factsByTopic].flatMap(([topic, list]) => {
        const own = [...Map.groupBy(list, ({ key }) => key).values()].flatMap(newest)
        const wrong = own.flatMap((fact) => {
          const value = changeLeaves(fact.parsed, fits(topic), (leaf) => (typeof leaf === 'number' ? leaf * 1.01 + 0.01 : leaf))
          if (!('vintage' in (value as object))) return []
          revised.add(fact)
          return [{ ...(value as object), vintage: '2020-01-01T00:00:00.000Z' }]
        })
        return wrong.length === 0 ? [] : [[topic, wrong] as const]
      }),
    )
    if (earlier.size === 0) skip('none of its topics revises by the time of fetching')
    const wrong = [...factsOf(service, earlier).values()].flat()
    const bodiesOf = (rows: readonly SignalRow[]) => rows.map((row) => [row.route, row.key, row.body])
    const right = bodiesOf(expected)
    expect(bodiesOf(rowsAtOnce(service, [...facts.filter((fact) => !revised.has(fact)), ...wrong]))).not.toEqual(right)
    // What holds is the store's choice: the rows are made of it once.
    expect(bodiesOf(rowsAtOnce(service, [...wrong, ...facts]))).toEqual(right)
    expect(bodiesOf(rowsAtOnce(service, [...facts, ...wrong]))).toEqual(right)
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
    expect(rowsAtOnce(service, [])).toEqual([])
  })
})

const newest = (list: readonly KnownFact[]): readonly KnownFact[] =>
  list.toSorted((a, b) => b.observedAt.getTime() - a.observedAt.getTime()).slice(0, mostRevised)

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
