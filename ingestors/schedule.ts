// Polls every source on its cron: one poller a source across all processes, never two polls at once, sooner after a failure.
import { type Logger as CronLogger, type ScheduledTask, schedule } from 'node-cron'
import type { Logger } from 'pino'
import { createSlots } from '../base/slots.ts'
import { listSources, recordNextRun } from '../db/facts/sources.ts'
import type { Ownership } from '../db/locks/ownership.ts'
import { onClockJump } from './clock-jumps.ts'
import type { Ingestor } from './define.ts'
import { createFirstRound } from './first-round.ts'
import { type PollDependencies, pollSource } from './poll.ts'

export interface ScheduleOptions extends PollDependencies {
  readonly ingestors: readonly Ingestor[]
  readonly ownership: Ownership
  readonly jitterSeconds: number
  /** Poll every source that was not polled since this start, instead of only those whose time has come. */
  readonly pollAtStart: boolean
  /** What is due at this start waits for it. */
  readonly startAfter?: Promise<void>
}

export interface RunningSchedule {
  /** Every source that was due at this start has been polled once, by this process or another. */
  readonly firstRound: Promise<void>
  stop(): Promise<void>
}

// A first start has every source due: all at once they would only wait for each other, and make the rest of the program wait.
const mostAtOnce = 4
const claimRetryMs = 5_000
const firstRetryMs = 30_000
const mostRetryMs = 15 * 60_000

export async function startSchedule(options: ScheduleOptions): Promise<RunningSchedule> {
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const slots = createSlots(mostAtOnce)
  const startedAt = options.clock.now()
  const due = await findDue(options, startedAt)
  const firstRound = createFirstRound(due, options.logger)
  const tasks = options.ingestors.map((ingestor) => {
    let failures = 0
    let busy = false
    let isAsking = false
    const poll = async (): Promise<void> => {
      if (busy || stopping.signal.aborted) return
      if (!(await options.ownership.claim(`source ${ingestor.source}`))) {
        // A process that was just killed may hold its claim a moment longer; one that lives has polled by the next look.
        if ((await findDue(options, startedAt)).has(ingestor.source)) later(claimRetryMs)
        else firstRound.polled(ingestor.source, true)
        return
      }
      busy = true
      const polled = await slots(async () => {
        isAsking = true
        return stopping.signal.aborted ? null : pollSource(ingestor, options, stopping.signal)
      }).finally(() => {
        busy = isAsking = false
      })
      failures = polled === null ? failures + 1 : 0
      firstRound.polled(ingestor.source, failures === 0)
      if (failures > 0) later(Math.min(firstRetryMs * 2 ** (failures - 1), mostRetryMs))
      const next = task.getNextRun()
      if (next !== null) await recordNextRun(options.database.pool, ingestor.source, next)
    }
    const track = (): Promise<void> => {
      const done: Promise<void> = poll()
        .catch((error) => {
          options.logger.error({ source: ingestor.source, err: error }, 'the poll could not be recorded')
          later(firstRetryMs)
        })
        .finally(() => running.delete(done))
      running.add(done)
      return done
    }
    const later = (ms: number) => {
      if (!stopping.signal.aborted) setTimeout(() => void track(), ms).unref()
    }
    const whenDue = (): Promise<void> | undefined => {
      if (!busy) return track()
      // Among many that wait for their turn, as at a start, nothing is wrong with it.
      if (isAsking) options.logger.warn({ source: ingestor.source }, 'due again before its last poll is done')
    }
    const task: ScheduledTask = schedule(ingestor.schedule, whenDue, {
      timezone: 'UTC',
      logger: cronLogger(options.logger, ingestor.source),
      maxRandomDelay: options.jitterSeconds * 1_000,
      // A machine that slept, or was busy, at a source's one moment of a day or a week asks late: not a day or a week later.
      missedExecutionTolerance: Number.POSITIVE_INFINITY,
      suppressMissedWarning: true,
    })
    return { source: ingestor.source, task, track }
  })
  // Each waits for a moment that the clock has named; set back by an hour, it would name that one again an hour later.
  const stopLooking = onClockJump((byMs) => {
    const seconds = Math.round(Math.abs(byMs) / 1_000)
    const what =
      byMs < 0 ? 'the clock was set back: sources are planned anew' : 'the clock jumped forward: what is due is asked now'
    options.logger.warn({ seconds }, what)
    for (const { task } of tasks) {
      task.stop()
      task.start()
    }
    if (byMs > 0) void askDue()
  })
  const askEach = (sources: ReadonlySet<string>) => {
    for (const { source, track } of tasks) if (sources.has(source)) void track()
  }
  const askDue = () =>
    findDue(options, startedAt).then(askEach, (error) => options.logger.error({ err: error }, 'what is due could not be read'))
  // A failover may have lost the last polls with what they brought: then they are due by the database's word.
  const stopListening = await options.database.listen('source', (payload) => {
    if (payload === null && !stopping.signal.aborted) void askDue()
  })
  const { startAfter = Promise.resolve() } = options
  void startAfter.then(() => askEach(due))
  return {
    firstRound: firstRound.over,
    async stop() {
      stopping.abort()
      stopLooking()
      await stopListening()
      await Promise.all(tasks.map(({ task }) => task.destroy()))
      await Promise.all(running)
    },
  }
}

// What it has to say is a line of ours: its own would stand between them on standard out, as text.
const cronLogger = (logger: Logger, source: string): CronLogger => ({
  info: (message) => logger.info({ source }, message),
  warn: (message) => logger.warn({ source }, message),
  error: (message, err) => logger.error({ source, err }, String(message)),
  debug: (message, err) => logger.debug({ source, err }, String(message)),
})

async function findDue(options: ScheduleOptions, startedAt: Date): Promise<Set<string>> {
  const now = options.clock.now()
  const known = new Map((await listSources(options.database.pool)).map((status) => [status.source, status]))
  const isDue = (source: string) => {
    const status = known.get(source)
    // What was never read, or failed last, does not wait a week for its hour because the program was started anew meanwhile.
    const isOwed = status !== undefined && (status.lastSuccessAt === null || status.failuresInARow > 0)
    const isPolled = (status?.lastPollAt ?? 0) >= startedAt
    return ((options.pollAtStart || isOwed) && !isPolled) || (status?.nextRunAt ?? now) <= now
  }
  return new Set(options.ingestors.map((ingestor) => ingestor.source).filter(isDue))
}
