// Word of changed rows to every process that listens: the names of a whole batch in one notification, for each wakes every listener.
import type { Connection, Database } from '../client.ts'

export interface RowName {
  readonly service: string
  readonly route: string
  readonly key: string
}

const channel = 'row'
// Postgres takes 7,999.
const mostBytes = 7_900

/** A hint only: of a row whose name is too long nothing is said, and whoever must know of it looks by itself. */
export async function announceRows(connection: Connection, changes: readonly RowName[]): Promise<void> {
  const payloads = payloadsOf(changes)
  if (payloads.length > 0)
    await connection.query({
      name: 'rows-notify',
      text: `SELECT pg_notify('${channel}', p) FROM unnest($1::text[]) p`,
      values: [payloads],
    })
}

function payloadsOf(changes: readonly RowName[]): string[] {
  const payloads: string[] = []
  let names: string[] = []
  let bytes = 0
  const end = () => {
    if (names.length > 0) payloads.push(`[${names.join()}]`)
    ;[names, bytes] = [[], 0]
  }
  for (const { service, route, key } of changes) {
    const name = JSON.stringify([service, route, key])
    const more = Buffer.byteLength(name) + 1
    if (more > mostBytes) continue
    if (bytes + more > mostBytes) end()
    names.push(name)
    bytes += more
  }
  end()
  return payloads
}

/** `null` where it is not known which rows have changed: after a lost connection, or when what is said cannot be read. */
export function listenToRows(database: Database, heard: (rows: readonly RowName[] | null) => void): Promise<() => Promise<void>> {
  return database.listen(channel, (payload) => heard(payload === null ? null : readNames(payload)))
}

function readNames(payload: string): RowName[] | null {
  try {
    return (JSON.parse(payload) as [string, string, string][]).map(([service, route, key]) => ({ service, route, key }))
  } catch {
    return null
  }
}
