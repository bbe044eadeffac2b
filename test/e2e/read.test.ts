// Pages through the whole program: a site on this machine, read by queued workers, answered within the request.
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, expect, test } from 'vitest'
import read from '../../processors/services/read/service.ts'
import { type Gateway, openGateway } from '../support/gateway.ts'
import { pdfDocument, prose, text } from '../support/pdf/document.ts'
import { type Site, startSite } from '../support/site.ts'

let site: Site
let gateway: Gateway

const sentence = 'The quick brown fox jumps over the lazy dog near the river bank. '
const article = `<!doctype html><html lang="en"><head><title>Foxes</title></head><body><main><h1>Foxes</h1>
  <p>${sentence.repeat(12)}</p><p><a href="/more">More foxes</a></p></main></body></html>`
const paper = pdfDocument({
  pages: [
    text(72, 80, 'Paper on Foxes', { size: 20, font: 'bold' }) +
      prose(12)
        .map((row, i) => text(72, 130 + i * 14, row))
        .join(''),
  ],
})

beforeAll(async () => {
  site = await startSite({
    '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /private/\n' },
    '/foxes': { type: 'text/html; charset=utf-8', body: article },
    '/paper.pdf': { type: 'application/pdf', body: paper },
    '/broken.pdf': { type: 'application/pdf', body: '%PDF-1.4 and nothing more' },
    '/private/foxes': { type: 'text/html', body: article },
    '/picture': { type: 'image/png', body: Buffer.from([0x89, 0x50, 0x4e, 0x47]) },
    '/empty': { type: 'text/html', body: '<html><body></body></html>' },
  })
  gateway = await openGateway({ ONLY_SOURCES: 'nyfed-rates', ALLOW_LOOPBACK_URLS: 'yes', URL_PORTS: String(site.port) })
})
afterAll(async () => {
  await gateway?.close()
  await site?.close()
})

const ask = (inputs: Record<string, string>) => gateway.get(`/api/read/read?${new URLSearchParams(inputs)}`)
const askedFor = (path: string) => site.asked.filter((asked) => asked === path).length

test('a page becomes Markdown, in an answer as its schema says, the signal first', async () => {
  const { status, body } = await ask({ url: site.at('/foxes') })
  expect(status).toBe(200)
  expect([...Compile(read.routes[0]!.output).Errors(body)]).toEqual([])
  expect(Object.keys(body).at(0)).toBe('signal')
  expect(Object.keys(body).at(-1)).toBe('meta')
  expect(body).toMatchObject({ title: 'Foxes', language: 'en', truncated: false, signal: { label: 'readable' } })
  expect(body.markdown).toContain(sentence.trim())
  expect(body.links).toEqual([{ text: 'More foxes', url: site.at('/more') }])
  expect(body.meta).toMatchObject({ formula: 'read/2', stale: false, disclaimer: expect.stringContaining('untrusted') })
})

test('is fetched once in a quarter of an hour, under whatever name and spelling', async () => {
  const url = site.at('/foxes')
  const before = askedFor('/foxes')
  const rows = await Promise.all([
    ask({ link: url }),
    ask({ u: `${url}#top` }),
    ask({ uri: url, q: url }),
    ask({ page: url, max_chars: '60000' }),
    ask({ q: url.replace('http', 'HTTP') }),
  ])
  expect(new Set(rows.map((answer) => `${answer.status} ${answer.body.meta.provenance.row}`)).size).toBe(1)
  expect(askedFor('/foxes')).toBe(Math.max(before, 1))
  const plain = await ask({ url, format: 'text', links: 'none' })
  expect(plain.body.markdown).not.toContain('#')
  await gateway.database.pool.query("UPDATE signal_row SET stale_after = now() - interval '1 second' WHERE service = 'read'")
  await gateway.database.pool.query("UPDATE job SET finished_at = finished_at - interval '16 minutes' WHERE kind = 'read'")
  const fetched = askedFor('/foxes')
  expect((await ask({ url })).status).toBe(200)
  expect(askedFor('/foxes')).toBe(fetched + 1)
})

test('a PDF is read by the document converter', async () => {
  const { status, body } = await ask({ url: site.at('/paper.pdf') })
  expect(status).toBe(200)
  expect([...Compile(read.routes[0]!.output).Errors(body)]).toEqual([])
  expect(body).toMatchObject({ extractor: 'pdf', content_type: 'application/pdf' })
  expect(body.markdown).toMatch(/^# Paper on Foxes\n/)
})

test.each([
  ['nothing', {}],
  ['two different URLs', { url: 'https://example.com/a', link: 'https://example.com/b' }],
  ['something that is no URL', { url: 'foxes' }],
  ['another scheme', { url: 'file:///etc/passwd' }],
  ['a user name', { url: 'https://me@example.com/' }],
  ['a backslash', { url: 'http:\\\\example.com' }],
  ['too few characters', { url: 'https://example.com/', max_chars: '10' }],
  ['an unknown format', { url: 'https://example.com/', format: 'epub' }],
])('%s is refused with 400 before any work', async (_what, inputs) => {
  const answer = await ask(inputs as unknown as Record<string, string>)
  expect(answer.body.error.message).toMatch(/\S/)
  expect(answer.status).toBe(400)
  const { rows } = await gateway.database.pool.query("SELECT key FROM job WHERE kind = 'read' AND request LIKE '%example.com%'")
  expect(rows).toEqual([])
})

test.each([
  ['that robots.txt forbids', '/private/foxes', 'robots_refused', ''],
  ['that is not there', '/none', 'page_status', 'Its status was 404.'],
  ['without text', '/empty', 'page_empty', ''],
  ['that is a picture', '/picture', 'content_unsupported', ''],
  ['that is a broken PDF', '/broken.pdf', 'broken', ''],
])('a page %s is a 422 that costs nothing and is remembered', async (_what, path, code, detail) => {
  const first = await ask({ url: site.at(path) })
  expect(first).toMatchObject({ status: 422, body: { error: { code, message: expect.stringContaining(detail) } } })
  const fetched = askedFor(path)
  expect((await ask({ url: site.at(path) })).body).toEqual(first.body)
  expect(askedFor(path)).toBe(fetched)
})

test('an address inside the network is refused, whatever it is called', async () => {
  for (const url of [
    `http://10.0.0.1:${site.port}/`,
    `http://169.254.169.254:${site.port}/`,
    `http://[::ffff:a00:1]:${site.port}/`,
  ])
    expect(await ask({ url })).toMatchObject({ status: 422, body: { error: { code: 'address_refused' } } })
})
