// The whole program behind the proxies of docs/deploy.md: every address right, streams through, and nobody speaks for another.
import { x402Client } from '@x402/core/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment } from '@x402/fetch'
import { Agent, fetch as fetchWith } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { freePort } from '../../db/embedded/free-port.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { type Gateway, openGateway } from '../support/gateway.ts'
import { fundedAccount, readHeader } from '../support/payment/clients.ts'
import { onlyRates } from '../support/rates-for-sale.ts'
import { guideDomain, makeCertificate, proxiesHere, type ReverseProxy, startReverseProxy } from '../support/reverse-proxy.ts'
import { until } from '../support/until.ts'

const certificate = await makeCertificate()
// Every name leads here, as the guide's DNS records would have it.
const lookup = (_name: string, { all }: { all?: boolean }, done: (...found: unknown[]) => void) =>
  all === true ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)
const agentFrom = (localAddress?: string) =>
  new Agent({
    connections: 8,
    connect: { ca: certificate.cert, lookup: lookup as never },
    ...(localAddress ? { localAddress } : {}),
  })
const agent = agentFrom()
const ask = (url: string, init: object = {}, dispatcher = agent) => fetchWith(url, { dispatcher, ...init })
const askAs = ({ url, method, headers }: Request) => ask(url, { method, headers: Object.fromEntries(headers) })

const perMinute = 60
const folder = createDataDir('proxy')
let gateway: Gateway
let ports: { port: number; target: number }
let origin: string
let service: string

beforeAll(async () => {
  ports = { port: await freePort(), target: await freePort() }
  origin = `https://${guideDomain}:${ports.port}`
  service = `https://rates.${guideDomain}:${ports.port}`
  gateway = await openGateway({
    PORT: String(ports.target),
    PUBLIC_URL: origin,
    TRUST_PROXY: '127.0.0.1',
    RATE_LIMIT_PER_IP: String(perMinute),
    ONLY_SOURCES: onlyRates,
    INGEST_JITTER_SECONDS: '0',
  })
  type Health = { routes: { label: string; state: string }[] }
  const isForSale = async () => {
    const { routes } = (await (await fetch(`${gateway.url}/health`)).json()) as Health
    return routes.some(({ label, state }) => label === 'rates' && state === 'fresh')
  }
  await until('rates are computed', isForSale, 120_000)
})
afterAll(async () => {
  await agent.close()
  await gateway?.close()
  removeDataDir(folder)
})

