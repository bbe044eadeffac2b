// A poll that lacks one of its answers: what came is kept, and what is missing is asked for from where it was, for a day at most.
import Type from 'typebox'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { TollgateError } from '../../base/errors.ts'
import { listSources } from '../../db/facts/sources.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { fetchParts } from '../../ingestors/aside.ts'
import { defineIngestor } from '../../ingestors/define.ts'
import { pollSource } from '../../ingestors/poll.ts'
import { dailySeries } from '../../ingestors/shapes/topics.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'
import { testOrigin } from '../support/topics.ts'

type Day = { readonly place: string; readonly date: string; readonly value: number }

const topic = dailySeries(
  'test.parted.v1',
  testOrigin,
  { place: Type.String(), value: Type.Number() },
  { key: ({ place }) => place },
)
const upstream = new Map<string, readonly Day[] | TollgateError>()
const asked: string[] = []
const source = defineIngestor({
  source: 'parted',
  topic,
  schedule: '0 * * * *',
  grade: 'A',
  proof: 'captured 2026-11-01',
  mostAside: 0.8,
  fetch: async ({ http, since, signal, setAside }) => {
    const from = since?.toISOString().slice(0, 10) ?? 'ever'
    const parts = await fetchParts(
      ['north', 'south'],
      (place) => place,
      (place) => http.json(`https://${place}.example/days?from=${from}`, { signal }) as Promise<Day[]>,
      setAside,
    )
    return parts.flat()
  },
  parse: (rows: Day[]) => rows,
})
const http = {
  async json(url: string) {
    asked.push(url)
    const answer = upstream.get(new URL(url).hostname.split('.')[0]!)
    if (answer instanceof TollgateError) throw answer
    return answer
  },
}

let database: TestDatabase
let log: ReturnType<typeof createPostgresLog>
let now: Date
beforeAll(async () => {
  database = await createTestDatabase()
  log = createPostgresLog({ database, logger: quiet })
  await log.ensure([topic])
})
afterAll(() => database?.drop())
beforeEach(() => void asked.splice(0))

const away = new TollgateError('upstream_unavailable', 'south is away')
const day = (place: string, date: string): Day => ({ place, date, value: 1 })

async function pollAt(at: string, north: Day[] | TollgateError, south: Day[] | TollgateError) {
  now = new Date(at)
  upstream.set('north', north).set('south', south)
  asked.splice(0)
  const deps = { log, database, http: http as never, clock: { now: () => now }, logger: quiet, credentials: {} }
  const polled = await pollSource(source, deps, new AbortController().signal)
  const status = (await listSources(database.pool)).find((one) => one.source === 'parted')!
  return {
    appended: polled?.appended,
    newest: status.newestObservedAt?.toISOString().slice(0, 10),
    partialSince: JSON.parse(status.detail ?? '{}').partial_since,
    from: [...new Set(asked.map((url) => new URL(url).searchParams.get('from')))],
  }
}

test('a whole poll moves on, and nothing is missing', async () => {
  expect(await pollAt('2026-11-10T10:00:00Z', [day('north', '2026-11-09')], [day('south', '2026-11-09')])).toEqual({
    appended: 2,
    newest: '2026-11-09',
    partialSince: undefined,
    from: ['ever'],
  })
})

test('while a part is away the other is kept, and the next poll begins where this one did', async () => {
  const partialSince = '2026-11-11T10:00:00.000Z'
  const first = await pollAt('2026-11-11T10:00:00Z', [day('north', '2026-11-10')], away)
  expect(first).toEqual({ appended: 1, newest: '2026-11-09', partialSince, from: ['2026-11-09'] })
  const second = await pollAt('2026-11-11T11:00:00Z', [day('north', '2026-11-10')], away)
  expect(second).toEqual({ appended: 0, newest: '2026-11-09', partialSince, from: ['2026-11-09'] })
})

test('what was missed is there once the part is back, and the source moves on', async () => {
  const south = [day('south', '2026-11-10'), day('south', '2026-11-11')]
  expect(await pollAt('2026-11-12T09:00:00Z', [day('north', '2026-11-11')], south)).toEqual({
    appended: 3,
    newest: '2026-11-11',
    partialSince: undefined,
    from: ['2026-11-09'],
  })
})

test('a part that stays away does not hold the others for more than a day', async () => {
  await pollAt('2026-11-13T09:00:00Z', [day('north', '2026-11-12')], away)
  const after = await pollAt('2026-11-14T09:00:00Z', [day('north', '2026-11-13')], away)
  expect(after).toMatchObject({ newest: '2026-11-13', from: ['2026-11-11'] })
})

test('a poll of which nothing came is a failed one', async () => {
  const before = (await listSources(database.pool)).find((one) => one.source === 'parted')!
  await pollAt('2026-11-15T09:00:00Z', away, away).catch(() => undefined)
  const status = (await listSources(database.pool)).find((one) => one.source === 'parted')!
  expect(status.lastError).toContain('south is away')
  expect(status.newestObservedAt).toEqual(before.newestObservedAt)
})
