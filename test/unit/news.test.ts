// News by hand: tone of words, weights of articles, stories of one wording, and what the index does to its answers.
import { Compile } from 'typebox/compile'
import { describe, expect, it, test } from 'vitest'
import type { HttpClient } from '../../ingestors/http.ts'
import gdelt from '../../ingestors/sources/gdelt-doc/ingestor.ts'
import { searchWords } from '../../ingestors/sources/gdelt-doc/search-words.ts'
import service from '../../processors/services/news/service.ts'
import { attentionOf, labelOf, toneScore, toneSpread, weightsOf } from '../../processors/services/news/signal.ts'
import { clusterTitles, jaccard, namesIn } from '../../processors/services/news/stories.ts'
import { toneOf } from '../../processors/services/news/tone.ts'
import { draftsOf, sampleHttp, toFacts } from '../support/service-facts.ts'

const now = new Date('2026-11-18T12:00:00Z')
const told = (ageHours: number, domain: string, tone: number | null, relevance = 1) => ({ ageHours, domain, tone, relevance })

describe('the formula', () => {
  it('fades by e in twelve hours, and an outlet’s second article weighs half', () => {
    const weights = weightsOf([told(0, 'a', 0), told(12, 'a', 0), told(0, 'b', 0, 0.5)])
    expect(weights).toEqual([1, Math.exp(-1) / 2, 0.5])
  })
  it('squashes the weighted tone: (0.4 · 1 - 0.2 · 0.5) / 1.5 = 0.2 is 100 tanh(0.5)', () => {
    expect(toneScore([told(0, 'a', 0.4), told(0, 'b', -0.2, 0.5), told(0, 'c', null)])).toBeCloseTo(46.2117157, 6)
    expect(toneScore([told(0, 'a', null)])).toBeNull()
    expect([-41, -40, -12, 12, 13, 41].map(labelOf)).toEqual([
      'negative',
      'slightly_negative',
      'neutral',
      'neutral',
      'slightly_positive',
      'positive',
    ])
  })
  it('spreads tones: 0.5, -0.5 and 0 have a deviation of √(1/6)', () => {
    const spread = toneSpread([told(0, 'a', 0.5), told(0, 'b', -0.5), told(0, 'c', 0), told(0, 'd', null)])
    expect(spread).toMatchObject({ mean: 0, positive: 1, negative: 1, neutral: 1 })
    expect(spread.dispersion).toBeCloseTo(Math.sqrt(1 / 6), 12)
  })
  it('holds the last day against the mean of three', () => {
    expect(attentionOf(10, 30)).toEqual({ ratio: 1, level: 'normal' })
    expect(attentionOf(20, 30)).toEqual({ ratio: 2, level: 'high' })
    expect(attentionOf(25, 30)).toEqual({ ratio: 2.5, level: 'surge' })
    expect(attentionOf(4, 30).level).toBe('low')
    expect(attentionOf(0, 0)).toEqual({ ratio: null, level: 'low' })
  })
})

describe('headlines', () => {
  // AFINN-165: profit 2, war -2, crisis -3, no -1.
  it('have the tone of their words, turned by a negation', () => {
    expect(toneOf('Profit')).toBeCloseTo(2 / Math.sqrt(4 + 15), 12)
    expect(toneOf('War and Crisis')).toBeCloseTo(-5 / Math.sqrt(25 + 15), 12)
    expect(toneOf('No crisis')).toBeCloseTo((-1 + 1.5) / Math.sqrt(0.25 + 15), 12)
    expect(toneOf('constructor of tables')).toBe(0)
  })
  it('are one story where three of five words are shared', () => {
    const set = (text: string) => new Set(text.split(' '))
    expect(jaccard(set('a b c d'), set('b c d e'))).toBe(0.6)
    expect(jaccard(new Set(), new Set())).toBe(0)
    expect(
      clusterTitles(['Tanker rates fall again', 'Bitcoin rallies', 'Tanker rates fall', 'Bitcoin market rallies today']),
    ).toEqual([0, 1, 0, 3])
  })
  it('name names, but not by a capital that any first word has', () => {
    const titles = [
      'Fire near the Port of Sample',
      'Crews reach Port of Sample in a storm',
      'Every Word Is Capital Here',
      'EU warns of more',
    ]
    expect(namesIn(titles)).toEqual([
      { text: 'Port of Sample', n: 2 },
      { text: 'EU', n: 1 },
    ])
  })
})

