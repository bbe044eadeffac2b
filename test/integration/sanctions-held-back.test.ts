// A list that comes back much shorter is not put on the log: the one that is there stands, and the source says why.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertFacts, newestFact } from '../../db/facts/observations.ts'
import { listSources } from '../../db/facts/sources.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import type { HttpClient } from '../../ingestors/client/http.ts'
import { pollSource } from '../../ingestors/poll.ts'
import type { Shelf } from '../../ingestors/shapes/sanctions-list.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'
import { wholeFiles } from '../support/sanctions/whole-files.ts'

const { ingestor, text } = wholeFiles.uk!
const day = new Date('2026-11-20T02:35:00Z')
const next = new Date('2026-11-21T02:35:00Z')
const weekLater = new Date('2026-11-27T02:35:00Z')
const half = [...text.split('\n').slice(0, 62), ''].join('\n')

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

test('half a list is held back by name, a whole one goes on, and a cut that stands for days is believed', async () => {
  const { topic } = ingestor
  const log = createPostgresLog({ database, logger: quiet })
  await log.ensure([topic])
  let body = text
  const http = { text: async () => body } as Partial<HttpClient> as HttpClient
  const poll = (at: Date) =>
    pollSource(
      ingestor,
      { log, database, http, clock: { now: () => at }, logger: quiet, credentials: {} },
      new AbortController().signal,
    )
  const status = async () => (await listSources(database.pool)).find(({ source }) => source === ingestor.source)!

  expect(await poll(day)).toMatchObject({ appended: 64 })
  // As the runner stores what it reads from the log.
  const facts = (ingestor.parse(text, day) as Shelf[]).map((value, offset) => ({
    topic: topic.name,
    key: topic.key(value),
    observedAt: topic.observedAt(value),
    revision: topic.revision(value),
    value: JSON.stringify(value),
    partition: 0,
    offset: BigInt(offset),
  }))
  await database.transaction((connection) => insertFacts(connection, facts))
  expect(await newestFact(database.pool, topic.name, 'uk/00')).toMatchObject({ date: '2026-11-20', totals: { entries: 120 } })
  expect(await newestFact(database.pool, topic.name, 'uk/99')).toBeNull()

  body = half
  expect(await poll(next)).toBeNull()
  expect(await status()).toMatchObject({
    failuresInARow: 1,
    lastError: expect.stringMatching(/uk shrank from 120 entries to 60: held back, that of 2026-11-20 stands/),
  })
  body = text
  expect(await poll(next)).toMatchObject({ appended: 64 })
  body = half
  expect(await poll(weekLater)).toMatchObject({ appended: 64 })
  await log.close()
})
