// Whole readings over real sockets: what a site answers, what the caller gets or why not.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSafeFetch, FetchRefusal, type SafeFetch } from '../../base/safe-fetch/index.ts'
import {
  createReader,
  createRobots,
  ReadAnswer,
  type ReaderDeps,
  type ReadPage,
  ReadRefusal,
} from '../../processors/jobs/read/index.ts'
import { pageFromPdf } from '../../processors/jobs/read/pdf-page.ts'
import { createWorkerPool, type WorkerPool } from '../../processors/jobs/workers/pool.ts'

const now = new Date('2026-11-20T10:00:00.000Z')
const prose = 'The quick brown fox jumps over the lazy dog near the river bank. '.repeat(12)
const html = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>T</title>${head}</head><body><main><h1>T</h1>${body}</main></body></html>`

let port = 0
let close: () => void
let workers: WorkerPool
let read: ReadPage
let safeFetch: SafeFetch
const asked: string[] = []
let seenAgent = ''

function serve(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? ''
  asked.push(path)
  seenAgent = request.headers['user-agent'] ?? ''
  const send = (type: string, body: string | Buffer, status = 200, headers: Record<string, string> = {}) =>
    response.writeHead(status, { ...(type === '' ? {} : { 'content-type': type }), ...headers }).end(body)
  if (path === '/robots.txt')
    return void send('text/plain', 'User-agent: *\nAllow: /\n\nUser-agent: Tollgate\nDisallow: /private/\n')
  if (path === '/page') return void send('text/html; charset=utf-8', html(`<p>${prose}</p>`))
  if (path === '/gzip') return void send('text/html', gzipSync(html(`<p>${prose}</p>`)), 200, { 'content-encoding': 'gzip' })
  if (path === '/private/page') return void send('text/html', html('<p>secret</p>'))
  if (path === '/to-private') return void send('', '', 302, { location: '/private/page' })
  if (path === '/moved') return void send('', '', 301, { location: '/page' })
  if (path === '/json') return void send('application/json', '{"a":[1,2],"b":"\u202eé"}')
  if (path === '/bad-json') return void send('application/json', '{"a":')
  if (path === '/text')
    return void send('text/plain; charset=iso-8859-1', Buffer.from(`Caf\xe9. ${prose}\r\nsecond line`, 'latin1'))
  if (path === '/feed') return void send('application/rss+xml', '<rss><channel><title>x</title></channel></rss>')
  if (path === '/untyped') return void send('', html(`<p>${prose}</p>`))
  if (path === '/pdf') return void send('application/pdf', '%PDF-1.7 fake')
  if (path === '/pdf-stream') return void send('application/octet-stream', '%PDF-1.7 fake')
  if (path === '/image') return void send('image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47]))
  if (path === '/binary') return void send('application/octet-stream', Buffer.from([0, 1, 2, 3]))
  if (path === '/empty') return void send('text/html', '<html><body><script>x()</script></body></html>')
  if (path === '/login') return void send('text/html', html('<p>Please log in to continue reading this article.</p>'))
  if (path === '/shell') return void send('text/html', `${html('<p>Loading…</p>')}<script>${'x'.repeat(5000)}</script>`)
  send('text/html', html('<p>gone</p>'), path === '/500' ? 500 : 404)
}

beforeAll(async () => {
  const server = createServer(serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  close = () => server.close()
  workers = createWorkerPool()
  safeFetch = createSafeFetch({ policy: { allowLoopback: true, ports: [port] } })
  read = reader()
})
afterAll(async () => {
  close()
  await workers.close()
})

function reader(more: Partial<ReaderDeps> = {}): ReadPage {
  return createReader({
    safeFetch,
    workers,
    now: () => now,
    robots: createRobots({ safeFetch, workers, now: () => now }),
    ...more,
  })
}
const at = (path: string) => ({ url: `http://127.0.0.1:${port}${path}` })

