// What every caller meets before anything is sold: hosts, headers, methods, sizes, caches, and a limit on how much is worked on at once.
import { request as ask } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { freePort } from '../../db/embedded/free-port.ts'
import { type Gateway, openGateway } from '../support/gateway.ts'
import { triedBeforePayment } from '../support/hostile/before-payment.ts'

let gateway: Gateway
let metricsPort: number
beforeAll(async () => {
  metricsPort = await freePort()
  gateway = await openGateway({ ONLY_SOURCES: 'nyfed-rates', METRICS_PORT: String(metricsPort) })
})
afterAll(() => gateway?.close())

interface Raw {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: Buffer
}
function get(path: string, headers: Record<string, string> = {}, method = 'GET', body?: string): Promise<Raw> {
  const { hostname, port } = new URL(gateway.url)
  return new Promise((done, failed) => {
    const asked = ask({ hostname, port, path, method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => done({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks) }))
    })
    asked.on('error', failed).end(body)
  })
}
const errorOf = ({ body }: Raw) => JSON.parse(body.toString()).error as Record<string, any>

const documents = [
  '/',
  '/openapi.json',
  '/catalog.json',
  '/llms.txt',
  '/SKILL.md',
  '/.well-known/x402',
  '/api/rates/openapi.json',
]

describe.each(documents)('%s', (path) => {
  test('comes packed to whom can unpack it, and not at all to whom has it', async () => {
    const plain = await get(path)
    expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined])
    const packed = await get(path, { 'accept-encoding': 'br;q=0.5, gzip;q=1' })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: expect.stringContaining('Accept-Encoding') })
    expect(gunzipSync(packed.body).toString().length).toBeGreaterThan(0)
    expect(packed.body.length).toBeLessThan(plain.body.length / 2)
    expect((await get(path, { 'accept-encoding': 'gzip;q=0' })).headers['content-encoding']).toBeUndefined()
    const smaller = await get(path, { 'accept-encoding': 'gzip, deflate, br' })
    expect(smaller.headers['content-encoding']).toBe('br')
    expect(smaller.body.length).toBeLessThan(packed.body.length)
    expect((await get(path, { 'accept-encoding': 'br;q=0, *' })).headers['content-encoding']).toBe('gzip')
    // The page tells ages, which pass.
    if (path === '/') return
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true)
    expect(brotliDecompressSync(smaller.body).equals(plain.body)).toBe(true)
    for (const tag of [plain.headers.etag, packed.headers.etag, smaller.headers.etag, `W/"x", ${plain.headers.etag}`]) {
      const again = await get(path, { 'if-none-match': String(tag) })
      expect([again.status, again.body.length]).toEqual([304, 0])
      // Of what is not sent again no length is told: nought is not how long it is.
      expect(again.headers['content-length']).toBeUndefined()
    }
    expect((await get(path, { 'if-none-match': '"another"' })).status).toBe(200)
  })

  test('is nobody’s to keep while its addresses are the caller’s, and cannot be framed', async () => {
    const { headers } = await get(path)
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
  })
})

