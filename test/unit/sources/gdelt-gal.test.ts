// The minute files of the news index: what is asked for and when, and what is kept of a line.
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { HttpClient } from '../../../ingestors/client/http.ts'
import gal from '../../../ingestors/sources/gdelt-gal/ingestor.ts'
import { fileUrl, missedOf, recentOf } from '../../../ingestors/sources/gdelt-gal/minutes.ts'
import { readFile } from '../../../ingestors/sources/gdelt-gal/read-file.ts'
import { minuteKey } from '../../../ingestors/sources/gdelt-gal/topic.ts'
import { sampleHttp } from '../../support/service-facts.ts'
import { startUpstream } from '../../support/upstream.ts'

const at = new Date('2026-11-18T12:07:30Z')
const minute = new Date('2026-11-18T11:45:00Z')
const line = (given: object = {}) =>
  JSON.stringify({
    date: '2026-11-18T11:45:00.000Z',
    url: 'https://example.org/a',
    domain: 'Example.org',
    outletName: 'Example',
    title: 'Rates fall',
    image: 'https://example.org/a.jpg',
    desc: 'A  short\u0000 text',
    lang: 'en',
    author: 'A. Reporter',
    ...given,
  })

test('asked for are the last twenty minutes and, of quarters of which nothing is known, every minute', () => {
  expect(recentOf(at).map((one) => one.toISOString().slice(11, 16))).toEqual([
    ...['12:07', '12:06', '12:05', '12:04', '12:03', '12:02', '12:01', '12:00'],
    ...['11:59', '11:58', '11:57', '11:56', '11:55', '11:54', '11:53', '11:52', '11:51', '11:50', '11:49', '11:48'],
  ])
  const all = missedOf(at, new Map())
  expect(all).toHaveLength(288)
  expect(all[0]!.map((one) => one.toISOString()).at(-1)).toBe('2026-11-18T11:44:00.000Z')
  const known = new Map([[minuteKey(new Date('2026-11-18T11:31:00Z'), 0), new Date('2026-11-18T11:31:00Z')]])
  expect(missedOf(at, known)).toEqual(all.slice(1))
  // What lay in the same place three days ago says nothing of today.
  const old = new Map([[minuteKey(new Date('2026-11-18T11:31:00Z'), 0), new Date('2026-11-15T11:31:00Z')]])
  expect(missedOf(at, old)).toEqual(all)
  expect(fileUrl(minute)).toBe('https://storage.googleapis.com/data.gdeltproject.org/gdeltv3/gal/20261118114500.gal.json.gz')
})

describe('a line', () => {
  const read = (...lines: string[]) => readFile(minute, lines.join('\n')).flatMap(({ articles }) => articles)
  test('gives title, excerpt, address, outlet and language, and nothing else', () => {
    expect(read(line())).toEqual([
      {
        at: '2026-11-18T11:45:00.000Z',
        url: 'https://example.org/a',
        domain: 'example.org',
        lang: 'en',
        title: 'Rates fall',
        excerpt: 'A short text',
      },
    ])
  })
  test('without title or with an address nobody can open is left out; an address counts once', () => {
    const lines = [
      line(),
      line({ title: 'again' }),
      line({ url: 'ftp://example.org/b' }),
      line({ url: 'https://b.example', title: '' }),
    ]
    expect(read(...lines).map(({ title }) => title)).toEqual(['Rates fall'])
    expect(() => read(line({ title: '' }))).toThrow('no article')
  })
  test('is never of after its file, nor of long before it', () => {
    const times = ['2026-11-18T13:00:00Z', '1970-01-01T00:00:00Z'].map((date, i) => line({ date, url: `https://b.example/${i}` }))
    expect(read(...times).map((one) => one.at)).toEqual(['2026-11-18T11:45:00.000Z', '2026-11-17T11:45:00.000Z'])
    expect(() => read(line({ date: 'today' }))).toThrow('no time')
  })
  test('of a language by another name is of that language; of none it is of none', () => {
    const langs = ['zh-Hant', 'EN', '', 'english'].map((lang, i) => line({ lang, url: `https://b.example/${i}` }))
    expect(read(...langs).map(({ lang }) => lang)).toEqual(['zh', 'en', null, null])
  })
  test('that is broken or says less costs itself, a file of nothing else the file', () => {
    const aside: string[] = []
    const setAside = (what: string) => void aside.push(what)
    const lines = [line(), '{"date":"2026-11', line({ url: undefined }), line({ date: 'today' }), 'null']
    expect(readFile(minute, lines.join('\n'), setAside)[0]!.articles).toHaveLength(1)
    expect(aside).toEqual(lines.slice(1))
    const files = [
      { minute, body: line(), isLate: false },
      { minute: at, body: '\n', isLate: false },
      { minute: new Date('2026-11-18T09:00:00Z'), body: 'broken', isLate: true },
    ]
    aside.length = 0
    expect(gal.parse(files, at, setAside)).toHaveLength(1)
    expect(aside).toEqual(['2026-11-18T12:07:30.000Z', '2026-11-18T09:00:00.000Z'])
    expect(() => gal.parse(files.slice(1), at)).toThrow('no article')
  })
  test('beyond five hundred of them there is another part', () => {
    const many = Array.from({ length: 501 }, (_, i) => line({ url: `https://b.example/${i}` })).join('\n')
    expect(readFile(minute, many).map(({ part, articles }) => [part, articles.length])).toEqual([
      [0, 500],
      [1, 1],
    ])
  })
})

test('what was missed is fetched once it is known what is there, and a bad old file stops nothing', async () => {
  const http = await sampleHttp(at)
  const bad = fileUrl(new Date('2026-11-18T10:00:00Z'))
  const text: HttpClient['text'] = async (url, request) => (url === bad ? '{"error":1}' : http.text(url, request))
  const context = { http: { ...http, text }, at, since: null, signal: new AbortController().signal, credential: () => undefined }
  const first = gal.parse(await gal.fetch({ ...context, newestByKey: new Map() }), at)
  // Two files a quarter hour for three days, and those of the last twenty minutes.
  const minutes = new Set(first.map((one) => one.minute))
  expect(minutes.size).toBeGreaterThan(570)
  expect(minutes.has('2026-11-18T10:00:00.000Z')).toBe(false)
  expect(minutes.has('2026-11-18T10:01:00.000Z')).toBe(true)
  const newestByKey = new Map(first.map((one) => [gal.topic.key(one), new Date(one.minute)]))
  const again = gal.parse(await gal.fetch({ ...context, newestByKey }), at)
  expect(again.map((one) => one.minute)).toEqual(['2026-11-18T12:01:00.000Z', '2026-11-18T12:00:00.000Z'])
})

test('a packed file is unpacked, whether its server says that it is packed or not', async () => {
  const upstream = await startUpstream(({ url }, response) =>
    response
      .writeHead(200, url.pathname === '/said' ? { 'content-encoding': 'gzip' } : { 'content-type': 'application/gzip' })
      .end(gzipSync(url.pathname === '/large' ? Buffer.alloc(100_000) : 'one\n')),
  )
  onTestFinished(upstream.stop)
  const ask = (path: string) => upstream.client({ maxBytes: 50_000 }).text(`https://x.example${path}`, { expect: 'text' })
  expect(await Promise.all([ask('/said'), ask('/unsaid')])).toEqual(['one\n', 'one\n'])
  await expect(ask('/large')).rejects.toMatchObject({ code: 'upstream_changed' })
})
