// The ingest role: every source that may run in this world, polled on its schedule.
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../app/config/index.ts'
import type { Clock } from '../base/clock.ts'
import { discover } from '../base/discover.ts'
import { TollgateError } from '../base/errors.ts'
import type { SafeFetch } from '../base/safe-fetch/index.ts'
import type { Database } from '../db/client.ts'
import { createOwnership } from '../db/locks/ownership.ts'
import type { Log } from '../db/log/port.ts'
import { discoverFollowers, type FollowersOptions } from './chains/start.ts'
import { createHttpClient } from './client/http.ts'
import { canRead, createChainAccess } from './contracts/access.ts'
import { toPolled } from './contracts/every-chain.ts'
import { discoverChainSources, discoverContractSources, neverPolled, toIngestor } from './contracts/reader.ts'
import type { Ingestor } from './define.ts'
import { startDemand } from './demand/index.ts'
import { discoverIndexSources, indexIngestor } from './indexed/define.ts'
import { anyCredential } from './recorded/match.ts'
import { readRecordings } from './recorded/read-folder.ts'
import { type RecordedUpstream, startRecordedUpstream } from './recorded/upstream.ts'
import { type DemoUpstream, startDemoUpstream } from './samples/demo.ts'
import { startSchedule } from './schedule.ts'
import { liquidationMinutes } from './sources/liquidations/topic.ts'
import { discoverStreams } from './streams/define.ts'
import { type StreamsOptions, startStreams } from './streams/run.ts'
import { startStandIn as startStreamStandIn } from './streams/stand-in.ts'

// So long for the demo's chain to be there, and so long, on a machine as busy as may be, for it to be read.
const chainThereMs = 4_000
const chainReadMs = 20_000

/** Why a source is off that an operator did not choose. */
export const notNamed = 'not named in ONLY_SOURCES'
const noProvider = 'needs RPC_URL_<chain>, a provider of a chain'

export async function discoverIngestors(): Promise<Ingestor[]> {
  const found = await discover<Ingestor>(new URL('./sources/', import.meta.url), 'ingestor.ts')
  for (const [folder, ingestor] of found) {
    if (ingestor.source !== folder)
      throw new TollgateError('definition_invalid', `ingestors/sources/${folder} calls itself ${ingestor.source}`)
  }
  return [...found.values()]
}

/** Which sources run, and for each other one the reason why it does not. */
export function chooseIngestors(
  all: readonly Ingestor[],
  config: Pick<Config, 'world' | 'keys' | 'enabledSources' | 'onlySources'> & Partial<Pick<Config, 'consents'>>,
  /** All that a setting may name: more where not every kind of source is chosen of. */
  known: readonly string[] = all.map(({ source }) => source),
) {
  const off = new Map<string, string>()
  const named = { ONLY_SOURCES: config.onlySources, ENABLE_SOURCES: config.enabledSources }
  for (const [setting, names] of Object.entries(named)) {
    const unknown = names.filter((name) => !known.includes(name))
    if (unknown.length > 0)
      throw new TollgateError('config_invalid', `${setting} names ${unknown.join(', ')}, which is no source.`)
  }
  for (const ingestor of all) {
    if (config.onlySources.length > 0 && !config.onlySources.includes(ingestor.source)) {
      off.set(ingestor.source, notNamed)
      continue
    }
    const { consent } = ingestor
    if (consent !== undefined && !config.consents?.includes(consent)) {
      off.set(ingestor.source, 'a law stands against it; CAPITOL_REPORTS=counsel-agreed')
      continue
    }
    if (config.world !== 'live') continue
    const missing = (ingestor.needs ?? []).filter((name) => config.keys[name] === undefined)
    if (missing.length > 0) off.set(ingestor.source, `needs ${missing.join(' and ')}`)
    else if (ingestor.grade > 'B' && consent === undefined && !config.enabledSources.includes(ingestor.source))
      off.set(ingestor.source, `licence grade ${ingestor.grade}; name it in ENABLE_SOURCES`)
  }
  return { on: all.filter((ingestor) => !off.has(ingestor.source)), off }
}

/** Of the sources that are polled; a setting may name one of any other kind too. */
export async function choosePolled(config: Parameters<typeof chooseIngestors>[1]) {
  const all = await discoverIngestors()
  return { all, ...chooseIngestors(all, config, await sourceNames()) }
}

/** The names of all sources of every kind. */
export async function sourceNames(): Promise<string[]> {
  const kinds = await Promise.all([
    discoverIngestors(),
    discoverContractSources(),
    discoverChainSources(),
    discoverIndexSources(),
    discoverStreams(),
  ])
  return kinds.flat().map(({ source }) => source)
}

/** Every source, where what it tells is kept, and why it cannot be asked here; null where it can. */
export async function sourcesHere(config: Config) {
  const { all, off } = await choosePolled(config)
  const isBlind = config.world === 'live' && !canRead(config.chains, 'logs')
  const ofChains = [
    ...(await discoverChainSources()).map(({ source, topic }) => ({ source, topics: [topic] })),
    ...(await discoverFollowers()),
  ]
  return [
    ...all.map(({ source, topic }) => ({ source, topic: topic.name as string, off: off.get(source) ?? null })),
    ...(isBlind ? ofChains : []).flatMap(({ source, topics }) =>
      topics.map((topic) => ({ source, topic: topic.name as string, off: noProvider })),
    ),
  ]
}

/** What cannot be asked for here, and why: told before anything is paid. */
export const offSourcesOf = async (config: Config): Promise<ReadonlyMap<string, string>> => (await choosePolled(config)).off

