// Fetches the keys that wait: one process for all sources, so that each source's pace is kept whoever asks through whom.

import { messageOf } from '../../base/errors.ts'
import { createSeldom } from '../../base/seldom.ts'
import { createWake } from '../../base/wake.ts'
import { claimDemand, finishDemand, giveBackDemand, requeueRunning, type StoredDemand } from '../../db/facts/demand.ts'
import { recordAskedAside } from '../../db/facts/sources.ts'
import type { Ownership } from '../../db/locks/ownership.ts'
import { createPacer } from '../client/pace.ts'
import type { Ingestor, OpenKeys } from '../define.ts'
import type { PollDependencies } from '../poll.ts'
import { fetchKey } from './fetch-key.ts'

export interface DemandDependencies extends PollDependencies {
  readonly ownership: Ownership
  readonly ingestors: readonly Ingestor[]
}

interface OpenSource {
  readonly ingestor: Ingestor
  readonly open: OpenKeys
  readonly pace: ReturnType<typeof createPacer>
  running: number
}

// In case nobody could ring.
const pollMs = 1_000
const mostAttempts = 3
const mostRunning = 64

export async function workDemands(deps: DemandDependencies, signal: AbortSignal): Promise<void> {
  const sources = openSources(deps.ingestors)
  if (sources.size === 0) return
  const wake = createWake()
  const running = new Set<Promise<void>>()
  const unlisten = await deps.database.listen('demand', () => wake.ring())
  const isNews = createSeldom()
  let owns = false
  const start = (claimed: StoredDemand): void => {
    const source = sources.get(claimed.source)!
    source.running++
    const done: Promise<void> = endDemand(source, claimed, deps, signal).finally(() => {
      source.running--
      running.delete(done)
      wake.ring()
    })
    running.add(done)
  }
  while (!signal.aborted) {
    // Ask before looking: a ring in between is then not missed.
    const woken = wake.rest(pollMs, signal)
    try {
      owns = await own(deps, owns)
      while (owns && !signal.aborted && running.size < mostRunning) {
        const free = [...sources.values()].filter(({ open, running }) => running < open.concurrency)
        const claimed = await claimDemand(
          deps.database.pool,
          free.map(({ ingestor }) => ingestor.source),
        )
        if (claimed === null) break
        start(claimed)
      }
    } catch (error) {
      const reason = messageOf(error)
      if (!signal.aborted && isNews(reason)) deps.logger.warn({ reason }, 'asked keys could not be looked for')
    }
    await woken
  }
  await unlisten()
  await Promise.all(running)
}

// Whoever becomes the fetcher takes up what the one before left; nobody else runs anything.
async function own({ ownership, database }: DemandDependencies, owned: boolean): Promise<boolean> {
  const owns = await ownership.claim('asked keys')
  if (owns && !owned) await requeueRunning(database.pool)
  return owns
}

async function endDemand(
  source: OpenSource,
  claimed: StoredDemand,
  deps: DemandDependencies,
  signal: AbortSignal,
): Promise<void> {
  const { ingestor, open, pace } = source
  const startedAt = performance.now()
  const { pollSeconds, watchSeconds } = open
  try {
    await pace(ingestor.source, signal)
    const end =
      claimed.attempts > mostAttempts
        ? { outcome: 'failed' as const, message: 'it ended its fetcher', appended: 0, failures: 1, coolSeconds: pollSeconds }
        : await fetchKey(ingestor, open, claimed, deps, signal)
    await finishDemand(deps.database.pool, claimed, { ...end, pollSeconds, watchSeconds })
    const { outcome, appended, message: reason, aside } = end
    if (aside !== undefined) await recordAskedAside(deps.database.pool, ingestor.source, { key: claimed.key, ...aside })
    const told = aside === undefined || aside.count === 0 ? {} : { aside: aside.count, firstAside: aside.first[0] }
    deps.logger[aside?.count ? 'warn' : 'info'](
      { source: ingestor.source, outcome, appended, reason, ...told, ms: Math.round(performance.now() - startedAt) },
      'fetched',
    )
  } catch (error) {
    if (!signal.aborted) deps.logger.error({ source: ingestor.source, err: error }, 'a fetch could not be recorded')
    await giveBackDemand(deps.database.pool, claimed).catch((failed) =>
      deps.logger.warn({ source: ingestor.source, reason: messageOf(failed) }, 'a fetch could not be given back'),
    )
  }
}

function openSources(ingestors: readonly Ingestor[]): Map<string, OpenSource> {
  return new Map(
    ingestors.flatMap((ingestor) => {
      const open = ingestor.openKeys
      return open === undefined
        ? []
        : [[ingestor.source, { ingestor, open, pace: createPacer(open.perSecond), running: 0 }] as const]
    }),
  )
}
