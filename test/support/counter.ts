// A small service for tests of the machinery: per key the count and the sum of its ticks.
import Type from 'typebox'
import { defineTopic } from '../../db/log/topic.ts'
import { defineRoute, defineService, type Service } from '../../processors/kit/define.ts'
import { testOrigin } from './topics.ts'

export interface Tick {
  readonly key: string
  readonly n: number
}

export function tickTopic(name: string, partitions = 4) {
  return defineTopic({
    name: `test.${name}.v1`,
    origin: testOrigin,
    schema: Type.Object({ key: Type.String({ minLength: 1 }), n: Type.Integer() }),
    partitions,
    retention: { days: 7 },
    key: (tick) => tick.key,
    observedAt: (tick) => new Date(tick.n * 1_000),
  })
}

/** `label`: of one's own where others may stand in Kafka's group of that name at the same time. */
export function counterService(topic: ReturnType<typeof tickTopic>, label = 'counter'): Service {
  const route = defineRoute({
    method: 'GET',
    path: '/count',
    price: '0.01',
    serve: 'precomputed',
    summary: 'counts ticks',
    tags: [],
    input: Type.Object({}),
    output: Type.Object({}),
    example: { input: {}, output: undefined },
    key: () => 'all',
    maxAgeSeconds: 60,
    hardMaxAgeSeconds: 600,
  })
  return defineService({
    label,
    title: 'Counter',
    description: 'Counts ticks.',
    version: '1',
    tags: [],
    reads: [topic],
    routes: [route],
    affected: (records) => records.map((record) => record.key),
    selects: (key) => [{ topic, keys: [key] }],
    compute(key, seen) {
      const facts = seen.of(topic, key)
      if (facts.some((fact) => fact.value.n === poisonousN)) throw new Error('this n cannot be counted')
      const sum = facts.reduce((total, fact) => total + fact.value.n, 0)
      const coverage = { inputs_used: 1, inputs_expected: 1, missing: [], stale: [] }
      return [{ route: '/count', key, body: { signal: { label: 'counted', score: sum }, count: facts.length }, coverage }]
    },
  })
}

/** A tick whose record is fine and whose computation fails. */
export const poisonousN = 999_999

export function makeTicks(count: number, keys = 20): Tick[] {
  return Array.from({ length: count }, (_, n) => ({ key: `k${(n * 7) % keys}`, n }))
}
