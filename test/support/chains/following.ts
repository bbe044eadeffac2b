// Followers over a chain and a database of a test's own, and the wait until they have read all there is.

import type { Deployment } from '../../../app/config/deployments.ts'
import type { Database } from '../../../db/client.ts'
import { listSources } from '../../../db/facts/sources.ts'
import type { Log } from '../../../db/log/port.ts'
import { createPostgresLog } from '../../../db/log/postgres/index.ts'
import { discoverFollowers, followChain } from '../../../ingestors/chains/start.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../database.ts'
import { until } from '../until.ts'

const settleMs = 120_000
// Short, so that a provider that sleeps holds nobody up for long.
const patience = { timeoutMs: 1_500, pauseMs: 20, hedgeMs: 500, retryMs: 500, compareAgainMs: 300, repairAgainMs: 400 }

export interface Following {
  readonly database: TestDatabase
  readonly log: Log
  /** With another deployment of the same chain, as when its file has grown. */
  start(options?: {
    urls?: readonly string[]
    headUrls?: readonly string[]
    log?: Log
    deployment?: Deployment
    owns?: () => Promise<boolean>
  }): void
  stop(): Promise<void>
  /** Until every source has read the newest block and nothing is left unread. */
  settled(headOf: () => Promise<{ number: number; hash: string }>): Promise<void>
  /** Until, besides, the sums over all that is tracked were compared with the chain's totals there, and match. */
  complete(headOf: () => Promise<{ number: number; hash: string }>): Promise<void>
  close(): Promise<void>
}

export async function createFollowing(deployment: Deployment, url: string, only?: readonly string[]): Promise<Following> {
  const database = await createTestDatabase()
  const log = createPostgresLog({ database, logger: quiet })
  const followers = (await discoverFollowers()).filter((one) => only === undefined || only.includes(one.source))
  await log.ensure(followers.flatMap((one) => one.topics))
  const sources = followers.filter((one) => one.open(deployment) !== null).map((one) => one.source)
  let running: { end: AbortController; done: Promise<void> } | null = null
  const stop = async () => {
    running?.end.abort()
    await running?.done
    running = null
  }
  const isSettled = async (headOf: () => Promise<{ number: number; hash: string }>): Promise<boolean> => {
    const head = await headOf()
    const places = await checkpoints(database)
    const details = new Map((await listSources(database.pool)).map((one) => [one.source, JSON.parse(one.detail ?? '{}')]))
    return sources.every((source) => {
      const detail = details.get(`${source}:${deployment.chain_id}`)
      return places.get(source) === head.hash && detail?.due === 0 && detail?.block === head.number
    })
  }
  return {
    database,
    log,
    start(options = {}) {
      const end = new AbortController()
      const claim = options.owns ?? (async () => true)
      const ownership = { claim, release: async () => undefined, close: async () => undefined }
      const deps = { log: options.log ?? log, database, logger: quiet, ownership, patience }
      const done = followChain(
        deps,
        followers,
        { deployment: options.deployment ?? deployment, urls: options.urls ?? [url], headUrls: options.headUrls ?? [] },
        end.signal,
      )
      running = { end, done }
    },
    stop,
    settled: (headOf) => until('all is read', () => isSettled(headOf), settleMs),
    complete: (headOf) =>
      until(
        'nothing is missed',
        async () => {
          const details = (await listSources(database.pool)).map((one) => JSON.parse(one.detail ?? '{}'))
          const { number } = await headOf()
          const matches = details.every(
            ({ differences, compared_at_block }) =>
              compared_at_block === null || (compared_at_block === number && Object.keys(differences).length === 0),
          )
          return matches && (await isSettled(headOf))
        },
        settleMs,
      ),
    async close() {
      await stop()
      await log.close()
      await database.drop()
    },
  }
}

async function checkpoints(database: Database): Promise<Map<string, string>> {
  const { rows } = await database.pool.query<{ source: string; hash: string }>(
    `SELECT source, hash FROM chain_checkpoint c WHERE phase = 'follow'
     AND NOT EXISTS (SELECT 1 FROM chain_subject s WHERE s.chain_id = c.chain_id AND s.source = c.source AND s.due)`,
  )
  return new Map(rows.map((row) => [row.source, row.hash]))
}
