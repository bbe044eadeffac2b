// News by hand: tone of words, weights of articles, stories of one wording, and an answer made of what was found.
import { Compile } from 'typebox/compile'
import { describe, expect, it, test } from 'vitest'
import { toneOf } from '../../../base/headline-tone.ts'
import { dictionaryOf, wordsOf } from '../../../db/news/words.ts'
import { searchWords } from '../../../ingestors/sources/gdelt-doc/search-words.ts'
import { newsCurves } from '../../../ingestors/sources/gdelt-doc/topic.ts'
import sampleSearches from '../../../ingestors/sources/news-index/samples/searches.ts'
import { newsSearches } from '../../../ingestors/sources/news-index/topic.ts'
import type { Search } from '../../../processors/services/news/answer.ts'
import service from '../../../processors/services/news/service.ts'
import { attentionOf, labelOf, toneScore, toneSpread, weightsOf } from '../../../processors/services/news/signal.ts'
import { clusterTitles, jaccard, namesIn } from '../../../processors/services/news/stories.ts'
import { worldwideOf } from '../../../processors/services/news/worldwide.ts'
import { draftsOf, toFacts } from '../../support/service-facts.ts'

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
    expect(attentionOf(10, 30, 72)).toEqual({ ratio: 1, level: 'normal' })
    expect(attentionOf(20, 30, 72)).toEqual({ ratio: 2, level: 'high' })
    expect(attentionOf(25, 30, 72)).toEqual({ ratio: 2.5, level: 'surge' })
    expect(attentionOf(4, 30, 72).level).toBe('low')
    expect(attentionOf(0, 0, 72)).toEqual({ ratio: null, level: 'low' })
    // Of an index of two days the mean is of two.
    expect(attentionOf(10, 20, 48)).toEqual({ ratio: 1, level: 'normal' })
    expect(attentionOf(10, 20, 47)).toEqual({ ratio: null, level: null })
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
  it.each([
    ['Stocks surge to record high', 1],
    ['Shares plunge after profit warning', -1],
    ['Fed cuts rates as inflation cools', 1],
    ['Wall Street tumbles on recession fears', -1],
    ['Inflation accelerates to a four-year high', -1],
    ['Unemployment falls to lowest in a decade', 1],
    ['Jobless claims jump', -1],
    ['Apple beats estimates and raises outlook', 1],
    ['Retailer cuts guidance, shares slide', -1],
    ['Bank files for bankruptcy', -1],
    ['Treasury yields ease', 1],
    ['ECB raises rates again', -1],
    ['Miner downgraded by brokers', -1],
    ['Buyback lifts shares to all-time high', 1],
    ['Nasdaq sell-off deepens', -1],
    ['Chipmaker rallies after upgrade', 1],
    ['Layoffs slow in technology', 1],
    ['Shares of the trust, gross of interest', 0],
    ['Oil stocks in focus', 0],
  ])('hear markets as markets are told of: %s', (headline, sign) => {
    const tone = toneOf(headline)
    expect(Math.abs(tone) < 0.1 ? 0 : Math.sign(tone), `${tone}`).toBe(sign)
    if (sign !== 0) expect(Math.abs(tone)).toBeGreaterThan(0.2)
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

test('words are the same whatever their case, marks and script', () => {
  expect(wordsOf('ÜBER-Häuser’s “AI” 5.4%')).toEqual(['über', 'häuser', 'ai', '5', '4'])
  expect(wordsOf('比特币 up')).toEqual(['比特', '特币', 'up'])
  expect([dictionaryOf('en'), dictionaryOf('zh'), dictionaryOf(null)]).toEqual(['english', 'simple', 'simple'])
})

test('a key becomes words that must all be there, and no operator', () => {
  expect(searchWords('en oil tanker')).toBe('oil tanker sourcelang:english')
  expect(searchWords('any "us" oil (or) gas -domain:x.com')).toBe('oil gas domain com')
  expect(searchWords('zh 石油')).toBe('石油 sourcelang:chinese')
})

// Of the day asked about: three articles by minutes of age, with outlet, tone and how many of two words their titles have.
const searchOf = (given: Partial<Search> = {}): Search => ({
  key: 'en oil tanker',
  searched_at: now.toISOString(),
  index: {
    from: '2026-11-15T12:00:00.000Z',
    to: '2026-11-18T11:46:00.000Z',
    articles: 450_000,
    missing_minutes: 0,
    topic: 'gdelt.articles.v1',
    offset: '4711',
  },
  words: 2,
  hours: Array.from({ length: 72 }, (_, age) => (age === 0 ? 2 : age === 30 ? 1 : 0)),
  outlets: ['a.example', 'b.example'],
  matches: { minutes: [0, 30, 1_800], outlet: [0, 0, 1], tone: [0.5, -0.25, null], in_title: [2, 0, 1] },
  shown: [
    { match: 0, at: '2026-11-18T12:00:00.000Z', title: 'Oil tanker saved off Zampana', url: 'https://a.example/1', lang: 'en' },
    {
      match: 2,
      at: '2026-11-17T06:00:00.000Z',
      title: 'Oil tanker saved off Zampana today',
      url: 'https://b.example/2',
      lang: 'en',
    },
  ],
  ...given,
})
const answer = (search: Search, input: object = {}) => {
  const [draft] = draftsOf(service, toFacts(newsSearches, [search]), search.key)
  return { ...(service.routes[0]!.shape!(draft!.body, input) as any), coverage: draft!.coverage }
}

describe('beside our own index', () => {
  const hoursBefore = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()
  const point = (hours: number, share: number | null, tone: number | null) => ({ at: hoursBefore(hours), share_pct: share, tone })
  it('the larger one says its share of the day against three days, and its tone by ten', () => {
    // 0.4 of the day against a mean of (0.1 + 0.1 + 0.4) / 3 = 0.2.
    expect(worldwideOf([point(70, 0.1, 3), point(30, 0.1, null), point(1, 0.4, -2.5)], now)).toEqual({
      through: hoursBefore(1),
      share_24h_pct: 0.4,
      ratio_vs_3d: 2,
      tone: -0.25,
    })
    expect(worldwideOf([], now)).toEqual({ through: null, share_24h_pct: null, ratio_vs_3d: null, tone: null })
  })
  it('what it says is in the answer once it is known, and the answer is as old as its search', () => {
    const facts = [
      ...toFacts(newsSearches, [searchOf()]),
      ...toFacts(newsCurves, [{ key: 'en oil tanker', searched_at: now.toISOString(), points: [point(1, 0.4, -2.5)] }]),
    ]
    const [draft] = draftsOf(service, facts, 'en oil tanker')
    expect(draft!.body).toMatchObject({ worldwide: { share_24h_pct: 0.4 }, signal: { as_of: now.toISOString() } })
    expect(newsCurves.observedAt(facts[1]!.value as never).toISOString()).toBe(hoursBefore(1))
    expect(answer(searchOf()).worldwide).toBeNull()
  })
})

describe('what was found', () => {
  it('is weighed by age, title and outlet: 1 · 0.5 against e^(-0.5/12) · 0.5 · ½ · -0.25', () => {
    const faded = (Math.exp(-0.5 / 12) * 0.5) / 2
    const expected = 100 * Math.tanh((2.5 * (0.5 - 0.25 * faded)) / (1 + faded))
    expect(answer(searchOf()).signal.score).toBeCloseTo(expected, 1)
  })
  it('is counted over all of the hours, and held against three days', () => {
    const { attention, query } = answer(searchOf())
    expect(attention).toEqual({ articles: 2, volume_24h: 2, ratio_vs_3d: 2, level: 'high' })
    expect(query).toEqual({ text: 'oil tanker', lang: 'en', hours: 24, from: '2026-11-17T12:00:00.000Z' })
    expect(answer(searchOf(), { hours: 72 }).attention.articles).toBe(3)
    const loud = searchOf({ hours: Array.from({ length: 72 }, (_, age) => (age < 24 ? 900 : 100)) })
    expect(answer(loud).attention).toEqual({ articles: 21_600, volume_24h: 21_600, ratio_vs_3d: 2.45, level: 'high' })
  })
  it('of two days or less is held against nothing, and says so', () => {
    const { attention, coverage } = answer(searchOf({ index: { ...searchOf().index, from: '2026-11-17T00:00:00.000Z' } }))
    expect(attention).toMatchObject({ ratio_vs_3d: null, level: null })
    expect(coverage).toMatchObject({ missing: ['history'], inputs_used: 1, inputs_expected: 2 })
  })
  it('is told as stories under the first to tell it, within the hours asked for', () => {
    expect(answer(searchOf()).stories).toMatchObject([{ url: 'https://a.example/1', cluster_size: 1, also: [] }])
    const [story, ...more] = answer(searchOf(), { hours: 72 }).stories
    expect(more).toEqual([])
    expect(story).toMatchObject({
      url: 'https://b.example/2',
      tone: null,
      cluster_size: 2,
      also: [{ url: 'https://a.example/1' }],
    })
  })
  it('says what the index held', () => {
    expect(answer(searchOf()).coverage.detail).toEqual({ index: searchOf().index })
  })
  it('is the less sure the more is missing, the older the index, the fewer the articles', () => {
    const sure = (given: Partial<Search>['index'] | object = {}, n = 15) => {
      const list = <T>(one: T) => Array.from({ length: n }, () => one)
      const matches = { minutes: list(5), outlet: list(0), tone: list(0.2), in_title: list(1) }
      return answer(searchOf({ matches, shown: [], index: { ...searchOf().index, ...given } })).signal.confidence
    }
    expect(sure()).toBe(1)
    expect(sure({}, 3)).toBe(0.2)
    expect(sure({ missing_minutes: 2_160 })).toBe(0.75)
    // Three cadences late: nothing of its freshness is left.
    expect(sure({ to: '2026-11-18T11:00:00.000Z' })).toBe(0.6)
  })
})

describe('the service', async () => {
  const [route] = service.routes
  const rowOf = async (key: string) => draftsOf(service, toFacts(newsSearches, sampleSearches(now, [key])), key)[0]!.body as any
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
    expect(day.stories[0].also.length).toBe(Math.min(10, day.stories[0].cluster_size - 1))
  })
  it('says that there is nothing', async () => {
    const answer = await shaped('en zzyzx', {})
    expect(answer.signal).toMatchObject({ label: 'no_coverage', score: 0, confidence: 0.2 })
    expect(answer).toMatchObject({ stories: [], attention: { volume_24h: 0, ratio_vs_3d: null, level: 'low' } })
  })
  it('tells no tone of what is not in English', async () => {
    const { stories, tone } = await shaped('es petrolero', { hours: 72 })
    expect(stories.length).toBeGreaterThan(0)
    expect(stories.map((story: any) => story.tone)).toEqual(stories.map(() => null))
    expect(tone).toMatchObject({ mean: null, dispersion: null, positive: 0, negative: 0, neutral: 0 })
  })
  it('has one row for a question however it is written, and another for another language', () => {
    const keyOf = (given: Record<string, unknown>) => route!.key(route!.read!(given, now))
    expect(keyOf({ query: ' Oil  TANKER' })).toBe('en oil tanker')
    expect(keyOf({ q: 'oil tanker', language: 'Spanish' })).toBe('es oil tanker')
  })
})
