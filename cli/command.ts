// What every command shares: arguments read by name, --help, errors that say what to do, exit codes, and parts closed at the end.
import { parseArgs } from 'node:util'
import type { Logger } from 'pino'
import { type Config, loadConfig, readEnvironment } from '../app/config/index.ts'
import { openLog } from '../app/log.ts'
import { createLogger } from '../app/logger.ts'
import { messageOf } from '../base/errors.ts'
import { createMask, type Mask } from '../base/redact.ts'
import { leaveThrough } from '../base/way-out.ts'
import { createDatabase, type Database } from '../db/client.ts'
import { startEmbeddedPostgres } from '../db/embedded/index.ts'
import type { Log } from '../db/log/port.ts'
import { bringUp } from '../db/server.ts'
import { expectOurTables, expectPlace, WrongPlace } from './place.ts'
import { createReadingLog } from './reading-log.ts'

export interface CommandContext {
  readonly config: Config
  readonly logger: Logger
  readonly positionals: readonly string[]
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  /** As it is; only who changes something brings it up to this release first. */
  openDatabase(use?: DatabaseUse): Promise<Database>
  openLog(use?: DatabaseUse): Promise<Log>
  print(line: string): void
}

/** `makes`: also where there is none yet. `mayLag`: a replica will do, a moment behind. */
export type DatabaseUse = { readonly changes?: boolean; readonly makes?: boolean; readonly mayLag?: boolean }

export interface Command {
  readonly name: string
  /** The whole of --help. */
  readonly help: string
  readonly flags?: Readonly<Record<string, 'string' | 'boolean'>>
  /** The most words it takes beside its flags; any number where nothing is said. */
  readonly words?: number
  /** Returns the exit code; undefined is 0. */
  run(context: CommandContext): Promise<number | undefined>
}

/** Wrong words on the command line: exit 2 with the help. */
export class UsageError extends Error {}

export async function runCommand(command: Command): Promise<never> {
  // Who reads no further, such as head, has seen enough; the command still ends as it should.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  const code = await execute(command, process.argv.slice(2))
  await Promise.all([process.stdout, process.stderr].map(flushed))
  process.exit(code)
}

// What a slow reader of a pipe has not taken yet would be cut off by the exit.
async function flushed(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.writableLength > 0 && !stream.destroyed) await new Promise<void>((done) => stream.write('', () => done()))
}

async function execute(command: Command, args: readonly string[]): Promise<number> {
  const closers: (() => Promise<void>)[] = []
  let mask: Mask = (text) => text
  try {
    const { values, positionals } = readArguments(command, args)
    if (values.help === true) {
      process.stdout.write(`${command.help}\n`)
      return 0
    }
    const config = loadConfig(readEnvironment(), { serves: false })
    mask = createMask(config.secrets)
    leaveThrough(config.proxies)
    const logger = createLogger({ level: process.stdout.isTTY ? 'warn' : 'error', pretty: process.stderr.isTTY, mask })
    return (await command.run(createContext(config, logger, values, positionals, closers))) ?? 0
  } catch (error) {
    const isUsage = error instanceof UsageError || isOfWords(error)
    process.stderr.write(`${command.name}: ${mask(messageOf(error))}\n${isUsage ? `\n${command.help}\n` : ''}`)
    return isUsage || error instanceof WrongPlace ? 2 : 1
  } finally {
    for (const close of closers.reverse())
      await close().catch((error) => process.stderr.write(`${command.name}: ${mask(messageOf(error))}\n`))
  }
}

// Kafka's errors have a number for a code.
const isOfWords = (error: unknown): boolean => String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')

function readArguments(command: Command, args: readonly string[]) {
  const options = Object.fromEntries(Object.entries(command.flags ?? {}).map(([name, type]) => [name, { type }]))
  const read = parseArgs({
    args: [...args],
    options: { ...options, help: { type: 'boolean' } },
    allowPositionals: true,
    strict: true,
  }) as {
    values: Record<string, string | boolean | undefined>
    positionals: string[]
  }
  const tooMany = read.positionals.slice(command.words)
  if (command.words !== undefined && tooMany.length > 0) throw new UsageError(`too many words: ${tooMany.join(' ')}`)
  return read
}

function createContext(
  config: Config,
  logger: Logger,
  flags: CommandContext['flags'],
  positionals: string[],
  closers: (() => Promise<void>)[],
): CommandContext {
  let database: Promise<Database> | null = null
  const openDatabase = async (use?: DatabaseUse): Promise<Database> => {
    let url = (use?.mayLag ? config.databaseReadUrl : null) ?? config.databaseUrl
    if (url === null) {
      if (use?.makes !== true) expectPlace(config.dataDir)
      const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, logger })
      closers.push(() => embedded.stop())
      url = embedded.url
    }
    await (use?.changes ? bringUp(url, config.databaseUrl !== null, logger) : expectOurTables(url, config))
    // What changes nothing is as good on a copy that follows.
    const isReplica = use?.changes !== true
    const opened = createDatabase({ url, poolSize: 4, logger, name: 'tollgate cli', isReplica })
    closers.push(() => opened.close())
    return opened
  }
  const sharedDatabase = (use?: DatabaseUse) => {
    if (database === null) {
      database = openDatabase(use)
      // Who waits for one that is not there yet asks again.
      database.catch(() => {
        database = null
      })
    }
    return database
  }
  return {
    config,
    logger,
    flags,
    positionals,
    openDatabase: sharedDatabase,
    async openLog(use) {
      const opened = await sharedDatabase(use)
      const log = await openLog(config, opened, logger)
      closers.push(() => log.close())
      return use?.changes ? log : createReadingLog(log)
    },
    print: (line) => void process.stdout.write(`${line}\n`),
  }
}
