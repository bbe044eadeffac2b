// What was recorded answers in an upstream's place: by place, parameters and body; the rest is refused by name.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { capture, driftOf } from '../../cli/record/capture.ts'
import { writeExchanges } from '../../cli/record/write.ts'
import { createHttpClient } from '../../ingestors/client/http.ts'
import type { Exchange } from '../../ingestors/recorded/exchange.ts'
import { readHar } from '../../ingestors/recorded/har.ts'
import { anyCredential, findExchange, isLike } from '../../ingestors/recorded/match.ts'
import { readRecordings } from '../../ingestors/recorded/read-folder.ts'
import { readTsv } from '../../ingestors/recorded/tsv.ts'
import { startRecordedUpstream } from '../../ingestors/recorded/upstream.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { pollAt, pollOnce, sampleAnswer, sampledSources } from '../support/sources.ts'
import { threadMsOf } from '../support/thread-time.ts'
import { hasty, startUpstream } from '../support/upstream.ts'

let folder: string
beforeEach(() => {
  folder = createDataDir('recorded')
})
afterEach(() => removeDataDir(folder))

async function clientOf(exchanges: readonly Exchange[], at = pollAt) {
  const upstream = await startRecordedUpstream(exchanges, { now: () => at })
  const http = createHttpClient({ ...hasty, reroute: upstream.reroute })
  onTestFinished(async () => {
    await http.close()
    await upstream.stop()
  })
  return http
}

const exchange = (url: string, more: Partial<Exchange> = {}): Exchange => ({
  method: 'GET',
  url,
  sent: null,
  status: 200,
  headers: { 'content-type': 'application/json' },
  at: null,
  body: async () => Buffer.from(JSON.stringify(more.at?.toISOString() ?? url)),
  ...more,
})

