// Point-in-time truth: a day's row knows nothing that came to be known on that day or after it, whatever was revised, removed or repeated.
import fc from 'fast-check'
import Type from 'typebox'
import { describe, expect, test } from 'vitest'
import type { LogRecord } from '../../db/log/port.ts'
import { defineTopic } from '../../db/log/topic.ts'
import { dailySeries } from '../../ingestors/shapes/topics.ts'
import type { Service } from '../../processors/kit/define.ts'
import { endsOf, readKnown, sweep } from '../../processors/replay/as-of.ts'
import type { KnownBy } from '../../processors/replay/known.ts'
import { replayService } from '../../processors/replay/replay.ts'
import { counterService, tickTopic } from '../support/counter.ts'
import { createMemoryLog } from '../support/memory-log.ts'
import { testOrigin } from '../support/topics.ts'

const dayMs = 86_400_000
const start = Date.UTC(2024, 0, 1)
const day = (n: number) => new Date(start + n * dayMs)

const revised = dailySeries(
  'test.revised.v1',
  testOrigin,
  { key: Type.String({ minLength: 1 }), n: Type.Integer() },
  { key: ({ key }) => key },
)
// Nothing to say of when it was seen but the moment it was appended.
const plain = defineTopic({
  name: 'test.plain.v1',
  origin: testOrigin,
  schema: Type.Object({ key: Type.String({ minLength: 1 }), n: Type.Integer(), day: Type.Integer() }),
  retention: { days: 1_000 },
  key: ({ key }) => key,
  observedAt: (value) => new Date(day(value.day).getTime() + dayMs / 2),
})

const counter = counterService(tickTopic('as-of', 1))
const service: Service = {
  ...counter,
  reads: [revised, plain],
  affected: (records) => [...new Set(records.map(({ key }) => key))],
  selects: (key) => [
    { topic: revised, keys: [key], days: 10 },
    { topic: plain, keys: [key], latest: true },
  ],
  compute: (key, seen) => {
    const told = [...seen.of(revised, key), ...seen.of(plain, key)].map(({ observedAt, value }) => [
      observedAt,
      (value as { n: number }).n,
    ])
    const coverage = { inputs_used: 1, inputs_expected: 1, missing: [], stale: [] }
    return [{ route: '/count', key, body: { signal: { score: told.length }, told: JSON.stringify(told) }, coverage }]
  },
}

interface Event {
  readonly topic: 'revised' | 'plain'
  readonly key: string
  /** The day it is of, and how many days later it was read. */
  readonly of: number
  readonly late: number
  readonly n: number
  readonly kind: 'fact' | 'removal' | 'garbage' | 'conflict'
}

const event: fc.Arbitrary<Event> = fc.record({
  topic: fc.constantFrom('revised', 'plain'),
  key: fc.constantFrom('a', 'b', 'c'),
  of: fc.integer({ min: 0, max: 40 }),
  late: fc.oneof(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 60 })),
  n: fc.integer({ min: 0, max: 5 }),
  kind: fc.oneof(
    { arbitrary: fc.constant('fact'), weight: 8 },
    { arbitrary: fc.constantFrom('removal', 'garbage', 'conflict'), weight: 1 },
  ),
}) as fc.Arbitrary<Event>

/** In the order of their appending, half an hour into the day or later, so that no two moments are the same. */
function recordsOf(events: readonly Event[]): { topic: typeof revised | typeof plain; record: LogRecord }[] {
  const next = { revised: 0n, plain: 0n }
  const vintages = new Map<string, string>()
  return events
    .map((one, place) => ({ one, at: new Date(day(one.of + one.late).getTime() + 1_800_000 + place * 1_000) }))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ one, at }) => {
      const topic = one.topic === 'revised' ? revised : plain
      // A conflict says another value under the revision that the one before it had.
      const place = `${one.key} ${one.of}`
      const vintage = (one.kind === 'conflict' && vintages.get(place)) || at.toISOString()
      vintages.set(place, vintage)
      const value =
        one.topic === 'revised'
          ? { date: day(one.of).toISOString().slice(0, 10), key: one.key, n: one.n, vintage }
          : { key: one.key, n: one.n, day: one.of }
      const text = one.kind === 'removal' ? null : one.kind === 'garbage' ? '{"key":1}' : JSON.stringify(value)
      return {
        topic,
        record: { topic: topic.name, partition: 0, offset: next[one.topic]++, key: one.key, value: text, appendedAt: at },
      }
    })
}

