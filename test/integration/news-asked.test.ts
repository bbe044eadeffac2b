// A question to the news from the files on the log to the row: searched for once it is asked, told what was searched, and made again from the log.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import { demands } from '../../db/facts/demand-topic.ts'
import type { Log } from '../../db/log/port.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { findRow } from '../../db/rows/signals.ts'
import { indexIngestor } from '../../ingestors/indexed/define.ts'
import gal from '../../ingestors/sources/gdelt-gal/ingestor.ts'
import { galArticles } from '../../ingestors/sources/gdelt-gal/topic.ts'
import newsIndex, { searchIndex } from '../../ingestors/sources/news-index/index-source.ts'
import { newsSearches } from '../../ingestors/sources/news-index/topic.ts'
import { gatherEvidence, recompute } from '../../processors/replay/explain.ts'
import { replayService } from '../../processors/replay/replay.ts'
import news from '../../processors/services/news/service.ts'
import { startFetcher, startQuoteService } from '../support/asked-keys-program.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'
import { sampleHttp } from '../support/service-facts.ts'
import { until } from '../support/until.ts'

const key = 'en oil tanker'
const asked = { source: newsIndex.source, key }
let database: TestDatabase
let log: Log
const running: { stop(): Promise<unknown> }[] = []

beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 24 })
  log = createPostgresLog({ database, logger: quiet })
  await log.ensure([galArticles, newsSearches, demands])
})
afterEach(async () => {
  for (const part of running.splice(0).reverse()) await part.stop()
})
afterAll(async () => {
  await log?.close()
  await database?.drop()
})

const filesIndexed = async () => (await database.pool.query('SELECT 1 FROM news_file')).rowCount!

async function pollNews(): Promise<number> {
  const at = systemClock.now()
  const context = {
    http: await sampleHttp(at),
    at,
    since: null,
    signal: new AbortController().signal,
    credential: () => undefined,
  }
  const values = gal.parse(await gal.fetch({ ...context, newestByKey: new Map() }), at)
  await log.append(galArticles, values)
  return values.length
}

test('asked of an empty index nobody is told that there is no news; then all that is there is found, counted and replayed', async () => {
  const ingestor = indexIngestor(newsIndex, { database, log, isOn: (source) => source === 'gdelt-doc' })
  await expect(searchIndex(database, key, systemClock.now())).rejects.toMatchObject({
    code: 'upstream_unavailable',
    retryable: true,
  })
  const files = await pollNews()
  running.push(await startQuoteService({ service: news } as never, database, log))
  await until('every file is in the index', async () => (await filesIndexed()) === files)
  await expect(searchIndex(database, 'en the same', systemClock.now())).rejects.toMatchObject({ code: 'key_unknown' })

  running.push(await startFetcher({ ingestor } as never, database, log, await sampleHttp(systemClock.now())))
  await log.append(demands, [{ ...asked, requested_at: systemClock.now().toISOString() }])
  await until('the row is there', async () => (await findRow(database.pool, 'news', '/news', key)) !== null)
  // Whoever knows more is asked in the background.
  const { rows: more } = await database.pool.query(`SELECT key FROM log_record WHERE key = $1`, [`gdelt-doc ${key}`])
  expect(more).toHaveLength(1)
  const row = (await findRow(database.pool, 'news', '/news', key))!
  const body = JSON.parse(row.body)
  const { rows } = await database.pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM news_article WHERE lang = 'en' AND words @@ 'oil & tanker' AND at > $1::timestamptz - interval '24 hours' AND at <= $1`,
    [body.found.search.searched_at],
  )
  expect(body.attention).toMatchObject({ articles: rows[0]!.n, volume_24h: rows[0]!.n })
  expect(rows[0]!.n).toBeGreaterThan(20)
  expect(JSON.parse(row.meta).coverage.detail.index).toMatchObject({
    topic: galArticles.name,
    offset: String(files - 1),
    missing_minutes: 0,
  })

  // The row says of what it was made; made of that again, and in a replay of everything, it is the same to the byte.
  const evidence = await gatherEvidence(log, news, row)
  expect(evidence.isComplete).toBe(true)
  expect(recompute(news, row, evidence)).toMatchObject({ body: row.body, meta: row.meta, inputs: row.inputs })
  const replayed = await replayService({ log, service: news, from: null, to: null, computedAt: row.computedAt })
  expect(replayed.rows.find((one) => one.key === key)).toMatchObject({ body: row.body, meta: row.meta })

  // And what was searched can be built anew from the log, up to the record that is named: the same is found in it.
  const { search } = body.found
  for (const part of running.splice(0).reverse()) await part.stop()
  await database.pool.query("TRUNCATE news_article, news_file; DELETE FROM consumer_offset WHERE group_name = 'news-index'")
  running.push(await startQuoteService({ service: news } as never, database, log))
  await until('every file is in the index again', async () => (await filesIndexed()) === files)
  expect(await searchIndex(database, key, new Date(search.searched_at))).toEqual(search)
})
