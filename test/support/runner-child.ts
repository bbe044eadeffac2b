// A processor process for tests to kill: runs the counter over the topic, log and database named by its arguments.
import { pino } from 'pino'
import { systemClock } from '../../base/clock.ts'
import { createDatabase } from '../../db/client.ts'
import { createKafkaLog } from '../../db/log/kafka/index.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { runService } from '../../processors/runner/run.ts'
import { counterService, tickTopic } from './counter.ts'

const [url, brokers, topicName, pauseMs, partitions = '4', label] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string?,
  string?,
]
const logger = pino({ level: 'fatal' })
const database = createDatabase({ url, poolSize: 8, logger })
const log =
  brokers === '' ? createPostgresLog({ database, logger }) : await createKafkaLog({ brokers: brokers.split(','), logger })
const stop = new AbortController()
process.on('SIGTERM', () => stop.abort())
process.stdout.write('running\n')
await runService(
  {
    service: counterService(tickTopic(topicName, Number(partitions)), label),
    log,
    database,
    clock: systemClock,
    logger,
    maxRecords: 25,
    // Long enough inside the transaction for a kill to find it there.
    beforeStep: (step) => (step === 'commit' ? new Promise((done) => setTimeout(done, Number(pauseMs))) : undefined),
  },
  stop.signal,
)
await log.close()
await database.close()
