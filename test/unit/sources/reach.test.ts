// A server that is away is waited for, for a bounded time; a server that refuses us is not.
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../db/embedded/free-port.ts'
import { reach } from '../../../db/reach.ts'
import { createDataDir, removeDataDir } from '../../support/data-dir.ts'
import { quiet } from '../../support/quiet.ts'

const connectTo = (port: number) => async () => {
  const client = new pg.Client({ host: '127.0.0.1', port, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  await client.connect()
}

test('nobody there: tried until the time is up, then the reason is told', async () => {
  const port = await freePort()
  let tries = 0
  const startedAt = performance.now()
  const end = reach('it', { withinMs: 800, setting: 'IT_URL', caSetting: 'IT_CA_FILE', logger: quiet }, () => {
    tries++
    return connectTo(port)()
  })
  await expect(end).rejects.toMatchObject({
    code: 'database_unavailable',
    message: `it was not there for 1 s (connect ECONNREFUSED 127.0.0.1:${port}). Is it running? IT_URL says where it is, START_WAIT_SECONDS how long a start waits.`,
    cause: { code: 'ECONNREFUSED' },
  })
  expect(tries).toBeGreaterThan(2)
  expect(performance.now() - startedAt).toBeLessThan(20_000)
})

test('there after a while: reached', async () => {
  const port = await freePort()
  let tries = 0
  const server = createServer((socket) => socket.destroy())
  const reached = reach('it', { withinMs: 30_000, setting: 'IT_URL', caSetting: 'IT_CA_FILE', logger: quiet }, async () => {
    if (++tries === 2) await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
    // It hangs up, as a database does that is about to be ready; the fourth time it would let us in.
    if (tries < 4) await connectTo(port)()
    return 'there'
  })
  expect(await reached).toBe('there')
  expect(tries).toBe(4)
  server.close()
})

test('a socket whose file is not there yet is waited for', async () => {
  const folder = createDataDir('socket')
  onTestFinished(() => removeDataDir(folder))
  const path = join(folder, 'its.socket')
  let tries = 0
  const server = createServer()
  onTestFinished(() => void server.close())
  const reached = reach('it', { withinMs: 30_000, setting: 'IT_URL', caSetting: 'IT_CA_FILE', logger: quiet }, async () => {
    if (++tries === 3) await once(server.listen(path), 'listening')
    const socket = connect(path)
    await once(socket, 'connect')
    socket.destroy()
    return 'there'
  })
  expect(await reached).toBe('there')
  expect(tries).toBe(3)
})

test('there and refusing: told at once', async () => {
  let tries = 0
  const refusal = Object.assign(new Error('password authentication failed for user "tollgate"'), { code: '28P01' })
  await expect(
    reach('it', { withinMs: 30_000, setting: 'IT_URL', caSetting: 'IT_CA_FILE', logger: quiet }, async () => {
      tries++
      throw refusal
    }),
  ).rejects.toBe(refusal)
  expect(tries).toBe(1)
})

test.each([
  ['certificate has expired', /^IT_URL: it cannot be spoken to in safety \(certificate has expired\)\. Renew .* clock \(20/],
  ['Connection error: certificate has expired', /Renew/],
  ["Hostname/IP does not match certificate's altnames: IP: 10.0.0.1 is not in the cert's list", /Name the server as/],
  ['self-signed certificate in certificate chain', /authority that signed it in IT_CA_FILE/],
  ['unable to verify the first certificate', /authority that signed it in IT_CA_FILE/],
  ['The server does not support SSL connections', /speak TLS/],
])('%s: told at once, with what to do', async (words, told) => {
  let tries = 0
  const end = reach('it', { withinMs: 30_000, setting: 'IT_URL', caSetting: 'IT_CA_FILE', logger: quiet }, async () => {
    tries++
    throw Object.assign(new Error(words), { name: 'KafkaJSConnectionError' })
  })
  await expect(end).rejects.toMatchObject({ code: 'config_invalid', message: expect.stringMatching(told) })
  expect(tries).toBe(1)
})
