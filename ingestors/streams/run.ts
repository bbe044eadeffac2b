// Listens to every stream that is on, one process each, and puts its minutes, days and gaps on the log a few times a minute.
import { setTimeout as wait } from 'node:timers/promises'
import { messageOf } from '../../base/errors.ts'
import { newestFact } from '../../db/facts/observations.ts'
import { recordFailure, recordSuccess } from '../../db/facts/sources.ts'
import type { Ownership } from '../../db/locks/ownership.ts'
import { listen } from '../client/stream.ts'
import type { PollDependencies } from '../poll.ts'
import { liquidationDays, liquidationGaps, liquidationMinutes } from '../sources/liquidations/topic.ts'
import { createAttention } from './attention.ts'
import { createCollector } from './collect.ts'
import type { StreamSource } from './define.ts'

export interface StreamsOptions extends Pick<PollDependencies, 'log' | 'database' | 'http' | 'logger' | 'clock'> {
  readonly streams: readonly StreamSource[]
  readonly ownership: Ownership
  /** Where to really connect: the demo and the recorded world put a local server in the venue's place. */
  readonly reroute?: (source: string, url: string) => string
  readonly flushMs?: number
}

export const streamTopics = [liquidationMinutes, liquidationDays, liquidationGaps] as const

const claimAgainMs = 5_000
const mostClaimMs = 10 * 60_000
const unitsLiveMs = 86_400_000

export async function startStreams(options: StreamsOptions): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  await options.log.ensure(streamTopics)
  const running = options.streams.map((stream) =>
    keep(stream, options, stopping.signal).catch((error) => {
      options.logger.error({ source: stream.source, err: error }, 'the stream ended')
    }),
  )
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

async function keep(stream: StreamSource, options: StreamsOptions, stop: AbortSignal): Promise<void> {
  let failures = 0
  while (!stop.aborted) {
    if (await options.ownership.claim(`stream ${stream.source}`)) {
      try {
        await follow(stream, options, stop)
      } catch (error) {
        if (stop.aborted) return
        failures++
        options.logger.warn({ source: stream.source, reason: messageOf(error) }, 'the stream could not be followed')
        await recordFailure(options.database.pool, stream.source, options.clock.now(), messageOf(error))
      }
    }
    await wait(Math.min(claimAgainMs * 2 ** Math.max(0, failures - 1), mostClaimMs), undefined, { signal: stop }).catch(
      () => undefined,
    )
  }
}

/** Until it is told to stop, or what it heard cannot be kept. */
async function follow(stream: StreamSource, options: StreamsOptions, stop: AbortSignal): Promise<void> {
  const { log, database, logger, clock, reroute = (_source, url) => url, flushMs = 15_000 } = options
  const { source, venue } = stream
  const url = reroute(source, stream.url)
  const failed = new AbortController()
  const signal = AbortSignal.any([stop, failed.signal])
  const [minute, day] = await Promise.all(
    [liquidationMinutes, liquidationDays].map((topic) => newestFact(database.pool, topic.name, venue)),
  )
  const collector = createCollector(venue, { minute: (minute ?? null) as never, day: (day ?? null) as never })
  const attention = createAttention(collector)
  let unreadable = 0
  let gap: { readonly from: string; readonly reason: string } | null = gapSince(minute as never)
  let units = { at: Date.now(), value: await stream.prepare(options.http, signal) }
  const tellGap = async (to: Date | null) => {
    if (gap !== null) await log.append(liquidationGaps, [{ venue, ...gap, to: to?.toISOString() ?? null }])
  }
  const flush = async () => {
    const now = clock.now()
    attention.note()
    const { minutes, days } = collector.flush(now)
    await log.append(liquidationMinutes, minutes)
    if (days.length > 0) await log.append(liquidationDays, days)
    const records = minutes.length + days.length
    if (records > 0) await recordSuccess(database.pool, source, now, { records, newestObservedAt: now })
  }
  const flushing = (async () => {
    while (!signal.aborted) {
      await wait(flushMs, undefined, { signal }).catch(() => undefined)
      await flush()
      if (Date.now() - units.at > unitsLiveMs) units = { at: Date.now(), value: await stream.prepare(options.http, signal) }
    }
  })().catch((error) => failed.abort(error))
  await tellGap(null)
  await listen({
    url,
    subscribe: stream.subscribe,
    heartbeat: stream.heartbeat,
    silentMs: stream.silentMs,
    signal,
    onUp() {
      const at = clock.now()
      attention.begin(at)
      void tellGap(at).catch((error) => failed.abort(error))
      gap = null
      logger.info({ source }, 'listening')
    },
    onHeard: () => attention.hear(clock.now()),
    onDown(reason) {
      const at = attention.end() ?? clock.now()
      gap = { from: at.toISOString(), reason: reason.slice(0, 200) }
      if (stop.aborted) return
      void tellGap(null).catch((error) => failed.abort(error))
      logger.warn({ source, reason }, 'the stream fell silent')
    },
    onFrame(frame) {
      try {
        collector.take(stream.read(frame, units.value), clock.now())
      } catch (error) {
        // One frame that cannot be read costs itself; the first of many says so.
        if (unreadable++ % 1_000 === 0) logger.warn({ source, unreadable, reason: messageOf(error) }, 'a frame could not be read')
      }
    },
  })
  await flushing
  if (failed.signal.aborted) throw failed.signal.reason
}

function gapSince(minute: { readonly minute: string; readonly vintage: string } | null) {
  return minute === null ? null : { from: minute.vintage, reason: 'nobody listened' }
}
