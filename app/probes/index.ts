// The probes of this process: what each role must have to work, and whether what it does moves.
import { TollgateError } from '../../base/errors.ts'
import { answerOf, type Probes } from '../../base/probes.ts'
import { within } from '../../base/within.ts'
import type { Database } from '../../db/client.ts'
import type { Log } from '../../db/log/port.ts'
import { expectWrites } from '../../db/takes-writes.ts'
import type { PartitionLag } from '../../db/work/lag.ts'
import type { Role } from '../config/index.ts'
import { createProgress } from './progress.ts'

export interface ProbedParts {
  readonly role: Role
  readonly database: Pick<Database, 'pool'>
  readonly log: Pick<Log, 'topics' | 'holdings'>
  readonly lag: () => Promise<readonly PartitionLag[]>
  /** For so long records may wait without any being applied; 0: for ever. */
  readonly progressLimitSeconds: number
}

export interface ProcessProbes extends Probes {
  /** Once the database and the log are open. */
  watch(parts: ProbedParts): void
  /** Once everything of the role has been started. */
  started(): void
  stopping(): void
  /** Of looking, not of answering. */
  close(): void
}

const answerWithinMs = 2_000
const [fewestLooks, shortestLookMs, longestLookMs] = [3, 1_000, 10_000]

export function createProbes(): ProcessProbes {
  let state: 'starting' | 'started' | 'stopping' = 'starting'
  let parts: ProbedParts | null = null
  let timer: NodeJS.Timeout | undefined
  let stuck: () => readonly string[] = () => []
  return {
    watch(given) {
      parts = given
      if (given.progressLimitSeconds === 0) return
      const limitMs = given.progressLimitSeconds * 1_000
      const lookEveryMs = Math.min(Math.max(limitMs / fewestLooks, shortestLookMs), longestLookMs)
      const progress = createProgress({ limitMs, mostBetweenLooksMs: 3 * lookEveryMs })
      stuck = progress.stuck
      // Where nothing can be written nothing is applied, and a restart would help nobody.
      const behind = () => expectWrites(given.database.pool).then(given.lag)
      const look = async () => progress.look(performance.now(), await behind().catch(() => null), given.log.holdings())
      timer = setInterval(() => void look(), lookEveryMs).unref()
    },
    started() {
      if (state === 'starting') state = 'started'
    },
    stopping() {
      state = 'stopping'
    },
    close: () => clearInterval(timer),
    live: async () => answerOf(stuck()),
    async ready() {
      if (state !== 'started' || parts === null) return answerOf([state === 'stopping' ? 'it is stopping' : 'it is starting'])
      return answerOf([...stuck(), ...(await missingOf(parts))])
    },
  }
}

/** Who sells needs its rows and its ledger; who reads or writes the log needs that too. */
async function missingOf({ role, database, log }: ProbedParts): Promise<string[]> {
  const sells = role === 'all' || role === 'api'
  const found = await Promise.all([
    tell('the database', () => expectWrites(database.pool)),
    sells ? null : tell('the log', () => log.topics()),
  ])
  const apart = role === 'process' ? [...log.holdings()].filter(([, held]) => held === null).map(([group]) => group) : []
  const missing = found.filter((one) => one !== null)
  return apart.length === 0 ? missing : [...missing, `not joined yet: ${apart.sort().join(', ')}`]
}

const isReadOnly = (error: unknown): boolean => error instanceof TollgateError && error.code === 'database_unavailable'

/** Its reason stays in the log: whoever may ask a probe need not read where our database is. */
const tell = (what: string, ask: () => Promise<unknown>): Promise<string | null> =>
  within(ask(), answerWithinMs).then(
    () => null,
    (error) => (isReadOnly(error) ? `${what} is read only` : `${what} does not answer`),
  )
