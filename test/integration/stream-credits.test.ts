// What one payment buys on a stream, whatever is cut, moved or asked for again: each body sold once, counted once, and none of them lost.
import { x402Client } from '@x402/core/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../db/embedded/free-port.ts'
import fc from '../support/chance.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { withIdentifier } from '../support/payment/identified.ts'
import { type StreamChild, startStreamChild } from '../support/stream/child.ts'
import { openStream, type StreamReader } from '../support/stream/reader.ts'
import { changeRow } from '../support/stream/rows.ts'
import { until } from '../support/until.ts'

const name = 'counter/count'
const bought = 10
// Both processes stand behind one name, as behind a proxy.
const headers = { host: 'localhost' }
let database: TestDatabase
let ports: number[]
let children: StreamChild[]
let score = 0

beforeAll(async () => {
  database = await createTestDatabase()
  ports = [await freePort(), await freePort()]
  children = await Promise.all(
    ports.map((port) => startStreamChild({ databaseUrl: database.url, rpcUrl: '', run: 'credits', port })),
  )
})
afterAll(async () => {
  await Promise.all(children.map((child) => child.kill()))
  await database.drop()
})

const write = () => changeRow(database, `k${score % 3}`, ++score)

/** A payment of a new payer for the next updates, as an official client makes it. */
async function signPayment(): Promise<object> {
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(privateKeyToAccount(generatePrivateKey())))
  const reader = await openStream(ports[0]!, { headers })
  reader.send({ subscribe: [name], full: true })
  const { payment_required: required } = await reader.next('payment_required')
  await reader.close()
  return withIdentifier(await client.createPaymentPayload(required))
}

/** Every body that reached the buyer on any connection, by version: always the same one. */
function createHarvest() {
  const bodies = new Map<number, string>()
  return {
    bodies,
    gather(readers: readonly StreamReader[]) {
      for (const { event, body } of readers.flatMap(({ messages }) => messages)) {
        if (body === undefined) continue
        expect(bodies.get(event) ?? JSON.stringify(body)).toBe(JSON.stringify(body))
        bodies.set(event, JSON.stringify(body))
      }
    },
  }
}

async function attach(port: number, payment: object, lastEvent: number | undefined): Promise<StreamReader> {
  const reader = await openStream(port, { headers })
  reader.send({ subscribe: [name], payment, ...(lastEvent === undefined ? {} : { last_event: lastEvent }) })
  await reader.next('subscribed')
  return reader
}

async function accounted(payment: object): Promise<{ used: number; versions: number[] }> {
  const { nonce } = (payment as any).payload.authorization
  const { rows } = await database.pool.query<{ used: number; versions: string[] }>(
    `SELECT c.used, array(SELECT version FROM stream_delivery d WHERE d.payment_id = c.payment_id ORDER BY version) AS versions
     FROM stream_credit c JOIN payment p ON p.id = c.payment_id WHERE p.nonce = $1`,
    [nonce.toLowerCase()],
  )
  return { used: rows[0]!.used, versions: rows[0]!.versions.map(Number) }
}

const step = fc.record({
  updates: fc.integer({ min: 0, max: 3 }),
  /** How the connection ends: not at all, so that the next one takes the credit from it; in good order; or cut. */
  end: fc.constantFrom('stays', 'closes', 'is cut'),
  /** Whether what was written is waited for before. */
  waits: fc.boolean(),
  server: fc.integer({ min: 0, max: 1 }),
  /** The last event that is claimed: none, or one of all there ever were, from the first to the newest. */
  lastEvent: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
})

