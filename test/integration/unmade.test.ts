// Why there is no answer: sources that are off are named with what turns them on, those that never answered with when they are asked again.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUnmade, type KnownSource } from '../../api/unmade.ts'
import { recordFailure, recordNextRun, recordSuccess } from '../../db/facts/sources.ts'
import { createHttpClient } from '../../ingestors/client/http.ts'
import { searchIndex } from '../../ingestors/sources/news-index/index-source.ts'
import { newsKey } from '../../ingestors/sources/news-index/topic.ts'
import type { RouteDefinition } from '../../processors/kit/define.ts'
import service from '../../processors/services/chainscout/service.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

const at = new Date('2026-11-23T12:00:00Z')
const [trending, whales] = ['/trending', '/whales'].map((path) => service.routes.find((route) => route.path === path)!) as [
  RouteDefinition<any, any>,
  RouteDefinition<any, any>,
]
// Rows of both are asked by another key than they are computed under.
const asked = 'all'
const sourcesFor = ({ path }: RouteDefinition<any, any>, off: string | null): KnownSource[] =>
  [...new Set(service.selects(path.slice(1)).map(({ topic }) => topic.name as string))].map((topic, i) => ({
    source: `source-${i}`,
    topic,
    off,
  }))

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => database.pool.query('TRUNCATE source_status'))
afterAll(() => database.drop())

const open = (sources: readonly KnownSource[]) => createUnmade({ database, clock: { now: () => at }, sources })
const fail = async (source: string, reason: string, nextSeconds = 600) => {
  await recordFailure(database.pool, source, at, reason)
  await recordNextRun(database.pool, source, new Date(at.getTime() + nextSeconds * 1_000))
}

test('of sources that are all off nothing comes: they are named with why, and nobody comes back every five seconds', async () => {
  const why = await open(sourcesFor(trending, 'licence grade C; name it in ENABLE_SOURCES')).whyNoRow(service, trending, asked)
  expect(why).toMatchObject({ code: 'upstream_unavailable', retryAfterSeconds: 3_600 })
  expect(why!.message).toBe(
    'The sources of this answer, source-0, source-1 (licence grade C; name it in ENABLE_SOURCES), are off here; nothing was charged.',
  )
})

test('before each was asked once the answer is on its way; then the one that failed is named until it answers', async () => {
  const sources = sourcesFor(whales, null)
  expect(await open(sources).whyNoRow(service, whales, asked)).toBeNull()
  await recordNextRun(database.pool, 'source-0', at)
  expect(await open(sources).whyNoRow(service, whales, asked)).toBeNull()
  await fail('source-0', 'host could not be read: getaddrinfo ENOTFOUND host')
  const why = await open(sources).whyNoRow(service, whales, asked)
  expect(why).toMatchObject({ code: 'not_ready', retryAfterSeconds: 600 })
  expect(why!.message).toContain('source-0 could not be read so far (/health says why); nothing was charged.')
  await fail('source-0', 'the same', 1)
  expect(await open(sources).whyNoRow(service, whales, asked)).toMatchObject({ retryAfterSeconds: 30 })
  await recordSuccess(database.pool, 'source-0', at, { records: 1, newestObservedAt: at })
  expect(await open(sources).whyNoRow(service, whales, asked)).toBeNull()
})

test('a key of which nothing is known is late, not unknown, only where nothing at all came', async () => {
  const sources = sourcesFor(trending, null)
  await fail('source-0', 'gone')
  await recordSuccess(database.pool, 'source-1', at, { records: 1, newestObservedAt: at })
  expect(await open(sources).whyNothing(service, trending, asked)).toBeNull()
  await database.pool.query('TRUNCATE source_status')
  await fail('source-0', 'gone')
  await fail('source-1', 'gone')
  expect(await open(sources).whyNothing(service, trending, asked)).toMatchObject({ code: 'not_ready' })
})

test('a source that is asked when somebody asks is away only where its host never answered, or the table it searches was never filled', async () => {
  const http = createHttpClient({ requestsPerSecond: 100 })
  const refused = await http
    .json('http://127.0.0.1:9/nothing', { signal: AbortSignal.timeout(20_000) })
    .catch((error: Error) => error)
  await http.close()
  await fail('asked', (refused as Error).message)
  const empty = await searchIndex(database, newsKey('en', 'oil tanker'), at).catch((error: Error) => error)
  await fail('searched', (empty as Error).message)
  await fail('changed', 'the answer is not an object')
  await fail('unrecorded', 'not recorded: GET https://example.org/')
  const { whyUnreached } = open([])
  expect(await whyUnreached('asked')).toMatchObject({ code: 'not_ready', retryAfterSeconds: 600 })
  expect(await whyUnreached('searched')).toMatchObject({ code: 'not_ready' })
  for (const source of ['changed', 'unrecorded', 'never-polled']) expect(await whyUnreached(source)).toBeNull()
  await recordSuccess(database.pool, 'asked', at, { records: 1, newestObservedAt: at })
  await fail('asked', (refused as Error).message)
  expect(await open([]).whyUnreached('asked')).toBeNull()
})
