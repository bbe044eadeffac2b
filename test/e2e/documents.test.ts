// PDFs through the whole program: asked for over HTTP, converted by queued workers, answered within the request.
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engineVersion } from '../../processors/jobs/convert/keys.ts'
import { defaultSettings } from '../../processors/kit/define.ts'
import defineDoc from '../../processors/services/doc/service.ts'
import { type Gateway, type GatewayAnswer, openGateway } from '../support/gateway.ts'
import { pdfDocument, prose, text } from '../support/pdf/document.ts'
import { encryptedPdf } from '../support/pdf/encrypt.ts'
import { type Site, startSite } from '../support/site.ts'

let site: Site
let gateway: Gateway

const page = (title: string) =>
  pdfDocument({
    pages: [
      text(72, 80, title, { size: 20, font: 'bold' }) +
        prose(12)
          .map((row, i) => text(72, 130 + i * 14, row))
          .join(''),
    ],
  })
const timedPages = 9
const longDocument = () =>
  pdfDocument({ pages: Array.from({ length: 8 }, (_, i) => text(72, 300, `Words of page ${i + 1} only`)) })
const base64 = (bytes: Buffer) => bytes.toString('base64')

beforeAll(async () => {
  site = await startSite({
    '/report.pdf': { type: 'application/pdf', body: page('Served Report') },
    '/long.pdf': { type: 'application/pdf', body: longDocument() },
    '/mislabelled': { type: 'text/plain', body: page('Mislabelled Report') },
    '/moved.pdf': { type: 'text/html', body: '<html><body>This report has moved.</body></html>' },
    '/huge.pdf': { type: 'application/pdf', body: Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(26 * 1024 * 1024)]) },
    ...Object.fromEntries(
      Array.from({ length: timedPages }, (_, i) => [`/timed-${i}.pdf`, { type: 'application/pdf', body: page(`Timed ${i}`) }]),
    ),
  })
  gateway = await openGateway({ ONLY_SOURCES: 'nyfed-rates', ALLOW_LOOPBACK_URLS: 'yes', URL_PORTS: String(site.port) })
})
afterAll(async () => {
  await gateway?.close()
  await site?.close()
})

const convert = (body: unknown) => gateway.post('/api/doc/convert', body)

async function countConversions(): Promise<number> {
  const { rows } = await gateway.database.pool.query<{ n: string }>("SELECT count(*) AS n FROM job WHERE kind = 'convert'")
  return Number(rows[0]!.n)
}

function expectAnswer(path: string, body: any): void {
  const route = defineDoc(defaultSettings).routes.find((one) => one.path === path)!
  expect([...Compile(route.output).Errors(body)]).toEqual([])
  expect(Object.keys(body).at(0)).toBe('signal')
  expect(Object.keys(body).at(-1)).toBe('meta')
}