export async function startIngestors(deps: {
  readonly config: Config
  readonly log: Log
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  /** For what a caller names, such as a site. */
  readonly safeFetch: SafeFetch
  onFatal(error: unknown): void
}): Promise<{ readonly firstRound: Promise<void>; stop(): Promise<void> }> {
  const { config, log, database, clock } = deps
  const logger = deps.logger.child({ part: 'ingest' })
  const access = createChainAccess(config)
  const contracts = (await discoverContractSources()).map((source) => toIngestor(source, access, () => beside, deps.safeFetch))
  const polledChains = (await discoverChainSources()).map((source) => toPolled(source, access))
  const isOn = (source: string): boolean => beside.ingestors.some((one) => one.source === source)
  const indexed = (await discoverIndexSources()).map((source) => indexIngestor(source, { database, log, isOn }))
  const streams = await discoverStreams()
  const named = streams.map((stream): Ingestor => namedOnly(stream))
  const chosen = chooseIngestors([...(await discoverIngestors()), ...contracts, ...polledChains, ...indexed, ...named], config)
  const { off } = chosen
  if (!canRead(config.chains, 'logs')) for (const { source } of polledChains) off.set(source, noProvider)
  const on = chosen.on.filter((one) => !named.includes(one) && !off.has(one.source))
  for (const [source, reason] of off) logger.debug({ source, reason }, 'source is off')
  logger.info({ on: on.length, off: off.size }, 'sources; npm run sources says why one is off')
  await log.ensure(on.map((ingestor) => ingestor.topic))
  const stand = await startStandIn(config, clock)
  const http = createHttpClient(stand === null ? outbound(config) : { reroute: stand.reroute, requestsPerSecond: 1_000 })
  const ownership = createOwnership({ url: database.url, logger })
  const shared = { log, database, http, clock, logger, ownership, credentials: credentialsFor(config, on), ingestors: on }
  const beside = { ingestors: on, deps: shared }
  const chainRead = Promise.withResolvers<void>()
  let isChainThere = false
  const following = startFollowing({
    ...deps,
    chains: config.chains,
    dataDir: config.dataDir,
    logger,
    ownership,
    onFound: () => {
      isChainThere = true
    },
    onRead: chainRead.resolve,
  })
  const schedule = await startSchedule({
    ...shared,
    ingestors: on.filter((ingestor) => !contracts.includes(ingestor)),
    jitterSeconds: config.ingestTickJitterSeconds,
    pollAtStart: config.world !== 'live',
    // Years of samples keep the program busy for seconds: what its own chain holds is read before them, if it comes soon.
    ...(config.world === 'demo' &&
      config.demoLending && {
        startAfter: Promise.race([chainRead.promise, untilOverdue(() => isChainThere)]),
      }),
  })
  const streamed = await startStreaming({ ...shared, streams: streams.filter(({ source }) => !off.has(source)) }, config)
  const demand = await startDemand({ ...shared, onFatal: deps.onFatal })
  return {
    firstRound: schedule.firstRound,
    async stop() {
      await demand.stop()
      await streamed.stop()
      await schedule.stop()
      await (await following)?.stop()
      await ownership.close()
      await http.close()
      await stand?.stop()
    },
  }
}

/** A stream as a choice among the sources: it is listened to and never polled. */
function namedOnly({ source, grade, proof }: Pick<Ingestor, 'source' | 'grade' | 'proof'>): Ingestor {
  const never = async () => {
    throw new TollgateError('definition_invalid', `${source} is listened to, never polled`)
  }
  return { source, grade, proof, topic: liquidationMinutes, schedule: neverPolled, fetch: never, parse: () => [] }
}

async function startStreaming(options: StreamsOptions, { world, recorded }: Config): Promise<{ stop(): Promise<void> }> {
  if (world === 'live') return startStreams(options)
  const stand = await startStreamStandIn(recorded?.folder ?? null)
  const running = await startStreams({ ...options, reroute: stand.reroute })
  return {
    async stop() {
      await running.stop()
      await stand.stop()
    },
  }
}

/** Who every upstream is told that asks. */
export const outbound = ({ outboundUserAgent }: Pick<Config, 'outboundUserAgent'>) =>
  outboundUserAgent === null ? {} : { userAgent: outboundUserAgent }

/** What answers in the upstreams' place; null in the live world. */
async function startStandIn({ world, recorded }: Config, clock: Clock): Promise<DemoUpstream | RecordedUpstream | null> {
  if (world === 'demo') return startDemoUpstream(clock)
  return recorded === null ? null : startRecordedUpstream(readRecordings(recorded.folder), clock)
}

// A recording does not name the credentials it was made with, and a source without its own would not even ask.
function credentialsFor({ keys, recorded }: Config, on: readonly Ingestor[]): Config['keys'] {
  if (recorded === null) return keys
  return { ...Object.fromEntries(on.flatMap(({ needs = [] }) => needs.map((name) => [name, anyCredential]))) }
}

async function untilOverdue(isChainThere: () => boolean): Promise<void> {
  await wait(chainThereMs, undefined, { ref: false })
  if (isChainThere()) await wait(chainReadMs - chainThereMs, undefined, { ref: false })
}

// Chain libraries take a second to load, which nobody has to wait for.
async function startFollowing(options: FollowersOptions): Promise<{ stop(): Promise<void> } | null> {
  try {
    const { startFollowers } = await import('./chains/start.ts')
    return await startFollowers(options)
  } catch (error) {
    options.logger.error({ err: error }, 'no chain is followed')
    return null
  }
}