test('a key becomes words that must all be there, and no operator', () => {
  expect(searchWords('en oil tanker')).toBe('oil tanker sourcelang:english')
  expect(searchWords('any "us" oil (or) gas -domain:x.com')).toBe('oil gas domain com')
  expect(searchWords('zh 石油')).toBe('石油 sourcelang:chinese')
})

const stub = (...bodies: string[]): HttpClient & { asked: string[] } => {
  const asked: string[] = []
  const text = async (url: string) => {
    asked.push(url)
    return bodies[asked.length - 1]!
  }
  return {
    text,
    asked,
    bytes: async () => new Uint8Array(),
    json: async () => null,
    download: async () => undefined,
    close: async () => undefined,
  }
}
const search = (http: HttpClient, key = 'en oil tanker') =>
  gdelt.openKeys!.fetch(key, { http, at: now, since: null, signal: new AbortController().signal, credential: () => undefined })
const read = async (...bodies: string[]) => gdelt.parse(await search(stub(...bodies)), now)[0]!
const row = (title: string, at = '20261118T110000Z', url = 'https://example.org/a') =>
  `{"url":"${url}","url_mobile":"","title":"${title}","seendate":"${at}","socialimage":"","domain":"Example.org","language":"English","sourcecountry":""}`

describe('the index', () => {
  it('says with a status of 200 that it is asked too often, or what it does not search for', async () => {
    const limit = 'Please limit requests to one every 5 seconds or contact somebody for larger queries.\n'
    await expect(search(stub(limit))).rejects.toMatchObject({ code: 'upstream_rate_limited', retryAfterMs: 10_000 })
    await expect(search(stub('The specified phrase is too short.\n'))).rejects.toMatchObject({ code: 'key_unknown' })
    await expect(search(stub('Unknown error.\n'))).rejects.toMatchObject({ code: 'upstream_changed' })
  })
  it('answers nothing with an object without a member', async () => {
    expect(await read('{}')).toMatchObject({ articles: [], is_full: false })
  })
  it('passes on escapes JSON does not have, and blanks before every mark', async () => {
    const { articles } = await read(`{"articles": [${row('Tanker \\\' s crew , safe : it \\"says\\" so\t!')}]}`)
    expect(articles).toEqual([
      {
        seen_at: '2026-11-18T11:00:00Z',
        url: 'https://example.org/a',
        title: 'Tanker\'s crew, safe: it "says" so!',
        domain: 'example.org',
        language: 'English',
        country: null,
      },
    ])
  })
  it('lists an address once, newest first, and nothing that has not happened', async () => {
    const rows = [
      row('first', '20261118T100000Z'),
      row('again', '20261118T100000Z'),
      row('newer', '20261118T110000Z', 'https://example.org/b'),
      row('tomorrow', '20261119T110000Z', 'https://example.org/c'),
    ]
    expect((await read(`{"articles":[${rows}]}`)).articles.map(({ title }) => title)).toEqual(['newer', 'again'])
    await expect(read(`{"articles":[${row('x', '20261131T100000Z')}]}`)).rejects.toMatchObject({ code: 'upstream_changed' })
  })
  it('is asked for its curve only where its list is full', async () => {
    const full = `{"articles":[${Array.from({ length: 250 }, (_, i) => row('x', '20261118T110000Z', `https://example.org/${i}`))}]}`
    const point = (day: number, value: number) => `{"date":"202611${day}T150000Z","value":${value}}`
    const curve = `{"timeline":[{"series":"Volume Intensity","data":[${point(15, 0.1)},${point(16, 0.1)},${point(17, 0.4)}]}]}`
    const found = await read(full, curve)
    expect(found).toMatchObject({ is_full: true, volume: { '2026-11-17T15:00:00Z': 0.4 } })
    // The last day 0.4, three days on average 0.2.
    const answer = draftsOf(service, toFacts(gdelt.topic, [found]), 'en oil tanker')[0]!.body as any
    expect(answer.attention).toEqual({
      articles: 250,
      volume_24h: 6_000,
      volume_is_estimate: true,
      ratio_vs_3d: 2,
      level: 'high',
    })
    expect(answer.query).toMatchObject({ from: '2026-11-18T11:00:00.000Z', is_full: true })
    const limited = await read(full, 'Please limit requests to one every 5 seconds')
    expect(limited).not.toHaveProperty('volume')
    expect(draftsOf(service, toFacts(gdelt.topic, [limited]), 'en oil tanker')[0]).toMatchObject({
      body: { attention: { ratio_vs_3d: null, level: null } },
      coverage: { missing: ['volume'] },
    })
  })
})

