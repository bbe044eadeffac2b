// The Postgres log beside plain multi-row inserts of the same rows: what order, offsets and waking readers cost.
import { randomBytes } from 'node:crypto'
import Type from 'typebox'
import type { Database } from '../../db/client.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { defineTopic } from '../../db/log/topic.ts'
import { advanceOffset, lockOffset } from '../../db/work/offsets.ts'
import { barOf, median, printFigure, quiet, rounded, secondsOf, withDatabase } from './support/engine.ts'

const rounds = 7
const batches = 40
const perBatch = 500

interface Row {
  key: string
  n: number
  text: string
}

const topic = defineTopic({
  name: 'bench.rows.v1',
  origin: { id: 'bench', name: 'bench', url: '', licence: '', attribution: '' },
  schema: Type.Object({ key: Type.String(), n: Type.Integer(), text: Type.String() }),
  partitions: 4,
  retention: { days: 1 },
  key: (row) => row.key,
  observedAt: (row) => new Date(row.n),
})

if (process.argv.includes('--help')) {
  process.stdout.write(
    'usage: npm run bench -- log\nAppends and consumes on the Postgres log, as a ratio to plain pg on the same server in the same run.\n',
  )
} else {
  await withDatabase(run)
}

async function run(database: Database): Promise<void> {
  const log = createPostgresLog({ database, logger: quiet })
  await log.ensure([topic])
  await database.pool.query(
    'CREATE TABLE plain (topic_id int, partition int, "offset" bigint, appended_at timestamptz(3), key text, value text, PRIMARY KEY (topic_id, partition, "offset"))',
  )
  const text = randomBytes(75).toString('hex')
  const made = Array.from({ length: batches }, (_, b) =>
    Array.from({ length: perBatch }, (_, i): Row => ({ key: `k${i % 50}`, n: b * perBatch + i, text })),
  )
  const plain: number[] = []
  const ours: number[] = []
  let next = 0
  for (let round = 0; round <= rounds; round++) {
    const plainSeconds = await secondsOf(async () => {
      for (const rows of made) next = await insertPlain(database, rows, next)
    })
    const oursSeconds = await secondsOf(async () => {
      for (const rows of made) await log.append(topic, rows)
    })
    if (round === 0) continue // warm-up
    plain.push(plainSeconds)
    ours.push(oursSeconds)
  }
  const records = batches * perBatch
  const ratio = median(plain.map((seconds, i) => seconds / ours[i]!))
  printFigure({
    bench: 'log append',
    records,
    batch: perBatch,
    plain_per_s: rounded(records / median(plain), 0),
    log_per_s: rounded(records / median(ours), 0),
    ratio: rounded(ratio),
    ...barOf(ratio, 'at least', 0.5, 'of plain inserts'),
  })
  await benchConsume(database, log)
  await log.close()
}

async function insertPlain(database: Database, rows: readonly Row[], next: number): Promise<number> {
  await database.pool.query({
    name: 'plain',
    text: 'INSERT INTO plain SELECT 1, o % 4, o, now(), k, v FROM unnest($1::bigint[], $2::text[], $3::text[]) AS r(o, k, v)',
    values: [rows.map((_, i) => next + i), rows.map((row) => row.key), rows.map((row) => JSON.stringify(row))],
  })
  return next + rows.length
}

// Consuming as the runner does it (fence, read, advance, commit) beside reading the same rows plainly.
async function benchConsume(database: Database, log: ReturnType<typeof createPostgresLog>): Promise<void> {
  const bounds = await log.bounds(topic.name)
  const total = bounds.reduce((sum, bound) => sum + Number(bound.high), 0)
  const plainSeconds = await secondsOf(async () => {
    let at = 0
    for (;;) {
      const { rows } = await database.pool.query(
        'SELECT * FROM plain WHERE topic_id = 1 AND partition = 0 AND "offset" >= $1 ORDER BY "offset" LIMIT 500',
        [at],
      )
      if (rows.length === 0) return
      at = Number(rows.at(-1)!.offset) + 1
    }
  })
  const plainRows = Number((await database.pool.query('SELECT count(*) AS n FROM plain WHERE partition = 0')).rows[0].n)
  const end = new AbortController()
  let consumed = 0
  const seconds = await secondsOf(() =>
    log.consume({
      group: 'bench',
      topics: [topic],
      signal: end.signal,
      maxRecords: perBatch,
      from: async () => null,
      async onBatch(batch) {
        await database.transaction(async (connection) => {
          await lockOffset(connection, 'bench', batch.topic, batch.partition)
          await advanceOffset(connection, 'bench', batch.topic, batch.partition, batch.records.at(-1)!.offset + 1n)
        })
        consumed += batch.records.length
        if (consumed >= total) end.abort()
      },
    }),
  )
  const perSecond = { plain: plainRows / plainSeconds, log: consumed / seconds }
  printFigure({
    bench: 'log consume, one transaction a batch',
    records: consumed,
    plain_select_per_s: rounded(perSecond.plain, 0),
    log_per_s: rounded(perSecond.log, 0),
    ratio: rounded(perSecond.log / perSecond.plain),
  })
}
