// Live streams: every changed row is told once and in order, whatever else is committed, lost, slow or too much.

// @module-tag alone
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { openStream, type StreamReader } from '../support/stream/reader.ts'
import { changeRow, counterRow, writeRows } from '../support/stream/rows.ts'
import { type StreamServer, settlingInMemory, startStreamServer } from '../support/stream/server.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
let server: StreamServer
const start = (limits = {}) => startStreamServer({ database, run: 'stream', ...settlingInMemory(), limits })

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  server = await start()
})
afterEach(() => server?.close())
afterAll(() => database.drop())

async function subscribed(names: string[], more: object = {}, headers: Record<string, string> = {}): Promise<StreamReader> {
  const reader = await openStream(server.port, { headers })
  reader.send({ subscribe: names, ...more })
  await reader.next('subscribed')
  return reader
}

test('a changed row is told with its time and version and nothing that is sold, here and on the service’s own host, until unsubscribed', async () => {
  const reader = await subscribed(['counter/count'])
  const own = await subscribed(['counter/count'], {}, { host: `counter.localhost:${server.port}` })
  const id = await changeRow(database, 'k1', 7)
  const update = await reader.next('update')
  expect(update).toEqual({
    type: 'update',
    event: id,
    route: 'counter/count',
    key: 'k1',
    as_of: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  })
  expect(await own.next('update')).toEqual(update)
  reader.send({ unsubscribe: ['counter/count'] })
  await reader.next('unsubscribed')
  const later = await changeRow(database, 'k1', 8)
  await until('the other reader has it', () => own.events().includes(later))
  expect(reader.events()).toEqual([id])
  await Promise.all([reader.close(), own.close()])
})

test('what is committed later is told later and lost to nobody, though its version is lower', async () => {
  const reader = await subscribed(['counter/count'])
  const late = await database.pool.connect()
  await late.query('BEGIN')
  const [low] = await writeRows(late, [counterRow('slow', 1)])
  const high = await changeRow(database, 'quick', 1)
  expect(high).toBeGreaterThan(low!)
  await late.query('COMMIT')
  late.release()
  await until('both are told', () => reader.events().length === 2)
  // The same two after a reconnect with each of them as the last that arrived.
  const [first, second] = reader.events() as [number, number]
  const again = await subscribed(['counter/count'], { last_event: first })
  await until('the second is told again', () => again.events().length === 1)
  expect(again.events()).toEqual([second])
  const nothing = await subscribed(['counter/count'], { last_event: second })
  const next = await changeRow(database, 'quick', 2)
  await until('the next is told', () => nothing.events().length > 0)
  expect(nothing.events()).toEqual([next])
  await Promise.all([reader, again, nothing].map((one) => one.close()))
})

test('what another database of the same server is long at holds nothing back', async () => {
  const elsewhere = await createTestDatabase()
  const reader = await subscribed(['counter/count'])
  const long = await elsewhere.pool.connect()
  await long.query('BEGIN')
  await writeRows(long, [counterRow('long', 1)])
  const id = await changeRow(database, 'k1', 70)
  await until('it is told', () => reader.events().includes(id), 10_000)
  await long.query('COMMIT')
  long.release()
  await reader.close()
  await elsewhere.drop()
})

test('a reader that comes back gets what it missed and then goes on, nothing twice, while rows change', async () => {
  let score = 0
  let isOver = false
  const written: number[] = []
  const writing = (async () => {
    while (!isOver) written.push(await changeRow(database, `k${score % 5}`, 1_000 + score++))
  })()
  const got: number[] = []
  let last: number | undefined
  for (let visit = 0; visit < 5; visit++) {
    const headers: Record<string, string> = visit === 2 && last !== undefined ? { 'last-event': String(last) } : {}
    const reader = await subscribed(['counter/count'], last === undefined || visit === 2 ? {} : { last_event: last }, headers)
    await until('some arrive', () => reader.events().length >= 40)
    reader.socket.terminate()
    got.push(...reader.events())
    last = got.at(-1)
  }
  isOver = true
  await writing
  const from = written.indexOf(got[0]!)
  expect(from).toBeGreaterThanOrEqual(0)
  expect(got).toEqual(written.slice(from, from + got.length))
})

test('an event nobody knows says so, instead of pretending that nothing was missed', async () => {
  const reader = await subscribed(['counter/count'], { last_event: 987_654_321 })
  expect(await reader.next('reset')).toMatchObject({ last_event: 987_654_321 })
  await reader.close()
})

