// The schedule of made-up sources on the Postgres log, with what it needs; its start asks only what is due.
import { systemClock } from '../../base/clock.ts'
import { createOwnership } from '../../db/locks/ownership.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { createHttpClient } from '../../ingestors/client/http.ts'
import type { Ingestor } from '../../ingestors/define.ts'
import { type RunningSchedule, startSchedule } from '../../ingestors/schedule.ts'
import type { TestDatabase } from './database.ts'
import { quiet } from './quiet.ts'

export async function startTestSchedule(
  database: TestDatabase,
  ingestors: readonly Ingestor[],
  logger = quiet,
): Promise<RunningSchedule> {
  const log = createPostgresLog({ database, logger: quiet })
  await log.ensure(ingestors.map(({ topic }) => topic))
  const [ownership, http] = [createOwnership({ url: database.url, logger: quiet }), createHttpClient({})]
  const running = await startSchedule({
    ...{ log, database, http, ownership, ingestors, clock: systemClock, logger, credentials: {} },
    jitterSeconds: 0,
    pollAtStart: false,
  })
  return {
    firstRound: running.firstRound,
    async stop() {
      await running.stop()
      await ownership.close()
      await http.close()
      await log.close()
    },
  }
}
