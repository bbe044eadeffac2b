// The keeper on a real database: its rows are those computed at once from the same facts, through changes, removals, kills and takeovers.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import { createDatabase, type Database } from '../../db/client.ts'
import type { Log } from '../../db/log/port.ts'
import { createCompactor } from '../../db/log/postgres/compact.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { findRowAt, listRowsAt } from '../../db/rows/history.ts'
import { listRowKeys } from '../../db/rows/signals.ts'
import { aavePositions } from '../../ingestors/sources/aave-v3/topic.ts'
import { morphoPositions } from '../../ingestors/sources/morpho-blue/topic.ts'
import { runKeeper } from '../../processors/keep/keeper.ts'
import { compareRows } from '../../processors/replay/compare.ts'
import { gatherEvidence, provenanceOfRow, recompute } from '../../processors/replay/explain.ts'
import { replayService } from '../../processors/replay/replay.ts'
import { runService } from '../../processors/runner/run.ts'
import { riskPast } from '../../processors/services/cascade/past.ts'
import { pastPrices } from '../../processors/services/cascade/paths/past-prices.ts'
import service from '../../processors/services/cascade/service.ts'
import { accountOf, factsAt, seededFacts, tokenAddress } from '../support/cascade/seeded-facts.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
let log: Log
const stops: (() => Promise<void>)[] = []
const pace = { quietMs: 50, mostMs: 500, pollMs: 200, claimMs: 200 }

beforeAll(async () => {
  database = await createTestDatabase()
  log = createPostgresLog({ database, logger: quiet })
  await log.ensure(service.reads)
})
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()))
  await log.close()
  await database.drop()
})

function start(run: (signal: AbortSignal) => Promise<void>): () => Promise<void> {
  const ending = new AbortController()
  const running = run(ending.signal)
  const stop = async () => {
    ending.abort()
    await running
  }
  stops.push(stop)
  return stop
}

function startKeeper(name: string) {
  const own: Database = createDatabase({ url: database.url, poolSize: 6, logger: quiet, name })
  const stop = start((signal) => runKeeper({ service, log, database: own, clock: systemClock, logger: quiet, pace }, signal))
  stops.push(() => own.close())
  return stop
}

async function append(facts: ReturnType<typeof seededFacts>): Promise<void> {
  for (const [topic, values] of facts) await log.append(topic, values)
}

const replayed = async () => (await replayService({ log, service, from: null, to: null, computedAt: new Date() })).rows

// What is served is what the whole log says, computed at once and without a keeper.
async function untilServedIsWhole(what: string) {
  let expected = await replayed()
  let last = compareRows(expected, [])
  await until(
    `${what}: the served rows are the replayed ones`,
    async () => {
      last = compareRows(expected, await listRowsAt(database.pool, service.label, null, null))
      if (last.different === 0 && last.onlyHere.length === 0) return true
      // Its own past is on the log too, and grows while one looks.
      expected = await replayed()
      return false
    },
    90_000,
  ).catch((error: Error) => {
    throw new Error(`${error.message}\n${JSON.stringify(last, null, 1).slice(0, 2_000)}`)
  })
  expect(last).toMatchObject({ different: 0, onlyHere: [], onlyThere: [] })
  expect(last.equal).toBe(expected.length)
  return expected
}

