// The facts of records that several groups of a process are handed are stored by the first of them; the others wait until they stand.
import type { LogRecord } from '../log/port.ts'
import type { StoredFact } from './observations.ts'

/** The facts whose place was taken by another value; null where none were stored after all. */
type Outcome = readonly StoredFact[] | null

export interface Storing {
  /** What came of it where the facts of these records stand already. */
  readonly clashing: Outcome
  /** They stand once the work is over. */
  stored(clashing: readonly StoredFact[]): void
}

const outcomes = new WeakMap<readonly LogRecord[], Promise<Outcome>>()

/** The work is a transaction: what it stores counts when it has committed. */
export async function storingOnce<T>(records: readonly LogRecord[], work: (storing: Storing) => Promise<T>): Promise<T> {
  for (let before = outcomes.get(records); before !== undefined; before = outcomes.get(records)) {
    const clashing = await before
    if (clashing !== null) return work({ clashing, stored: () => undefined })
  }
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  outcomes.set(records, promise)
  let clashing: Outcome = null
  let committed: Outcome = null
  try {
    const done = await work({ clashing: null, stored: (found) => (clashing = found) })
    committed = clashing
    return done
  } finally {
    if (committed === null) outcomes.delete(records)
    resolve(committed)
  }
}
