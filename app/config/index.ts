// The only reader of the environment: a record in, a frozen Config out, every problem reported at once.
import { existsSync } from 'node:fs'
import { TollgateError } from '../../base/errors.ts'
import { createMask } from '../../base/redact.ts'
import type { Proxies } from '../../base/way-out.ts'
import { type ChainSettings, readChainSettings } from './chains.ts'
import { type DatabaseSettings, readDatabaseSettings } from './database.ts'
import { type DocumentSettings, readDocumentSettings } from './documents.ts'
import { type EdgeSettings, readEdgeSettings } from './edge.ts'
import { type KafkaSettings, readKafkaSettings } from './kafka.ts'
import { type PaymentSettings, readPaymentSettings } from './payments.ts'
import { readProxies } from './proxies.ts'
import { type ConfigReader, createReader, type Environment, type World } from './reader.ts'
import { type RecordedSettings, readRecordedSettings } from './recorded.ts'
import { readTraceSettings, type TraceSettings } from './traces.ts'

export type Role = 'all' | 'ingest' | 'process' | 'api'
export type { Environment, World } from './reader.ts'

export interface Config extends EdgeSettings, DatabaseSettings {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  readonly kafka: KafkaSettings
  readonly role: Role
  readonly world: World
  /** The demo world's lending market is deployed and moves. */
  readonly demoLending: boolean
  /** A worker for documents and one for pages wait for their first work. */
  readonly warmWorkers: boolean
  /** The recorded world's answers; null in the others. */
  readonly recorded: RecordedSettings | null
  readonly logLevel: string
  readonly databasePoolSize: number
  readonly ingestTickJitterSeconds: number
  /** For tests and closed networks: URLs that callers give may point at this machine. */
  readonly allowLoopbackUrls: boolean
  /** The ports that URLs given by callers may name. */
  readonly urlPorts: readonly number[]
  readonly enabledSources: readonly string[]
  /** What the operator says that their counsel agreed to. */
  readonly consents: readonly string[]
  /** Where any are named, no other source is polled. */
  readonly onlySources: readonly string[]
  /** Writes the summaries; null where none is configured and they are extractive. */
  readonly model: { readonly url: string; readonly name: string; readonly apiKey: string | null } | null
  readonly keys: Readonly<Record<string, string>>
  /** Who asks, and where to complain: what every upstream is told. Null where nothing real is asked. */
  readonly outboundUserAgent: string | null
  readonly payments: PaymentSettings
  readonly documents: DocumentSettings
  /** How long ended jobs, stale answers and callers' bytes of queued work are kept. */
  readonly queuedRetentionDays: number
  /** How many whole months of past signal rows are kept besides the running one. */
  readonly historyRetentionMonths: number
  /** How long what newer records of compacted topics replaced stays on the log, so that rows of that time can be explained. */
  readonly compactAfterDays: number
  readonly chains: ChainSettings
  /** Who is asked over HTTP is asked through these; null: straight. */
  readonly proxies: Proxies | null
  readonly streamConnectionsPerIp: number
  /** Where traces go; null: nobody traces. */
  readonly traces: TraceSettings | null
  /** How long a start waits for a database or a broker that is not there yet. */
  readonly startWaitSeconds: number
  /** What of all this must never be shown, in a log, an error or a document. */
  readonly secrets: readonly string[]
  /** For so long the loop may stand still before the process ends itself; 0: for ever. */
  readonly stallLimitSeconds: number
  /** For so long records may wait in the log without any being applied before /livez says so; 0: for ever. */
  readonly progressLimitSeconds: number
  /** For tests: how the loop is stalled on SIGUSR2. */
  readonly debugStall: 'off' | 'loop' | 'expression' | 'native'
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** The process's own environment, with a .env file's values where it says nothing. */
export function readEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}

