// The health check as Docker runs it: a process of its own against real listeners.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../../../db/embedded/free-port.ts'

const script = fileURLToPath(new URL('../../../scripts/container-health.mjs', import.meta.url))
const servers: Server[] = []

afterEach(() => Promise.all(servers.splice(0).map((server) => once(server.close(), 'close'))))

test.each([
  [200, 0],
  [503, 1],
])('an API whose /health answers %i ends the check with %i', async (status, code) => {
  const port = await listen(
    createHttpServer((request, response) => response.writeHead(request.url === '/health' ? status : 404).end()),
  )
  expect(await check({ ROLE: 'api', PORT: String(port) })).toBe(code)
  expect(await check({ PORT: String(port) })).toBe(code)
})

test('an API that does not listen is unhealthy', async () => {
  expect(await check({ ROLE: 'api', PORT: String(await freePort()) })).toBe(1)
})

test.each(['process', 'ingest'])('%s is healthy while its database and one broker of many can be reached', async (role) => {
  const [database, broker, closed] = [await listen(createServer()), await listen(createServer()), await freePort()]
  const url = (port: number) => `postgres://u:p@127.0.0.1:${port}/t`
  const brokers = `127.0.0.1:${closed},127.0.0.1:${broker}`
  expect(await check({ ROLE: role, DATABASE_URL: url(database), KAFKA_BROKERS: brokers })).toBe(0)
  expect(await check({ ROLE: role, DATABASE_URL: url(database) })).toBe(0)
  expect(await check({ ROLE: role, DATABASE_URL: url(closed), KAFKA_BROKERS: brokers })).toBe(1)
  expect(await check({ ROLE: role, DATABASE_URL: url(database), KAFKA_BROKERS: `127.0.0.1:${closed}` })).toBe(1)
})

async function check(env: Record<string, string>): Promise<number> {
  const [code] = await once(spawn(process.execPath, [script], { env, stdio: 'inherit' }), 'exit')
  return code as number
}

async function listen(server: Server): Promise<number> {
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}