test('rows are made of all chains’ facts, follow what changes and goes, and survive whoever makes them', async () => {
  start((signal) => runService({ service, log, database, clock: systemClock, logger: quiet, maxRecords: 17 }, signal))
  const stopFirst = startKeeper('first keeper')
  startKeeper('second keeper')
  await append(seededFacts({ seed: 5, chainId: 8453, borrowers: 25 }))
  await append(seededFacts({ seed: 6, chainId: 1, borrowers: 40 }))
  const rows = await untilServedIsWhole('both chains')
  expect(rows.map((row) => row.route)).toEqual(expect.arrayContaining(['/risk', '/cascade', '/report', '/demo']))

  await until('the risk of these ten minutes is on the log', async () => {
    const [bound] = await log.bounds(riskPast.name)
    return bound!.high === 1n
  })

  await until('the prices of the day are on the log', async () => {
    const bounds = await log.bounds(pastPrices.name)
    return bounds.reduce((sum, bound) => sum + bound.high, 0n) === 2n
  })

  // A later block: prices fell, one borrower of each protocol is gone, and an older reading comes late.
  const later = { seed: 6, chainId: 1, borrowers: 40, priceLevel: 0.93, at: new Date(factsAt.getTime() + 12_000) }
  await append(seededFacts({ ...later, sequence: 2 }))
  await append(seededFacts({ ...later, priceLevel: 1.5, sequence: 1 }))
  await log.remove(aavePositions, [`1:aave-v3:${accountOf(0)}`])
  await log.remove(morphoPositions, [`1:morpho-blue:${accountOf(39)}`])
  await untilServedIsWhole('a later block')

  // What newer facts replaced is not kept for ever.
  const live = [...seededFacts({ seed: 6, chainId: 1, borrowers: 40 }), ...seededFacts({ seed: 5, chainId: 8453, borrowers: 25 })]
  const expected = live.reduce((sum, [, values]) => sum + values.length, 0) - 2
  await until('superseded facts are forgotten', async () => {
    const { rows } = await database.pool.query<{ count: string }>('SELECT count(*) FROM observation WHERE topic <> ALL($1)', [
      [riskPast.name, pastPrices.name],
    ])
    return Number(rows[0]!.count) === expected
  })

  // Whoever has the work loses its connection in the middle; then one of the two stops for good.
  await append(seededFacts({ ...later, priceLevel: 0.9, sequence: 3 }))
  await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND application_name IN ('first keeper', 'second keeper')`,
  )
  await untilServedIsWhole('after a kill')
  await stopFirst()
  await append(seededFacts({ ...later, priceLevel: 0.97, sequence: 4 }))
  await untilServedIsWhole('after a takeover')
})

test('a row is explained by the facts below its offsets, and computed again from them byte for byte', async () => {
  for (const [route, key] of [
    ['/cascade', '1:WETH'],
    ['/report', '8453'],
    ['/risk', 'all'],
  ] as const) {
    const row = (await findRowAt(database.pool, { service: service.label, route, key }, null))!
    expect(provenanceOfRow(row).every((input) => input.every)).toBe(true)
    const evidence = await gatherEvidence(log, service, row)
    expect(evidence.isComplete, `${route} ${key}`).toBe(true)
    expect(evidence.facts.length).toBe(provenanceOfRow(row).reduce((sum, input) => sum + input.facts, 0))
    const again = recompute(service, row, evidence)!
    expect([again.body, again.meta, again.inputsHash]).toEqual([row.body, row.meta, row.inputsHash])
  }
})

test('a row whose facts have been compacted away says so, fact by fact; within their days it is still computed again', async () => {
  const name = { service: service.label, route: '/risk', key: 'all' }
  const row = (await findRowAt(database.pool, name, null))!
  const { rows } = await database.pool.query<{ at: Date }>(
    "SELECT min(computed_at) AS at FROM signal_history WHERE service = 'cascade' AND route = '/risk'",
  )
  const first = (await findRowAt(database.pool, name, rows[0]!.at))!
  expect(first.id).toBeLessThan(row.id)
  const compact = async (afterDays: number) => {
    const compactor = createCompactor(database, afterDays)
    while ((await compactor.batch(new Date(), 5_000)) > 0);
  }
  await compact(1)
  expect(await gatherEvidence(log, service, first)).toMatchObject({ isComplete: true, compactedAway: [] })
  await compact(0)
  const evidence = await gatherEvidence(log, service, first)
  expect(evidence.isComplete).toBe(false)
  expect(evidence.compactedAway.length).toBeGreaterThan(0)
  const named = new Map(provenanceOfRow(first).map(({ topic, partition, facts }) => [`${topic}/${partition}`, facts]))
  for (const { topic, partition, facts } of evidence.compactedAway) {
    expect(facts).toBeGreaterThan(0)
    expect(facts).toBeLessThanOrEqual(named.get(`${topic}/${partition}`)!)
  }
  // The newest facts of every key are there, and with them the newest row.
  expect(await gatherEvidence(log, service, row)).toMatchObject({ isComplete: true, compactedAway: [] })
})

test('history keeps every version’s signal and provenance, and a large body whole only now and then', async () => {
  const { rows } = await database.pool.query<{ route: string; whole: string; cut: string; largest: string }>(
    `SELECT route, count(*) FILTER (WHERE body NOT LIKE '%"cut":true}') AS whole, count(*) FILTER (WHERE body LIKE '%"cut":true}') AS cut,
       max(length(body)) FILTER (WHERE body LIKE '%"cut":true}') AS largest
     FROM signal_history WHERE service = 'cascade' AND key IN ('1:WETH', 'all') GROUP BY route`,
  )
  const of = (route: string) => rows.find((row) => row.route === route)!
  expect(Number(of('/risk').cut)).toBe(0)
  expect(Number(of('/risk').whole)).toBeGreaterThan(1)
  expect(Number(of('/cascade').whole)).toBeGreaterThan(0)
  expect(Number(of('/cascade').cut)).toBeGreaterThan(0)
  expect(Number(of('/cascade').largest)).toBeLessThan(1_000)
})

test('a row says the same after facts have come that it does not know', async () => {
  const before = (await findRowAt(database.pool, { service: service.label, route: '/risk', key: 'all' }, null))!
  await append(seededFacts({ seed: 9, chainId: 1, borrowers: 40, sequence: 9, at: new Date(factsAt.getTime() + 60_000) }))
  await log.remove(aavePositions, [`8453:aave-v3:${accountOf(3)}`])
  const evidence = await gatherEvidence(log, service, before)
  expect(evidence.isComplete).toBe(true)
  expect(recompute(service, before, evidence)!.body).toBe(before.body)
})

test('what is no collateral any more has no row, and a chain without facts has none; history keeps both', async () => {
  const keysOf = (route: string) => listRowKeys(database.pool, service.label, route)
  expect(await keysOf('/cascade')).toEqual(expect.arrayContaining(['1:LINK', '8453:LINK']))
  const facts = seededFacts({ seed: 9, chainId: 1, borrowers: 40 })
  const owners = (facts.get(aavePositions) as any[]).filter(({ legs }) =>
    legs.some((leg: any) => leg.collateral && leg.reserve === tokenAddress(3)),
  )
  expect(owners.length).toBeGreaterThan(0)
  await log.remove(
    aavePositions,
    owners.map((owner) => aavePositions.key(owner)),
  )
  await until('LINK has no row on chain 1', async () => !(await keysOf('/cascade')).includes('1:LINK'))
  expect(await keysOf('/cascade')).toEqual(expect.arrayContaining(['1:WETH', '8453:LINK']))
  expect(await findRowAt(database.pool, { service: service.label, route: '/cascade', key: '1:LINK' }, null)).not.toBeNull()

  for (const [topic, values] of seededFacts({ seed: 5, chainId: 8453, borrowers: 25 }))
    await log.remove(
      topic,
      values.map((value) => topic.key(value)),
    )
  await until(
    'chain 8453 has no rows',
    async () => (await keysOf('/report')).join() === '1' && (await keysOf('/demo')).join() === '1',
  )
  expect((await keysOf('/cascade')).filter((key) => key.startsWith('8453:'))).toEqual([])
  await untilServedIsWhole('one chain and fewer tokens')
})
