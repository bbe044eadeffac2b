// What of a list could not be read: counted by what it costs, so that one bad row costs itself alone and is told.
import Type, { type Static } from 'typebox'
import { messageOf, TollgateError } from '../../base/errors.ts'
import type { SetAside } from '../aside.ts'

const count = Type.Integer({ minimum: 0 })

export const losses = Type.Object({
  entries: Type.Integer({ minimum: 0, description: 'whole entries: who is in them is not screened' }),
  names: Type.Integer({ minimum: 0, description: 'names or other spellings of entries that are there' }),
  identifiers: Type.Integer({ minimum: 0, description: 'wallets and numbers of entries that are there' }),
  details: Type.Integer({ minimum: 0, description: 'dates and the like, which nobody is found by' }),
  of: count,
  examples: Type.Array(Type.String()),
})

export type Losses = Static<typeof losses>
export type Part = 'entries' | 'names' | 'identifiers' | 'details'

const mostExamples = 10
/** A list of which more than this is unreadable has changed its form. */
const mostShare = 0.25

export interface Reader {
  note(part: Part, why: string): void
  /** What can be read of these; what cannot is noted, and the rest goes on. */
  each<T, R>(part: Part, list: readonly T[], read: (one: T) => R): R[]
  /** null where it cannot be read. */
  one<R>(part: Part, read: () => R): R | null
  told(read: number): Losses
}

/** What is noted goes to the poll's own account too. */
export function createReader(setAside?: SetAside): Reader {
  const counts = { entries: 0, names: 0, identifiers: 0, details: 0 }
  const examples: string[] = []
  const note: Reader['note'] = (part, why) => {
    counts[part]++
    setAside?.(part, new TollgateError('upstream_changed', why))
    if (examples.length < mostExamples) examples.push(`${part}: ${why.slice(0, 120)}`)
  }
  const one: Reader['one'] = (part, read) => {
    try {
      return read()
    } catch (error) {
      note(part, messageOf(error))
      return null
    }
  }
  return {
    note,
    one,
    each: (part, list, read) => list.flatMap((element) => one(part, () => [read(element)]) ?? []),
    told(read) {
      if (counts.entries > 1 && counts.entries > mostShare * (read + counts.entries))
        throw new TollgateError(
          'upstream_changed',
          `${counts.entries} of ${read + counts.entries} entries cannot be read: ${examples[0]}`,
        )
      if (read === 0)
        throw new TollgateError(
          'upstream_changed',
          counts.entries === 0 ? 'the list is empty' : `nothing can be read: ${examples[0]}`,
        )
      return { ...counts, of: read + counts.entries, examples }
    },
  }
}