test('whoever asks for the price of several rows is told how many use up what is bought, and how one is named', async () => {
  for (const key of ['a', 'b', 'c']) await changeRow(database, key, 1)
  const reader = await openStream(ports[0]!, { headers })
  const ask = async (subject: string) => {
    const from = reader.messages.length
    reader.send({ subscribe: [subject], full: true })
    return reader.next('payment_required', from)
  }
  await until('the rows are known', async () => (await ask(name)).rows === 3)
  expect((await ask(name)).note).toMatch(/^counter\/count stands for 3 rows, .*\(counter\/count\? is the row/)
  const one = await ask(`${name}?`)
  expect(one.rows).toBe(1)
  expect(one).not.toHaveProperty('note')
  await reader.close()
  await database.pool.query('TRUNCATE signal_row, signal_history')
})

test('random cuts, two processes and any last_event: at most what was bought, nothing from before, each the same body', async () => {
  const written: number[] = []
  for (let i = 0; i < 15; i++) written.push(await write())
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
      const harvest = createHarvest()
      const readers: StreamReader[] = []
      const payment = await signPayment()
      const before = new Set(written)
      for (const { updates, end, waits, server, lastEvent } of steps) {
        const at = lastEvent === null ? undefined : written[Math.floor(lastEvent * (written.length - 1))]
        const reader = await attach(ports[server]!, payment, at)
        readers.push(reader)
        for (let i = 0; i < updates; i++) written.push(await write())
        const newest = written.at(-1)!
        if (waits && updates > 0) await until('the newest is told', () => reader.events().includes(newest))
        harvest.gather(readers)
        if (end === 'closes') await reader.close()
        if (end === 'is cut') reader.socket.terminate()
      }
      // Until nothing is left; then everything once more from before the purchase, in case it was lost on the way.
      const last = await attach(ports[0]!, payment, undefined)
      while ((await accounted(payment)).used < bought) {
        written.push(await write())
        const newest = written.at(-1)!
        await until('it is told', () => last.events().includes(newest))
      }
      const again = await attach(ports[1]!, payment, [...before].at(-1))
      written.push(await write())
      const newest = written.at(-1)!
      await until('all is told', () => again.events().includes(newest))
      harvest.gather([...readers, last, again])
      await Promise.all([...readers, last, again].map((reader) => reader.socket.terminate()))

      const { used, versions } = await accounted(payment)
      expect(used).toBe(bought)
      expect(versions).toHaveLength(bought)
      expect([...harvest.bodies.keys()].sort((a, b) => a - b)).toEqual(versions)
      expect(versions.filter((version) => before.has(version))).toEqual([])
    }),
    { numRuns: 12 },
  )
})

test('what lies before the purchase is not sold, whatever another database of the server is long at', async () => {
  const elsewhere = await createTestDatabase()
  const long = await elsewhere.pool.connect()
  await long.query('BEGIN')
  await long.query('SELECT pg_current_xact_id()')
  const [earlier] = [await write(), await write()]
  const payment = await signPayment()
  const reader = await attach(ports[0]!, payment, earlier)
  const bought = await write()
  await until('it is told', () => reader.events().includes(bought))
  expect(await accounted(payment)).toEqual({ used: 1, versions: [bought] })
  await reader.close()
  await long.query('COMMIT')
  long.release()
  await elsewhere.drop()
})

test('a credit that comes to a name that is subscribed already brings what it bought, each once', async () => {
  const payment = await signPayment()
  const first = await attach(ports[0]!, payment, undefined)
  const ids = [await write(), await write(), await write()]
  await until('they are told', () => first.events().length === 3)
  first.socket.terminate()
  const free = await openStream(ports[1]!, { headers })
  free.send({ subscribe: [name] })
  await free.next('subscribed')
  free.send({ subscribe: [name], payment, last_event: ids[0]! })
  await until('the lost two are there', () => free.events().length === 2)
  ids.push(await write())
  await until('the next is told', () => free.events().includes(ids[3]!))
  expect(free.messages.filter(({ type }) => type === 'update').map(({ event, updates_left: left }) => [event, left])).toEqual([
    [ids[1], 7],
    [ids[2], 7],
    [ids[3], 6],
  ])
  await free.close()
})

test('two credits of one subscription sell no body twice, in whichever order they come back', async () => {
  const payments = [await signPayment(), await signPayment()]
  const first = await attach(ports[0]!, payments[0]!, undefined)
  first.send({ subscribe: [name], payment: payments[1] })
  await until('both are bought', () => first.messages.filter(({ type }) => type === 'subscribed').length === 2)
  const ids: number[] = []
  for (let i = 0; i < 13; i++) ids.push(await write())
  // An older version may be told late, to whoever listens by then: what counts are these.
  const hasAll = (told: readonly (number | undefined)[], wanted: readonly number[]) => wanted.every((id) => told.includes(id))
  await until('all are told', () => hasAll(first.events(), ids))
  first.socket.terminate()
  const second = await attach(ports[1]!, payments[0]!, ids[0])
  await until('the first credit’s are there', () => hasAll(second.events(), ids.slice(1)))
  second.send({ subscribe: [name], payment: payments[1], last_event: ids[0] })
  const bodies = () => second.messages.filter(({ body }) => body !== undefined).map(({ event }) => event)
  await until('the second’s too', () => hasAll(bodies(), ids.slice(1)), 30_000).catch((error: Error) => {
    const told = second.messages.map(({ body, ...message }) => ({ ...message, hasBody: body !== undefined }))
    throw new Error(`${error.message}: of ${ids.join()} this was told: ${JSON.stringify(told)}`)
  })
  expect(bodies()).toEqual(ids.slice(1))
  expect(await accounted(payments[0]!)).toMatchObject({ used: 10, versions: ids.slice(0, 10) })
  expect(await accounted(payments[1]!)).toMatchObject({ used: 3, versions: ids.slice(10) })
  await second.close()
})
