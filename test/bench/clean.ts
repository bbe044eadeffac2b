// What cleaning the Postgres log costs those who write it: the time of an append with and without retention and compaction under way.
import { setTimeout as wait } from 'node:timers/promises'
import Type from 'typebox'
import type { Database } from '../../db/client.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { defineTopic } from '../../db/log/topic.ts'
import { eventLogChores } from '../../processors/chores/event-log.ts'
import { printFigure, quantile, quiet, rounded, withDatabase } from './support/engine.ts'

const oldRecords = 150_000
const perAppend = 20
const pauseBetweenAppendsMs = 5
const pauseBetweenBatchesMs = 50
const phaseMs = 8_000

const text = 'x'.repeat(200)
const makeTopic = (name: string, compact: boolean) =>
  defineTopic({
    name: `bench.${name}.v1`,
    origin: { id: 'bench', name: 'bench', url: '', licence: '', attribution: '' },
    schema: Type.Object({ key: Type.String(), n: Type.Integer(), text: Type.String() }),
    partitions: 4,
    retention: { days: 7, compact },
    key: (row) => row.key,
    observedAt: (row) => new Date(row.n),
  })
const topics = [makeTopic('expiring', false), makeTopic('compacted', true)]
const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ key: `k${(from + i) % 500}`, n: from + i, text }))

if (process.argv.includes('--help')) {
  process.stdout.write(
    'usage: npm run bench -- clean\nAppend times on the Postgres log: alone, and beside the two chores that clean it.\n',
  )
} else {
  await withDatabase(run)
}

async function run(database: Database): Promise<void> {
  const log = createPostgresLog({ database, logger: quiet })
  await log.ensure(topics)
  for (const topic of topics) for (let at = 0; at < oldRecords; at += 2_000) await log.append(topic, rows(at, 2_000))
  await database.pool.query("UPDATE log_record SET appended_at = appended_at - interval '8 days'")
  await database.pool.query('VACUUM ANALYZE log_record')
  const write = async (isOver: () => boolean): Promise<number[]> => {
    const tookMs: number[] = []
    let n = oldRecords
    while (!isOver()) {
      for (const topic of topics) {
        const startedAt = performance.now()
        await log.append(topic, rows(n, perAppend))
        n += perAppend
        tookMs.push(performance.now() - startedAt)
      }
      await wait(pauseBetweenAppendsMs)
    }
    return tookMs
  }
  const during = async (phase: Promise<unknown>): Promise<number[]> => {
    let over = false
    const written = write(() => over)
    await phase
    over = true
    return written
  }
  await during(wait(2_000)) // warm-up
  const alone = await during(wait(phaseMs))
  let deleted = 0
  const startedAt = performance.now()
  const beside = await during(
    Promise.all(
      eventLogChores(database, 0).map(async (chore) => {
        let batch: number
        do {
          batch = await chore.batch(new Date())
          deleted += batch
          await wait(pauseBetweenBatchesMs)
        } while (batch > 0)
      }),
    ),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  for (const [phase, times] of [
    ['alone', alone],
    ['beside cleaning', beside],
  ] as const)
    printFigure({
      bench: 'clean',
      phase,
      appends: times.length,
      p50_ms: rounded(quantile(times, 0.5)),
      p99_ms: rounded(quantile(times, 0.99)),
      max_ms: rounded(Math.max(...times)),
    })
  printFigure({
    bench: 'clean',
    deleted,
    seconds: rounded(seconds),
    p99_ratio: rounded(quantile(beside, 0.99) / quantile(alone, 0.99)),
  })
  await log.close()
}
