// News: what the world's online press has on any question, as a tone and an attention signal; searched when somebody asks.
import type { ValueOf } from '../../../db/log/topic.ts'
import { TollgateError } from '../../../errors.ts'
import { newsKey, newsSearches, partsOfNewsKey } from '../../../ingestors/sources/gdelt-doc/topic.ts'
import { defineRoute, defineService } from '../../define.ts'
import { defineLimit } from '../../inputs/amounts.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { defineInteger } from '../../inputs/kind.ts'
import { language } from '../../inputs/language.ts'
import { queryText, tellingWords } from '../../inputs/query-text.ts'
import { optional, required, takeInputs } from '../../inputs/take.ts'
import { mean } from '../../stats.ts'
import { answerOf, defaults, type Found } from './answer.ts'
import { articleIndex } from './article-index.ts'
import { newsAnswer } from './schema.ts'
import { clusterTitles } from './stories.ts'
import { toneOf } from './tone.ts'

type Search = ValueOf<typeof newsSearches>

const minuteS = 60
const hourMs = 3_600_000
const hours = defineInteger({
  kind: 'hours',
  least: 1,
  most: 72,
  example: 24,
  description: 'how many hours back, 1 to 72',
})
const sort = defineChoice('sort', ['relevance', 'date'], { description: 'the most fitting stories first, or the newest' })

const news = defineRoute({
  method: 'GET',
  path: '/news',
  price: '0.05',
  serve: 'demand',
  summary: 'What the online press of the last three days has on a question: attention, tone, stories, timeline and names',
  tags: ['news', 'sentiment', 'world'],
  ...takeInputs({
    query: required(queryText),
    hours: optional(hours, { fallback: defaults.hours }),
    lang: optional(language, { fallback: 'en' }),
    limit: optional(defineLimit({ most: 50, description: 'how many stories, 1 to 50' }), { fallback: defaults.limit }),
    sort: optional(sort, { fallback: defaults.sort }),
  }),
  output: newsAnswer,
  example: { input: { query: 'oil tanker' }, output: undefined },
  key: ({ query, lang }) => newsKey(lang ?? 'en', query),
  shape: ({ found }: { readonly found: Found }, input) =>
    answerOf(found, {
      hours: input.hours ?? defaults.hours,
      limit: input.limit ?? defaults.limit,
      sort: input.sort ?? defaults.sort,
    }),
  // The index is asked at most every five seconds: the slowest upstream there is, so that one payer must not have it alone.
  demand: {
    of: ({ query, lang }) => ({ source: 'gdelt-doc', key: newsKey(lang ?? 'en', query) }),
    perPayer: { burst: 5, perMinute: 5 },
  },
  maxAgeSeconds: 15 * minuteS,
  hardMaxAgeSeconds: 120 * minuteS,
  historySeconds: 60 * minuteS,
})

export default defineService({
  label: 'news',
  title: 'News',
  description: 'What the world’s online press has on any question, as one tone and attention signal with the stories behind it.',
  version: '1',
  tags: ['news', 'world'],
  reads: [newsSearches],
  indexes: [articleIndex],
  routes: [news],
  affected: (records) => [...new Set(records.map(({ key }) => key))],
  // Days 0: only the newest search.
  selects: (key) => [{ topic: newsSearches, keys: [key], days: 0 }],
  compute(key, seen) {
    const search = seen.of(newsSearches, key).at(-1)?.value
    if (search === undefined) throw new TollgateError('not_enough_data', `no search for ${key}`)
    const found = readSearch(search)
    const missing = found.isFull && found.volume === null ? ['volume'] : []
    const coverage = { inputs_used: 2 - missing.length, inputs_expected: 2, missing, stale: [] }
    return [{ route: news.path, key, body: { ...answerOf(found, defaults), found }, coverage }]
  },
})

function readSearch(search: Search): Found {
  const { lang, query } = partsOfNewsKey(search.key)
  const words = [...new Set(tellingWords(query))]
  const oldestFirst = search.articles.toReversed()
  const stories = clusterTitles(oldestFirst.map(({ title }) => title))
  const articles = oldestFirst.map((article, i) => ({
    at: article.seen_at,
    url: article.url,
    title: article.title,
    domain: article.domain,
    lang: article.language,
    country: article.country,
    tone: isEnglish(article.language) ? toneOf(article.title) : null,
    relevance: relevanceOf(article.title, words),
    story: oldestFirst[stories[i]!]!.url,
  }))
  return {
    text: query,
    lang,
    searchedAt: search.searched_at,
    isFull: search.is_full,
    volume: search.volume === undefined ? null : volumeOf(search.volume, Date.parse(search.searched_at)),
    articles: articles.reverse(),
  }
}

const isEnglish = (language: string | null): boolean => language === null || /^english$/i.test(language)

// The index found the words somewhere in the article: in its title they are what it is about.
function relevanceOf(title: string, words: readonly string[]): number {
  const own = new Set(tellingWords(title))
  return words.length === 0 ? 1 : 0.5 + (0.5 * words.filter((word) => own.has(word)).length) / words.length
}

function volumeOf(volume: Readonly<Record<string, number>>, now: number): Found['volume'] {
  const points = Object.entries(volume).map(([at, share]) => ({ ageHours: (now - Date.parse(at)) / hourMs, share }))
  const lastDay = points.filter(({ ageHours }) => ageHours <= 24)
  if (lastDay.length === 0) return null
  // Means, so that a curve that lacks a step at either end changes nothing.
  return { lastDay: mean(lastDay.map(({ share }) => share)), threeDays: 3 * mean(points.map(({ share }) => share)) }
}
