// Shares each group's partitions among its workers: one advisory lock a partition, all held by one connection that dies with its process.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../client.ts'
import { oneAtATime, type Query } from '../../locks/one-at-a-time.ts'
import { endSession, openSession } from '../../session.ts'

export interface Partition {
  readonly topic: string
  readonly partition: number
}

export interface Lease {
  /** Takes what this worker should have and may have, names what it should give back. */
  rebalance(all: readonly Partition[], held: ReadonlySet<string>): Promise<{ taken: Partition[]; surplus: Partition[] }>
  release(partition: Partition): Promise<void>
  leave(): Promise<void>
}

export interface Leases {
  readonly lost: AbortSignal
  join(group: string): Promise<Lease>
  close(): Promise<void>
}

export const nameOf = (p: Partition): string => `${p.topic}/${p.partition}`

const membersFreshMs = 500
// Well beyond the ten seconds after which a process that stands still ends itself.
const usualBeat = { beatMs: 5_000, frozenSeconds: 45 }

export async function openLeases(url: string, { beatMs, frozenSeconds } = usualBeat): Promise<Leases> {
  const client = await openSession(url, 'tollgate leases')
  const lost = new AbortController()
  const query = oneAtATime(client)
  const beat = setInterval(() => void endFrozen(query, frozenSeconds).catch(() => undefined), beatMs)
  beat.unref()
  client.once('end', () => {
    clearInterval(beat)
    lost.abort()
  })
  const members = createMemberList(query)
  // Advisory locks are re-entrant within a connection; this set keeps two workers of one process apart.
  const locked = new Set<string>()
  const tryLock = async (key: string): Promise<boolean> => {
    if (locked.has(key)) return false
    locked.add(key)
    const { rows } = await query<{ ok: boolean }>('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS ok', [key])
    if (!rows[0]!.ok) locked.delete(key)
    return rows[0]!.ok
  }
  return {
    lost: lost.signal,
    async join(group) {
      const member = randomUUID()
      await members.add(group, member)
      const keyOf = (partition: Partition) => `${group}:${nameOf(partition)}`
      return {
        async rebalance(all, held) {
          const alive = await members.of(group)
          const rank = alive.indexOf(member)
          const mine = (index: number) => rank >= 0 && index % alive.length === rank
          const taken: Partition[] = []
          for (const [index, partition] of all.entries()) {
            if (mine(index) && !held.has(nameOf(partition)) && (await tryLock(keyOf(partition)))) taken.push(partition)
          }
          return { taken, surplus: all.filter((partition, index) => held.has(nameOf(partition)) && !mine(index)) }
        },
        async release(partition) {
          await query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [keyOf(partition)])
          locked.delete(keyOf(partition))
        },
        leave: () => members.remove(group, member),
      }
    },
    close: () => endSession(client),
  }
}

// A process that is frozen (SIGSTOP, a paused container) says nothing here any more, and its kernel keeps its connection, with every lock
// on it, for as long as it stays so. What it may have begun is fenced: it begins anew when it comes back. To ask is to be heard oneself.
async function endFrozen(query: Query, frozenSeconds: number): Promise<void> {
  await query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity a
     WHERE state = 'idle' AND state_change < now() - make_interval(secs => $1) AND pid <> pg_backend_pid()
       AND EXISTS (SELECT 1 FROM log_member m WHERE m.backend_pid = a.pid AND m.backend_start = a.backend_start)`,
    [frozenSeconds],
  )
}

/** Workers whose process still holds its connection. */
export async function countMembers(database: Queryable, group: string): Promise<number> {
  const { rows } = await database.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM log_member m JOIN pg_stat_activity a ON a.pid = m.backend_pid AND a.backend_start = m.backend_start
     WHERE m.group_name = $1`,
    [group],
  )
  return rows[0]!.n
}

// Asked by every group once a second; one query answers them all.
function createMemberList(query: Query) {
  let readAt = Number.NEGATIVE_INFINITY
  let byGroup = new Map<string, string[]>()
  const load = async (): Promise<void> => {
    const { rows } = await query<{ group_name: string; member: string }>(
      `WITH gone AS (DELETE FROM log_member m WHERE NOT EXISTS
         (SELECT 1 FROM pg_stat_activity a WHERE a.pid = m.backend_pid AND a.backend_start = m.backend_start) RETURNING member)
       SELECT group_name, member FROM log_member WHERE member NOT IN (SELECT member FROM gone) ORDER BY group_name, member`,
    )
    byGroup = Map.groupBy(rows, (row) => row.group_name)
      .entries()
      .reduce(collect, new Map<string, string[]>())
    readAt = performance.now()
  }
  return {
    async of(group: string): Promise<string[]> {
      if (performance.now() - readAt > membersFreshMs) await load()
      return byGroup.get(group) ?? []
    },
    async add(group: string, member: string): Promise<void> {
      await query(
        `INSERT INTO log_member (group_name, member, backend_pid, backend_start)
         SELECT $1, $2, pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()`,
        [group, member],
      )
      readAt = Number.NEGATIVE_INFINITY
    },
    async remove(group: string, member: string): Promise<void> {
      await query('DELETE FROM log_member WHERE group_name = $1 AND member = $2', [group, member])
    },
  }
}

function collect(lists: Map<string, string[]>, [group, rows]: [string, { member: string }[]]): Map<string, string[]> {
  return lists.set(
    group,
    rows.map((row) => row.member),
  )
}