async function rowsOn(records: ReturnType<typeof recordsOf>, by: KnownBy, moments: readonly Date[], first = 0) {
  const log = createMemoryLog(records)
  const { changes } = await readKnown({ log, service, by, ends: await endsOf(log, service) })
  return [...sweep([service], changes, moments, first)].map(({ rows }) =>
    rows[0]!.map(({ route, key, body, meta, observedAt }) => ({ route, key, body, meta, observedAt })),
  )
}

const moments = Array.from({ length: 100 }, (_, n) => day(n))

describe('a backfill', () => {
  test('of facts that were seen as they came equals, on every day, the ordinary replay cut there', async () => {
    const asTheyCame = fc.array(
      event.map((one) => (one.kind === 'conflict' ? { ...one, kind: 'fact' as const } : one)),
      { maxLength: 120, size: 'max' },
    )
    await fc.assert(
      fc.asyncProperty(asTheyCame, async (events) => {
        const records = recordsOf(events)
        const swept = await rowsOn(records, 'vintage', moments)
        const log = createMemoryLog(records)
        for (const [n, to] of moments.entries()) {
          const { rows } = await replayService({ log, service, from: null, to, computedAt: to })
          expect(swept[n], `on day ${n}`).toEqual(
            rows.map(({ route, key, body, meta, observedAt }) => ({ route, key, body, meta, observedAt })),
          )
        }
      }),
      { numRuns: 25 },
    )
  })

  test.each(['told', 'observed', 'vintage'] as const)('by %s: no record known later changes a day’s row', async (by) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 120, size: 'max' }),
        fc.integer({ min: 1, max: 99 }),
        fc.integer(),
        async (events, on, salt) => {
          const records = recordsOf(events)
          const truth = await rowsOn(records, by, moments.slice(0, on + 1))
          const cut = moments[on]!.getTime()
          const later = records.flatMap((one, place) => {
            const { record } = one
            const seen = seenOf(record)
            if (record.value === null) return [one]
            const of = observedOf(record)
            const isOfLater = of !== null && of >= cut && seen >= cut
            const isNews = of !== null && seen < of + newsDays[record.topic]! * dayMs
            const isNewsOfLater = of !== null && seen >= cut && (by === 'vintage' || isNews || revises(records, place))
            if (isOfLater && (salt + place) % 3 === 0) return []
            const value = record.value.replace(/"n":\d/, '"n":9')
            return [isOfLater || isNewsOfLater ? { ...one, record: { ...record, value } } : one]
          })
          expect((await rowsOn(later, by, moments.slice(0, on + 1))).at(-1)).toEqual(truth.at(-1))
        },
      ),
      { numRuns: 40 },
    )
  })

  test('that goes on at any day makes what one sweep makes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 80, size: 'max' }),
        fc.integer({ min: 0, max: 99 }),
        async (events, first) => {
          const records = recordsOf(events)
          const whole = await rowsOn(records, 'told', moments)
          expect(await rowsOn(records, 'told', moments, first)).toEqual(whole.slice(first))
        },
      ),
      { numRuns: 30 },
    )
  })
})

/** As long as the lateness of these series allows. */
const newsDays: Record<string, number> = { [revised.name]: 12, [plain.name]: 2 }

/** Whether the same day of the key was told before, and not removed since. */
function revises(records: ReturnType<typeof recordsOf>, place: number): boolean {
  const { topic, record } = records[place]!
  if (topic !== revised) return false
  const own = records.slice(0, place).filter((one) => one.topic === topic && one.record.key === record.key)
  const since = own.slice(own.findLastIndex((one) => one.record.value === null) + 1)
  return since.some((one) => observedOf(one.record) === observedOf(record))
}

function seenOf({ value, appendedAt }: LogRecord): number {
  const { vintage } = JSON.parse(value ?? '{}') as { vintage?: string }
  return Math.min(appendedAt.getTime(), vintage === undefined ? Number.POSITIVE_INFINITY : Date.parse(vintage))
}

function observedOf({ value }: LogRecord): number | null {
  const parsed = JSON.parse(value ?? 'null') as { date?: string; day?: number } | null
  return parsed?.date !== undefined
    ? Date.parse(parsed.date)
    : parsed?.day !== undefined
      ? plain.observedAt(parsed as never).getTime()
      : null
}