describe('POST /convert', () => {
  test('shows its price to who does not pay, after looking at the input', async () => {
    const ask = (body: object) =>
      fetch(`${gateway.url}/api/doc/convert`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    expect((await ask({ base64: base64(page('Unpaid Report')) })).status).toBe(402)
    expect((await ask({})).status).toBe(400)
    expect(await countConversions()).toBe(0)
  })

  test('answers bytes sent in base64 with Markdown, metadata and an extractive summary', async () => {
    const { status, body } = await convert({ base64: base64(page('Sent Report')) })
    expect(status).toBe(200)
    expectAnswer('/convert', body)
    expect(body.signal.label).toBe('converted')
    expect(body.markdown).toMatch(/^# Sent Report\n/)
    expect(body).toMatchObject({ page_count: 1, tables: [], summary: { method: 'extractive', model: null }, warnings: [] })
    expect(body.meta).toMatchObject({
      stale: false,
      formula: `doc/${engineVersion}`,
      coverage: { inputs_used: 1, inputs_expected: 1 },
    })
  })

  test('answers with blocks and chunks where they are asked for, which is another answer', async () => {
    const sent = { base64: base64(page('Searched Report')) }
    const plain = await convert(sent)
    expect(Object.keys(plain.body)).not.toContain('chunks')
    const { status, body } = await convert({ ...sent, blocks: true, chunks: { max_tokens: 64 } })
    expect(status).toBe(200)
    expectAnswer('/convert', body)
    expect(body.blocks[0]).toMatchObject({ page: 1, kind: 'heading', level: 1, path: [], text: '# Searched Report' })
    expect(body.page_sizes).toEqual([{ page: 1, width: 612, height: 792, turned: 0 }])
    expect(body.chunks.length).toBeGreaterThan(1)
    expect(body.chunks.every((chunk: any) => chunk.path[0] === 'Searched Report' && chunk.tokens <= 64)).toBe(true)
    expect((await convert({ ...sent, chunks: { max_tokens: 4_096 } })).body.chunks).toHaveLength(1)
  })

  test('answers a URL, fetching it once, and knows the same bytes under another name', async () => {
    const first = await convert({ url: site.at('/report.pdf') })
    expect(first.status).toBe(200)
    expectAnswer('/convert', first.body)
    expect(first.body.markdown).toMatch(/^# Served Report\n/)
    expect((await convert({ url: site.at('/report.pdf') })).text.split(',"meta":')[0]).toBe(first.text.split(',"meta":')[0])
    expect(site.asked.filter((path) => path === '/report.pdf')).toHaveLength(1)
    const jobs = await countConversions()
    const sent = await convert({ base64: base64(page('Served Report')) })
    expect(sent.body.markdown).toBe(first.body.markdown)
    expect(await countConversions()).toBe(jobs)
    expect((await convert({ url: site.at('/mislabelled') })).status).toBe(200)
  })

  test('converts the same bytes once, whoever asks and however they are written', async () => {
    const before = await countConversions()
    const bytes = page('Popular Report')
    const spellings = [base64(bytes), `data:application/pdf;base64,${base64(bytes)}`, bytes.toString('base64url')]
    const answers = await Promise.all([...spellings, ...spellings].map((spelling) => convert({ base64: spelling })))
    expect(answers.map((answer) => answer.status)).toEqual(Array(6).fill(200))
    expect(new Set(answers.map((answer) => answer.body.meta.provenance.row)).size).toBe(1)
    expect(await countConversions()).toBe(before + 1)
    await convert({ base64: base64(bytes), summarize: false })
    expect(await countConversions()).toBe(before + 2)
  })

  test.each([
    ['nothing', {}, 400, 'input_invalid'],
    ['both', { url: 'https://example.com/a.pdf', base64: 'JVBERi0xLjQK' }, 400, 'input_invalid'],
    ['no object', '[]', 400, 'input_invalid'],
    ['broken JSON', '{"url":', 400, 'input_invalid'],
    ['bad base64', { base64: '%%%% not base64 %%%%' }, 400, 'input_invalid'],
    ['no PDF', { base64: base64(Buffer.from('only some words, and no document')) }, 422, 'not_a_document'],
    ['an encrypted PDF', { base64: base64(encryptedPdf('secret', 'Hidden words')) }, 422, 'encrypted'],
    ['a broken PDF', { base64: base64(Buffer.from('%PDF-1.4\nnothing follows')) }, 422, 'broken'],
    ['an unknown option', { base64: base64(page('Optional')), colour: 'red' }, 400, 'input_invalid'],
    ['blocks that are no yes or no', { base64: base64(page('Optional')), blocks: 'some' }, 400, 'input_invalid'],
    ['chunks without a size', { base64: base64(page('Optional')), chunks: {} }, 400, 'input_invalid'],
    ['chunks of a size that is none', { base64: base64(page('Optional')), chunks: { max_tokens: 1 } }, 400, 'input_invalid'],
    [
      'chunks of more than their size',
      { base64: base64(page('Optional')), chunks: { max_tokens: 64, overlap: 8 } },
      400,
      'input_invalid',
    ],
    ['a bad page range', { base64: base64(page('Optional')), pages: 'one' }, 400, 'input_invalid'],
    ['pages that are not there', { base64: base64(page('Optional')), pages: '7' }, 422, 'no_such_pages'],
    ['a URL that is none', { url: 'not a url' }, 400, 'input_invalid'],
    ['a file URL', { url: 'file:///etc/passwd' }, 400, 'input_invalid'],
    ['a private address', { url: 'http://10.0.0.1/a.pdf' }, 422, 'port_refused'],
  ])('refuses %s', async (_what, body, status, code) => {
    const answer = await convert(body)
    expect(answer.body.error).toMatchObject({ code, message: expect.stringMatching(/\S/) })
    expect(answer.status).toBe(status)
  })

  test.each(['blocks', 'chunks'])('names %s where it is of another shape', async (name) => {
    const { status, body } = await convert({ base64: base64(page('Optional')), [name]: 7 })
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(name)])
  })

  test.each([
    ['is not there', '/none.pdf', 'url_not_found'],
    ['is a page under the name of a file', '/moved.pdf', 'not_a_document'],
    ['is too large', '/huge.pdf', 'body_too_large'],
  ])('refuses a URL whose document %s', async (_what, path, code) => {
    expect(await convert({ url: site.at(path) })).toMatchObject({ status: 422, body: { error: { code } } })
  })

  test('refuses bytes over 25 MB, in the document or in the request', async () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(25 * 1024 * 1024)])
    expect(await convert({ base64: base64(bytes) })).toMatchObject({ status: 400, body: { error: { code: 'input_invalid' } } })
    const larger = base64(Buffer.concat([bytes, Buffer.alloc(200_000)]))
    expect((await convert({ base64: larger })).status).toBe(413)
  })

  test('converts 50 documents at once without a failure', async () => {
    const before = await countConversions()
    const startedAt = performance.now()
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => convert({ base64: base64(page(`Document ${i}`)) })))
    console.info(`50 conversions at once: ${Math.round(performance.now() - startedAt)} ms`)
    expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(200))
    for (const [i, answer] of answers.entries()) expect(answer.body.markdown).toMatch(new RegExp(`^(# )?Document ${i}\n`))
    expect(await countConversions()).toBe(before + 50)
  })

  test.each([
    ['paid and sent in base64', (i: number) => convert({ base64: base64(page(`Paid ${i}`)) })],
    ['free and fetched', (i: number) => gateway.get(`/api/doc/preview?url=${encodeURIComponent(site.at(`/timed-${i}.pdf`))}`)],
  ])('takes one page through the whole queue within a request, %s', async (what, ask) => {
    const took: number[] = []
    for (let i = 0; i < timedPages; i++) {
      const startedAt = performance.now()
      expect((await ask(i)).status).toBe(200)
      took.push(performance.now() - startedAt)
    }
    took.sort((a, b) => a - b)
    const [best, middle] = [Math.round(took[0]!), Math.round(took[Math.floor(timedPages / 2)]!)]
    console.info(`one page through the queue, ${what}: p50 ${middle} ms, best ${best} ms`)
    // Far above the bar of 150 ms, which a shared machine cannot promise; far below a poll that nobody woke.
    expect(best).toBeLessThan(900)
  })
})

