// Makes what the gateway's processes need and none of them should have to make: tables of this release, and every topic.
import { openLog } from '../app/log.ts'
import { reach } from '../db/reach.ts'
import { runCommand } from './command.ts'
import { discoverTopics } from './topics/known.ts'

const help = `usage: npm run prepare

Brings the database's tables up to this release and makes every topic of it, as the settings say (KAFKA_PARTITIONS, KAFKA_REPLICAS,
KAFKA_MIN_INSYNC_REPLICAS, COMPACT_AFTER_DAYS). Run it as a job before a release starts, with rights that the gateway's own processes
then need not have: they look, and change nothing that is as it should be. Several at once wait for each other; a second run changes
nothing. It waits START_WAIT_SECONDS for a database or broker that is not there yet.
Exit: 0 all is there, 1 it could not be made, 2 wrong words.`

await runCommand({
  name: 'prepare',
  help,
  words: 0,
  async run(context) {
    const { config, logger } = context
    const patience = { withinMs: config.startWaitSeconds * 1_000, logger }
    const database = await reach('the database', { ...patience, setting: 'DATABASE_URL', caSetting: 'DATABASE_CA_FILE' }, () =>
      context.openDatabase({ changes: true, makes: true }),
    )
    const log = await reach('Kafka', { ...patience, setting: 'KAFKA_BROKERS', caSetting: 'KAFKA_CA_FILE' }, async () =>
      openLog(config, database, logger),
    )
    try {
      const topics = (await discoverTopics()).map(({ topic }) => topic)
      await log.ensure(topics)
      context.print(`the tables are of this release, and ${topics.length} topics are there (${log.kind})`)
    } finally {
      await log.close()
    }
  },
})