describe('reading a URL', () => {
  it('answers with a body that keeps its own schema, signal first', async () => {
    const answer = await read(at('/page'))
    expect(Value.Errors(ReadAnswer, answer)).toEqual([])
    expect(Object.keys(answer)[0]).toBe('signal')
    expect(answer).toMatchObject({
      signal: {
        label: 'readable',
        score_range: [0, 100],
        as_of: now.toISOString(),
        summary: 'Read 157 words at 127.0.0.1: “T”.',
      },
      title: 'T',
      word_count: 157,
      content_type: 'text/html',
      charset: 'utf-8',
      extractor: 'markup',
      fetched_at: now.toISOString(),
      http: { status: 200, redirects: [] },
    })
    expect(seenAgent).toMatch(/^Tollgate\/[\d.]+ \(/)
  })

  it('counts the bytes on the wire', async () => {
    const answer = await read(at('/gzip'))
    expect(answer.http.bytes).toBeLessThan(400)
    expect(answer.word_count).toBe(157)
  })

  it('tells the way it was sent', async () => {
    expect(await read(at('/moved'))).toMatchObject({
      url: at('/moved').url,
      final_url: at('/page').url,
      http: { redirects: [at('/moved').url] },
    })
  })

  it('fences JSON, indented and cleaned', async () => {
    const answer = await read(at('/json'))
    expect(answer.markdown).toBe('```json\n{\n  "a": [\n    1,\n    2\n  ],\n  "b": "é"\n}\n```')
    expect(Value.Check(ReadAnswer, answer)).toBe(true)
  })

  it('gives JSON that does not parse as it is, and says so', async () => {
    expect(await read(at('/bad-json'))).toMatchObject({ markdown: '```json\n{"a":\n```', warnings: [{ code: 'json_invalid' }] })
  })

  it('reads plain text in its declared charset', async () => {
    const answer = await read(at('/text'))
    expect(answer.markdown.startsWith('Café. The quick')).toBe(true)
    expect(answer.markdown.endsWith('\nsecond line')).toBe(true)
    expect(answer).toMatchObject({ extractor: 'text', language: 'en', language_source: 'guessed', charset: 'windows-1252' })
  })

  it('fences other markup and recognises untyped HTML', async () => {
    expect((await read(at('/feed'))).markdown).toBe('```xml\n<rss><channel><title>x</title></channel></rss>\n```')
    expect((await read(at('/untyped'))).extractor).toBe('markup')
  })

  it('hands a PDF over', async () => {
    const seen: string[] = []
    const pdf = {
      read: async (bytes: Uint8Array) => {
        seen.push(Buffer.from(bytes).toString())
        return pageFromPdf({ markdown: `# Report\n\n${prose}`, title: 'Report' }, 60_000, 'markdown')
      },
    }
    for (const path of ['/pdf', '/pdf-stream']) {
      const answer = await reader({ pdf })(at(path))
      expect(answer).toMatchObject({ extractor: 'pdf', title: 'Report', word_count: 157 })
      expect(Value.Errors(ReadAnswer, answer)).toEqual([])
    }
    expect(seen).toEqual(['%PDF-1.7 fake', '%PDF-1.7 fake'])
  })

  it.each([
    ['/login', 'blocked', 'blocked_wording'],
    ['/shell', 'thin', 'scripts_needed'],
  ])('%s is %s', async (path, label, warning) => {
    const answer = await read(at(path))
    expect(answer.signal.label).toBe(label)
    expect(answer.signal.score).toBeLessThanOrEqual(40)
    expect(answer.warnings.map((w) => w.code)).toContain(warning)
  })
})

describe('what is not sold', () => {
  it.each([
    ['/404', 'page_status', 404],
    ['/500', 'page_status', 500],
    ['/empty', 'page_empty', null],
    ['/image', 'content_unsupported', null],
    ['/binary', 'content_unsupported', null],
    ['/pdf', 'pdf_not_read', null],
    ['/private/page', 'robots_refused', null],
    ['/to-private', 'robots_refused', null],
  ])('%s is %s', async (path, code, siteStatus) => {
    await expect(read(at(path))).rejects.toMatchObject({ code, siteStatus, status: 422 })
    await expect(read(at(path))).rejects.toBeInstanceOf(ReadRefusal)
  })

  it('hands on what the client refuses', async () => {
    await expect(reader()({ url: 'http://10.0.0.1/' })).rejects.toBeInstanceOf(FetchRefusal)
    await expect(read({ url: 'file:///etc/passwd' })).rejects.toMatchObject({ code: 'scheme_refused', status: 400 })
    await expect(read({ url: 'nonsense' })).rejects.toMatchObject({ code: 'url_invalid', status: 400 })
  })

  it('asks for robots.txt once, and never for the page it forbids', async () => {
    asked.length = 0
    const fresh = reader()
    await fresh(at('/page'))
    await fresh(at('/page'))
    await expect(fresh(at('/private/page'))).rejects.toMatchObject({ code: 'robots_refused' })
    await expect(fresh(at('/to-private'))).rejects.toMatchObject({ code: 'robots_refused' })
    expect(asked).toEqual(['/robots.txt', '/page', '/page', '/to-private'])
  })
})
