// A Postgres that shuts down says so behind an answer, in the same piece of the network: who waits for that very connection fails, and the
// program goes on.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type Database, withConnection } from '../../db/client.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'

let outside: TestDatabase
let database: Database
beforeAll(async () => {
  outside = await createTestDatabase()
  database = createDatabase({ url: outside.url, poolSize: 1, logger: quiet })
})
afterAll(async () => {
  await database.close()
  await outside.drop()
})

// As the server writes it: severity, code and message, each ended by a zero byte.
function shutDownWords(): Buffer {
  const fields = ['SFATAL', 'VFATAL', 'C57P01', 'Mterminating connection due to administrator command', '']
  const body = Buffer.from(`${fields.join('\0')}\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}

test.each(['a connection of its own', 'a transaction'])('%s that waits behind that answer fails alone', async (what) => {
  await database.pool.query('SELECT 1')
  // pg keeps its socket there.
  const [client] = (database.pool as any)._clients
  const { stream } = client.connection
  const emit = stream.emit
  stream.emit = (name: string, ...given: unknown[]) => {
    if (name !== 'data') return emit.call(stream, name, ...given)
    stream.emit = emit
    const told = emit.call(stream, 'data', Buffer.concat([given[0] as Buffer, shutDownWords()]))
    stream.destroy()
    return told
  }
  const first = database.pool.query("SELECT 'answered' AS word")
  const work = async (connection: { query(text: string): Promise<unknown> }) => connection.query('SELECT 2')
  const waiting = what === 'a transaction' ? database.transaction(work) : withConnection(database.pool, work)
  const failed = expect(waiting).rejects.toThrow(/Connection terminated|not queryable/)
  expect((await first).rows).toEqual([{ word: 'answered' }])
  await failed
  expect((await database.pool.query("SELECT 'again' AS word")).rows).toEqual([{ word: 'again' }])
})
