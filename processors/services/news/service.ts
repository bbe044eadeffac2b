// News: what the world's online press of three days has on any question, as a tone and an attention signal; searched when somebody asks.
import { TollgateError } from '../../../base/errors.ts'
import { newsCurves } from '../../../ingestors/sources/gdelt-doc/topic.ts'
import { newsKey, newsSearches, partsOfNewsKey } from '../../../ingestors/sources/news-index/topic.ts'
import { defineLimit } from '../../inputs/amounts.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { defineInteger } from '../../inputs/kind.ts'
import { language } from '../../inputs/language.ts'
import { queryText } from '../../inputs/query-text.ts'
import { optional, required, takeInputs } from '../../inputs/take.ts'
import { defineRoute, defineService } from '../../kit/define.ts'
import { answerOf, defaults, type Found, hoursKnown, type Search } from './answer.ts'
import { articleIndex } from './article-index.ts'
import { newsAnswer } from './schema.ts'
import { leastHistoryHours } from './signal.ts'
import { clusterTitles } from './stories.ts'
import { worldwideOf } from './worldwide.ts'

const minuteS = 60
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
  demand: {
    of: ({ query, lang }) => ({ source: 'news-index', key: newsKey(lang ?? 'en', query) }),
    perPayer: { burst: 30, perMinute: 30 },
  },
  maxAgeSeconds: 5 * minuteS,
  hardMaxAgeSeconds: 120 * minuteS,
  historySeconds: 60 * minuteS,
})

export default defineService({
  label: 'news',
  title: 'News',
  description: 'What the world’s online press has on any question, as one tone and attention signal with the stories behind it.',
  version: '3',
  tags: ['news', 'world'],
  reads: [newsSearches, newsCurves],
  indexes: [articleIndex],
  routes: [news],
  affected: (records) => [...new Set(records.map(({ key }) => key))],
  // Days 0: only the newest search.
  selects: (key) => [
    { topic: newsSearches, keys: [key], days: 0 },
    { topic: newsCurves, keys: [key], days: 0 },
  ],
  compute(key, seen) {
    const search = seen.of(newsSearches, key).at(-1)?.value
    if (search === undefined || !isWhole(search)) throw new TollgateError('not_enough_data', `no search for ${key}`)
    const curve = seen.of(newsCurves, key).at(-1)?.value.points ?? null
    const worldwide = curve === null ? null : worldwideOf(curve, new Date(search.searched_at))
    const found = { search, ...partsOfNewsKey(key), story: storiesOf(search), worldwide }
    const missing = hoursKnown(search) < leastHistoryHours ? ['history'] : []
    const coverage = { inputs_used: 2 - missing.length, inputs_expected: 2, missing, stale: [], detail: { index: search.index } }
    return [{ route: news.path, key, body: { ...answerOf(found, defaults), found }, coverage }]
  },
})

/** Its columns are as long as each other, and what they point at is there. */
function isWhole({ matches, outlets, shown, words }: Search): boolean {
  const n = matches.minutes.length
  return (
    [matches.outlet, matches.tone, matches.in_title].every((column) => column.length === n) &&
    matches.outlet.every((place) => place < outlets.length) &&
    matches.in_title.every((inTitle) => inTitle <= words) &&
    shown.every(({ match }, i) => match < n && match > (shown[i - 1]?.match ?? -1))
  )
}

/** Of each title shown the place of the title its story is told under: the oldest. */
function storiesOf({ shown }: Search): number[] {
  const last = shown.length - 1
  const heads = clusterTitles(shown.map(({ title }) => title).toReversed())
  return heads.map((head) => last - head).toReversed()
}
