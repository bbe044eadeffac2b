// Follows every chain that is deployed and reachable, each in one process at a time.
import type { Logger } from 'pino'
import type { ChainSettings } from '../../app/config/chains.ts'
import { discover } from '../../base/discover.ts'
import { messageOf, TollgateError } from '../../base/errors.ts'
import { pause } from '../../base/wake.ts'
import type { Database } from '../../db/client.ts'
import type { Ownership } from '../../db/locks/ownership.ts'
import type { Log } from '../../db/log/port.ts'
import { type Chain, checkChainId, createChain } from './chain.ts'
import { createChainWake } from './chain-wake.ts'
import { type Reachable, watchDemoChain } from './demo-chain.ts'
import { follow, reasonOf, recordAway } from './follow.ts'
import { type Follower, placeOf } from './follower.ts'
import { listenForHeads } from './head-notices.ts'
import type { Doubted } from './providers.ts'
import { firstPauseMs } from './repair.ts'
import type { RpcOptions } from './rpc.ts'
import { freshMemory, type StepContext } from './step.ts'

export interface FollowersOptions {
  readonly chains: ChainSettings
  readonly dataDir: string
  readonly log: Log
  readonly database: Database
  readonly logger: Logger
  readonly ownership: Ownership
  readonly patience?: Patience
  /** Told when the demo's chain is there to be read. */
  readonly onFound?: () => void
  /** Told when all sources of a chain have read it. */
  readonly onRead?: () => void
}

/** How long a provider may take, and how long to wait before it is asked again, and between two comparisons with the chain's totals or repairs. */
export type Patience = Pick<RpcOptions, 'timeoutMs' | 'pauseMs' | 'rounds' | 'hedgeMs'> &
  Partial<Pick<StepContext, 'compareAgainMs' | 'repairAgainMs'>> & { readonly retryMs?: number }

const usualRetryMs = 5_000
const usualCompareAgainMs = 5_000

export async function discoverFollowers(): Promise<Follower[]> {
  const found = await discover<Follower>(new URL('../sources/', import.meta.url), 'follower.ts')
  for (const [folder, follower] of found) {
    if (follower.source !== folder)
      throw new TollgateError('definition_invalid', `ingestors/sources/${folder} calls itself ${follower.source}`)
  }
  return [...found.values()]
}

export async function startFollowers(options: FollowersOptions): Promise<{ stop(): Promise<void> }> {
  const { chains, log, logger } = options
  const followers = await discoverFollowers()
  const stopping = new AbortController()
  await log.ensure(followers.flatMap((follower) => follower.topics))
  const running =
    chains.deployments === null
      ? [
          watchDemoChain(options.dataDir, stopping.signal, logger, (chain, stop) => {
            options.onFound?.()
            return followChain(options, followers, chain, stop)
          }),
        ]
      : listReachable(chains, logger).map((chain) => followChain(options, followers, chain, stopping.signal))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

function listReachable({ deployments, rpcUrls, headUrls }: ChainSettings, logger: Logger): Reachable[] {
  return (deployments ?? []).flatMap((deployment) => {
    const urls = rpcUrls.get(deployment.chain_id)
    if (urls !== undefined) return [{ deployment, urls, headUrls: headUrls?.get(deployment.chain_id) ?? [] }]
    logger.info({ chain: deployment.name, reason: `needs RPC_URL_${deployment.chain_id}` }, 'chain is off')
    return []
  })
}

/** Ends when it is told to stop. */
export async function followChain(
  options: Omit<FollowersOptions, 'chains' | 'dataDir'>,
  followers: readonly Follower[],
  reachable: Reachable,
  stop: AbortSignal,
): Promise<void> {
  const { deployment } = reachable
  const logger = options.logger.child({ chain: deployment.chain_id })
  const work = `chain ${deployment.chain_id}`
  const owns = () => options.ownership.claim(work)
  const contexts = contextsOf({ ...options, logger, owns }, followers, reachable, stop)
  await reach(reachable, stop, options.patience, async (error) => {
    logger.error({ reason: messageOf(error) }, 'the chain is not followed yet')
    // Another process that follows it well says how it is; its provider may be another.
    if (!(await owns())) return
    try {
      for (const context of contexts) await recordAway(context, reasonOf(error))
    } catch (failed) {
      logger.error({ err: failed }, 'the failure could not be recorded')
    }
    await options.ownership.release(work)
  })
  const unread = new Set(contexts)
  await Promise.all(
    contexts.map((context) =>
      follow(context, () => {
        if (unread.delete(context) && unread.size === 0) options.onRead?.()
      }),
    ),
  )
}

/** Every source that has something to read on the chain, for who goes through them by hand. */
export async function openSources(
  parts: Parts,
  reachable: Reachable,
  stop: AbortSignal,
  view: (chain: Chain) => Chain = (chain) => chain,
): Promise<StepContext[]> {
  const followers = await discoverFollowers()
  await parts.log.ensure(followers.flatMap((follower) => follower.topics))
  await checkChainId(reachable.deployment, { urls: reachable.urls, stop })
  const contexts = contextsOf(parts, followers, reachable, stop).map((context) => ({ ...context, chain: view(context.chain) }))
  // Prices and depth are of what the lenders hold.
  return contexts.sort((a, b) => Number(a.source.scan === null) - Number(b.source.scan === null) || order(b) - order(a))
}

function order({ place }: StepContext): number {
  return place.source === 'dex-depth' ? 0 : 1
}

type Parts = Pick<StepContext, 'database' | 'log' | 'logger' | 'owns'> & Pick<FollowersOptions, 'patience'>

function contextsOf(
  {
    database,
    log,
    logger,
    owns,
    patience: { retryMs, compareAgainMs = usualCompareAgainMs, repairAgainMs = firstPauseMs, ...patience } = {},
  }: Parts,
  followers: readonly Follower[],
  { deployment, urls, headUrls = [] }: Reachable,
  stop: AbortSignal,
): StepContext[] {
  const rpc = {
    ...{ urls, stop, ...patience },
    onDoubt: (doubted: Doubted) => logger.warn(doubted, 'a provider is doubted: it rests, and another is asked'),
  }
  const chain = createChain(deployment, rpc, headUrls.length > 0 ? listenForHeads(headUrls, stop) : null)
  const wake = createChainWake()
  return followers.flatMap((follower) => {
    const source = follower.open(deployment)
    if (source === null) return []
    const place = placeOf(deployment, follower.source)
    const memory = freshMemory()
    const own = { source, place, memory, logger: logger.child({ source: place.source }) }
    return [{ chain, follower, database, log, stop, owns, wake, compareAgainMs, repairAgainMs, ...own }]
  })
}

// A provider that answers for another chain is worse than none; one that does not answer yet is asked again.
async function reach(
  { deployment, urls }: Reachable,
  stop: AbortSignal,
  { retryMs = usualRetryMs, ...patience }: Patience = {},
  onAway: (error: unknown) => Promise<void>,
): Promise<void> {
  while (!stop.aborted) {
    try {
      await checkChainId(deployment, { urls, stop, ...patience })
      return
    } catch (error) {
      if (stop.aborted) return
      await onAway(error)
      await pause(retryMs, stop)
    }
  }
}
