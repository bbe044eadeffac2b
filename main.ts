// Starts Tollgate in the role the environment names, and stops it the one way it stops.
import { type Config, loadConfig, readEnvironment } from './app/config/index.ts'
import { startHelp } from './app/help.ts'
import { createLogger, speakerOf } from './app/logger.ts'
import type { Running } from './app/start.ts'
import { welcome } from './app/welcome.ts'
import { messageOf, TollgateError } from './base/errors.ts'
import { shareLookups } from './base/lookups.ts'
import { createMask, shownUrl } from './base/redact.ts'
import { leaveThrough } from './base/way-out.ts'

const drainDeadlineMs = 10_000
// Where the database is away; what was under way is taken up again as after any crash.
const hastyDeadlineMs = 300
// npm passes a terminal's Ctrl-C on to a program that has heard it already.
const sameKeyPressMs = 500

answerWords(process.argv.slice(2))
shareLookups()
const config = readConfig()
leaveThrough(config.proxies)
const isOnTerminal = process.stdout.isTTY
const mask = createMask(config.secrets)
const logger = createLogger({ level: config.logLevel, pretty: isOnTerminal, mask, speaker: speakerOf(config.role) })
const stopping = new AbortController()
if (config.proxies !== null) logger.info(`asks others through the proxy ${shownUrl(config.proxies.https)}`)
let interruptedAt = Number.NEGATIVE_INFINITY
let stopWatching = async (): Promise<void> => undefined

process.on('SIGTERM', () => void stop(0))
process.on('SIGINT', interrupt)
// Node would print it as it is, with whatever secret its message holds.
process.on('uncaughtException', (error) => {
  logger.fatal({ err: error }, 'a fault nobody expected')
  process.exit(1)
})

const starting = start()
try {
  const { url } = await starting
  if (!stopping.signal.aborted) {
    greet(config, url)
    await watch(config)
  }
} catch (error) {
  // Told to stop before it stood: that is no failure.
  if (!stopping.signal.aborted) {
    endForSetting(error)
    logger.fatal({ err: error }, messageOf(error))
    process.exit(1)
  }
}

async function start(): Promise<Running> {
  if (isOnTerminal)
    logger.info(`Tollgate starts in ${config.dataDir}; the first start makes its database there and takes longest`)
  const { startTollgate } = await import('./app/start.ts')
  const onFatal = (error: unknown) => {
    logger.fatal({ err: error }, 'a part failed for good')
    void stop(1)
  }
  return startTollgate(config, logger, onFatal, stopping.signal)
}

// Once it stands: a first start compiles contracts, and whoever waits for it waits for /health.
async function watch({ stallLimitSeconds: limitSeconds, debugStall }: Config): Promise<void> {
  const { startWatchdog } = await import('./app/watchdog/index.ts')
  stopWatching = startWatchdog({ limitSeconds, isOnTerminal, logger }).stop
  if (debugStall !== 'off') (await import('./app/watchdog/debug-stall.ts')).stallWhenTold(debugStall, logger)
}

function interrupt(): void {
  const again = stopping.signal.aborted && performance.now() - interruptedAt > sameKeyPressMs
  if (again) {
    logger.warn('stopped at once; the next start goes on from what was committed')
    process.exit(130)
  }
  if (!stopping.signal.aborted) interruptedAt = performance.now()
  void stop(0)
}

async function stop(code: number): Promise<void> {
  if (stopping.signal.aborted) return
  stopping.abort()
  if (isOnTerminal) logger.info('stopping; Ctrl-C again stops at once')
  let running: Running | null = null
  setTimeout(() => {
    logger.fatal({ waiting_for: running?.waitingFor() ?? 'the start to end' }, 'not drained in time')
    process.exit(1)
  }, drainDeadlineMs).unref()
  running = await starting.catch(() => null)
  void running?.hasDatabase().then((isThere) => {
    if (!isThere) setTimeout(() => endWithoutDatabase(code), hastyDeadlineMs).unref()
  })
  await running?.stop()
  await stopWatching()
  logger.info('stopped')
  process.exit(code)
}

function endWithoutDatabase(code: number): void {
  logger.warn('the database does not answer: stopped without it; the next start goes on from what was committed')
  process.exit(code)
}

function answerWords(words: readonly string[]): void {
  if (words.length === 0) return
  const isHelp = words[0] === '--help'
  if (isHelp) process.stdout.write(`${startHelp}\n`)
  else process.stderr.write(`npm start takes no words: ${words.join(' ')}\n\n${startHelp}\n`)
  process.exit(isHelp ? 0 : 2)
}

function readConfig(): Config {
  try {
    return loadConfig(readEnvironment())
  } catch (error) {
    endForSetting(error)
    throw error
  }
}

function endForSetting(error: unknown): void {
  if (!(error instanceof TollgateError) || error.code !== 'config_invalid') return
  process.stderr.write(`${error.message}\n`)
  process.exit(2)
}

function greet(config: Config, url: string | null): void {
  const { role, world } = config
  if (url === null) logger.info({ role }, 'running')
  else if (isOnTerminal) logger.info(welcome({ url, world }))
  else logger.info({ world }, `Tollgate answers at ${url}   try: npm run pay -- ${url}/api/rates/rates`)
}
