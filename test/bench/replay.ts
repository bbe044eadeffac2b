// Replaying a service from both logs into rows in memory, beside a bare read of the same records.
import { randomBytes } from 'node:crypto'
import { Kafka, logLevel } from 'kafkajs'
import { createKafkaLog } from '../../db/log/kafka/index.ts'
import type { Log } from '../../db/log/port.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import type { Service } from '../../processors/kit/define.ts'
import { replayService } from '../../processors/replay/replay.ts'
import { counterService, makeTicks, tickTopic } from '../support/counter.ts'
import { startKafka } from '../support/kafka/start.ts'
import { readBare } from './support/bare-read.ts'
import { barOf, median, printFigure, quiet, rounded, secondsOf, withDatabase } from './support/engine.ts'

const records = 100_000
const rounds = 3

type Topic = ReturnType<typeof tickTopic>

if (process.argv.includes('--help')) {
  process.stdout.write(
    'usage: npm run bench -- replay\nRecords a second replayed for a cheap formula, as a ratio to a bare read of the same records in the same run.\n',
  )
} else {
  await withDatabase(async (database) => {
    const log = createPostgresLog({ database, logger: quiet })
    await benchReplay(log, 20_000, (topic) => readBare(database, topic, ['key', 'value', 'appended_at']))
    await log.close()
  })
  const kafka = await startKafka()
  try {
    const brokers = kafka.brokers.split(',')
    const log = await createKafkaLog({ brokers, logger: quiet })
    await benchReplay(log, 30_000, (topic) => readMessages(brokers, topic))
    await log.close()
  } finally {
    await kafka.stop()
  }
}

async function benchReplay(log: Log, leastPerSecond: number, readAlone: (topic: Topic) => Promise<number>): Promise<void> {
  const topic = tickTopic(randomBytes(4).toString('hex'))
  await log.ensure([topic])
  const ticks = makeTicks(records, 200)
  for (let at = 0; at < records; at += 2_000) await log.append(topic, ticks.slice(at, at + 2_000))
  // Cheap on purpose: only each key's newest facts, so that the figure is replay's own cost.
  const service: Service = { ...counterService(topic), selects: (key) => [{ topic, keys: [key], days: 0 }] }
  const [bare, ours]: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round++) {
    const bareSeconds = await readAlone(topic)
    const seconds = await secondsOf(async () => {
      const replayed = await replayService({ log, service, from: null, to: null, computedAt: new Date() })
      if (replayed.records !== records || replayed.rows.length !== 200) throw new Error('the replay lost records or rows')
    })
    if (round === 0) continue // warm-up
    bare.push(bareSeconds)
    ours.push(seconds)
  }
  printFigure({
    bench: `replay from the ${log.kind} log`,
    records,
    replay_per_s: rounded(records / median(ours), 0),
    bare_read_per_s: rounded(records / median(bare), 0),
    ratio: rounded(median(bare.map((seconds, i) => seconds / ours[i]!))),
    ...barOf(records / median(ours), 'at least', leastPerSecond, 'records/s'),
  })
}

// Joining the group and leaving it count on both sides: whoever reads a range waits for them.
function readMessages(brokers: readonly string[], topic: Topic): Promise<number> {
  return secondsOf(async () => {
    const consumer = new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING }).consumer({
      groupId: randomBytes(4).toString('hex'),
      maxWaitTimeInMs: 100,
      maxBytesPerPartition: 4_194_304,
    })
    const all = Promise.withResolvers<void>()
    let seen = 0
    await consumer.connect()
    await consumer.subscribe({ topics: [topic.name], fromBeginning: true })
    await consumer.run({
      eachBatch: async ({ batch }) => {
        seen += batch.messages.length
        if (seen >= records) all.resolve()
      },
    })
    await all.promise
    await consumer.disconnect()
  })
}
