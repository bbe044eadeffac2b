// Paid calls a second and how long they take, with one API process and with two: quiet, while rows change, and with ten times the topics.
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createDatabase, type Database } from '../../db/client.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { announceRows } from '../../db/rows/announced.ts'
import { upsertRows } from '../../db/rows/signals.ts'
import { discoverServices, topicsOf } from '../../processors/index.ts'
import { tickTopic } from '../support/counter.ts'
import { openConnection } from './support/connection.ts'
import { median, printFigure, quantile, quiet, rounded } from './support/engine.ts'
import { asNumbers } from './support/numbers.ts'
import { openPaidApi, type PaidApi, paidPath } from './support/paid-api.ts'
import { signPayments } from './support/payments.ts'
import { withDatabases } from './support/two-databases.ts'

const help = `usage: npm run bench -- scale [--seconds 5] [--connections 32] [--changes 1000] [--topics 10]
Starts one API process with every service, then a second one on the same database, and drives paid reads through --connections for
--seconds each: with nothing beside them, while --changes rows change a second (each written, kept and announced as a processor does),
and with --topics times as many topics on the log as there are. Facilitator and chain answer at once: what is measured is ours. Client,
Postgres and the API share this machine: with two processors two API processes cannot be twice as fast. Ends within two minutes.`

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '32' },
    changes: { type: 'string', default: '1000' },
    topics: { type: 'string', default: '10' },
    help: { type: 'boolean', default: false },
  },
})
const given = [values.seconds, values.connections, values.changes, values.topics].map((text) => asNumbers(text, 1)?.[0])
const warmUpSeconds = 2
const changesAtOnce = 100
const changedKeys = 2_000

if (values.help) process.stdout.write(`${help}\n`)
else if (given.includes(undefined)) {
  process.stderr.write(`${help}\n`)
  process.exitCode = 2
} else await withDatabases(1, ([url]) => run(url!, ...(given as [number, number, number, number])))

async function run(url: string, seconds: number, connections: number, changes: number, topics: number): Promise<void> {
  const database = createDatabase({ url, poolSize: 6, logger: quiet })
  const apis: PaidApi[] = []
  try {
    apis.push(await openPaidApi(url))
    await drive(apis, connections, warmUpSeconds)
    const measure = async (beside: string, more: object = {}) => {
      const { perSecond, times, cpuMs } = await drive(apis, connections, seconds)
      printFigure({
        ...{ bench: 'scale', api_processes: apis.length, beside, calls_per_second: rounded(perSecond, 0) },
        ...{ p50_ms: rounded(median(times), 1), p99_ms: rounded(quantile(times, 0.99), 1) },
        ...{ api_cores: rounded(cpuMs / 1_000 / seconds), ...more },
      })
    }
    const measureAll = async (beside: string) => {
      await measure(beside)
      const changing = changeRows(database, changes)
      await measure([beside, `${changes} changed rows a second`].filter((one) => one !== 'nothing').join(', '))
      printFigure({ bench: 'scale', changed_rows_a_second: rounded(await changing.stop(), 0), wanted: changes })
    }
    await measureAll('nothing')
    apis.push(await openPaidApi(url))
    await drive(apis, connections, warmUpSeconds)
    await measureAll('nothing')
    const count = await addTopics(database, topics)
    await measureAll(`${count} topics`)
  } finally {
    for (const api of apis) await api.close()
    await database.close()
  }
}

async function drive(apis: readonly PaidApi[], connections: number, seconds: number) {
  const open = await Promise.all(Array.from({ length: connections }, (_, n) => openConnection(apis[n % apis.length]!.origin)))
  const cpu = () => Promise.all(apis.map((api) => api.cpuMs()))
  const before = await cpu()
  const until = performance.now() + seconds * 1_000
  const times: number[] = []
  await Promise.all(
    open.map(async (connection) => {
      while (performance.now() < until)
        for (const payment of signPayments(apis[0]!.terms, 20)) {
          const startedAt = performance.now()
          const { status, body } = await connection.get(paidPath, { 'payment-signature': payment })
          if (status !== 200) throw new Error(`${status} instead of 200: ${body.subarray(0, 300)}`)
          times.push(performance.now() - startedAt)
          if (performance.now() >= until) break
        }
      connection.close()
    }),
  )
  const after = await cpu()
  return { perSecond: times.length / seconds, times, cpuMs: after.reduce((sum, ms, n) => sum + ms - before[n]!, 0) }
}

function changeRows(database: Database, perSecond: number) {
  const over = new AbortController()
  const startedAt = performance.now()
  let changed = 0
  const body = (n: number) => JSON.stringify({ signal: { label: 'calm', score: n }, text: 'x'.repeat(400) })
  const changing = (async () => {
    while (!over.signal.aborted) {
      const at = new Date()
      const rows = Array.from({ length: changesAtOnce }, (_, i) => ({
        ...{ service: 'scale', route: '/row', key: `k${(changed + i) % changedKeys}`, body: body(changed + i), meta: '{}' },
        ...{ observedAt: at, computedAt: at, staleAfter: at, formula: 'scale/1', inputs: '[]', inputsHash: String(changed + i) },
      }))
      await database.transaction(async (connection) => announceRows(connection, await upsertRows(connection, rows)))
      changed += changesAtOnce
      await wait(Math.max(0, startedAt + (changed * 1_000) / perSecond - performance.now()))
    }
  })()
  return {
    /** How many a second it came to. */
    async stop(): Promise<number> {
      over.abort()
      await changing
      return changed / ((performance.now() - startedAt) / 1_000)
    },
  }
}

async function addTopics(database: Database, times: number): Promise<number> {
  const log = createPostgresLog({ database, logger: quiet })
  const there = topicsOf(await discoverServices()).length
  const more = Array.from({ length: there * (times - 1) }, (_, n) => tickTopic(`scale-${n}`, 3))
  await log.ensure(more)
  await log.close()
  return there + more.length
}
