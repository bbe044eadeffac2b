// All channels of a part share one connection; cut off, each is told that it may have missed something, and hears on.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type Database } from '../../db/client.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'

let outside: TestDatabase
let database: Database
beforeAll(async () => {
  outside = await createTestDatabase()
  database = createDatabase({ url: outside.url, poolSize: 2, logger: quiet, name: 'an ear' })
})
afterAll(async () => {
  await database.close()
  await outside.drop()
})

const connections = async () => {
  const { rows } = await outside.pool.query("SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'an ear'")
  return rows[0].n
}
const notify = (channel: string, payload: string) => outside.pool.query('SELECT pg_notify($1, $2)', [channel, payload])
const cut = () => outside.pool.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'an ear'")
function ear() {
  const heard: (string | null)[] = []
  return { heard, hear: (payload: string | null) => void heard.push(payload) }
}

test('many listeners and one connection, each with its own words; the last to leave ends it', async () => {
  const [a, again, b, late] = [ear(), ear(), ear(), ear()]
  const stops = await Promise.all([database.listen('a', a.hear), database.listen('a', again.hear), database.listen('b', b.hear)])
  stops.push(await database.listen('Of "another" name', late.hear))
  expect(await connections()).toBe(1)
  await notify('a', 'one')
  await notify('b', 'two')
  await notify('Of "another" name', 'three')
  await expect.poll(() => late.heard).toEqual(['three'])
  expect([a.heard, again.heard, b.heard]).toEqual([['one'], ['one'], ['two']])
  await stops[0]!()
  await stops[0]!()
  await notify('a', 'four')
  await expect.poll(() => again.heard).toEqual(['one', 'four'])
  expect(a.heard).toEqual(['one'])
  for (const stop of stops) await stop()
  await expect.poll(connections).toBe(0)
  await notify('b', 'five')
  const anew = ear()
  const stop = await database.listen('b', anew.hear)
  await notify('b', 'six')
  await expect.poll(() => anew.heard).toEqual(['six'])
  expect(b.heard).toEqual(['two'])
  await stop()
})

test('cut off, all are told, and hear on; who comes meanwhile as well', async () => {
  const ears = Array.from({ length: 5 }, ear)
  const stops = await Promise.all(ears.map(({ hear }, n) => database.listen(`cut ${n % 3}`, hear)))
  for (let round = 1; round <= 5; round++) {
    await cut()
    const late = ear()
    const stopLate = await database.listen(`late ${round}`, late.hear)
    await expect
      .poll(() => ears.map(({ heard }) => heard.filter((payload) => payload === null).length))
      .toEqual(Array(5).fill(round))
    await expect
      .poll(async () => {
        await notify(`late ${round}`, 'come')
        return late.heard.includes('come')
      })
      .toBe(true)
    for (const n of [0, 1, 2]) await notify(`cut ${n}`, `word ${round}`)
    await expect.poll(() => ears.every(({ heard }) => heard.includes(`word ${round}`))).toBe(true)
    expect(await connections()).toBe(1)
    await stopLate()
  }
  for (const stop of stops) await stop()
  await expect.poll(connections).toBe(0)
})

test('where there is no database who asks is told, and nothing stays behind', async () => {
  const nowhere = createDatabase({ url: 'postgres://nobody@127.0.0.1:1/none', poolSize: 1, logger: quiet })
  const { heard, hear } = ear()
  const asked = [nowhere.listen('a', hear), nowhere.listen('b', hear)]
  for (const one of asked) await expect(one).rejects.toThrow('ECONNREFUSED')
  await nowhere.close()
  expect(heard).toEqual([])
})
