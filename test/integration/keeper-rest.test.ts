// How often a keeper looks at its facts while it has nothing to make of them, or is making rows already.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import type { Log } from '../../db/log/port.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { runKeeper } from '../../processors/keep/keeper.ts'
import type { Kept } from '../../processors/kit/define.ts'
import { runService } from '../../processors/runner/run.ts'
import { counterService, tickTopic } from '../support/counter.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'
import { until } from '../support/until.ts'

const pace = { quietMs: 20, mostMs: 200, pollMs: 60_000, claimMs: 200 }
const topic = tickTopic('rested')
let database: TestDatabase
let log: Log

beforeAll(async () => {
  database = await createTestDatabase()
  log = createPostgresLog({ database, logger: quiet })
  await log.ensure([topic])
})
afterAll(async () => {
  await log.close()
  await database.drop()
})

/** Keeps ticks in memory; what has changed and how long rows take is the test's to say. */
async function withKeeper(work: (world: ReturnType<typeof worldOf>) => Promise<void>): Promise<void> {
  const world = worldOf()
  const service = { ...counterService(topic), keep: () => world.kept }
  const counted = {
    ...database,
    transaction<T>(inside: Parameters<typeof database.transaction<T>>[0]) {
      world.looks++
      return database.transaction(inside)
    },
  }
  const ending = new AbortController()
  const shared = { service, log, clock: systemClock, logger: quiet }
  const running = [
    runService({ ...shared, database }, ending.signal),
    runKeeper({ ...shared, database: counted, pace }, ending.signal),
  ]
  try {
    await work(world)
  } finally {
    ending.abort()
    world.finish()
    await Promise.all(running)
  }
}

function worldOf() {
  const changed = new Set<string>()
  let finish: () => void = () => undefined
  const world = {
    looks: 0,
    facts: 0,
    passes: 0,
    changes: false,
    finish: () => finish(),
    kept: {
      put({ key }) {
        world.facts++
        if (world.changes) changed.add(key)
      },
      drop: () => undefined,
      changed: () => [...changed],
      async pass() {
        world.passes++
        changed.clear()
        await new Promise<void>((resolve) => {
          finish = resolve
        })
      },
      close: async () => undefined,
    } satisfies Kept,
  }
  return world
}

let n = 0
const tick = () => log.append(topic, [{ key: 'k1', n: ++n }])
const rest = (ms: number) => new Promise((done) => setTimeout(done, ms))
// Those that its own record has it make, and a few that came while it was awake.
const few = 6

test('facts that change no row are taken in once, and nothing is looked for until others come', async () => {
  await withKeeper(async (world) => {
    await until('it has looked at what was there', async () => world.looks > 1)
    const facts = world.facts
    await tick()
    await until('the fact is in memory', async () => world.facts > facts)
    await rest(pace.mostMs + 100)
    const before = world.looks
    await rest(500)
    expect(world.looks - before).toBeLessThanOrEqual(few)
    expect(world.passes).toBe(0)
    // The first that changes one is waited for as long as any other, not made a row of in haste.
    world.changes = true
    await tick()
    await until('rows are made', async () => world.passes === 1)
  })
})

test('while rows are made facts are taken in as they come and not looked for without pause; the next rows follow at once', async () => {
  await withKeeper(async (world) => {
    await until('it has looked at what was there', async () => world.looks > 1)
    world.changes = true
    await tick()
    await until('rows are being made', async () => world.passes === 1)
    const facts = world.facts
    await tick()
    await until('the newer fact is in memory', async () => world.facts > facts)
    await rest(pace.mostMs + 100)
    const before = world.looks
    await rest(500)
    expect(world.looks - before).toBeLessThanOrEqual(few)
    world.finish()
    await until('newer rows are made', async () => world.passes === 2)
  })
})