describe('the free routes', () => {
  test.each(['/report', '/preview'])('GET %s shows a sample without any input, and no tables array', async (path) => {
    const { status, body } = await gateway.get(`/api/doc${path}`)
    expect(status).toBe(200)
    expectAnswer(path, body)
    expect(body.markdown).toMatch(/^# Tolls of the Old Road\n/)
    expect(body).not.toHaveProperty('tables')
  })

  test('convert a URL, as its first pages', async () => {
    const url = encodeURIComponent(site.at('/report.pdf'))
    expect((await gateway.get(`/api/doc/report?url=${url}&summarize=false`)).body).toMatchObject({ page_count: 1, summary: null })
    expect((await gateway.get(`/api/doc/preview?url=${url}`)).body.markdown).toContain('Served Report')
    expect((await gateway.get('/api/doc/preview?url=nowhere')).status).toBe(400)
  })

  test('end where the free pages end', async () => {
    const url = encodeURIComponent(site.at('/long.pdf'))
    const report = await gateway.get(`/api/doc/report?url=${url}`)
    expect(report.body).toMatchObject({ page_count: 5, metadata: { pages: 8 } })
    expect(report.body.markdown).toContain('page 5 only')
    expect(report.body.markdown).not.toContain('page 6 only')
    expect((await gateway.get(`/api/doc/preview?url=${url}`)).body).toMatchObject({ page_count: 1, metadata: { pages: 8 } })
    expect((await convert({ url: site.at('/long.pdf') })).body.page_count).toBe(8)
  })

  test('are answered from the cache, and too many of them by one address are a 429', async () => {
    const jobs = await countConversions()
    const answers: GatewayAnswer[] = []
    // Twenty at once, one more every three seconds: a slow machine asks a little longer.
    for (let i = 0; i < 200 && answers.at(-1)?.status !== 429; i++) answers.push(await gateway.get('/api/doc/preview'))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
    const refused = answers.at(-1)!
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.body.error).toMatchObject({ code: 'busy', retry_after: expect.any(Number) })
    expect(await countConversions()).toBe(jobs)
  })

  test('GET /health tells that the service is there', async () => {
    expect(await gateway.get('/api/doc/health')).toMatchObject({ status: 200, body: { service: 'doc', status: 'ok' } })
  })
})
