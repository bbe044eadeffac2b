// Every service there is with its sample facts, and what a property of all services needs: rows of any facts, and judging an answer.
import { Compile, type Validator } from 'typebox/compile'
import { expect } from 'vitest'
import { renderAnswer } from '../../api/answer.ts'
import type { Topic } from '../../db/log/topic.ts'
import type { SignalRow } from '../../db/rows/signals.ts'
import { sortBatch } from '../../db/work/sort-batch.ts'
import { noise } from '../../ingestors/samples/walk.ts'
import { discoverServices } from '../../processors/index.ts'
import type { Service } from '../../processors/kit/define.ts'
import { provenanceOf } from '../../processors/runner/observe.ts'
import { createMemoryStore, type KnownFact, type MemoryStore } from './memory-store.ts'
import { sampleValues, type TopicRecord, toRecords } from './sample-records.ts'

export type Values = ReadonlyMap<Topic<any>, readonly unknown[]>

// Enough history for every window of a year, few enough facts for many runs.
const historyFrom = new Date('2023-06-01T00:00:00Z')
// Series of a shared topic that the service does not look at: enough to see that it does not.
const strangersOfATopic = 20

export const services = (await discoverServices())
  .filter((service) => service.reads.length > 0)
  .map((service) => [service.label, service] as const)

const validators = new Map<object, Validator>()
function validatorOf(schema: object): Validator {
  const validator = validators.get(schema) ?? (Compile(schema as never) as unknown as Validator)
  validators.set(schema, validator)
  return validator
}

const checks = new Map<Topic<any>, (value: unknown) => boolean>()

/** The same function for the same topic, so that what it has answered can be remembered. */
export function fits(topic: Topic<any>): (value: unknown) => boolean {
  const validator = validatorOf(topic.schema)
  const check = checks.get(topic) ?? ((value: unknown) => validator.Check(value))
  checks.set(topic, check)
  return check
}

export async function valuesOf(service: Service): Promise<Values> {
  const values = new Map<Topic<any>, unknown[]>()
  for (const [topic, all] of await sampleValues(service)) {
    const known = new Map<string, boolean>()
    let strangers = 0
    const isWanted = (value: unknown): boolean => {
      if (topic.observedAt(value) < historyFrom) return false
      const key = topic.key(value)
      if (!known.has(key)) known.set(key, service.affected([{ topic: topic.name, key, value }]).length > 0)
      return known.get(key) || strangers++ < strangersOfATopic
    }
    values.set(topic, all.filter(isWanted))
  }
  return values
}

/** A store after each part has been read, a batch a topic, and its rows made. */
export function storeAfter(service: Service, parts: readonly (readonly TopicRecord[])[]): MemoryStore {
  const store = createMemoryStore(service, () => namedOnce)
  for (const part of parts) store.compute(new Set(batchesOf(part).flatMap(([topic, batch]) => store.store(topic, batch))))
  return store
}

export const sorted = (rows: readonly SignalRow[]): SignalRow[] =>
  rows.toSorted((a, b) => (`${a.route} ${a.key}` < `${b.route} ${b.key}` ? -1 : 1))

/** The rows of facts that were read before. What they say of their facts is a constant: naming them takes as long as the rest. */
export const rowsAtOnce = (service: Service, facts: readonly KnownFact[]): SignalRow[] =>
  sorted([...storeOf(service, facts, () => namedOnce).rows.values()])

const namedOnce = provenanceOf([])
/** As it stands in rows whose facts are not named. */
export const saidOnce = { inputs: JSON.stringify(namedOnce.inputs), inputsHash: namedOnce.inputsHash }

/** A store of these facts with the rows of every key they touch. */
export function storeOf(service: Service, facts: readonly KnownFact[], named?: typeof provenanceOf): MemoryStore {
  const store = createMemoryStore(service, named)
  const touched = [...Map.groupBy(facts, ({ topic }) => topic).values()].flatMap((own) => store.add(own))
  store.compute(new Set(touched))
  return store
}

/** The values as the runner reads them from the log, by topic. */
export const factsOf = (service: Service, values: Values): Map<Topic<any>, readonly KnownFact[]> =>
  new Map([...values].map(([topic, list]) => [topic, readAll(service, topic, list)]))

// A source that several services and files read is read once: nobody changes what came of it. Only its place is each one's own.
const readBefore = new WeakMap<object, KnownFact>()

function readAll({ label }: Service, topic: Topic<any>, list: readonly unknown[]): readonly KnownFact[] {
  const known = list.map((value) => readBefore.get(value as object))
  if (known.every((fact) => fact !== undefined)) return known.map((fact, offset) => ({ ...fact, offset: BigInt(offset) }))
  const records = toRecords(new Map([[topic, list]])).map(({ record }) => record)
  const { facts, dead } = sortBatch(label, topic, records)
  if (dead.length > 0) throw new Error(`dead letter: ${dead[0]!.reason}`)
  for (const fact of facts) readBefore.set(list[Number(fact.offset)] as object, fact)
  return facts
}

function batchesOf(records: readonly TopicRecord[]) {
  return [...Map.groupBy(records, (one) => one.topic)].map(([topic, batch]) => [topic, batch.map((one) => one.record)] as const)
}

export function expectWholeAnswer(service: Service, row: SignalRow): void {
  const route = service.routes.find((candidate) => candidate.path === row.route)!
  const text = renderAnswer({ ...row, id: 1 }, route, 'demo', new Date(row.observedAt.getTime() + 3_600_000))
  const answer = JSON.parse(text)
  expect([...validatorOf(route.output).Errors(answer)]).toEqual([])
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
export function createDice(seed: number): () => number {
  let at = Math.imul(seed, 0x9e3779b1)
  return () => (noise('dice', at++) + 1) / 2
}
