// The free preview of a caller's own file: what the preview of a URL gives, no more of it, within the same bounds, and nothing kept.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Compile } from 'typebox/compile'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { defaultSettings } from '../../processors/kit/define.ts'
import defineDoc from '../../processors/services/doc/service.ts'
import { type Gateway, openGateway } from '../support/gateway.ts'
import { pdfDocument, prose, text } from '../support/pdf/document.ts'
import { encryptedPdf } from '../support/pdf/encrypt.ts'
import { type Site, startSite } from '../support/site.ts'
import { until } from '../support/until.ts'

const path = '/api/doc/preview-file'
const pages = (count: number, word: string) =>
  pdfDocument({
    pages: Array.from(
      { length: count },
      (_, i) =>
        text(72, 80, `${word} ${i + 1}`, { size: 20, font: 'bold' }) +
        prose(12)
          .map((row, j) => text(72, 130 + j * 14, row))
          .join(''),
    ),
  })
const files: Readonly<Record<string, { type: string; body: Buffer }>> = {
  '/long.pdf': { type: 'application/pdf', body: pages(8, 'Chapter') },
  '/page.html': {
    type: 'text/html',
    body: Buffer.from('<!doctype html><title>T</title><h1>Tolls</h1><table><tr><th>Road<th>USD<tr><td>North<td>4.50</table>'),
  },
  '/blank.pdf': { type: 'application/pdf', body: pdfDocument({ pages: [''] }) },
}

let site: Site
let gateway: Gateway
let caller = 0
beforeAll(async () => {
  site = await startSite(files)
  gateway = await openGateway({
    ONLY_SOURCES: 'nyfed-rates',
    ALLOW_LOOPBACK_URLS: 'yes',
    URL_PORTS: String(site.port),
    TRUST_PROXY: '1',
  })
  slowBodies = sendSlowly()
  slowBodies.catch(() => undefined)
})
afterAll(async () => {
  await gateway?.close()
  await site?.close()
})
// What one test has had of free work is no other test's.
afterEach(() => {
  caller += 1
})

const from = () => ({ 'x-forwarded-for': `198.51.100.${caller + 1}` })
const post = async (body: unknown, headers: Record<string, string> = {}) => {
  const answer = await fetch(gateway.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...from(), ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any }
}
const send = (bytes: Buffer) => post({ base64: bytes.toString('base64') })
const previewOf = async (name: string) => {
  const answer = await fetch(`${gateway.url}/api/doc/preview?url=${encodeURIComponent(site.at(name))}`, { headers: from() })
  return { status: answer.status, body: (await answer.json()) as any }
}
/** A request whose body has been promised, heard by the server, and does not come. */
async function sendHead(length: number, address = from()): Promise<{ socket: Socket; said(): string }> {
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1').on('error', () => undefined)
  const lines = ['host: 127.0.0.1', `x-forwarded-for: ${address['x-forwarded-for']}`, 'content-type: application/json']
  socket.write(`${[`POST ${path} HTTP/1.1`, ...lines, 'expect: 100-continue', `content-length: ${length}`].join('\r\n')}\r\n\r\n`)
  let said = ''
  socket.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  await until('the server has heard it', async () => said.startsWith('HTTP/1.1 100 '))
  return { socket, said: () => said }
}
// It takes a quarter of a minute to be cut: begun first, looked at once the rest is shown.
let slowBodies: ReturnType<typeof sendSlowly>
async function sendSlowly() {
  const address = { 'x-forwarded-for': '203.0.113.7' }
  const slow = await Promise.all([1, 2].map(() => sendHead(1_000, address)))
  const closed = Promise.all(slow.map(({ socket }) => once(socket, 'close')))
  const startedAt = performance.now()
  const base64 = pages(1, 'Third').toString('base64')
  const third = await post({ base64 }, address)
  await closed
  return { third, heldMs: performance.now() - startedAt, later: await post({ base64 }, address) }
}
const count = async (query: string) => Number((await gateway.database.pool.query<{ n: string }>(query)).rows[0]!.n)
const storedBytes = () => count('SELECT count(*) AS n FROM blob')

test.each(['/long.pdf', '/page.html'])('%s gives by POST what it gives by its URL, and no more', async (name) => {
  const [sent, fetched] = [await send(files[name]!.body), await previewOf(name)]
  expect([sent.status, fetched.status]).toEqual([200, 200])
  const route = defineDoc(defaultSettings).routes.find((one) => one.path === '/preview-file')!
  expect([...Compile(route.output).Errors(sent.body)]).toEqual([])
  const { meta: _sent, ...ofSent } = sent.body
  const { meta: _fetched, ...ofFetched } = fetched.body
  // What only the moment says: the conversion's time.
  const bare = ({ signal: { as_of: _asOf, ...signal }, ...rest }: any) => ({ signal, ...rest })
  expect(bare(ofSent)).toEqual(bare(ofFetched))
  expect(ofSent.page_count).toBe(1)
  expect(ofSent).not.toHaveProperty('tables')
  expect(JSON.stringify(ofSent)).not.toContain('Chapter 2')
})

test('a question that is wrong takes nothing of what is given for nothing, and is told so when all of it is gone', async () => {
  const wrong = async () => (await fetch(`${gateway.url}/api/doc/preview?url=nothing&pages=x`, { headers: from() })).status
  for (let asked = 0; asked < 30; asked++) expect(await wrong()).toBe(400)
  const statuses: number[] = []
  for (let asked = 0; asked < 22; asked++) statuses.push((await previewOf('/page.html')).status)
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200))
  expect(statuses).toContain(429)
  expect(await wrong()).toBe(400)
})

