// The facts of records that several groups of a process are handed are stored by the first of them; the others wait until they stand.
import type { LogRecord } from '../log/port.ts'
import type { StoredFact } from './observations.ts'

/** The facts whose place was taken by another value; null where none were stored after all. */
type Outcome = readonly StoredFact[] | null

export interface Storing {
  /** What clashed where the facts of these records stand already; null where it is up to the caller to store them. Waits while another does. */
  take(): Promise<Outcome>
  stored(clashing: readonly StoredFact[]): void
}

const outcomes = new WeakMap<readonly LogRecord[], Promise<Outcome>>()

/** The work is a transaction: what it stores counts when it has committed. */
export async function storingOnce<T>(records: readonly LogRecord[], work: (storing: Storing) => Promise<T>): Promise<T> {
  let own: PromiseWithResolvers<Outcome> | undefined
  let clashing: Outcome = null
  let committed: Outcome = null
  const take = async (): Promise<Outcome> => {
    for (let before = outcomes.get(records); before !== undefined; before = outcomes.get(records)) {
      const found = await before
      if (found !== null) return found
    }
    own = Promise.withResolvers<Outcome>()
    outcomes.set(records, own.promise)
    return null
  }
  try {
    const done = await work({ take, stored: (found) => (clashing = found) })
    committed = clashing
    return done
  } finally {
    if (own !== undefined) {
      if (committed === null) outcomes.delete(records)
      own.resolve(committed)
    }
  }
}
