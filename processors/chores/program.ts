// Every chore of the program, as its configuration asks for them.
import type { Logger } from 'pino'
import type { Config } from '../../app/config/index.ts'
import type { Clock } from '../../base/clock.ts'
import type { Database } from '../../db/client.ts'
import type { Log } from '../../db/log/port.ts'
import type { Service } from '../kit/define.ts'
import { askedKeysChores } from './asked-keys.ts'
import type { Chore } from './define.ts'
import { eventLogChores } from './event-log.ts'
import { newsIndexChore } from './news-index.ts'
import { otherFormulasChore } from './other-formulas.ts'
import { queuedWorkChores } from './queued-work.ts'
import { seenValuesChore } from './seen-values.ts'
import { signalHistoryChore } from './signal-history.ts'
import { storedFactsChore } from './stored-facts.ts'
import { streamCreditsChore } from './stream-credits.ts'

export function programChores(
  config: Pick<Config, 'queuedRetentionDays' | 'historyRetentionMonths' | 'compactAfterDays'>,
  deps: {
    readonly database: Database
    readonly log: Pick<Log, 'kind'>
    readonly services: readonly Service[]
    readonly clock: Clock
    readonly logger: Logger
  },
): Chore[] {
  const { database, log, services } = deps
  return [
    ...queuedWorkChores({ database, services, retentionDays: config.queuedRetentionDays }),
    signalHistoryChore(database, config.historyRetentionMonths),
    storedFactsChore(database, services),
    seenValuesChore(database),
    streamCreditsChore(database),
    newsIndexChore(database),
    ...askedKeysChores(database, services),
    otherFormulasChore(deps),
    ...(log.kind === 'postgres' ? eventLogChores(database, config.compactAfterDays) : []),
  ]
}