describe('the service', async () => {
  const http = await sampleHttp(now)
  const [route] = service.routes
  const rowOf = async (key: string) =>
    draftsOf(service, toFacts(gdelt.topic, gdelt.parse(await search(http, key), now)), key)[0]!.body as any
  const shaped = async (key: string, input: object) => route!.shape!(await rowOf(key), input) as any

  it('answers within its schema, whatever is asked for, and keeps its workings', async () => {
    const { properties, ...schema } = route!.output
    const check = Compile({ ...schema, properties: { ...properties, meta: { type: 'object' } } })
    for (const input of [{}, { hours: 1 }, { hours: 72, sort: 'date', limit: 50 }]) {
      const answer = await shaped('en oil tanker', input)
      expect([...check.Errors({ ...answer, meta: {} })]).toEqual([])
      expect(answer).not.toHaveProperty('found')
    }
  })
  it('cuts to hours and stories asked for, in the order asked for', async () => {
    const [day, all] = [await shaped('en oil tanker', {}), await shaped('en oil tanker', { hours: 72, limit: 2, sort: 'date' })]
    expect(all.attention.articles).toBeGreaterThan(2 * day.attention.articles)
    expect(all.stories).toHaveLength(2)
    expect(all.stories[0].published_at >= all.stories[1].published_at).toBe(true)
    expect(day.attention.volume_24h).toBe(day.attention.articles)
    expect(day.timeline.reduce((sum: number, { n }: { n: number }) => sum + n, 0)).toBe(day.attention.articles)
    expect(day.stories[0].also.length).toBe(day.stories[0].cluster_size - 1)
  })
  it('says that there is nothing', async () => {
    const answer = await shaped('en zzyzx', {})
    expect(answer.signal).toMatchObject({ label: 'no_coverage', score: 0, confidence: 0.2 })
    expect(answer).toMatchObject({ stories: [], attention: { volume_24h: 0, ratio_vs_3d: null, level: 'low' } })
  })
  it('tells no tone of what is not in English', async () => {
    const { stories, tone } = await shaped('es oil tanker', { hours: 72 })
    expect(stories.map((story: any) => story.tone)).toEqual(stories.map(() => null))
    expect(tone).toMatchObject({ mean: null, dispersion: null, positive: 0, negative: 0, neutral: 0 })
  })
  it('has one row for a question however it is written, and another for another language', () => {
    const keyOf = (given: Record<string, unknown>) => route!.key(route!.read!(given, now))
    expect(keyOf({ query: ' Oil  TANKER' })).toBe('en oil tanker')
    expect(keyOf({ q: 'oil tanker', language: 'Spanish' })).toBe('es oil tanker')
  })
})
