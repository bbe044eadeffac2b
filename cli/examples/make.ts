// The example answer of every route, from its sources' samples by the same formulas: as of one moment, so the same for ever.
import { renderAnswer } from '../../api/answer.ts'
import { createInputReader } from '../../api/inputs.ts'
import { answeredBy } from '../../api/lookup.ts'
import { shapeRow } from '../../api/routes.ts'
import type { LogRecord } from '../../db/log/port.ts'
import type { Topic } from '../../db/log/topic.ts'
import type { SignalRow } from '../../db/rows/signals.ts'
import { createHttpClient } from '../../ingestors/client/http.ts'
import { discoverIngestors } from '../../ingestors/index.ts'
import { fetchValues } from '../../ingestors/poll.ts'
import { startDemoUpstream } from '../../ingestors/samples/demo.ts'
import { sampleAskedFacts } from '../../ingestors/samples/sample-facts.ts'
import type { Json, ReadRecord, RouteDefinition, Service } from '../../processors/kit/define.ts'
import { shorten } from '../../processors/kit/examples.ts'
import { createFactStore, type FactStore } from '../../processors/replay/facts.ts'
import { computeKey, selectFacts } from '../../processors/replay/rows.ts'

/** A Wednesday noon, years before anything that is sold: yearly figures are others by now too. */
export const exampleAt = new Date('2024-02-14T12:00:00Z')

export type RouteExamples = Readonly<Record<string, Json>>
/** Facts of samples as a runner has them: each topic is read once, whichever services look at it. */
export interface SampledFacts {
  readonly store: FactStore
  read(topic: Topic<any>): readonly ReadRecord[]
}

/** The same where some sources are off, by their topics: they say nothing, and nobody says that they were asked. */
export function withoutSources({ store, read }: SampledFacts, off: ReadonlyMap<string, string>): SampledFacts {
  const sources = new Set(off.values())
  const alone = <F extends { readonly parsed: any }>(fact: F): F => {
    const asked: readonly string[] | undefined = fact.parsed?.beside
    if (!Array.isArray(asked)) return fact
    return { ...fact, parsed: { ...fact.parsed, beside: asked.filter((source) => !sources.has(source)) } }
  }
  return {
    store: { ...store, holding: (topic, keys) => (off.has(topic) ? [] : store.holding(topic, keys).map(alone)) },
    read: (topic) => (off.has(topic.name) ? [] : read(topic)),
  }
}

type Input = Record<string, unknown>

const deadlineMs = 5 * 60_000

/**
 * What every source's sample says at that moment, each polled once; and of sources of open keys what the examples ask for. Who is told
 * where each asks is told of all sources, those too that none of these services reads.
 */
export async function pollSamples(
  services: readonly Service[],
  at: Date,
  onAsk?: (source: string, url: URL) => void,
): Promise<SampledFacts> {
  const demo = await startDemoUpstream({ now: () => at })
  let polled = ''
  const reroute = (url: URL) => {
    onAsk?.(polled, url)
    return demo.reroute(url)
  }
  const http = createHttpClient({ reroute, requestsPerSecond: 10_000 })
  const signal = AbortSignal.timeout(deadlineMs)
  const facts = new Map<Topic<any>, readonly unknown[]>()
  const wanted = new Set(services.flatMap(({ reads }) => reads.map(({ name }) => name)))
  try {
    for (const ingestor of await discoverIngestors()) {
      if (onAsk === undefined && !wanted.has(ingestor.topic.name)) continue
      polled = ingestor.source
      const credentials = Object.fromEntries((ingestor.needs ?? []).map((name) => [name, 'sample']))
      const values = await fetchValues(ingestor, { http, credentials }, { at, since: null }, signal)
      facts.set(ingestor.topic, [...(facts.get(ingestor.topic) ?? []), ...values])
    }
    for (const [topic, values] of await sampleAskedFacts(at)) facts.set(topic, values)
    return readOnce(facts)
  } finally {
    await http.close()
    await demo.stop()
  }
}

function readOnce(facts: ReadonlyMap<Topic<any>, readonly unknown[]>): SampledFacts {
  const store = createFactStore('examples')
  const known = new Map<string, readonly ReadRecord[]>()
  const read = (topic: Topic<any>): readonly ReadRecord[] => {
    const there = known.get(topic.name)
    if (there !== undefined) return there
    const records = (facts.get(topic) ?? []).map((value, i) => recordOf(topic, value, i))
    const { read: taken } = store.apply(topic, records)
    known.set(topic.name, taken)
    return taken
  }
  return { store, read }
}

/** A line a route, so that a difference shows whose it is. */
export function writeExamples(examples: RouteExamples): string {
  const lines = Object.entries(examples).map(([path, example]) => `${JSON.stringify(path)}: ${JSON.stringify(example)}`)
  return lines.length === 0 ? '{}\n' : `{\n${lines.join(',\n')}\n}\n`
}

/** By path; a route is left out where its samples make no row for its example. */
export async function makeExamples(service: Service, facts: SampledFacts, at: Date): Promise<RouteExamples> {
  const { store } = facts
  const touched = new Set(service.reads.flatMap((topic) => service.affected(facts.read(topic))))
  const rows = [...touched].sort().flatMap((key) => {
    const computed = computeKey(store, service, key, at)
    return 'rows' in computed ? computed.rows : []
  })
  const examples: Record<string, Json> = {}
  for (const route of service.routes) {
    const text = route.serve === 'queued' ? null : await answerOf(route, rows, store, service, at)
    if (text !== null) examples[route.path] = shorten(JSON.parse(text) as Json)
  }
  return examples
}

async function answerOf(
  route: RouteDefinition<any, any>,
  rows: readonly SignalRow[],
  store: FactStore,
  service: Service,
  at: Date,
): Promise<string | null> {
  const own = rows.filter((row) => row.route === route.path)
  const input = readExample(route, own, at)
  const row = input === null ? undefined : own.find(({ key }) => key === route.key(input))
  if (row === undefined || input === null) return null
  const shaped = shapeRow({ ...row, id: 1 }, route, input, at)
  const { lookup } = route
  const selected = () => selectFacts(store, { ...service, selects: () => lookup!.selections }, '')
  const answered = lookup === undefined ? shaped : answeredBy(lookup, await lookup.build(selected()), shaped, input, at)
  // Shown whatever its age: some sources tell once a year.
  return renderAnswer(answered, { ...route, hardMaxAgeSeconds: Number.POSITIVE_INFINITY }, 'demo', at)
}

function readExample(route: RouteDefinition<any, any>, rows: readonly SignalRow[], at: Date): Input | null {
  const given = route.example.input as Input
  if (route.readAmong === undefined) return createInputReader(route)({ query: given, params: {}, body: given } as never, at)
  const read = route.readAmong(
    { ...given },
    rows.map(({ key }) => key),
  )
  return 'refused' in read ? null : (read.input as Input)
}

const recordOf = (topic: Topic<any>, value: unknown, i: number): LogRecord => ({
  topic: topic.name,
  partition: 0,
  offset: BigInt(i),
  key: topic.key(value),
  value: JSON.stringify(value),
  appendedAt: new Date(0),
})
