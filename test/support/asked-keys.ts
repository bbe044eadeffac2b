// A made-up source of open keys with its service and route, for tests of the machinery.
import Type from 'typebox'
import { defineTopic } from '../../db/log/topic.ts'
import { defineIngestor, type OpenKeys } from '../../ingestors/define.ts'
import { revisedByVintage, vintage } from '../../ingestors/shapes/vintage.ts'
import { defineRoute, defineService } from '../../processors/kit/define.ts'
import { testOrigin } from './topics.ts'

interface Quote {
  readonly key: string
  readonly at: string
  readonly value: number
}

export interface AskedOptions {
  readonly open?: Partial<OpenKeys>
  readonly waitSeconds?: number
  readonly maxAgeSeconds?: number
  readonly perPayer?: { readonly burst: number; readonly perMinute: number }
}

export function makeAskedKeys(topicName: string, options: AskedOptions = {}) {
  const topic = defineTopic({
    name: `test.${topicName}.v1`,
    origin: testOrigin,
    schema: Type.Object({ key: Type.String(), at: Type.String({ format: 'date-time' }), value: Type.Number(), vintage }),
    partitions: 2,
    retention: { days: 1 },
    key: (quote) => quote.key,
    observedAt: (quote) => new Date(quote.at),
    ...revisedByVintage,
  })
  const ingestor = defineIngestor<Quote & { vintage: string }, Quote>({
    source: 'quotes',
    topic,
    schedule: '0 0 1 1 *',
    grade: 'A',
    proof: 'documented',
    fetch: async () => {
      throw new Error('nobody polls this source')
    },
    parse: (quote, at) => [{ ...quote, vintage: at.toISOString() }],
    openKeys: {
      fetch: async (key, { http, signal }) => (await http.json(`http://quotes.test/${key}`, { signal })) as Quote,
      pollSeconds: 3_600,
      watchSeconds: 86_400,
      cooldownSeconds: 1,
      unknownSeconds: 3_600,
      concurrency: 4,
      perSecond: 1_000,
      ...options.open,
    },
  })
  const route = defineRoute({
    method: 'GET',
    path: '/quote',
    price: 'free',
    serve: 'demand',
    summary: 'a quote of any key',
    tags: ['test'],
    input: Type.Object({ key: Type.String({ minLength: 1, maxLength: 50 }) }),
    output: Type.Object({}),
    example: { input: { key: 'a' }, output: undefined },
    key: ({ key }) => key,
    demand: {
      of: ({ key }) => ({ source: 'quotes', key }),
      waitSeconds: options.waitSeconds ?? 30,
      perPayer: options.perPayer ?? { burst: 1_000, perMinute: 1_000 },
    },
    maxAgeSeconds: options.maxAgeSeconds ?? 600,
    hardMaxAgeSeconds: 3_600,
  })
  const service = defineService({
    label: 'quote',
    title: 'Quotes',
    description: 'Quotes of any key.',
    version: '1',
    tags: ['test'],
    reads: [topic],
    routes: [route],
    affected: (records) => [...new Set(records.map((record) => record.key))],
    selects: (key) => [{ topic, keys: [key], days: 0 }],
    compute(key, seen, now) {
      const value = seen.of(topic, key).at(-1)!.value.value
      // Of less than nothing no answer is made.
      if (value < 0) return []
      const signal = { label: 'quoted', score: value, as_of: now.toISOString() }
      const coverage = { inputs_used: 1, inputs_expected: 1, missing: [], stale: [] }
      return [{ route: route.path, key, body: { signal, value }, coverage }]
    },
  })
  return { topic, ingestor, service }
}
