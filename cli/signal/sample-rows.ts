// A service's rows computed from its sources' samples, as the runner would compute them, without a database.
import { systemClock } from '../../base/clock.ts'
import type { LogRecord } from '../../db/log/port.ts'
import type { Topic } from '../../db/log/topic.ts'
import type { SignalRow } from '../../db/rows/signals.ts'
import { discoverIngestors } from '../../ingestors/index.ts'
import { sampleAskedFacts } from '../../ingestors/samples/sample-facts.ts'
import type { RouteDefinition, Service } from '../../processors/kit/define.ts'
import { createFactStore } from '../../processors/replay/facts.ts'
import { computeKey } from '../../processors/replay/rows.ts'
import { openUpstream, pollValues } from '../source/poll-values.ts'

export interface ComputedRows {
  readonly rows: readonly SignalRow[]
  readonly failed: readonly string[]
}

export async function computeFromSamples(
  service: Service,
  route: RouteDefinition<any, any>,
  input: Record<string, unknown>,
): Promise<ComputedRows> {
  const upstream = await openUpstream({ isLive: false, at: systemClock.now() })
  const store = createFactStore(service.label)
  const touched = new Set<string>()
  const startedAt = new Date()
  const take = (topic: Topic<any>, values: readonly unknown[]): void => {
    const { read } = store.apply(
      topic,
      values.map((value, i) => recordOf(topic.name, topic.key(value), value, i)),
    )
    for (const one of service.affected(read)) touched.add(one)
  }
  try {
    const demanded = route.demand?.of(input) ?? null
    for (const ingestor of await discoverIngestors()) {
      const topic = service.reads.find(({ name }) => name === ingestor.topic.name)
      if (topic === undefined) continue
      const key = demanded?.source === ingestor.source ? demanded.key : undefined
      take(topic, await pollValues(ingestor, upstream.http, {}, { isLive: false, key }))
    }
    // A chain or a table is not there to be asked: their samples are facts already. Not older than what was asked beside.
    for (const [topic, values] of await sampleAskedFacts(startedAt, demanded))
      if (service.reads.includes(topic)) take(topic, values)
  } finally {
    await upstream.close()
  }
  const computed = [...touched].sort().map((key) => [key, computeKey(store, service, key, new Date())] as const)
  return {
    rows: computed.flatMap(([, one]) => ('rows' in one ? one.rows : [])),
    failed: computed.flatMap(([key, one]) => ('failed' in one ? [`${key}: ${one.failed}`] : [])),
  }
}

const recordOf = (topic: string, key: string, value: unknown, i: number): LogRecord => ({
  topic,
  partition: 0,
  offset: BigInt(i),
  key,
  value: JSON.stringify(value),
  appendedAt: new Date(0),
})
