// The runner beside bare engines: throughput into Postgres from both logs, and how soon an appended record is a row.
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Kafka, logLevel } from 'kafkajs'
import { systemClock } from '../../base/clock.ts'
import type { Database } from '../../db/client.ts'
import { createKafkaLog } from '../../db/log/kafka/index.ts'
import type { Log } from '../../db/log/port.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { listenToRows } from '../../db/rows/announced.ts'
import { runService } from '../../processors/runner/run.ts'
import { counterService, makeTicks, tickTopic } from '../support/counter.ts'
import { startKafka } from '../support/kafka/start.ts'
import { readBare } from './support/bare-read.ts'
import { barOf, printFigure, quantile, quiet, rounded, secondsOf, withDatabase } from './support/engine.ts'

const records = 60_000
const latencySeconds = 10
const latencyRate = 500

if (process.argv.includes('--help')) {
  process.stdout.write(
    'usage: npm run bench -- runner\nRecords a second through the runner, as a ratio to a bare consumer of the same log, and append-to-row latency.\n',
  )
} else {
  await withDatabase(async (database) => {
    const log = createPostgresLog({ database, logger: quiet })
    await benchThroughput(database, log, async (_, topic) => records / (await readBare(database, topic, ['key', 'value'])))
    await benchLatency(database, log)
    await log.close()
    await benchKafka(database)
  })
}

type Topic = ReturnType<typeof tickTopic>

async function benchThroughput(
  database: Database,
  log: Log,
  baseline: (database: Database, topic: Topic) => Promise<number>,
): Promise<void> {
  const topic = tickTopic(randomBytes(4).toString('hex'))
  await log.ensure([topic])
  const ticks = makeTicks(records, 200)
  for (let at = 0; at < ticks.length; at += 1_000) await log.append(topic, ticks.slice(at, at + 1_000))
  const bare = await baseline(database, topic)
  const end = new AbortController()
  let done = 0
  const events = {
    batch(batch: { records: number }) {
      done += batch.records
      if (done >= records) end.abort()
    },
  }
  // Cheap on purpose: only each key's newest facts, so that the figure is the runner's own cost.
  const full = counterService(topic)
  const service = { ...full, selects: (key: string) => [{ topic, keys: [key], days: 0 }] }
  const seconds = await secondsOf(() =>
    runService({ service, log, database, clock: systemClock, logger: quiet, events, maxRecords: 2_000 }, end.signal),
  )
  printFigure({
    bench: `runner on the ${log.kind} log`,
    records: done,
    runner_per_s: rounded(done / seconds, 0),
    bare_consumer_per_s: rounded(bare, 0),
    ratio: rounded(done / seconds / bare),
    ...barOf(done / seconds, 'at least', 10_000, 'records/s'),
  })
  await database.pool.query('TRUNCATE signal_row, signal_history, consumer_offset, observation, dead_letter')
}

async function benchLatency(database: Database, log: Log): Promise<void> {
  const topic = tickTopic(randomBytes(4).toString('hex'))
  await log.ensure([topic])
  const full = counterService(topic)
  const service = { ...full, selects: (key: string) => [{ topic, keys: [key], days: 0 }] }
  const end = new AbortController()
  const running = runService({ service, log, database, clock: systemClock, logger: quiet }, end.signal)
  const appendedAt = new Map<string, number>()
  const latencies: number[] = []
  const stopListening = await listenToRows(database, (rows) => {
    for (const { key } of rows ?? []) {
      const at = appendedAt.get(key)
      if (at !== undefined) latencies.push(performance.now() - at)
    }
  })
  await log.append(topic, [{ key: 'warm', n: 1 }])
  await wait(1_500)
  const startedAt = performance.now()
  for (let n = 0; n < latencySeconds * latencyRate; n++) {
    const due = startedAt + (n * 1_000) / latencyRate
    if (performance.now() < due) await wait(due - performance.now())
    // A key of its own each, so that every record is a row of its own and none is measured twice.
    appendedAt.set(`r${n}`, performance.now())
    void log.append(topic, [{ key: `r${n}`, n }])
  }
  await wait(1_000)
  end.abort()
  await running
  await stopListening()
  printFigure({
    bench: 'append to row',
    per_s: latencyRate,
    rows_heard: latencies.length,
    of: latencySeconds * latencyRate,
    p50_ms: rounded(quantile(latencies, 0.5), 1),
    p99_ms: rounded(quantile(latencies, 0.99), 1),
    ...barOf(quantile(latencies, 0.99), 'below', 100, 'ms at p99'),
  })
}

async function benchKafka(database: Database): Promise<void> {
  const kafka = await startKafka()
  try {
    const brokers = kafka.brokers.split(',')
    const log = await createKafkaLog({ brokers, logger: quiet })
    await benchThroughput(database, log, (_, topic) => readBareKafka(brokers, topic))
    await log.close()
  } finally {
    await kafka.stop()
  }
}

async function readBareKafka(brokers: readonly string[], topic: Topic): Promise<number> {
  const consumer = new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING }).consumer({
    groupId: randomBytes(4).toString('hex'),
  })
  const all = Promise.withResolvers<void>()
  let seen = 0
  await consumer.connect()
  await consumer.subscribe({ topics: [topic.name], fromBeginning: true })
  const seconds = await secondsOf(async () => {
    await consumer.run({
      eachBatch: async ({ batch }) => {
        seen += batch.messages.length
        if (seen >= records) all.resolve()
      },
    })
    await all.promise
  })
  await consumer.disconnect()
  return records / seconds
}
