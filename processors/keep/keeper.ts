// Keeps one service's facts in memory and its rows up to date, in one process at a time; another takes over when it dies.
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../../base/clock.ts'
import type { Database } from '../../db/client.ts'
import { forgetFacts } from '../../db/facts/kept-facts.ts'
import { type Held, holdNamed } from '../../db/locks/held.ts'
import { retryUntilAborted } from '../../db/log/backoff.ts'
import type { Log } from '../../db/log/port.ts'
import type { Kept, Service } from '../kit/define.ts'
import { createFactsWake } from './facts-wake.ts'
import { createIntake, type Intake } from './intake.ts'
import { createLedger, type Ledger, type Summary } from './ledger.ts'
import { createRowWriter, type RowWriter } from './rows.ts'

export interface KeeperOptions {
  readonly service: Service
  readonly database: Database
  readonly log: Pick<Log, 'append'>
  readonly clock: Clock
  readonly logger: Logger
  readonly pace?: Partial<Pace>
}

export interface Pace {
  /** Rows are made once nothing has come for this long, */
  readonly quietMs: number
  /** or once the first that came has waited for this long. */
  readonly mostMs: number
  /** How often to look without being told. */
  readonly pollMs: number
  /** How often to ask for the work another process has. */
  readonly claimMs: number
}

const usualPace: Pace = { quietMs: 300, mostMs: 2_000, pollMs: 1_000, claimMs: 2_000 }
const forgottenAtOnce = 1_000

export async function runKeeper(options: KeeperOptions, signal: AbortSignal): Promise<void> {
  const pace = { ...usualPace, ...options.pace }
  while (!signal.aborted) {
    await retryUntilAborted(signal, options.logger, `keeper ${options.service.label}`, async () => {
      const held = await holdNamed(options.database, `keep ${options.service.label}`)
      if (held === null) return
      try {
        await keep(options, pace, held, AbortSignal.any([signal, held.lost]))
      } finally {
        held.release()
      }
    })
    await wait(pace.claimMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

async function keep(options: KeeperOptions, pace: Pace, held: Held, signal: AbortSignal): Promise<void> {
  const { service, database, logger } = options
  const startedAt = performance.now()
  const kept = service.keep!()
  const ledger = createLedger()
  const intake = createIntake({ database, service, ledger, kept })
  const wake = await createFactsWake(database, service.label)
  try {
    const writer = await createRowWriter({ ...options, held })
    await intake.advance()
    logger.info({ group: service.label, facts: ledger.size, ms: Math.round(performance.now() - startedAt) }, 'facts restored')
    const pending = createPending(pace)
    let passing: Promise<void> | null = null
    let failed: unknown = null
    while (!signal.aborted && failed === null) {
      const hasCome = await intake.advance()
      const hasChanged = kept.changed().length > 0
      // What changes no row is nothing to wait for.
      if (hasCome && hasChanged) pending.came()
      if (passing === null && hasChanged && pending.isDue()) {
        pending.taken()
        passing = pass({ ...options, kept, ledger, intake, writer, isOutdated: pending.isWaiting })
          .catch((error: unknown) => {
            failed = error
          })
          .finally(() => {
            passing = null
            wake.ring()
          })
      }
      await forgetSome(database, intake)
      // Rings when rows have been made: until then, and where there is nothing to make, only what comes is of interest.
      await wake.next(passing === null && hasChanged ? Math.min(pace.pollMs, pending.dueInMs()) : pace.pollMs, signal)
    }
    await passing
    if (failed !== null && !signal.aborted) throw failed
  } finally {
    await wake.close()
    await kept.close()
  }
}

interface Passing extends Pick<KeeperOptions, 'service' | 'log'> {
  readonly kept: Kept
  readonly ledger: Ledger
  readonly intake: Intake
  readonly writer: RowWriter
  isOutdated(): boolean
}

async function pass({ service, log, kept, ledger, intake, writer, isOutdated }: Passing): Promise<void> {
  const bases = new Map<string, { summary: Summary; now: Date }>()
  const appending: Promise<void>[] = []
  for (const key of kept.changed()) {
    const summary = ledger.summarize(service.selects(key), intake.marks)
    const times = [...summary.newest.values()].map((at) => at.getTime())
    if (times.length > 0) bases.set(key, { summary, now: new Date(Math.max(...times)) })
  }
  await kept.pass({
    isOutdated,
    now: (key) => bases.get(key)?.now ?? null,
    emit(key, draft) {
      const { summary, now } = bases.get(key)!
      writer.write(draft, summary, now)
    },
    retire: (route, isGone) => writer.retire(route, isGone),
    append: (topic, value) => void appending.push(log.append(topic, [value])),
  })
  await writer.settled()
  await Promise.all(appending)
}

async function forgetSome(database: Database, { superseded }: Intake): Promise<void> {
  if (superseded.length > 0) await forgetFacts(database.pool, superseded.splice(0, forgottenAtOnce))
}

// What has come and is not in any row yet: due after a silence, or when it has waited long enough.
function createPending({ quietMs, mostMs }: Pace) {
  let [firstAt, lastAt] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const dueAt = () => Math.min(lastAt + quietMs, firstAt + mostMs)
  return {
    came() {
      lastAt = performance.now()
      firstAt = Math.min(firstAt, lastAt)
    },
    /** Also due at once: what was there before anything came, or was put off for what was more pressing. */
    isDue: () => firstAt === Number.POSITIVE_INFINITY || performance.now() >= dueAt(),
    isWaiting: () => firstAt !== Number.POSITIVE_INFINITY && performance.now() >= dueAt(),
    dueInMs: () => Math.max(1, dueAt() - performance.now()),
    taken() {
      firstAt = Number.POSITIVE_INFINITY
      lastAt = Number.POSITIVE_INFINITY
    },
  }
}
