// Marks where a document is on its way through the queue by the statements that the program itself makes.
import type { Connection, Database } from '../../../db/client.ts'
import { median } from './engine.ts'

export const stages = ['looked', 'stored', 'appended', 'taken in', 'claimed', 'converted', 'written', 'answered'] as const
export type Stage = (typeof stages)[number]

const marks: readonly [RegExp, Stage][] = [
  [/FROM signal_row WHERE service/, 'looked'],
  [/INSERT INTO blob/, 'stored'],
  [/log_append/, 'appended'],
  [/INSERT INTO job/, 'taken in'],
  [/UPDATE job SET state = 'running'/, 'claimed'],
  [/UPDATE job SET state = \$3/, 'written'],
]

export function createStopwatch(database: Database) {
  const laps = new Map<Stage, number[]>(stages.map((stage) => [stage, []]))
  let seen = new Set<Stage>()
  let last = 0
  const lap = (stage: Stage) => {
    if (seen.has(stage)) return
    seen.add(stage)
    const now = performance.now()
    laps.get(stage)!.push(now - last)
    last = now
  }
  const noted = (statement: unknown, result: unknown) => {
    const text = typeof statement === 'string' ? statement : (statement as { text: string }).text
    const stage = marks.find(([pattern]) => pattern.test(text))?.[1]
    if (stage === undefined) return
    // Workers also ask for work when there is none.
    if (stage !== 'claimed' || (result as { rowCount: number }).rowCount > 0) lap(stage)
  }
  const watch = <T extends { query: (...all: any[]) => any }>(target: T): T =>
    new Proxy(target, {
      get(object, name) {
        const value = Reflect.get(object, name)
        if (name !== 'query') return typeof value === 'function' ? value.bind(object) : value
        return async (...all: unknown[]) => {
          const result = await object.query(...all)
          noted(all[0], result)
          return result
        }
      },
    })
  return {
    database: {
      ...database,
      pool: watch(database.pool),
      transaction: <T>(work: (connection: Connection) => Promise<T>) =>
        database.transaction((connection) => work(watch(connection))),
    } satisfies Database,
    start() {
      seen = new Set()
      last = performance.now()
    },
    lap,
    forget() {
      for (const list of laps.values()) list.length = 0
    },
    during<A extends unknown[], R>(stage: Stage, work: (...all: A) => Promise<R>) {
      return async (...all: A): Promise<R> => {
        const result = await work(...all)
        lap(stage)
        return result
      }
    },
    median: (stage: Stage) => median(laps.get(stage)!),
  }
}
