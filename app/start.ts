// Puts the parts together for one role and takes them apart again in the opposite order.
import { join } from 'node:path'
import type { Logger } from 'pino'
import { collectSeldom } from '../api/collecting.ts'
import { refreshMetrics } from '../api/documents.ts'
import { foundOut } from '../api/found-out.ts'
import { createRowReader } from '../api/row-reader.ts'
import { buildServer } from '../api/server.ts'
import { clockFrom, systemClock } from '../base/clock.ts'
import { createMetrics } from '../base/metrics.ts'
import { createMask } from '../base/redact.ts'
import { createSafeFetch } from '../base/safe-fetch/index.ts'
import { answersWithin } from '../db/answers.ts'
import { createDatabase, type Database, type DatabaseOptions } from '../db/client.ts'
import { orNoneLeft, tooFewConnections } from '../db/connections.ts'
import { startEmbeddedPostgres } from '../db/embedded/index.ts'
import type { Log } from '../db/log/port.ts'
import { reach } from '../db/reach.ts'
import { bringUp } from '../db/server.ts'
import { measureLag } from '../db/work/lag.ts'
import type { RunningDemoChain } from '../devnet/demo.ts'
import { type ChainReading, canRead } from '../ingestors/contracts/access.ts'
import { offSourcesOf, sourcesHere, startIngestors } from '../ingestors/index.ts'
import { startChores } from '../processors/chores/index.ts'
import { programChores } from '../processors/chores/program.ts'
import { discoverServices, soldOf, startProcessors, topicsOf } from '../processors/index.ts'
import { discoverJobs, startJobs } from '../processors/jobs/index.ts'
import { exposeJobBacklog } from '../processors/jobs/metrics.ts'
import { startClockCheck } from './clock-check.ts'
import { compileAhead } from './compile-ahead.ts'
import type { Config } from './config/index.ts'
import { checkDataDir } from './data-folder.ts'
import { checkPorts, type WantedPort } from './free-ports.ts'
import { groupsOf } from './groups.ts'
import { openLog } from './log.ts'
import { speakerOf } from './logger.ts'
import { tooLittleMemory } from './memory-allowed.ts'
import { startMetricsServer } from './metrics-server.ts'
import { createProbes, type ProcessProbes } from './probes/index.ts'
import { tellWhenReady } from './ready.ts'
import { createStops, type Stops } from './stops.ts'

export interface Running {
  /** Where the API listens; null where this role has none. */
  readonly url: string | null
  stop(): Promise<void>
  /** The part whose end it waits for while it stops. */
  waitingFor(): string | null
  /** Nothing that is under way can end without it. */
  hasDatabase(): Promise<boolean>
}

const databaseAnswerMs = 1_500
const replicaConnections = 4
// So long at most it takes to see that the address leads to another server while connections to the one before it still work.
const renewedSeconds = 20
// Who calls more often than that loses no call with the connection he keeps.
const apiLeaveMs = 500
// Who scrapes waits longer than a person, and an old figure is a wrong one.
const patiently = { freshMs: 1_000, waitMs: 5_000, oldestMs: 10_000 }

/** Told to stop while it starts, it takes down what stands and rejects. */
export async function startTollgate(
  config: Config,
  logger: Logger,
  onFatal: (error: unknown) => void,
  signal = new AbortController().signal,
): Promise<Running> {
  const stops = createStops()
  const probes = createProbes()
  const stop = async () => {
    probes.stopping()
    await stops.all()
  }
  try {
    const { url, databaseUrl } = await startParts(config, logger, onFatal, probes, stops, signal)
    probes.started()
    return { url, stop, waitingFor: stops.waitingFor, hasDatabase: () => answersWithin(databaseUrl, databaseAnswerMs) }
  } catch (error) {
    await stop()
    throw orNoneLeft(error, config.databasePoolSize)
  }
}