describe.each(proxiesHere)('behind %s', (kind) => {
  let proxy: ReverseProxy
  beforeAll(async () => {
    proxy = await startReverseProxy(kind, { folder, ...ports, certificate })
  })
  afterAll(() => proxy?.stop())

  /** Every address of ours in a text: of this machine, of the guide's domain, or with a plain scheme. */
  const addressesIn = (text: string): string[] =>
    [...text.matchAll(/\b(?:https?|wss?):\/\/[^\s"'<>()`\\]*/g)]
      .map(([url]) => url)
      .filter((url) => /localhost|127\.0\.0\.1|example\.com/.test(url) && !url.startsWith('https://example.com'))
  const isRight = (url: string, home: string) =>
    [home, origin].some((base) => url.startsWith(base) || url.startsWith(base.replace('https', 'wss')))

  const documents = ['/', '/openapi.json', '/catalog.json', '/llms.txt', '/SKILL.md', '/client.ts', '/.well-known/x402']

  test.each(documents)('every address in %s is the public one, on the gateway and on a service’s host', async (path) => {
    for (const home of [origin, service]) {
      if (home === service && path === '/catalog.json') continue
      const answer = await ask(home + path)
      expect(answer.status).toBe(200)
      const found = addressesIn(await answer.text())
      expect(found.length).toBeGreaterThan(0)
      expect(found.filter((url) => !isRight(url, home))).toEqual([])
    }
    // Past the proxy too: the public address is what callers shall use.
    const direct = await fetch(gateway.url + path)
    expect(addressesIn(await direct.text()).filter((url) => !url.startsWith(origin) && !url.startsWith('wss'))).toEqual([])
  })

  test('a 402 names the public address, in both forms, and an official client pays it there', async () => {
    for (const [url, home] of [
      [`${origin}/api/rates/rates`, origin],
      [`${service}/rates`, service],
    ] as const) {
      const price = await ask(url)
      const challenge = readHeader(price as never, 'payment-required')
      expect(challenge.resource.url).toBe(url)
      expect(((await price.json()) as any).accepts[0].resource).toBe(url)
      expect(addressesIn(JSON.stringify(challenge)).filter((one) => !isRight(one, home))).toEqual([])
    }
    const scheme = new ExactEvmScheme(await fundedAccount(gateway.chain))
    const pay = wrapFetchWithPayment(askAs as never, new x402Client().register('eip155:*', scheme))
    const paid = await pay(`${service}/rates`)
    expect([paid.status, readHeader(paid, 'payment-response').success]).toEqual([200, true])
  })

  test('over MCP the same address is priced', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'rates_rates', arguments: {} } }
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    for (const [home, url] of [
      [origin, `${origin}/api/rates/rates`],
      [service, `${service}/rates`],
    ] as const) {
      const answer = await ask(`${home}/mcp`, { method: 'POST', headers, body: JSON.stringify(message) })
      const { result } = (await answer.json()) as any
      expect(result.structuredContent.resource.url).toBe(url)
    }
  })

  test('a stream passes, on either host', async () => {
    for (const url of [`${origin}/stream`, `${service}/stream`]) {
      const socket = new WebSocket(url.replace('https', 'wss'), { ca: certificate.cert, lookup: lookup as never })
      await new Promise((opened, failed) => socket.once('open', opened).once('error', failed))
      const answered = new Promise<string>((done) => socket.once('message', (data) => done(String(data))))
      socket.send(JSON.stringify({ type: 'subscribe', routes: ['rates/rates'] }))
      expect(JSON.parse(await answered).type).toBeTypeOf('string')
      socket.close()
    }
  })

  test('a stranger’s host gets 421 and nothing of it back', async () => {
    for (const host of ['evil.example', `nobody.${guideDomain}`, 'a'.repeat(5_000)]) {
      const raw = await rawGet(gateway.url, '/openapi.json', { host })
      expect(raw.status).toBe(421)
      expect(raw.text).not.toContain(host.slice(0, 12))
    }
    const spoofed = await ask(`${origin}/openapi.json`, {
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript', forwarded: 'host=evil.example' },
    })
    expect(await spoofed.text()).not.toContain('evil')
    expect((await rawGet(gateway.url, '/health', { host: 'api.internal:8402' })).status).toBe(200)
  })

  test('a limit is its caller’s own: no forwarded header gets anybody more, or takes it from another', async () => {
    // Nobody has called from these before.
    const own = 10 * (1 + proxiesHere.indexOf(kind))
    const [greedy, other] = [agentFrom(`127.0.0.${own}`), agentFrom(`127.0.0.${own + 1}`)]
    let made = 0
    const refusedOf = async (from: Agent, count: number) => {
      const statuses = await Promise.all(
        Array.from({ length: count }, async () => {
          const forged = { 'x-forwarded-for': `198.51.100.${made++ % 250}`, 'x-real-ip': '198.51.100.9' }
          const answer = await ask(`${origin}/api/rates/rates`, { headers: forged }, from)
          await answer.text()
          return answer.status
        }),
      )
      return statuses.filter((status) => status === 429).length
    }
    // Twice what a minute allows, in less than half of one.
    expect(await refusedOf(greedy, perMinute * 2)).toBeGreaterThan(perMinute / 4)
    expect(await refusedOf(other, 20)).toBe(0)
    // Past the proxy, from an address that is trusted in nothing.
    const direct = await Promise.all(
      Array.from({ length: perMinute * 2 }, () =>
        rawGet(gateway.url, '/api/rates/rates', { 'x-forwarded-for': `198.51.100.${made++ % 250}` }, `127.0.0.${own + 2}`),
      ),
    )
    expect(direct.filter(({ status }) => status === 429).length).toBeGreaterThan(perMinute / 4)
    await Promise.all([greedy.close(), other.close()])
  })
})

async function rawGet(url: string, path: string, headers: Record<string, string>, localAddress?: string) {
  const { request } = await import('node:http')
  return new Promise<{ status: number; text: string }>((done, failed) => {
    const { hostname, port } = new URL(url)
    const asked = request({ hostname, port, path, headers, ...(localAddress ? { localAddress } : {}) }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk) => (text += chunk))
      answer.on('end', () => done({ status: answer.statusCode!, text }))
    })
    asked.on('error', failed).end()
  })
}
