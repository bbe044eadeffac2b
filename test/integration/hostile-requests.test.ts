// Some thousands of hostile requests against the API in a process of its own: nothing is kept, nobody gets a fault, payers are served.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HostileSite, openHostileSite } from '../bench/support/hostile.ts'
import { hostileKinds } from '../bench/support/hostile-requests.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
let site: HostileSite
const seed = Math.floor(Math.random() * 1e9)

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openHostileSite(database.url, seed)
})
afterAll(async () => {
  await site?.close()
  await database?.drop()
})

test(`what strangers send is forgotten, and answered with no fault of ours (seed ${seed})`, async () => {
  expect(hostileKinds.length).toBeGreaterThan(15)
  await site.attack(1_500, 2_000)
  const before = await site.held()
  const over = new AbortController()
  const paying = site.pay(10, over.signal)
  const seen = await site.attack(3_000, 2_000).finally(() => over.abort())
  // Every one was a 200: site.pay throws else.
  expect((await paying).length).toBeGreaterThan(0)
  const after = await site.held()
  expect(after.rssMb - before.rssMb).toBeLessThan(50)
  const count = (status: number) => seen.get(String(status)) ?? 0
  expect([...seen].filter(([status]) => /^(500|501|502|504)/.test(status))).toEqual([])
  // What is not computed in this database is not there yet; that is no fault.
  for (const status of [200, 400, 402, 404, 405, 413, 415, 421, 431]) expect(count(status), `${status}`).toBeGreaterThan(0)
})