async function startParts(
  config: Config,
  logger: Logger,
  onFatal: (error: unknown) => void,
  probes: ProcessProbes,
  stops: Stops,
  signal: AbortSignal,
): Promise<{ url: string | null; databaseUrl: string }> {
  const has = (role: Config['role']) => config.role === 'all' || config.role === role
  const canReadHere = (reading: ChainReading) => canRead(config.chains, reading)
  // Payments and leases go by the time it is; what is known, by the recording's.
  const ownClock = config.recorded?.at ? clockFrom(config.recorded.at) : systemClock
  const metrics = createMetrics()
  const tooLittle = tooLittleMemory(config)
  if (tooLittle !== null) logger.warn(tooLittle)
  await checkPorts(portsOf(config, has('api')))
  if (config.databaseUrl === null) checkDataDir(config.dataDir)
  if (config.world !== 'live' && config.role === 'all')
    await (await import('../devnet/other-demo.ts')).expectNoOtherDemo(config.dataDir)
  if (config.traces !== null) {
    const { startTraces } = await import('./traces/index.ts')
    const traces = startTraces({ ...config.traces, speaker: speakerOf(config.role), logger })
    stops.add('traces', () => traces.stop())
  }
  let refresh: () => Promise<unknown> = async () => undefined
  if (config.metricsPort > 0) {
    const { metricsHost: host, metricsPort: port } = config
    const scraped = await startMetricsServer({ metrics, host, port, probes, refresh: () => refresh() })
    stops.add('the metrics port', () => scraped.stop())
  }
  // Chain and libraries take seconds that nobody has to wait for: they come up while the database does.
  const openingChain = config.world !== 'live' && has('api') ? openDemoChain(config, logger, signal) : null
  openingChain?.catch(() => undefined) // told where it is awaited
  stops.add('the demo chain', async () => (await openingChain?.catch(() => null))?.stop())
  const loading = has('api') ? import('../api/payment/ports.ts') : null
  const compiling = has('process') ? compileAhead(logger) : null
  const url = await openDatabase(config, logger, stops)
  signal.throwIfAborted()
  const open = (name: string, patienceMs: number, poolSize = config.databasePoolSize, more: Partial<DatabaseOptions> = {}) => {
    const opened = createDatabase({ url, poolSize, logger, name, patienceMs, ...more })
    stops.add(`connections of ${name}`, () => opened.close())
    return opened
  }
  // Work in the background may take every connection it has; callers have their own.
  const database = open('tollgate work', 60_000)
  const tooFew = config.databaseUrl === null ? null : await tooFewConnections(database.pool, config.databasePoolSize)
  if (tooFew !== null) logger.warn(tooFew)
  const log = await openLogPatiently(config, database, logger)
  stops.add('the log', () => log.close())
  const settings = { ...config, offSources: await offSourcesOf(config) }
  const [services, jobs] = [await discoverServices(settings), await discoverJobs(settings)]
  signal.throwIfAborted()
  await log.ensure([...topicsOf(services), ...jobs.map((job) => job.topic)])
  // Connections of its own: whoever asks how things are must not wait for what is slow.
  const looking = open('tollgate probes', 2_000, 2, { renewedSeconds })
  const lag = foundOut(() => measureLag({ pool: looking.pool, log, groups: groupsOf(services, jobs) }), patiently)
  const { role, progressLimitSeconds } = config
  probes.watch({ role, database: looking, log, lag, progressLimitSeconds })
  stops.add('probes', async () => probes.close())
  const { clock, firstLook, stop: stopLooking } = startClockCheck(looking.pool, metrics, logger, ownClock)
  stops.add('the look at the clock', stopLooking)
  await firstLook
  // Ages of sources are the API's to tell, else each would be told as often as there are processes.
  refresh = has('api')
    ? foundOut(() => refreshMetrics({ database: looking, clock, metrics, lag }), patiently)
    : () => lag().then(metrics.lag, () => metrics.lag(null))
  const answering = Promise.withResolvers<void>()
  const safeFetch = createSafeFetch({ policy: { allowLoopback: config.allowLoopbackUrls, ports: config.urlPorts } })
  let workers: (() => object) | undefined
  if (has('process')) {
    await compiling
    const model = await openModel(config)
    const sold = soldOf(services, canReadHere)
    const rows = await createRowReader({ services: sold, database, log, clock, world: config.world })
    stops.add('the rows of jobs', () => rows.close())
    const processors = await startProcessors({ services, log, database, clock, logger, events: metrics.runner, onFatal })
    stops.addBeside('processors', () => processors.stop())
    const shared = { log, database, clock, logger, events: metrics.runner, onFatal, rows }
    const { warmWorkers } = config
    const working = await startJobs({ ...shared, jobs, safeFetch, model, answering: answering.promise, warmWorkers })
    stops.addBeside('jobs', () => working.stop())
    workers = working.workers
    exposeJobBacklog(
      metrics.registry,
      database.pool,
      jobs.map(({ kind }) => kind),
    )
    const chores = programChores(config, { database, log, services, clock, logger })
    const housekeeping = startChores({ chores, database, clock, logger })
    stops.addBeside('chores', () => housekeeping.stop())
  }
  // Before anything is ingested: an opening chain takes away the addresses that a killed process left.
  const demoChain = await openingChain
  signal.throwIfAborted()
  if (has('ingest')) {
    const ingestors = await startIngestors({ config, log, database, clock: ownClock, logger, safeFetch, onFatal })
    stops.addBeside('sources', () => ingestors.stop())
    if (config.role === 'all') {
      const over = new AbortController()
      stops.addBeside('the word of readiness', async () => over.abort())
      void tellWhenReady({ firstRound: ingestors.firstRound, lag, logger, signal: over.signal })
    }
  }
  signal.throwIfAborted()
  if (loading === null) {
    answering.resolve()
    return { url: null, databaseUrl: url }
  }
  const { openPaymentPorts } = await loading
  const journalFolder = join(config.dataDir, 'payments')
  const payments = openPaymentPorts({ settings: config.payments, demoChain, journalFolder, clock: systemClock, logger })
  const { databaseReadUrl: replicaUrl } = config
  collectSeldom()
  const app = await buildServer({
    config,
    services: soldOf(services, canReadHere),
    sources: await sourcesHere(config),
    database: open('tollgate api', 5_000),
    ...(replicaUrl === null
      ? {}
      : { replica: open('tollgate readers', 2_000, replicaConnections, { url: replicaUrl, isReplica: true }) }),
    log,
    clock,
    logger,
    metrics,
    payments,
    demoMarket: demoChain?.marketStatus,
    faucet: demoChain?.mint,
    workers,
    streamLimits: { connectionsPerIp: config.streamConnectionsPerIp },
    leaveMs: apiLeaveMs,
    mask: createMask(config.secrets),
    probes,
    lag,
  })
  stops.add('the API', () => app.close())
  await app.listen({ host: config.host, port: config.port })
  answering.resolve()
  if (config.demoLending && demoChain !== null) {
    demoChain.openMarket()
    stops.add('the demo market', demoChain.closeMarket)
  }
  const { port } = app.server.address() as { port: number }
  return { url: `http://${config.host}:${port}`, databaseUrl: url }
}