test('keeps nothing of a file: no bytes once it is answered or refused, no answer for longer than minutes', async () => {
  const before = await storedBytes()
  const bytes = pages(1, 'Private')
  expect((await send(bytes)).status).toBe(200)
  expect((await send(files['/blank.pdf']!.body)).status).toBe(422)
  expect(await storedBytes()).toBe(before)
  const longest = "SELECT max(extract(epoch FROM stale_after - computed_at)) AS n FROM signal_row WHERE route = '/preview-file'"
  expect(await count(longest)).toBeLessThanOrEqual(600)
})

test('leaves the bytes alone that the same file has where somebody pays for it', async () => {
  const bytes = pages(3, 'Shared')
  const base64 = bytes.toString('base64')
  const [bought, seen] = await Promise.all([gateway.post('/api/doc/convert', { base64 }), send(bytes)])
  expect([bought.status, bought.body.page_count, seen.status, seen.body.page_count]).toEqual([200, 3, 200, 1])
  expect((await gateway.post('/api/doc/convert', { base64, summarize: false })).status).toBe(200)
})

const words = Buffer.from('only some words, and no document').toString('base64')
test.each([
  ['nothing', {}, 400, 'input_invalid'],
  ['a URL', { url: 'https://example.com/a.pdf' }, 400, 'input_invalid'],
  ['options that are sold', { base64: pages(2, 'Sold').toString('base64'), pages: '2' }, 400, 'input_invalid'],
  ['tables', { base64: pages(2, 'Sold').toString('base64'), tables: 'html' }, 400, 'input_invalid'],
  ['blocks', { base64: pages(2, 'Sold').toString('base64'), blocks: true }, 400, 'input_invalid'],
  ['no object', '[]', 400, 'input_invalid'],
  ['bad base64', { base64: '%%%% not base64 %%%%' }, 400, 'input_invalid'],
  ['no document', { base64: words }, 422, 'not_a_document'],
  ['a locked PDF', { base64: encryptedPdf('secret', 'Hidden words').toString('base64') }, 422, 'encrypted'],
  ['a broken PDF', { base64: Buffer.from('%PDF-1.4\nnothing follows').toString('base64') }, 422, 'broken'],
  ['a page without a word', { base64: files['/blank.pdf']!.body.toString('base64') }, 422, 'blank'],
])('refuses %s', async (_what, body, status, code) => {
  expect(await post(body)).toMatchObject({ status, body: { error: { code } } })
})

test('refuses what is too large, and what is no JSON, before any work', async () => {
  const jobs = await count('SELECT count(*) AS n FROM job')
  const large = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(26 * 1_024 * 1_024)])
  expect((await send(large)).status).toBe(413)
  for (const type of ['application/pdf', 'application/octet-stream', 'multipart/form-data; boundary=x'])
    expect(await post('%PDF-1.4', { 'content-type': type })).toMatchObject({
      status: 415,
      body: { error: { code: 'body_unreadable' } },
    })
  expect(await count('SELECT count(*) AS n FROM job')).toBe(jobs)
})

test('a document sent page by page is bounded as one that is fetched page by page', async () => {
  const statuses: number[] = []
  let refused: Awaited<ReturnType<typeof send>> | null = null
  for (let i = 0; i < 60 && refused === null; i++) {
    const answer = await send(pages(1, `Loop ${i} of`))
    statuses.push(answer.status)
    if (answer.status !== 200) refused = answer
  }
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'busy', retry_after: expect.any(Number) } } })
  // A slow machine gets one more every three seconds of its slowness.
  expect(statuses.length).toBeLessThan(60)
  // One allowance for both: what was had of the one is not to be had of the other.
  expect((await previewOf('/long.pdf')).status).toBe(429)
  // Its body is not waited for.
  const { socket, said } = await sendHead(30_000_000)
  await until('it is refused', async () => said().includes('HTTP/1.1 429 '))
  socket.destroy()
})

test('one address sends two files at once and no third, and a body that does not come is cut', async () => {
  const { third, heldMs, later } = await slowBodies
  expect(third).toMatchObject({ status: 429, body: { error: { code: 'busy', retry_after: 5 } } })
  expect(heldMs).toBeLessThan(40_000)
  expect(later.status).toBe(200)
}, 60_000)

test('a page of another origin may send one, and read what is said', async () => {
  const origin = { origin: 'https://elsewhere.example' }
  const asked = await fetch(gateway.url + path, {
    method: 'OPTIONS',
    headers: { ...origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
  })
  expect(asked.status).toBe(204)
  expect(asked.headers.get('access-control-allow-origin')).toBe('*')
  expect(asked.headers.get('access-control-allow-methods')).toContain('POST')
  expect(asked.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('content-type')
  for (const body of [{ base64: files['/long.pdf']!.body.toString('base64') }, {}])
    expect((await post(body, origin)).headers.get('access-control-allow-origin')).toBe('*')
})

test('is in every document that names the preview', async () => {
  const read = async (name: string) => (await fetch(`${gateway.url}/api/doc${name}`)).text()
  expect(JSON.parse(await read('/openapi.json')).paths['/preview-file'].post.responses).toHaveProperty('200')
  for (const name of ['/llms.txt', '/SKILL.md']) expect(await read(name)).toContain('POST /preview-file')
  const { routes } = (await (await fetch(`${gateway.url}/catalog.json`)).json()) as any
  expect(routes.find((route: any) => route.url.endsWith(path))).toMatchObject({ price_usd: '0', method: 'POST' })
})
