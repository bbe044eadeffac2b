// Starts Tollgate in the role the environment names, and stops it the one way it stops.
import { type Config, loadConfig, readEnvironment } from './config.ts'
import { messageOf, TollgateError } from './errors.ts'
import { createLogger } from './logger.ts'
import { type Running, startTollgate } from './start.ts'

const drainDeadlineMs = 10_000

const config = readConfig()
const logger = createLogger({ level: config.logLevel, pretty: process.stdout.isTTY })
let running: Running | null = null
let stopping = false

process.on('SIGTERM', () => void stop(0))
process.on('SIGINT', () => void stop(0))

try {
  running = await startTollgate(config, logger, (error) => {
    logger.fatal({ err: error }, 'a part failed for good')
    void stop(1)
  })
  greet(config, running.url)
} catch (error) {
  logger.fatal({ err: error }, messageOf(error))
  process.exit(1)
}

async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  setTimeout(() => {
    logger.fatal('not drained in time')
    process.exit(1)
  }, drainDeadlineMs).unref()
  await running?.stop()
  logger.info('stopped')
  process.exit(code)
}

function readConfig(): Config {
  try {
    return loadConfig(readEnvironment())
  } catch (error) {
    if (!(error instanceof TollgateError) || error.code !== 'config_invalid') throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(2)
  }
}

function greet(config: Config, url: string | null): void {
  if (url === null) logger.info({ role: config.role }, 'running')
  else
    logger.info(
      { role: config.role, world: config.world },
      `Tollgate answers at ${url}   try: npm run pay -- ${url}/api/rates/rates`,
    )
}
