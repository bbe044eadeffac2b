// The health check as Docker runs it: a process of its own that asks a real listener for /readyz.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../../../db/embedded/free-port.ts'

const script = fileURLToPath(new URL('../../../scripts/container-health.mjs', import.meta.url))
const servers: Server[] = []

afterEach(() => Promise.all(servers.splice(0).map((server) => once(server.close(), 'close'))))

test.each([
  [200, 0],
  [503, 1],
])('a role whose /readyz answers %i ends the check with %i, whatever /health says', async (status, code) => {
  const port = await listen(status)
  const other = await listen(status === 200 ? 503 : 200)
  for (const ROLE of ['process', 'ingest', 'api', 'all'])
    expect(await check({ ROLE, METRICS_PORT: String(port), PORT: String(other) }), ROLE).toMatchObject({ code })
  expect(await check({ ROLE: 'api', PORT: String(port) })).toMatchObject({ code })
  expect(await check({ PORT: String(port), METRICS_PORT: '0' })).toMatchObject({ code })
})

test('what does not listen, or has no port to be asked on, is unhealthy and says so', async () => {
  const closed = String(await freePort())
  expect(await check({ ROLE: 'api', PORT: closed })).toMatchObject({ code: 1, told: expect.stringContaining(closed) })
  expect(await check({ ROLE: 'process' })).toMatchObject({ code: 1, told: expect.stringContaining('METRICS_PORT') })
  expect(await check({ METRICS_PORT: String(await listen(503)) })).toMatchObject({ told: expect.stringContaining('because') })
})

async function check(env: Record<string, string>): Promise<{ code: number; told: string }> {
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let told = ''
  child.stderr.on('data', (chunk: Buffer) => {
    told += chunk.toString()
  })
  const [code] = await once(child, 'close')
  return { code: code as number, told }
}

async function listen(status: number): Promise<number> {
  const server = createServer((request, response) =>
    response.writeHead(request.url === '/readyz' ? status : status === 200 ? 503 : 200).end('because'),
  )
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}
