// Ends connections on which Postgres has fallen silent: lost packets tell nobody, and the kernel alone waits for a quarter of an hour.
import type { Socket } from 'node:net'
import pg from 'pg'
import { isOlder, type Timeline } from './timeline.ts'

/** What pg keeps and its types leave out: no statement is under way, and the socket. */
type Inner = { readonly readyForQuery?: boolean; readonly connection: { readonly stream: Socket } }

interface Watched {
  readonly client: pg.ClientBase & Inner
  readonly session: string
  readonly timeline: Timeline | null
  bytesRead: number
  silentTicks: number
  /** Looks in a row that found nobody at work on its statement. */
  suspicions: number
}

/** Connections to one place, and the sessions that those which were given up left open there. */
interface Place {
  readonly url: string
  readonly lookMs: number
  readonly watched: Set<Watched>
  readonly left: Set<string>
  isLooking: boolean
}

/** Which of the server's sessions a connection is; behind a pooler it names the server's all the same. */
const sessionName = "pid || ' ' || extract(epoch FROM backend_start)::text"
export type Asked = { readonly session: string; readonly follows: boolean }
/** To be said on a connection that is to be watched; the last statement of several. */
export const askSession = `SELECT ${sessionName} AS session, pg_is_in_recovery() AS follows FROM pg_stat_activity WHERE pid = pg_backend_pid()`

const usualTickMs = 1_000
const silentTicks = 5
// A busy server takes its time over a new connection; two in a row say that there is none.
const lookTicks = 5
const suspicionsNeeded = 2
// By then the server has ended what was left there.
const serversOwnTicks = 120
const places = new Map<string, Place>()

export function endWhenSilent(
  client: pg.ClientBase,
  {
    url,
    session,
    timeline,
    tickMs = usualTickMs,
  }: {
    readonly url: string
    readonly session: string
    readonly timeline: Timeline | null
    readonly tickMs?: number | undefined
  },
): void {
  const place = places.get(url) ?? openPlace(url, tickMs)
  const counts = { bytesRead: -1, silentTicks: 0, suspicions: 0 }
  const watched: Watched = { client: client as Watched['client'], session, timeline, ...counts }
  place.watched.add(watched)
  // Of an idle one the kernel says so, asking every few seconds (keepAlive).
  client.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH') place.left.add(session)
  })
  client.once('end', () => place.watched.delete(watched))
}

/** Another server has taken over: connections to the one before it would go on there. */
export function endOlder(url: string, timeline: Timeline): void {
  for (const one of places.get(url)?.watched ?? [])
    if (isOlder(one.timeline, timeline)) end(one, 'Connection terminated: another Postgres has taken over')
}

function openPlace(url: string, tickMs: number): Place {
  const place = { url, lookMs: lookTicks * tickMs, watched: new Set<Watched>(), left: new Set<string>(), isLooking: false }
  places.set(url, place)
  // Ticks and not a clock: a process that stood still itself has heard nothing either.
  let unusedTicks = 0
  const ticking = setInterval(() => {
    unusedTicks = place.watched.size === 0 ? unusedTicks + 1 : 0
    if (unusedTicks > 0 && (place.left.size === 0 || unusedTicks > serversOwnTicks)) {
      clearInterval(ticking)
      places.delete(url)
      return
    }
    for (const one of place.watched) listen(one)
    if (!place.isLooking && (place.left.size > 0 || silentOnes(place).length > 0)) void look(place)
  }, tickMs)
  ticking.unref()
  return place
}

function listen(one: Watched): void {
  if (isSilent(one)) one.silentTicks++
  else Object.assign(one, { silentTicks: 0, suspicions: 0 })
  one.bytesRead = one.client.connection.stream.bytesRead
}

const isSilent = ({ client, bytesRead }: Watched): boolean =>
  client.readyForQuery === false && client.connection.stream.bytesRead === bytesRead

const silentOnes = (place: Place): Watched[] => [...place.watched].filter((one) => one.silentTicks >= silentTicks)

// A statement may take as long as it does: only a server that does not work on it, or is not there, ends it.
async function look(place: Place): Promise<void> {
  place.isLooking = true
  const doubted = silentOnes(place)
  try {
    const busy = await whatIsAtWork(place, doubted)
    for (const one of doubted) {
      const isAtWork = busy === 'unknown' || busy.has(one.session)
      if (isAtWork || !isSilent(one)) Object.assign(one, { silentTicks: 0, suspicions: 0 })
      else if (++one.suspicions >= suspicionsNeeded) giveUp(place, one)
    }
  } finally {
    place.isLooking = false
  }
}

function giveUp(place: Place, one: Watched): void {
  // Its locks would be held until the server itself finds out.
  place.left.add(one.session)
  end(one, 'Connection terminated: Postgres has fallen silent on it')
}

function end({ client }: Watched, words: string): void {
  client.connection.stream.destroy(Object.assign(new Error(words), { code: 'ETIMEDOUT' }))
}

/** Asked over a connection of its own; nobody where none is to be had, unknown where the server is there and has none to spare. */
async function whatIsAtWork({ url, lookMs, left }: Place, doubted: readonly Watched[]): Promise<ReadonlySet<string> | 'unknown'> {
  const client = new pg.Client({
    ...{ connectionString: url, application_name: 'tollgate silence' },
    ...{ connectionTimeoutMillis: lookMs, query_timeout: lookMs },
  })
  client.on('error', () => undefined) // what is asked of it says so too
  try {
    await client.connect()
    const given = [...left]
    await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${sessionName} = ANY ($1)`, [given])
    for (const one of given) left.delete(one)
    const { rows } = await client.query<{ session: string }>(
      `SELECT ${sessionName} AS session FROM pg_stat_activity WHERE ${sessionName} = ANY ($1) AND coalesce(state, '') NOT LIKE 'idle%'`,
      [doubted.map(({ session }) => session)],
    )
    return new Set(rows.map((row) => row.session))
  } catch (error) {
    return 'severity' in (error as object) ? 'unknown' : new Set()
  } finally {
    void client.end().catch(() => undefined)
  }
}
