// What the upstream client promises besides the table of failures: memory, manners, secrets, encodings and an end.
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { afterEach, expect, test } from 'vitest'
import { outbound } from '../../ingestors/index.ts'
import { type Behaviour, startUpstream, type Upstream } from '../support/upstream.ts'

const address = 'https://data.example/figures'
let upstream: Upstream | null = null

afterEach(async () => {
  await upstream?.stop()
  upstream = null
})

async function upstreamThat(behave: Behaviour): Promise<Upstream> {
  upstream = await startUpstream(behave)
  return upstream
}

test('says who asks, and how to reach them', async () => {
  const heard: (string | undefined)[] = []
  const { client } = await upstreamThat(({ request }, response) => {
    heard.push(request.headers['user-agent'])
    response.end('{"n":1}')
  })
  const userAgent = 'Tollgate/1.0 (ops@example.com)'
  await client(outbound({ outboundUserAgent: userAgent })).json(address)
  expect(heard).toEqual([userAgent])
})

test('asks again with what it remembers, and 304 gives the known body', async () => {
  const asked: (string | undefined)[] = []
  const { client } = await upstreamThat(({ request }, response) => {
    asked.push(request.headers['if-none-match'])
    if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end()
    else response.writeHead(200, { etag: '"v1"' }).end('a,b\n1,2\n')
  })
  const http = client()
  expect(await http.text(address, { expect: 'csv' })).toBe('a,b\n1,2\n')
  expect(await http.text(address, { expect: 'csv' })).toBe('a,b\n1,2\n')
  expect(asked).toEqual([undefined, '"v1"'])
})

test('last-modified serves as well, and another request of the same address remembers nothing of it', async () => {
  const since = 'Wed, 18 Nov 2026 10:00:00 GMT'
  const asked: (string | undefined)[] = []
  const { client } = await upstreamThat(({ request }, response) => {
    asked.push(request.headers['if-modified-since'])
    response.writeHead(200, { 'last-modified': since }).end('{"n":1}')
  })
  const http = client()
  await http.json(address)
  await http.json(address)
  await http.json(address, { headers: { 'x-page': '2' } })
  await http.json(address, { method: 'POST', body: '{}' })
  expect(asked).toEqual([undefined, since, undefined, undefined])
})

test('a broken body is not remembered: its 304 would break every later poll', async () => {
  let isMended = false
  const { client } = await upstreamThat(({ request }, response) => {
    if (request.headers['if-none-match'] !== undefined) response.writeHead(304).end()
    else response.writeHead(200, { etag: '"v1"' }).end(isMended ? '{"n":1}' : '{"n":')
  })
  const http = client()
  await expect(http.json(address)).rejects.toMatchObject({ code: 'upstream_changed' })
  isMended = true
  expect(await http.json(address)).toEqual({ n: 1 })
})

test('an answer of 304 that nobody asked for is refused', async () => {
  const { client } = await upstreamThat((_asked, response) => void response.writeHead(304).end())
  await expect(client().json(address)).rejects.toMatchObject({ code: 'upstream_changed' })
})

test('a host that asked to be left alone for long is not asked again, others are', async () => {
  const { client, asked } = await upstreamThat(({ url }, response) => {
    if (url.host === 'data.example') response.writeHead(429, { 'retry-after': '3600' }).end()
    else response.end('{"n":1}')
  })
  const http = client()
  await expect(http.json(address)).rejects.toMatchObject({ code: 'upstream_rate_limited' })
  await expect(http.json(`${address}/more`)).rejects.toMatchObject({ code: 'upstream_rate_limited' })
  expect(await http.json('https://other.example/')).toEqual({ n: 1 })
  expect(asked.map((url) => url.host)).toEqual(['data.example', 'other.example'])
})

test('Retry-After may be a date', async () => {
  const { client, asked } = await upstreamThat(({ times }, response) => {
    if (times === 1) response.writeHead(503, { 'retry-after': new Date(Date.now() + 1_500).toUTCString() }).end()
    else response.end('{"n":1}')
  })
  const startedAt = performance.now()
  expect(await client().json(address)).toEqual({ n: 1 })
  expect(performance.now() - startedAt).toBeGreaterThan(400) // a date has whole seconds
  expect(asked).toHaveLength(2)
})

test('a redirect on the same origin keeps the credentials, one elsewhere does not', async () => {
  const seen = new Map<string, string | undefined>()
  const { client } = await upstreamThat(({ url, request }, response) => {
    seen.set(url.href, request.headers['x-api-key'] as string | undefined)
    if (url.pathname === '/figures') response.writeHead(301, { location: '/moved' }).end()
    else if (url.pathname === '/moved') response.writeHead(307, { location: 'https://cdn.example/file' }).end()
    else response.end('{"n":1}')
  })
  expect(await client().json(address, { headers: { 'x-api-key': 'secret' } })).toEqual({ n: 1 })
  expect([...seen]).toEqual([
    [address, 'secret'],
    ['https://data.example/moved', 'secret'],
    ['https://cdn.example/file', undefined],
  ])
})

test('a POST is not sent on to where it is redirected', async () => {
  const { client, asked } = await upstreamThat((_asked, response) => void response.writeHead(307, { location: '/there' }).end())
  await expect(client().json(address, { method: 'POST', body: '{"token":"x"}' })).rejects.toMatchObject({
    code: 'upstream_changed',
  })
  expect(asked).toHaveLength(1)
})