// Port 0 is whichever is free.
function portsOf({ host, port, metricsHost, metricsPort, role, world, payments }: Config, hasApi: boolean): WantedPort[] {
  const wanted = [{ name: 'METRICS_PORT', host: metricsHost, port: metricsPort }]
  if (hasApi) wanted.push({ name: 'PORT', host, port })
  // A further process uses the chain that the first one runs there.
  if (role === 'all' && world !== 'live') wanted.push({ name: 'DEVNET_PORT', host: '127.0.0.1', port: payments.devnetPort ?? 0 })
  return wanted.filter((one) => one.port > 0)
}

// Loaded only where a model is configured: most starts need none of it.
async function openModel({ model }: Config) {
  if (model === null) return null
  const { createServedModel } = await import('../processors/jobs/convert/summary/served-model.ts')
  return createServedModel(model)
}

async function openDatabase(config: Config, logger: Logger, stops: Stops): Promise<string> {
  let url = config.databaseUrl
  if (url === null) {
    const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, logger })
    stops.add('the database server', () => embedded.stop())
    url = embedded.url
  }
  const found = url
  const patience = { withinMs: config.startWaitSeconds * 1_000, setting: 'DATABASE_URL', caSetting: 'DATABASE_CA_FILE', logger }
  await reach('the database', patience, () => bringUp(found, config.databaseUrl !== null, logger))
  return found
}

const openLogPatiently = (config: Config, database: Database, logger: Logger): Promise<Log> =>
  reach(
    'Kafka',
    { withinMs: config.startWaitSeconds * 1_000, setting: 'KAFKA_BROKERS', caSetting: 'KAFKA_CA_FILE', logger },
    async () => openLog(config, database, logger),
  )

// Loaded only here: a live process never sees the demo chain's code.
async function openDemoChain(config: Config, logger: Logger, signal: AbortSignal): Promise<RunningDemoChain> {
  const { startDemoChain } = await import('../devnet/demo.ts')
  const { devnetPort: port } = config.payments
  const { dataDir, demoLending: marketAtOnce } = config
  return startDemoChain({ port, dataDir, attach: config.role !== 'all', marketAtOnce, logger, signal })
}