test('a slow reader is let go with a reason, and costs no more than its bound', async () => {
  await server.close()
  server = await start({ bufferedBytes: 200_000, messagesPerTenSeconds: 10_000, workPerIp: { burst: 10_000, perSecond: 10_000 } })
  const [slow, quick] = [await subscribed(['counter/count']), await subscribed(['counter/count'])]
  slow.socket.pause()
  // What it says is answered at length, and it reads none of the answers.
  const names = Array.from({ length: 60 }, (_, i) => `${i}`.padEnd(500, 'x'))
  let said = 0
  const dropped = async () =>
    (await server.metrics.registry.getSingleMetricAsString('tollgate_stream_ended_total')).includes('slow_reader"} 1')
  // Kernel buffers take some megabytes before the reader's slowness is felt.
  while (!(await dropped())) {
    slow.send({ unsubscribe: names })
    expect(++said).toBeLessThan(2_000)
    const id = await changeRow(database, 'meanwhile', said)
    await until('the quick one has it', () => quick.events().includes(id))
  }
  slow.socket.resume()
  await until('the slow one is gone', () => slow.closed() !== null)
  // Where its reading resumed in time it even gets the close frame; else the connection is cut.
  expect([4008, 1006]).toContain(slow.closed()!.code)
  await quick.close()
})

test('mistakes are documents, and too much of anything is refused', async () => {
  await server.close()
  server = await start({ connectionsPerIp: 3, subscriptions: 2, messagesPerTenSeconds: 15 })
  const reader = await openStream(server.port)
  const refused = async (message: object | string) => {
    const from = reader.messages.length
    reader.send(message)
    return (await reader.next('error', from)).error
  }
  for (const wrong of [
    'not json',
    '[]',
    {},
    { subscribe: [] },
    { subscribe: ['a/b'], unsubscribe: ['a/b'] },
    { subscribe: ['counter/count'], extra: 1 },
  ])
    expect(await refused(wrong as object)).toMatchObject({ code: 'input_invalid', message: expect.any(String) })
  expect(await refused({ subscribe: ['counter/none'] })).toMatchObject({ code: 'route_unknown' })
  expect(await refused({ subscribe: ['counter/count', 'counter/count?', 'counter/count?&'] })).toMatchObject({
    code: 'busy',
  })
  expect(await refused({ subscribe: ['counter/count', 'x'], full: true })).toMatchObject({ code: 'input_invalid' })
  const others = [await openStream(server.port), await openStream(server.port)]
  await expect(openStream(server.port)).rejects.toThrow('429')
  await others[0]!.close()
  await until('its place is free again', () =>
    openStream(server.port).then(
      (one) => !!others.push(one),
      () => false,
    ),
  )
  reader.send(JSON.stringify({ subscribe: ['x'.repeat(40_000)] }))
  await until('too large a message ends it', () => reader.closed() !== null)
  expect(reader.closed()!.code).toBe(1009)
  for (let i = 0; i < 16; i++) others[1]!.send({ unsubscribe: ['counter/count'] })
  await until('too many messages end it', () => others[1]!.closed() !== null)
  expect(others[1]!.closed()).toMatchObject({ code: 1008, reason: expect.stringContaining('too_many_messages') })
  const plain = await fetch(`http://127.0.0.1:${server.port}/stream`)
  expect([plain.status, await plain.json()]).toEqual([
    426,
    { error: { code: 'upgrade_required', message: expect.stringContaining('WebSocket') } },
  ])
})

test('a server that stops says so; a reader that answers no heartbeat is let go', async () => {
  await server.close()
  server = await start({ heartbeatSeconds: 0.3 })
  const [reader, dead] = [await openStream(server.port), await openStream(server.port)]
  dead.socket.pause()
  await reader.next('heartbeat')
  const ended = () => server.metrics.registry.getSingleMetricAsString('tollgate_stream_ended_total')
  await until('the dead one is let go', async () => (await ended()).includes('no_heartbeat"} 1'))
  await wait(400)
  expect(reader.closed()).toBeNull()
  await server.close()
  await until('the reader hears of it', () => reader.closed() !== null)
  expect(reader.closed()).toMatchObject({ code: 1001, reason: expect.stringContaining('going_away') })
  server = await start()
})

test('two thousand idle connections are small', async () => {
  await server.close()
  server = await start({ connectionsPerIp: 3_000, subscriptionsPerIp: 3_000, workPerIp: { burst: 10_000, perSecond: 10_000 } })
  const before = process.memoryUsage()
  const readers: StreamReader[] = []
  for (let at = 0; at < 2_000; at += 100)
    readers.push(...(await Promise.all(Array.from({ length: 100 }, () => openStream(server.port)))))
  for (const reader of readers) reader.send({ subscribe: ['counter/count'] })
  await Promise.all(readers.map((reader) => reader.next('subscribed')))
  const after = process.memoryUsage()
  const [connections] = (await server.metrics.registry.getSingleMetric('tollgate_stream_connections')!.get()).values
  expect(connections!.value).toBe(2_000)
  const id = await changeRow(database, 'all', 1)
  await until('everybody hears of a change', () => readers.every((reader) => reader.events().includes(id)))
  // Both ends of every connection live in this process.
  const eachKb = (after.rss - before.rss) / 2_000 / 1_024
  console.log(
    `2,000 subscribed connections, both ends: ${((after.rss - before.rss) / 1_048_576).toFixed(0)} MB, ${eachKb.toFixed(0)} kB each`,
  )
  expect(eachKb).toBeLessThan(150)
  for (const reader of readers) reader.socket.terminate()
})
