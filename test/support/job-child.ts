// A worker process for tests to kill: takes in and runs the errands of the topic, log and database named by its arguments.
import { pino } from 'pino'
import { systemClock } from '../../base/clock.ts'
import { createSafeFetch } from '../../base/safe-fetch/index.ts'
import { createDatabase } from '../../db/client.ts'
import { createKafkaLog } from '../../db/log/kafka/index.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { startJobs } from '../../processors/jobs/index.ts'
import { makeErrands } from './errand.ts'

const [url, brokers, topicName] = process.argv.slice(2) as [string, string, string]
const logger = pino({ level: 'warn' }, pino.destination(2))
const database = createDatabase({ url, poolSize: 6, logger })
const log =
  brokers === '' ? createPostgresLog({ database, logger }) : await createKafkaLog({ brokers: brokers.split(','), logger })
const working = await startJobs({
  jobs: [makeErrands(topicName).job],
  log,
  database,
  safeFetch: createSafeFetch(),
  clock: systemClock,
  logger,
  events: { batch: () => undefined },
  onFatal(error) {
    throw error
  },
})
process.on('SIGTERM', () => void stop())
process.stdout.write('running\n')

async function stop(): Promise<void> {
  await working.stop()
  await log.close()
  await database.close()
}