const packings: readonly (readonly [encoding: string, pack: (text: string) => Uint8Array])[] = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['identity', Buffer.from],
]
test.each(packings)('%s bodies are unpacked', async (encoding, pack) => {
  const { client } = await upstreamThat(
    (_asked, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(pack('{"n":1}')),
  )
  expect(await client().json(address)).toEqual({ n: 1 })
})

test('a packing nobody asked for is refused', async () => {
  const { client } = await upstreamThat(
    (_asked, response) => void response.writeHead(200, { 'content-encoding': 'zstd' }).end('whatever'),
  )
  await expect(client().json(address)).rejects.toMatchObject({ code: 'upstream_changed' })
})

test('the charset of the answer is obeyed, a byte order mark dropped', async () => {
  const { client } = await upstreamThat(({ url }, response) => {
    if (url.pathname === '/latin')
      response.writeHead(200, { 'content-type': 'text/csv; charset=ISO-8859-1' }).end(Buffer.from([0x43, 0xf4]))
    else response.end(Buffer.from('\uFEFFCô'))
  })
  const http = client()
  expect(await http.text('https://data.example/latin', { expect: 'csv' })).toBe('Cô')
  expect(await http.text('https://data.example/utf', { expect: 'csv' })).toBe('Cô')
})

test('a file in the letters of Windows that says so nowhere is read in them, and one of Unicode that is harmed is not', async () => {
  const unicode = 'Côte d’Ivoire — Ελλάδα'
  const files: Record<string, Buffer> = {
    // 0x96, 0x92 and 0xf4 are a dash, an apostrophe and an ô on Windows alone.
    '/windows': Buffer.from('C\xf4te d\x92Ivoire \x96 1', 'latin1'),
    '/unicode': Buffer.from(unicode),
    '/harmed': Buffer.concat([Buffer.from(unicode), Buffer.from([0xff])]),
    '/marked': Buffer.from('a \uFFFD'),
  }
  const { client } = await upstreamThat(({ url }, response) => void response.end(files[url.pathname]))
  const read = (path: string) => client().text(`https://data.example${path}`, { expect: 'csv' })
  expect(await read('/windows')).toBe('Côte d’Ivoire – 1')
  expect(await read('/unicode')).toBe(unicode)
  expect(await read('/harmed')).toBe(`${unicode}\uFFFD`)
  expect(await read('/marked')).toBe('a \uFFFD')
})

test.each([
  ['a,b\n1,2\n3,4', false],
  ['a,b\n1,2\n3,4\n', true],
])('of a body that only the hang-up ends, %j is whole: %s', async (body, isWhole) => {
  const { client } = await upstreamThat((_asked, response) => {
    response.socket!.end(`HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\nconnection: close\r\n\r\n${body}`)
  })
  const answer = client().text(address, { expect: 'csv' })
  if (isWhole) expect(await answer).toBe(body)
  else await expect(answer).rejects.toMatchObject({ code: 'upstream_unavailable' })
})

test.each(['while the upstream is silent', 'while it waits for the next try'])(
  'a shutdown %s ends the request at once',
  async (when) => {
    const stopping = new AbortController()
    const { client } = await upstreamThat((_asked, response) => {
      setTimeout(() => stopping.abort(), 50)
      if (when.includes('next try')) response.writeHead(429, { 'retry-after': '20' }).end()
    })
    const startedAt = performance.now()
    await expect(client({ timeoutMs: 20_000 }).json(address, { signal: stopping.signal })).rejects.toMatchObject({
      name: 'TollgateError',
    })
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  },
)

test('close ends what is still under way', async () => {
  const { client, asked } = await upstreamThat(() => undefined)
  const http = client({ timeoutMs: 20_000, attempts: 1 })
  const pending = expect(http.json(address)).rejects.toMatchObject({ code: 'upstream_unavailable' })
  while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve))
  await http.close()
  await pending
})

test('our own polls of one host keep their pace, and the wait for it costs a request none of its time', async () => {
  const { client } = await upstreamThat((_asked, response) => void response.end('{"n":1}'))
  const http = client({ requestsPerSecond: 2, timeoutMs: 1_500, attempts: 1 })
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: 8 }, (_, i) => http.json(`${address}/${i}`)))
  // Four at once, then one every half second: the last waits longer than a request may take.
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_990)
})

test('a zip file comes byte for byte and is remembered; what is none is refused, one without its end was cut', async () => {
  const file = zipSync({ 'figures.csv': Uint8Array.from({ length: 256 }, (_, i) => i) })
  let asked = 0
  const { client } = await upstreamThat(({ url, request }, response) => {
    asked++
    if (url.pathname === '/page') response.end('<html></html>')
    else if (url.pathname === '/cut')
      response.socket!.end(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), file.slice(0, 99)]))
    else if (request.headers['if-none-match'] !== undefined) response.writeHead(304).end()
    else response.writeHead(200, { etag: '"v1"', 'content-type': 'text/plain; charset=utf-16' }).end(file)
  })
  const http = client()
  for (const _time of [1, 2]) expect(Buffer.compare(await http.bytes('https://data.example/file'), file)).toBe(0)
  expect(asked).toBe(2)
  await expect(http.bytes('https://data.example/page')).rejects.toMatchObject({ code: 'upstream_changed' })
  await expect(http.bytes('https://data.example/cut')).rejects.toMatchObject({ code: 'upstream_unavailable' })
})
