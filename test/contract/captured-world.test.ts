// Every capture that belongs to a source, played in the recorded world: fetched, parsed, put on a log, computed, answered, valid.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createHttpClient } from '../../ingestors/client/http.ts'
import { pollUpstream } from '../../ingestors/poll.ts'
import type { Exchange } from '../../ingestors/recorded/exchange.ts'
import { startRecordedUpstream } from '../../ingestors/recorded/upstream.ts'
import { startDemoUpstream } from '../../ingestors/samples/demo.ts'
import { captures, exchangesOf } from '../support/captures.ts'
import { expectWholeAnswer, factsOf, rowsAtOnce, services, valuesOf } from '../support/services-under-test.ts'
import { sampledSources } from '../support/sources.ts'

const folder = process.env.UPSTREAM_SAMPLES ?? ''
const there = captures.filter(({ file }) => folder !== '' && existsSync(join(folder, 'samples', file)))
if (there.length === 0) console.warn('skipped: the recorded world of captures (UPSTREAM_SAMPLES names none)')

const ingestors = new Map((await sampledSources()).map(({ ingestor }) => [ingestor.source, ingestor]))
const played = [
  ...Map.groupBy(
    there,
    ({ source, at, url }) =>
      `${source} ${at} ${there.filter((one) => one.source === source && one.url === url).length > 1 ? there.findIndex((one) => one.source === source && one.url === url) : ''}`,
  ).values(),
]
const sets = played.flatMap((set) => {
  // Two captures of one request are two worlds.
  const twice = Map.groupBy(set, ({ url }) => url)
  const most = Math.max(...[...twice.values()].map((list) => list.length))
  return Array.from({ length: most }, (_, i) => [...twice.values()].flatMap((list) => list[i] ?? []))
})
const seen: { source: string; captures: string; values: number; aside: number; services: string }[] = []
const samples = new Map<string, ReturnType<typeof factsOf>>()

afterAll(() => {
  if (seen.length > 0) console.log(seen.map((row) => Object.values(row).join(' | ')).join('\n'))
})

describe.skipIf(there.length === 0)('what was really sent', () => {
  test.each(sets.map((set) => [set.map(({ file }) => file).join(', '), set] as const))(
    '%s',
    async (names, set) => {
      const [{ source, at }] = set as [(typeof set)[number]]
      const ingestor = ingestors.get(source)!
      const clock = { now: () => new Date(at) }
      const played = new Set<string>()
      const noted = (exchange: Exchange): Exchange => ({
        ...exchange,
        body() {
          played.add(exchange.url)
          return exchange.body()
        },
      })
      const recorded = await startRecordedUpstream(
        set.flatMap((capture) => exchangesOf(folder, capture).map(noted)),
        clock,
      )
      const demo = await startDemoUpstream(clock)
      // What nobody captured of the same source is answered by its sample.
      const reroute: typeof recorded.reroute = (url, request) => {
        try {
          return recorded.reroute(url, request)
        } catch {
          return demo.reroute(url)
        }
      }
      const http = createHttpClient({ reroute, requestsPerSecond: 10_000 })
      try {
        const credentials = Object.fromEntries((ingestor.needs ?? []).map((name) => [name, 'a-key']))
        const { values, aside } = await pollUpstream(
          ingestor,
          { http, credentials },
          { at: clock.now(), since: null },
          AbortSignal.timeout(60_000),
        )
        expect(values.length).toBeGreaterThan(0)
        // One that nobody asks for is answered by the sample, and proves nothing.
        expect(set.map(({ url }) => url).filter((url) => !played.has(url))).toEqual([])
        const answered: string[] = []
        for (const [label, service] of services) {
          if (!service.reads.some(({ name }) => name === ingestor.topic.name)) continue
          if (!samples.has(label)) samples.set(label, factsOf(service, await valuesOf(service)))
          const topic = [...samples.get(label)!.keys()].find(({ name }) => name === ingestor.topic.name) ?? ingestor.topic
          const facts = new Map([...samples.get(label)!, ...factsOf(service, new Map([[topic, values]]))])
          const rows = rowsAtOnce(service, [...facts.values()].flat())
          for (const row of rows) expectWholeAnswer(service, row)
          answered.push(`${label} (${rows.length})`)
        }
        seen.push({ source, captures: names, values: values.length, aside: aside.length, services: answered.join(' ') || '-' })
      } finally {
        await http.close()
        await demo.stop()
        await recorded.stop()
      }
    },
    60_000,
  )
})