/** `serves` is false for commands, which sell nothing and need no one to be paid. */
export function loadConfig(env: Environment, { serves = true } = {}): Config {
  const problems: string[] = []
  const read = createReader(env, problems)
  const world = read.choice<World>('WORLD', ['demo', 'recorded', 'live'], 'demo')
  const role = read.choice<Role>('ROLE', ['all', 'ingest', 'process', 'api'], 'all')
  const host = read.text('HOST', '127.0.0.1')
  const config: Config = {
    host,
    port: read.integer('PORT', 8402, 0, 65535),
    dataDir: read.text('DATA_DIR', '.tollgate'),
    ...readDatabaseSettings(read),
    kafka: readKafkaSettings(read),
    role,
    world,
    demoLending: world === 'demo' && read.choice('DEMO_LENDING', ['on', 'off'], 'on') === 'on',
    recorded: readRecordedSettings(read, world),
    ...readEdgeSettings(read, host),
    logLevel: read.choice('LOG_LEVEL', logLevels, 'info'),
    databasePoolSize: read.integer('DATABASE_POOL_SIZE', 20, 4, 500),
    ingestTickJitterSeconds: read.integer('INGEST_JITTER_SECONDS', 5, 0, 600),
    allowLoopbackUrls: read.choice('ALLOW_LOOPBACK_URLS', ['no', 'yes'], 'no') === 'yes',
    urlPorts: read.ports('URL_PORTS', '80,443'),
    enabledSources: read.list('ENABLE_SOURCES'),
    consents: read.choice('CAPITOL_REPORTS', ['off', 'counsel-agreed'], 'off') === 'off' ? [] : ['capitol-reports'],
    onlySources: read.list('ONLY_SOURCES'),
    model: readModel(read, problems),
    // Upstream credentials keep their variable's name, so that a source can say which one it lacks.
    ...readOutbound(read, problems, serves && world === 'live' && (role === 'all' || role === 'ingest')),
    payments: readPaymentSettings(read, { world, isPaid: serves && world === 'live' && (role === 'all' || role === 'api') }),
    documents: readDocumentSettings(read),
    warmWorkers: read.choice('WARM_WORKERS', ['on', 'off'], 'on') === 'on',
    queuedRetentionDays: read.integer('QUEUED_RETENTION_DAYS', 7, 1, 3_650),
    startWaitSeconds: read.integer('START_WAIT_SECONDS', 60, 0, 3_600),
    streamConnectionsPerIp: read.integer('STREAM_CONNECTIONS_PER_IP', 100, 1, 100_000),
    historyRetentionMonths: read.integer('HISTORY_RETENTION_MONTHS', 24, 1, 1_200),
    compactAfterDays: read.integer('COMPACT_AFTER_DAYS', 8, 0, 3_650),
    chains: readChainSettings(read, world),
    proxies: readProxies(read),
    traces: readTraceSettings(read),
    stallLimitSeconds: read.integer('STALL_LIMIT_SECONDS', 10, 0, 600),
    progressLimitSeconds: read.integer('PROGRESS_LIMIT_SECONDS', 300, 0, 86_400),
    debugStall: read.choice('DEBUG_STALL', ['off', 'loop', 'expression', 'native'], 'off'),
    // Last: the settings above are read by then.
    secrets: Object.freeze(read.secrets()),
  }
  if (world === 'live' && config.debugStall !== 'off') problems.push('DEBUG_STALL is for tests of the demo world')
  // Node asks no TLS peer anywhere in the process who it is, safe-fetch's included.
  if (world === 'live' && env.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    problems.push(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the check of every certificate; trust your own with NODE_EXTRA_CA_CERTS',
    )
  if (problems.length > 0) {
    const told = createMask(config.secrets)(problems.join('\n  '))
    throw new TollgateError('config_invalid', `Configuration has ${problems.length} problem(s):\n  ${told}`)
  }
  return Object.freeze(config)
}

/** The SEC wants the contact that everybody gets, unless it is told another. */
function readOutbound(read: ConfigReader, problems: string[], isRequired: boolean): Pick<Config, 'keys' | 'outboundUserAgent'> {
  const { OUTBOUND_USER_AGENT: _agent, ADMIN_TOKEN: _admin, ...keys } = read.named(/_(API_KEY|TOKEN|USER_AGENT)$/)
  const agent = read.text('OUTBOUND_USER_AGENT', '') || undefined
  if (isRequired && agent === undefined)
    problems.push('OUTBOUND_USER_AGENT is required in the live world: a product and a contact, "Tollgate/1.0 (you@example.com)"')
  if (agent !== undefined && !/@[\w-]+\.|https?:\/\//.test(agent))
    problems.push('OUTBOUND_USER_AGENT names no contact: an address to write to, or a page')
  const sec = agent === undefined ? {} : { SEC_USER_AGENT: agent }
  return { keys: Object.freeze({ ...sec, ...keys }), outboundUserAgent: agent ?? null }
}

function readModel(read: ConfigReader, problems: string[]): Config['model'] {
  const url = read.url('MODEL_URL', ['http:', 'https:'])
  const [name, apiKey] = [read.text('MODEL_NAME', ''), read.text('MODEL_API_KEY', '')]
  if ((url === null) !== (name === '')) problems.push('MODEL_URL and MODEL_NAME go together: give both, or neither')
  return url === null ? null : { url, name, apiKey: apiKey === '' ? null : apiKey }
}