describe('a request finds its recording', () => {
  const find = (exchanges: Exchange[], url: string, more: { method?: string; sent?: string } = {}, now = pollAt) =>
    findExchange(exchanges, { method: more.method ?? 'GET', url: new URL(url), sent: more.sent ?? null }, now)

  test.each([
    ['https://a.example/x?b=2&a=1', 'https://a.example/x?a=1&b=2', true],
    ['https://a.example/x?api_key=*&a=1', 'https://a.example/x?a=1&api_key=secret', true],
    ['https://a.example/x?a=1', `https://a.example/x?a=1&api_key=${anyCredential}`, true],
    ['https://a.example/x/*.csv', 'https://a.example/x/2026/10.csv', true],
    ['https://a.example/x?*', 'https://a.example/x?anything=1&at=all', true],
    ['https://a.example/x?a=1&*', 'https://a.example/x?a=1&from=2026-01-01&b=2', true],
    ['https://a.example/x?a=1&*', 'https://a.example/x?a=1', true],
    ['https://a.example/x?a=1&*', 'https://a.example/x?a=2&b=1', false],
    ['https://a.example/x/', 'https://a.example/x', true],
    ['https://a.example/a%20b', 'https://a.example/a b', true],
    ['https://a.example/x?a=1', 'https://a.example/x?a=2', false],
    ['https://a.example/x', 'https://a.example/x?a=1', false],
    ['https://a.example/x?a=1&a=2', 'https://a.example/x?a=1', false],
    ['https://a.example/x', 'https://b.example/x', false],
    ['https://a.example/x', 'http://a.example/x', false],
  ])('%s answers %s: %s', (pattern, url, found) => {
    expect(find([exchange(pattern)], url) !== null).toBe(found)
  })

  test('what was posted tells two requests of one address apart, whatever the order of its members', () => {
    const posted = (sent: string) => exchange('https://a.example/info', { method: 'POST', sent })
    const two = [posted('{"type":"meta","user":"x"}'), posted('{"type":"candles"}')]
    expect(find(two, 'https://a.example/info', { method: 'POST', sent: '{"user":"x","type":"meta"}' })).toBe(two[0])
    expect(find(two, 'https://a.example/info', { method: 'POST', sent: '{"type":"other"}' })).toBe(null)
    expect(find(two, 'https://a.example/info')).toBe(null)
  })

  test('what somebody else recorded of a posted question answers ours: its query, its call’s number and the case of addresses are theirs', () => {
    const posted = (sent: string | null, query = '') => exchange(`https://a.example/info${query}`, { method: 'POST', sent })
    const state = posted('{"type":"clearinghouseState","user":"0x3Ba6eB0e4327B96aDe6D4f3b578724208a590CEF"}')
    const call = posted('{"jsonrpc":"2.0","id":"a1","method":"getSupply","params":[]}')
    const any = posted(null)
    const asked = (query: string, body: object) =>
      find([any, state, call], `https://a.example/info?${query}`, { method: 'POST', sent: JSON.stringify(body) })
    const user = '0x3ba6eb0e4327b96ade6d4f3b578724208a590cef'
    expect(asked(`type=clearinghouseState&user=${user}`, { type: 'clearinghouseState', user })).toBe(state)
    expect(asked('method=getSupply', { jsonrpc: '2.0', id: 1, method: 'getSupply', params: [] })).toBe(call)
    expect(asked('type=meta', { type: 'meta' })).toBe(any)
    // A query that was recorded still counts.
    const other = posted(null, '?type=other')
    expect(find([other], 'https://a.example/info?type=meta', { method: 'POST', sent: '{}' })).toBe(null)
  })

  test('the most exact one is taken, and of those the newest that was known by then', () => {
    const on = (day: string) => exchange('https://a.example/x?d=1', { at: new Date(day) })
    const all = [exchange('https://a.example/*'), on('2026-10-01'), on('2026-10-05'), on('2026-10-09')]
    const at = (now: string) => find(all, 'https://a.example/x?d=1', {}, new Date(now))
    expect(at('2026-10-07')).toBe(all[2])
    expect(at('2026-10-30')).toBe(all[3])
    expect(at('2026-01-01')).toBe(all[1])
    expect(find(all, 'https://a.example/y')).toBe(all[0])
  })

  test('stars cost no more than their length', async () => {
    const ms = await threadMsOf(() => expect(isLike(`${'*a'.repeat(2_000)}b`, 'a'.repeat(100_000))).toBe(false))
    expect(ms).toBeLessThan(2_000)
    expect([isLike('a*a', 'a'), isLike('*', ''), isLike('a*b*c', 'a-b-b-c'), isLike('a*b*b', 'ab')]).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
})

describe('recordings.tsv', () => {
  test('is read with or without its heading, in any order of columns, with headers in either form', async () => {
    writeFileSync(join(folder, 'a.json'), '{"a":1}')
    const lines = [
      'GET\thttps://a.example/x\t200\t{"Content-Type":"application/json"}\ta.json\t2026-10-01T00:00:00Z',
      '# a remark',
      'get\thttps://a.example/y\t\tcontent-type: application/json; etag: "7"\ta.json\t',
    ]
    const plain = readTsv(lines.join('\r\n'), folder)
    expect(plain.map(({ method, status, headers, at }) => ({ method, status, headers, at }))).toEqual([
      { method: 'GET', status: 200, headers: { 'content-type': 'application/json' }, at: new Date('2026-10-01') },
      { method: 'GET', status: 200, headers: { 'content-type': 'application/json', etag: '"7"' }, at: null },
    ])
    const headed = readTsv('\uFEFFfile\tURL pattern\tstatus\na.json\thttps://a.example/z\t503\n', folder)
    expect(headed).toMatchObject([{ url: 'https://a.example/z', status: 503, method: 'GET' }])
    expect(Buffer.from(await headed[0]!.body()).toString()).toBe('{"a":1}')
  })

  test.each([
    ['GET\tftp://a.example/x\t200\t\t\t', 'line 1: its URL'],
    ['GET\thttps://a.example/x\tfine\t\t\t', 'fine is no HTTP status'],
    ['GET\thttps://a.example/x\t200\t\t../../etc/passwd\t', 'lies outside the folder'],
    ['GET\thttps://a.example/x\t200\t{broken\t\t', 'its headers are no JSON object'],
    ['GET\thttps://a.example/x\t200\t\t\tyesterday', 'yesterday is no time'],
  ])('%j is refused: %s', (line, reason) => {
    expect(() => readTsv(line, folder)).toThrow(reason)
  })

  test('a line whose file did not come along costs itself, and is named when it is asked for', async () => {
    writeFileSync(join(folder, 'a.json'), '{"a":1}')
    const line = (path: string, file: string) => `GET\thttps://a.example/${path}\t200\t\t${file}\t`
    const http = await clientOf(readTsv([line('x', 'a.json'), line('y', 'b.json'), line('x', 'c.json')].join('\n'), folder))
    expect(await http.json('https://a.example/x')).toEqual({ a: 1 })
    await expect(http.json('https://a.example/y')).rejects.toMatchObject({
      detailCode: 'not_recorded',
      message: 'not recorded: GET a.example/y; b.json of recordings.tsv, line 2, is not there',
    })
  })

  test('what a browser did not keep of an answer is named; what it kept plays, whatever stands beside it', async () => {
    const entry = (path: string, response: object, more: object = {}) => ({
      startedDateTime: '2026-10-01T00:00:00Z',
      request: { method: 'GET', url: `https://a.example:443/${path}` },
      response: { status: 200, headers: [], content: { text: '{"a":1}', mimeType: 'application/json' }, ...response },
      ...more,
    })
    const packed = { text: gzipSync('{"a":2}').toString('base64'), encoding: 'base64', mimeType: 'application/json' }
    const entries = [
      entry('whole', { headers: undefined }, { startedDateTime: 'some time' }),
      entry('store', { status: 304, content: { size: 0 } }),
      entry('long', { content: { size: 700_000, mimeType: 'application/json' } }),
      entry('pseudo', {
        headers: [
          { name: ':status', value: '200' },
          { name: 'x-odd', value: 'a\nb' },
        ],
      }),
      entry('packed', { headers: [{ name: 'Content-Encoding', value: 'gzip' }], content: packed }),
      // Most keep the body as it reads, and the header of its time.
      entry('unpacked', { headers: [{ name: 'Content-Encoding', value: 'br' }] }),
      { request: { method: 'GET' }, response: { status: 200 } },
      entry('gone', { status: 0 }),
    ]
    const http = await clientOf(readHar(`\uFEFF${JSON.stringify({ log: { entries } })}`, 'x.har'))
    for (const path of ['whole', 'pseudo', 'unpacked']) expect(await http.json(`https://a.example/${path}`)).toEqual({ a: 1 })
    expect(await http.json('https://a.example/packed')).toEqual({ a: 2 })
    await expect(http.json('https://a.example/store')).rejects.toThrow('in the store of whoever recorded it (304)')
    await expect(http.json('https://a.example/long')).rejects.toThrow('its answer of 700000 bytes was not kept')
    await expect(http.json('https://a.example/gone')).rejects.toThrow(/^not recorded: GET a.example\/gone$/)
  })

  test('an HTTP archive is read as well; what is none is refused', async () => {
    const entry = (text: string, encoding?: string) => ({
      startedDateTime: '2026-10-01T00:00:00Z',
      request: { method: 'post', url: 'https://a.example/x', postData: { text: '{"q":1}' } },
      response: {
        status: 200,
        headers: [{ name: 'ETag', value: '"1"' }],
        content: { text, mimeType: 'application/json', ...(encoding === undefined ? {} : { encoding }) },
      },
    })
    const har = { log: { entries: [entry('{"a":1}'), entry(Buffer.from('{"b":2}').toString('base64'), 'base64')] } }
    const read = readHar(JSON.stringify(har), 'x.har')
    expect(read[0]).toMatchObject({
      method: 'POST',
      sent: '{"q":1}',
      headers: { etag: '"1"', 'content-type': 'application/json' },
    })
    expect(await Promise.all(read.map(async (one) => Buffer.from(await one.body()).toString()))).toEqual(['{"a":1}', '{"b":2}'])
    expect(() => readHar('{"log":{}}', 'x.har')).toThrow('x.har is no HTTP archive')
    expect(() => readRecordings(folder)).toThrow('neither a recordings.tsv nor a .har')
  })
})

test('what is not recorded is refused by name, at once', async () => {
  const http = await clientOf([exchange('https://a.example/x')])
  expect(await http.json('https://a.example/x')).toBe('https://a.example/x')
  await expect(http.json('https://b.example/y?api_key=hidden')).rejects.toMatchObject({
    code: 'upstream_refused',
    message: 'not recorded: GET b.example/y',
  })
  // Of what was recorded at the same place the nearest tells in what it differs, and never what is asked there.
  const near = await clientOf([
    exchange('https://a.example/x?owner=include&start=0&api_key=*'),
    exchange('https://a.example/x?owner=include&form=3&start=100'),
  ])
  await expect(near.json('https://a.example/x?owner=only&api_key=hidden')).rejects.toMatchObject({
    message: 'not recorded: GET a.example/x; what is recorded there differs in owner, start',
  })
})

// What a busy server, a wall in front of it or a broken line puts in an answer's place, called as the answer would be.
const broken: readonly (readonly [string, Buffer])[] = [
  ['nothing', Buffer.alloc(0)],
  ['a page', Buffer.from('<html><body>We will be right back</body></html>')],
  ['half an object', Buffer.from('{"data": [1, 2')],
  ['a word', Buffer.from('null')],
  ['half a zip file', Buffer.from([0x50, 0x4b, 3, 4, 1, 2])],
  ['half a packed file', gzipSync('a,b\n1,2\n').subarray(0, 12)],
  ['no letters', Buffer.from([0xff, 0xfe, 0x00, 0x9d, 0x22, 0x80])],
]

describe('every source, recorded, has the shape of our sample and gives the same values when it is played', async () => {
  test.each((await sampledSources()).map((one) => [one.ingestor.source, one] as const))(
    '%s',
    async (_name, { ingestor, sample }) => {
      const upstream = await startUpstream(({ url }, response) => {
        const { type, body, status } = sampleAnswer(sample, url)
        response.writeHead(status ?? 200, { 'content-type': type }).end(body)
      })
      onTestFinished(() => upstream.stop())
      const secret = 'a-key-for-tests'
      const keys = Object.fromEntries((ingestor.needs ?? []).map((name) => [name, secret]))
      const send: typeof fetch = (url, init) => fetch(`${upstream.address}/?url=${encodeURIComponent(String(url))}`, init)
      const { exchanges, failure } = await capture(ingestor, keys, undefined, { upstream: send, at: pollAt, client: hasty })
      expect(failure).toBe(null)
      const told = driftOf(sample, exchanges, pollAt)
      expect(told.filter(({ status, drifts }) => status === 200 && drifts?.length !== 0)).toEqual([])
      // Of what is plain text nobody knows more than that it is some.
      for (const first of exchanges.filter(({ status }) => status === 200).slice(0, 1))
        for (const [what, body] of broken)
          if (/json|csv|xml|zip|sheet/.test(first.type) || what === 'nothing')
            expect.soft(driftOf(sample, [{ ...first, body }], pollAt)[0]!.drifts, what).not.toEqual([])
      writeExchanges(folder, ingestor.source, exchanges, Object.values(keys))
      const recordings = readRecordings(folder)
      expect(recordings.map(({ url, sent }) => `${url} ${sent}`).filter((text) => text.includes(secret))).toEqual([])
      const played = await pollOnce(ingestor, await clientOf(recordings), null)
      expect(played).toEqual(await pollOnce(ingestor, upstream.client(), null))
    },
  )
})
