// Every chore of the program, as its configuration asks for them.
import type { Config } from '../config.ts'
import type { Database } from '../db/client.ts'
import type { Log } from '../db/log/port.ts'
import type { Service } from '../processors/define.ts'
import type { Chore } from './define.ts'
import { eventLogChores } from './event-log.ts'
import { queuedWorkChores } from './queued-work.ts'
import { signalHistoryChore } from './signal-history.ts'
import { storedFactsChore } from './stored-facts.ts'

export function programChores(
  config: Pick<Config, 'queuedRetentionDays' | 'historyRetentionMonths'>,
  deps: { readonly database: Database; readonly log: Pick<Log, 'kind'>; readonly services: readonly Service[] },
): Chore[] {
  const { database, log, services } = deps
  return [
    ...queuedWorkChores({ database, services, retentionDays: config.queuedRetentionDays }),
    signalHistoryChore(database, config.historyRetentionMonths),
    storedFactsChore(database, services),
    ...(log.kind === 'postgres' ? eventLogChores(database) : []),
  ]
}
