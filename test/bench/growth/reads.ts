// What analysts and operators read: a key's whole series, lag and topics of many topics.

import { measureTopics } from '../../../cli/topics/measure.ts'
import { createDatabase, type Database } from '../../../db/client.ts'
import { createPostgresLog } from '../../../db/log/postgres/index.ts'
import { readSeries } from '../../../db/rows/history.ts'
import { measureLag } from '../../../db/work/lag.ts'
import { tickTopic } from '../../support/counter.ts'
import { median, printFigure, quiet, rounded, secondsOf } from '../support/engine.ts'
import { withDatabases } from '../support/two-databases.ts'
import { type GrowthSizes, printLaw } from './law.ts'

const rounds = 5

export async function benchReads({ versions: sizes, topics: [topics] }: GrowthSizes): Promise<void> {
  await withDatabases(sizes.length, async (urls) => {
    const databases = urls.map((url) => createDatabase({ url, poolSize: 4, logger: quiet }))
    try {
      const took: number[] = []
      for (const [place, database] of databases.entries()) {
        await addVersions(database, sizes[place]!)
        took.push((await secondsOf(() => readAll(database, sizes[place]!))) * 1_000)
      }
      printLaw("a key's whole series", 'ms', sizes, took)
      await benchTopics(databases[0]!, topics!)
    } finally {
      for (const database of databases) await database.close()
    }
  })
}

async function addVersions({ pool }: Database, count: number): Promise<void> {
  await pool.query(
    `INSERT INTO signal_history (id, service, route, key, body, meta, observed_at, computed_at, formula, inputs, inputs_hash)
     SELECT n, 's', '/r', 'k', $2, '{}', at, at, 'f/1', '[]', 'h' FROM (SELECT n, now() - n * interval '1 minute' AS at FROM generate_series(1, $1::int) n) v`,
    [count, JSON.stringify({ signal: { score: 1 }, text: 'x'.repeat(400) })],
  )
  await pool.query('ANALYZE signal_history')
}

async function readAll(database: Database, expected: number): Promise<void> {
  let read = 0
  await database.transaction(async (connection) => {
    const selection = { service: 's', route: '/r', key: 'k', from: null, to: null }
    for await (const _ of readSeries(connection, selection)) read++
  })
  if (read !== expected) throw new Error(`${read} of ${expected} versions were read`)
}

async function benchTopics(database: Database, count: number): Promise<void> {
  const log = createPostgresLog({ database, logger: quiet })
  const all = Array.from({ length: count }, (_, n) => tickTopic(`growth-${n}`))
  await log.ensure(all)
  for (const topic of all) await log.append(topic, [{ key: 'a', n: 1 }])
  const groups = all.map((topic, n) => ({ label: `g${n}`, reads: [topic] }))
  const works = {
    lag: () => measureLag({ pool: database.pool, log, groups }),
    topics: () => measureTopics(log, all),
  }
  for (const [what, work] of Object.entries(works)) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push((await secondsOf(work)) * 1_000)
    printFigure({
      growth: `${what} of ${count} topics, in process`,
      ms: rounded(median(times)),
      bar: 'below 1000 ms',
      is_met: median(times) < 1_000,
    })
  }
  await log.close()
}
