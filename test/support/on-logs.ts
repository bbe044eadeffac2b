// A suite about the log on each of its engines: its own database, the log opened and closed, and skipped by name where the engine is missing.
import { afterAll, beforeAll, describe, test } from 'vitest'
import type { Log } from '../../db/log/port.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { type LogKind, logKinds, missingEngine, openLog } from './logs.ts'

export interface LogSuite {
  readonly kind: LogKind
  /** Skips where the engine is missing. */
  readonly it: typeof test | typeof test.skip
  /** There once the suite has begun. */
  readonly database: TestDatabase
  readonly log: Log
}

/** A test of one of several suites that go on side by side: in each of them one after the other. */
export const inTurn = (what: string, run: () => Promise<void>): void => test(what, { concurrent: false }, run)

export function describeOnLogs(subject: string, tests: (suite: LogSuite) => void): void {
  describe.each(logKinds)(`${subject} on the %s log`, (kind) => {
    const missing = missingEngine(kind)
    let opened: { database: TestDatabase; log: Log } | null = null
    beforeAll(async () => {
      if (missing !== '') return console.warn(`skipped: ${subject} on the ${kind} log (${missing})`)
      const database = await createTestDatabase()
      opened = { database, log: await openLog(kind, database) }
    })
    afterAll(async () => {
      await opened?.log.close()
      await opened?.database.drop()
    })
    tests({
      kind,
      it: missing === '' ? test : test.skip,
      get database() {
        return opened!.database
      },
      get log() {
        return opened!.log
      },
    })
  })
}
