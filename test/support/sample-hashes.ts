// Prints what every service and source makes of the samples at one fixed moment as hashes: run before and after a change that must change nothing.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createHttpClient } from '../../ingestors/client/http.ts'
import { startDemoUpstream } from '../../ingestors/samples/demo.ts'
import { discoverServices } from '../../processors/index.ts'
import type { Service } from '../../processors/kit/define.ts'
import { createMemoryStore } from './memory-store.ts'
import { sampleValues, toRecords } from './sample-records.ts'
import { monthBefore, pollAt, pollOnce, sampledSources } from './sources.ts'

// Years of every source take minutes and say no more than these.
const historyFrom = new Date('2014-06-01T00:00:00Z')

const { values: flags, positionals } = parseArgs({
  options: { dump: { type: 'string' }, sources: { type: 'boolean' }, services: { type: 'boolean' } },
  allowPositionals: true,
})
const isWanted = (name: string) => positionals.length === 0 || positionals.includes(name)
const plain = (value: unknown): string =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner), 1)
// In whatever order a definition names its members.
const sorted = (name: string, inner: unknown) =>
  name === 'required'
    ? (inner as string[]).toSorted()
    : typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? byName(inner)
      : inner
const anyOrder = (value: unknown): string => JSON.stringify(value, sorted, 1)

const byName = (one: object) => Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))

function tell(name: string, text: string): void {
  process.stdout.write(`${name}\t${createHash('sha256').update(text).digest('hex').slice(0, 16)}\n`)
  if (flags.dump === undefined) return
  mkdirSync(flags.dump, { recursive: true })
  writeFileSync(join(flags.dump, `${name.replaceAll(/[^a-z0-9._-]+/gi, '_')}.json`), text)
}

function tellDefinition(service: Service, keys: readonly string[]): void {
  const { label, title, description, version, tags, reads, routes } = service
  tell(
    `service ${label} definition`,
    plain({ label, title, description, version, tags, reads: reads.map(({ name }) => name).sort(), routes: routes.map(byName) }),
  )
  const selections = keys.map((key) => [
    key,
    service
      .selects(key)
      .map(({ topic, keys: of, ...rest }) => ({ topic: topic.name, ...(of && { keys: [...of].sort() }), ...rest }))
      .sort((a, b) => (plain(a) < plain(b) ? -1 : 1)),
  ])
  tell(`service ${label} selections`, plain(selections))
}

async function tellService(service: Service): Promise<void> {
  const values = await sampleValues(service)
  const recent = new Map(
    [...values].map(([topic, all]) => [topic, all.filter((value) => topic.observedAt(value) >= historyFrom)]),
  )
  const store = createMemoryStore(service)
  const affected = new Set<string>()
  for (const [topic, records] of Map.groupBy(toRecords(recent), (one) => one.topic))
    for (const key of store.store(
      topic,
      records.map(({ record }) => record),
    ))
      affected.add(key)
  const keys = [...affected].sort()
  tellDefinition(service, keys)
  store.compute(keys)
  const rows = [...store.rows].sort(([a], [b]) => (a < b ? -1 : 1))
  tell(
    `service ${service.label} rows ${rows.length}`,
    rows
      .map(([name, row]) => `${name}\n${plain(row)}\n${plain(JSON.parse(row.body))}\n${plain(JSON.parse(row.meta))}`)
      .join('\n'),
  )
}

async function tellSources(): Promise<void> {
  const demo = await startDemoUpstream({ now: () => pollAt })
  const http = createHttpClient({ reroute: demo.reroute, requestsPerSecond: 10_000 })
  for (const { ingestor } of await sampledSources()) {
    if (!isWanted(ingestor.source)) continue
    const { source, topic, schedule, grade, needs, nothingIsNews } = ingestor
    const { name, origin, schema, partitions, retention, volatile } = topic
    tell(
      `source ${source} definition`,
      anyOrder({ schedule, grade, needs, nothingIsNews, topic: { name, origin, schema, partitions, retention, volatile } }),
    )
    for (const [word, since] of [
      ['whole', null],
      ['later', monthBefore],
    ] as const) {
      const polled = await pollOnce(ingestor, http, since)
      const lines = polled.map(
        (value) =>
          `${topic.key(value)} ${topic.observedAt(value).toISOString()} ${topic.revision(value)} ${JSON.stringify(value)}`,
      )
      tell(`source ${source} ${word} ${polled.length}`, lines.join('\n'))
    }
  }
  await http.close()
  await demo.stop()
}

if (flags.services !== true) await tellSources()
if (flags.sources !== true)
  for (const service of await discoverServices())
    if (service.reads.length > 0 && isWanted(service.label)) await tellService(service)