describe('a page of another origin', () => {
  const origin = 'https://app.example'

  test.each([
    '/health',
    '/api/rates/health',
    '/receipts/0x00',
    '/provenance/1',
    '/favicon.ico',
    '/api/cascade/demo',
    '/catalog.json',
    '/.well-known/agent-card.json',
    '/changelog.atom',
    '/nothing',
  ])('may read %s, which is free', async (path) => {
    expect((await get(path, { origin })).headers['access-control-allow-origin']).toBe('*')
  })

  test('is told what a path takes, and may go on where it only reads', async () => {
    const asked = { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'if-none-match' }
    for (const path of ['/catalog.json', '/receipts/0x00', '/health', '/openapi.json']) {
      const answer = await get(path, asked, 'OPTIONS')
      expect([answer.status, answer.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS'])
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET',
        'access-control-allow-headers': expect.stringMatching(/SIGN-IN-WITH-X.*If-None-Match/),
      })
    }
    expect((await get('/nothing', asked, 'OPTIONS')).status).toBe(404)
  })

  test('may pay: it may send what a payment needs, and read what a receipt says', async () => {
    for (const path of ['/api/rates/rates', '/api/doc/convert']) {
      const asked = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'payment-signature' }
      const before = await get(path, asked, 'OPTIONS')
      expect([before.status, before.headers['access-control-allow-methods']]).toEqual([204, 'GET, POST'])
      expect(before.headers.allow).toBe(path.endsWith('convert') ? 'POST, OPTIONS' : 'GET, HEAD, OPTIONS')
      for (const name of ['PAYMENT-SIGNATURE', 'X-PAYMENT', 'Access-Control-Expose-Headers', 'Content-Type', 'SIGN-IN-WITH-X'])
        expect(before.headers['access-control-allow-headers']).toContain(name)
      // Whatever the answer is: a price, a fault of theirs, or one of ours.
      for (const answer of [
        await get(`${path}?x=1`, { origin }),
        await get(path, { origin }),
        await get(path, { origin, 'payment-signature': 'x' }),
      ]) {
        if (answer.status === 405) continue
        expect(answer.headers['access-control-allow-origin']).toBe('*')
        expect(answer.headers['access-control-expose-headers']).toMatch(/PAYMENT-REQUIRED.*PAYMENT-RESPONSE/)
      }
    }
  })
})

test('HEAD is GET without the body, and of a price the price alone', async () => {
  for (const path of ['/openapi.json', '/health', '/api/rates/rates', '/llms.txt', '/nothing']) {
    const [whole, head] = [await get(path), await get(path, {}, 'HEAD')]
    expect([head.status, head.body.length]).toEqual([whole.status, 0])
    expect(head.headers['content-type']).toBe(whole.headers['content-type'])
    expect(head.headers.etag).toBe(whole.headers.etag)
  }
})

test('a request without a body is told what is wrong with it, whatever type it announces', async () => {
  const headers = { 'content-type': 'application/json' }
  expect((await get('/api/rates/rates', headers, 'POST')).status).toBe(405)
  expect((await get('/nothing', headers, 'POST')).status).toBe(404)
  const empty = await get('/api/doc/convert', headers, 'POST')
  expect([empty.status, errorOf(empty).message]).toEqual([400, expect.stringContaining('one JSON object')])
})

test.each(['/health', '/api/rates/rates', '/nothing', '/favicon.ico', '/provenance/1'])(
  '%s is not to be sniffed',
  async (path) => {
    expect((await get(path)).headers['x-content-type-options']).toBe('nosniff')
  },
)

test('a document is told under the host that was asked, never under a stranger’s', async () => {
  const { port } = new URL(gateway.url)
  const urlAt = async (host: string) => JSON.parse((await get('/openapi.json', { host })).body.toString()).servers?.[0].url
  expect(await urlAt(`localhost:${port}`)).toBe(`http://localhost:${port}`)
  expect(await urlAt(`127.0.0.1:${port}`)).toBe(`http://127.0.0.1:${port}`)
  expect(await urlAt('rates.localhost')).toBe('http://rates.localhost')
  for (const host of ['evil.example', '127.0.0.2', 'nobody.localhost', 'localhost.evil.example', 'x'.repeat(20_000)]) {
    const refused = await get('/api/rates/rates', { host })
    expect([refused.status, errorOf(refused).code]).toEqual([421, 'host_unknown'])
    expect(JSON.stringify(refused)).not.toContain(host.slice(0, 10))
  }
})

