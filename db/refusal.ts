// Tells what Postgres refuses because of what it was given, and would refuse again, from what passes: a lost connection, a lock, a full disk.
import { TollgateError } from '../base/errors.ts'
import type { Connection } from './client.ts'

// Rows that clash within one statement, values that are none (a time out of range, a NUL), statements that do not fit their values,
// and what is too large (a key too long for its index).
const refusing = /^(?:21|22|42|54)[0-9A-Z]{3}$/
// Of those, what says how the database is set up: a right, a table, a column, a name or a function is missing. No record is to blame, and the next try may find it.
const ofTheDatabase: ReadonlySet<string> = new Set(['42501', '42P01', '42703', '42704', '42883'])

/** Why the same again would be refused again; null where it may help to try. */
export function refusalOf(error: unknown): string | null {
  if (error instanceof TollgateError) return error.code === 'record_invalid' ? error.message : null
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  const isRefusal = refusing.test(error.code) && !ofTheDatabase.has(error.code)
  return isRefusal ? `Postgres refuses it (${error.code}): ${error.message}` : null
}

/** Does a piece of a transaction: a refused one is undone alone and tells why, any other fault ends the transaction. */
export async function attempt<T>(
  connection: Connection,
  work: () => Promise<T>,
): Promise<{ readonly done: T } | { readonly refused: string }> {
  await connection.query('SAVEPOINT piece')
  try {
    const done = await work()
    await connection.query('RELEASE SAVEPOINT piece')
    return { done }
  } catch (error) {
    const refused = refusalOf(error)
    if (refused === null) throw error
    await connection.query('ROLLBACK TO SAVEPOINT piece; RELEASE SAVEPOINT piece')
    return { refused }
  }
}
