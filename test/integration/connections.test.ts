// A server that lets the program have few connections: a start says so, and what to do, before and after they are used up.
import { randomBytes } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../db/client.ts'
import { connectionsAllowed, connectionsWanted, orNoneLeft, tooFewConnections } from '../../db/connections.ts'
import { createTestDatabase, onServer, quiet } from '../support/database.ts'

async function small(limit: number) {
  const [server, name] = [inject('postgresUrl'), `small_${randomBytes(4).toString('hex')}`]
  const database = await createTestDatabase()
  await onServer(server, `CREATE ROLE ${name} LOGIN PASSWORD '${name}' CONNECTION LIMIT ${limit}`)
  const url = Object.assign(new URL(database.url), { username: name, password: name }).href
  const own = createDatabase({ url, poolSize: 8, logger: quiet })
  onTestFinished(async () => {
    await own.close()
    await database.drop()
    await onServer(server, `DROP ROLE ${name}`)
  })
  return { own, database, server }
}

test('a role of twenty is told to be too small for a usual process, and is enough for a small one', async () => {
  const { own } = await small(28)
  expect(await connectionsAllowed(own.pool)).toBe(28)
  const words = await tooFewConnections(own.pool, 20)
  expect(words).toContain('lets this role have 28 connections at once')
  expect(words).toContain('up to 60 (2 × DATABASE_POOL_SIZE and 20 more)')
  expect(connectionsWanted(4)).toBe(28)
  expect(await tooFewConnections(own.pool, 4)).toBe(null)
})

test('of limits of the role, the database and the server the least counts', async () => {
  const { own, database, server } = await small(-1)
  const ofServer = await connectionsAllowed(own.pool)
  expect(ofServer).toBeGreaterThan(100)
  await onServer(server, `ALTER DATABASE ${new URL(database.url).pathname.slice(1)} CONNECTION LIMIT 7`)
  expect(await connectionsAllowed(own.pool)).toBe(7)
})

test('a start for which none is left says what to do; other faults are told as they are', async () => {
  const { own } = await small(2)
  const held = [await own.pool.connect(), await own.pool.connect()]
  const fault = await own.pool.connect().then(
    () => null,
    (error) => error,
  )
  for (const one of held) one.release()
  const told = orNoneLeft(fault, 20) as Error
  expect(told.message).toMatch(
    /^DATABASE_URL: Postgres has no connection left for this process \(too many connections for role "small_/,
  )
  expect(told.message).toContain('set DATABASE_POOL_SIZE below its 20 (4 at least)')
  const other = new Error('other')
  expect(orNoneLeft(other, 20)).toBe(other)
})
