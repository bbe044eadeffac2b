// A fetcher process for tests to kill: fetches the asked keys of the topic, database and upstream named by its arguments.
import { pino } from 'pino'
import { systemClock } from '../../base/clock.ts'
import { createDatabase } from '../../db/client.ts'
import { createOwnership } from '../../db/locks/ownership.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { createHttpClient } from '../../ingestors/client/http.ts'
import { startDemand } from '../../ingestors/demand/index.ts'
import { makeAskedKeys } from './asked-keys.ts'

const [url, topicName, upstream] = process.argv.slice(2) as [string, string, string]
const logger = pino({ level: 'fatal' })
const database = createDatabase({ url, poolSize: 6, logger })
await startDemand({
  log: createPostgresLog({ database, logger }),
  database,
  http: createHttpClient({ reroute: (asked) => new URL(`${upstream}/?url=${encodeURIComponent(asked.href)}`) }),
  clock: systemClock,
  logger,
  ownership: createOwnership({ url, logger }),
  credentials: {},
  ingestors: [makeAskedKeys(topicName).ingestor],
  onFatal(error) {
    throw error
  },
})
process.stdout.write('running\n')
