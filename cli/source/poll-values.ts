// Polls one source once without a database: from its sample, or from the upstream itself.

import type { Config } from '../../app/config/index.ts'
import { systemClock } from '../../base/clock.ts'
import type { Aside } from '../../ingestors/aside.ts'
import { withCredentials } from '../../ingestors/client/credentials.ts'
import { createHttpClient, type HttpClient } from '../../ingestors/client/http.ts'
import { discoverChainSources, discoverContractSources, neverPolled } from '../../ingestors/contracts/reader.ts'
import type { Ingestor } from '../../ingestors/define.ts'
import { readKey } from '../../ingestors/demand/fetch-key.ts'
import { discoverIngestors, outbound } from '../../ingestors/index.ts'
import { pollUpstream } from '../../ingestors/poll.ts'
import { startDemoUpstream } from '../../ingestors/samples/demo.ts'
import { UsageError } from '../command.ts'
import { toChainPolled, toPolled } from './contract-source.ts'
import { startGivenUpstream } from './given-files.ts'

export interface PollChoice {
  readonly isLive: boolean
  /** One key of a source of open keys, in place of its scheduled poll. */
  readonly key?: string | undefined
  /** The moment of the poll; now without one. */
  readonly at?: Date
  /** Files were given in the upstream's place: what can be read of them is shown, however much cannot. */
  readonly isGiven?: boolean
}

const deadlineMs = 5 * 60_000

export async function findIngestor(name: string | undefined, config: Config, isLive: boolean): Promise<Ingestor> {
  const contracts = (await discoverContractSources()).map((source) => toPolled(source, config, isLive))
  const chains = (await discoverChainSources()).map((source) => toChainPolled(source, config, isLive))
  const all = [...(await discoverIngestors()), ...contracts, ...chains].sort((a, b) => (a.source < b.source ? -1 : 1))
  const found = all.find(({ source }) => source === name)
  if (found !== undefined) return found
  throw new UsageError(
    `${name === undefined ? 'name a source' : `there is no source ${name}`}; there are\n  ${all.map(({ source }) => source).join('\n  ')}`,
  )
}

/** A client to the upstreams, or to what stands in their place: files that were given, else the samples. */
export async function openUpstream(o: {
  isLive: boolean
  files?: readonly string[]
  config?: Pick<Config, 'outboundUserAgent'>
  at: Date
}): Promise<{ http: HttpClient; close(): Promise<void> }> {
  const clock = { now: () => o.at }
  const { files = [] } = o
  const stand = o.isLive ? null : await (files.length > 0 ? startGivenUpstream(files, clock) : startDemoUpstream(clock))
  const http = createHttpClient(
    stand === null ? outbound(o.config ?? { outboundUserAgent: null }) : { reroute: stand.reroute, requestsPerSecond: 1_000 },
  )
  return {
    http,
    async close() {
      await http.close()
      await stand?.stop()
    },
  }
}

export async function pollValues(...poll: Parameters<typeof pollRows>): Promise<unknown[]> {
  return (await pollRows(...poll)).values
}

/** The values, and what was set aside for them. */
export async function pollRows(
  ingestor: Ingestor,
  http: HttpClient,
  keys: Config['keys'],
  choice: PollChoice,
): Promise<{ values: unknown[]; aside: readonly Aside[] }> {
  const at = choice.at ?? systemClock.now()
  const signal = AbortSignal.timeout(deadlineMs)
  // A sample asks for no credential, and would be refused for want of one.
  const credentials = choice.isLive ? keys : Object.fromEntries((ingestor.needs ?? []).map((name) => [name, 'sample']))
  if (choice.isLive && choice.key === undefined && ingestor.schedule === neverPolled)
    throw new UsageError(`${ingestor.source} reads what it is asked about: --key <chain id, or any>:<address>`)
  const lenient = choice.isGiven === true ? { ...ingestor, mostAside: 1 } : ingestor
  if (choice.key === undefined) return pollUpstream(lenient, { http, credentials }, { at, since: null }, signal)
  const open = ingestor.openKeys
  if (open === undefined) throw new UsageError(`${ingestor.source} has no open keys`)
  const { key } = choice
  return withCredentials(credentials, (credential) => readKey(ingestor, open, key, { at, since: null, http, signal, credential }))
}