test('a stream is opened under our hosts alone', async () => {
  const opened = (host: string) =>
    new Promise<string>((done) => {
      const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/stream`, { headers: { host } })
      socket.once('open', () => {
        socket.terminate()
        done('open')
      })
      // Whoever is refused is let go: the socket of an upgrade is nobody else's to close.
      socket.once('unexpected-response', (_request, answer) => {
        answer.socket.once('close', () => done(String(answer.statusCode)))
        answer.resume()
      })
      socket.on('error', () => undefined)
    })
  expect(await Promise.all(['localhost', 'rates.localhost', 'evil.example'].map(opened))).toEqual(['open', 'open', '421'])
})

test('a forwarded header counts for nothing while no proxy is trusted', async () => {
  const forged = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', 'x-forwarded-for': '198.51.100.1' }
  const { body } = await get('/openapi.json', forged)
  expect(body.toString()).not.toMatch(/evil|https:\/\/127/)
})

describe('what cannot be done is told apart', () => {
  test.each([
    ['POST', '/api/rates/rates', 405, 'method_unknown', 'takes GET'],
    ['DELETE', '/openapi.json', 405, 'method_unknown', 'takes GET'],
    ['GET', '/api/doc/convert', 405, 'method_unknown', 'takes POST'],
    ['PUT', '/provenance/1', 405, 'method_unknown', 'takes GET'],
    ['GET', '/api/rates/rate', 404, 'route_unknown', '/catalog.json'],
    ['GET', `/${'a/'.repeat(3_000)}`, 404, 'route_unknown', '/catalog.json'],
  ])('%s %.40s', async (method, path, status, code, says) => {
    const answer = await get(path, {}, method)
    expect(answer.status).toBe(status)
    expect(errorOf(answer)).toMatchObject({ code, message: expect.stringContaining(says) })
    if (status === 405) expect(answer.headers.allow).toMatch(/^[A-Z, ]+$/)
  })

  test('a misspelt route is shown its likeliest neighbours, on a service’s host those of the service', async () => {
    expect(errorOf(await get('/api/rates/rate')).suggestions).toContain('/api/rates/rates')
    const own = errorOf(await get('/rate', { host: 'rates.localhost' }))
    expect(own.suggestions).toContain('/rates')
    expect(own.message).toContain('/openapi.json')
  })

  test('a body too large names the limit, one of another kind the kind', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': '999999999' }
    const large = await get('/api/doc/convert', headers, 'POST')
    expect([large.status, errorOf(large).code]).toEqual([413, 'body_too_large'])
    expect(errorOf(large).message).toMatch(/limit of \d{7,8} bytes/)
    for (const kind of ['text/xml', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const other = await get('/api/doc/convert', { 'content-type': kind }, 'POST', '{"url":"https://example.com/a.pdf"}')
      expect([kind, other.status, errorOf(other).code]).toEqual([kind, 415, 'body_unreadable'])
      expect(errorOf(other).message).toContain('application/json')
    }
  })
})

test('with a port of their own the metrics are there whole, and on the public one not at all', async () => {
  expect((await get('/metrics')).status).toBe(404)
  const own = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  for (const name of ['tollgate_payments', 'tollgate_payment_amount_usd', 'tollgate_paid_calls', 'tollgate_lag_records'])
    expect(own).toContain(`# TYPE ${name} `)
})

test.each(['/%E0%A4%A', '/api/rates/%', '/api/%FF/rates'])(
  'a path that cannot be decoded, %s, is refused like any other',
  async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(400)
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'cache-control': 'no-store',
    })
    expect(errorOf(answer)).toMatchObject({ code: 'input_invalid', message: expect.any(String) })
    expect(errorOf(answer).message).not.toContain('FST_')
  },
)

describe('a target that is written with its host', () => {
  test('is that path of that host, as if it had been written without', async () => {
    for (const path of [
      '/openapi.json',
      '/.well-known/x402',
      '/api/rates/openapi.json',
      '/api/rates/ratez',
      '/api/rates/rates?x=1',
    ]) {
      const plain = await get(path)
      for (const origin of [gateway.url, gateway.url.replace('http', 'HTTP')]) {
        const answer = await get(origin + path)
        expect([answer.status, answer.body.toString()]).toEqual([plain.status, plain.body.toString()])
      }
    }
    expect((await get(gateway.url)).status).toBe(200)
    expect((await get(`${gateway.url}?x=1`)).status).toBe(200)
  })

  test('of a stranger is refused, whatever the Host header says, and repeated nowhere', async () => {
    for (const host of ['evil.example', 'user@evil.example', '']) {
      const answer = await get(`http://${host}/api/rates/rates`, { host: new URL(gateway.url).host })
      expect(answer.status).toBe(421)
      expect(JSON.stringify(answer.headers) + answer.body.toString()).not.toContain('evil.example')
    }
  })
})

describe('what is sent before anybody pays', () => triedBeforePayment(() => gateway))
