// One address with all the connections it may have, each saying all it may say: who pays is served as before.
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { defaultStreamLimits } from '../../api/stream/limits.ts'
import { freePort } from '../../db/embedded/free-port.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { currentClient } from '../support/payment/clients.ts'
import { type StreamChild, startStreamChild } from '../support/stream/child.ts'
import { openStream, type StreamReader } from '../support/stream/reader.ts'
import { changeRow } from '../support/stream/rows.ts'
import { until } from '../support/until.ts'

const sockets = 100
const messages = 29
const names = 64
const mostTimes = 8
let database: TestDatabase
let port: number
let child: StreamChild

beforeAll(async () => {
  ;[database, port] = await Promise.all([createTestDatabase(), freePort()])
  child = await startStreamChild({ databaseUrl: database.url, rpcUrl: '', run: 'flood', port })
  await changeRow(database, 'all', 1)
})
afterAll(async () => {
  await child.kill()
  await database.drop()
})

/** The median time of a paid call, one after another, as long as it is asked for. */
async function timePaidCalls(count: number): Promise<number> {
  const pay = currentClient(privateKeyToAccount(generatePrivateKey()))
  const times: number[] = []
  for (let i = 0; i < count; i++) {
    const startedAt = performance.now()
    const answer = await pay(`http://127.0.0.1:${port}/api/counter/count`)
    expect(answer.status).toBe(200)
    await answer.text()
    times.push(performance.now() - startedAt)
  }
  return times.sort((a, b) => a - b)[count >> 1]!
}

test('a flood of subscriptions from one address is read in the measure of its share, and costs a payer little', async () => {
  const readers: StreamReader[] = await Promise.all(Array.from({ length: sockets }, () => openStream(port)))
  onTestFinished(() => {
    for (const reader of readers) reader.socket.terminate()
  })
  const answered = () => readers.reduce((sum, { messages: all }) => sum + all.filter(({ type }) => type !== 'update').length, 0)
  await timePaidCalls(5)
  const startedAt = performance.now()
  let [quiet, flooded] = [0, Number.POSITIVE_INFINITY]
  // What else the machine does in those two seconds may cost a payer more than the flood: then once more, and again.
  for (let round = 1; round <= 3 && flooded >= mostTimes * quiet; round++) {
    if (round > 1) await pause(11)
    quiet = await timePaidCalls(20)
    for (let i = 0; i < messages; i++)
      for (const [at, reader] of readers.entries()) {
        // Another name each time: "&" more or less is another spelling of the same.
        const subscribe = Array.from({ length: names }, (_, n) => `counter/count?${'&'.repeat(n + 1 + ((i + at) % 7))}`)
        reader.send(i % 2 === 0 ? { subscribe, last_event: 1 } : { unsubscribe: subscribe })
      }
    flooded = await timePaidCalls(20)
    await until('every message is answered', () => answered() >= round * sockets * messages)
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const taken = readers.flatMap(({ messages: all }) => all.filter(({ type }) => type === 'subscribed'))
  const { burst, perSecond } = defaultStreamLimits.workPerIp
  console.info(
    `quiet ${quiet.toFixed(1)} ms, flooded ${flooded.toFixed(1)} ms; ${taken.length} of ${(sockets * messages) / 2} subscriptions taken`,
  )
  expect(taken.length * names).toBeLessThanOrEqual(burst + perSecond * seconds)
  expect(taken.length).toBeGreaterThan(0)
  expect(readers.some(({ messages: all }) => all.some(({ error }) => error?.code === 'busy' && error.retry_after > 0))).toBe(true)
  // Relative, and with room for a busy machine: it was twenty-five times before.
  expect(flooded).toBeLessThan(mostTimes * quiet)
  // Nobody is cut off for good: what the address may have comes back.
  const fresh = readers.at(-1)!
  fresh.socket.terminate()
  await until('its place is free', () => fresh.closed() !== null)
  expect(await subscribePatiently(await openPatiently(), ['counter/count'])).toBeNull()
  await Promise.all(readers.slice(0, -1).map((reader) => reader.close()))
})

const pause = (seconds: number) => new Promise((done) => setTimeout(done, 1_000 * seconds))

async function openPatiently(): Promise<StreamReader> {
  for (;;) {
    const opened = await openStream(port).catch(() => null)
    if (opened !== null) return opened
    await pause(0.2)
  }
}

/** Null once it is subscribed; what it was refused for, where waiting does not help. */
async function subscribePatiently(reader: StreamReader, subscribe: string[]): Promise<string | null> {
  for (;;) {
    const from = reader.messages.length
    reader.send({ subscribe })
    const said = () => reader.messages.slice(from).find(({ type }) => type === 'subscribed' || type === 'error')
    await until('it is answered', () => said() !== undefined)
    const { error } = said()
    if (error === undefined) return null
    if (error.message.includes('subscriptions in all')) return error.message
    await pause(error.retry_after)
  }
}

test('an address has only so many subscriptions, and has them back when they end', async () => {
  const most = defaultStreamLimits.subscriptionsPerIp
  const readers: StreamReader[] = []
  for (let i = 0; i <= Math.floor(most / names); i++) readers.push(await openPatiently())
  const subscribe = Array.from({ length: names }, (_, n) => `counter/count?${'&'.repeat(n + 1)}`)
  const answers: (string | null)[] = []
  for (const reader of readers) answers.push(await subscribePatiently(reader, subscribe))
  expect(answers.findIndex((answer) => answer !== null)).toBe(Math.floor(most / names))
  await readers[0]!.close()
  expect(await subscribePatiently(readers.at(-1)!, subscribe)).toBeNull()
  for (const reader of readers) reader.socket.terminate()
})
